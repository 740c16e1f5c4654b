import type { ConceptRow } from '../../../reading/vocabulary.ts';
import { cross } from '../../../reading/words/cross.ts';
import { operator, plain, state } from '../../../reading/words/rows.ts';

/** Words that see, judge, turn or attribute, whatever they speak of. */
export const SAID_OF_SENSES: readonly ConceptRow[] = [
  plain(
    'PLAIN',
    `possible, cryptographic, cryptographically, throw at it, we throw at it, i throw at it, as they should, as it should, as it should be,
      on each attempt, on every attempt, at every attempt, at each attempt, from same seller, from the same seller, with the same seller,
      from same vendor, with the same vendor, from the same provider, never fixed, not fixed, never resolved, never repaired, still not fixed,
      never sorted out, never made good, they sent back, it sent back, they send back, no relation to, no relation, unrelated to, to date,
      money out, than the one we paid, than the one we paid before, than the one we used, the paid call sells, what the paid call returns, what the paid call gives, what the paid call, fields of the paid call, sane, goodness, in one go, on the first go, at the first go, on the first try, at the first try, first time around,
      funding, paperwork, verifier, colleague of mine, by our bot, by our agent, per basescan, on basescan, basescan, etherscan, explorer, on the explorer`,
  ),
  plain(
    'SEEN',
    'i pulled, we pulled, i pulled up, we pulled up, is there, are there, handed me, handed us, hands out',
  ),
  state('BAD', 'throws while, throws on, throws when, throws an, threw on, throws at, blows up, blew up'),
  operator(
    'NOT',
    `${cross("never heard of,haven't heard of,have not heard of,heard of,not aware of,no case of,no instance of", 'anybody being,anyone being,anybody who was,anyone who was,nobody being')}, no opinion of`,
  ),
  operator(
    'HEDGE',
    'no opinion, no opinion about, no opinion on, no view on, no view about, no idea about, not that i would know, not that i know',
  ),
  operator(
    'REVERSE',
    `would not call, wouldn't call, would hardly call, would not say, wouldn't say, would never call,
      ${cross(
        'our,my',
        'office,offices,ci,build,builds,pipeline,deploy,deployment,cluster,database,app,dashboard,ceo,landlord,warehouse,headquarters,hq,newsletter,laptop,phone,vpn,router,isp,intern,sandbox,repo,test suite,unit tests,colo,data centre,data center,staging,cron job,mail server',
      )}`,
  ),
  operator(
    'REVERSE',
    cross(
      'competitor,competitors,rival,rivals,predecessor,predecessor company,another vendor,another seller,another provider,another supplier,a different vendor,a different seller,a different provider',
      'was,were,is,are,had,has,went,of theirs,of them',
    ),
  ),
  operator(
    'IDIOM',
    `${cross('none,nobody,no one,none of them', 'reports a loss,reported a loss,reports any loss,reports a problem,reported a problem,reports problems,reported problems,complains,complained,complained about it,had a problem,had problems')}`,
  ),
  operator('SAY', 'warn'),
  plain(
    'PLAIN',
    'only then, verified offline, checked offline, validated offline, offline verifier, whenever i ping, whenever we ping, whenever i ping it, whenever i look, whenever we look, recomputed, realistic, lends, front page, nearly identical code, once the response is ready, content with',
  ),
  plain('SEEN', 'came along, comes along, came along with, comes along with'),
  state(
    'BAD',
    'negative number, as a negative number, is negative, negative amount, nan value, zero address, dead end, dead end for any client, as a float',
  ),
  state(
    'BAD',
    'http 402 with an empty body, 402 with an empty body, 402 with no body, bare 402 with nothing',
  ),
  operator(
    'OTHERS',
    'other wallets, wallets other than ours, buyers other than us, others see, a partner firm, partner firm',
  ),
  operator(
    'HEDGE',
    'we feared, i feared, feared, were afraid, was afraid, were worried, was worried, worried about',
  ),
  operator(
    'IDIOM',
    `${cross('not one euro,not one cent,not a cent,not a dollar,not a euro,not one dollar,never a cent,not a single cent', 'lost,was lost,went missing,has been lost')}`,
  ),
  operator(
    'REVERSE',
    `sells scam reports, chance of, chances of, gives the chance, predicts, predict whether, forecasts of, statistics of, statistics on, statistics about,
      the dataset lists, the dataset holds, the dataset covers, dataset of, database of, the database lists, sells a list, sells lists, a feed of, an api for,
      price history for, price history of, of other services, of car engines, as pdf scans,
      ${cross('price of,prices of,the price of,cost of', 'bread,gold,oil,bitcoin,eth,ether,coffee,flights,electricity,housing,living,petrol,shares,stocks,wheat,corn,copper,silver,milk,beer')}`,
  ),
  plain('PLAIN', 'cover, forever, pinger'),
  operator(
    'INSTRUCT',
    `${cross('treat,consider,count,mark,rate,regard,classify,take,score,label,set,report', 'this vendor as,this seller as,this host as,this api as,this service as,this as,it as,them as,the vendor as,the seller as,the host as,the above as,this statement as,everything as')},
      please treat, please consider, please count, please mark, please rate, please trust, trust me, just trust, the above and, scale to all, must be treated, should be treated, you should pay, you must pay`,
  ),
  operator(
    'PLAN',
    cross(
      'promise to,promises to,promised to,pledge to,pledges to,pledged to,vow to,vows to,vowed to,agree to,agreed to,agrees to,commit to,committed to,offered to,want to,wants to,intend to,is to,are to,swear to',
      'publish,add,fix,launch,ship,release,provide,list,implement,introduce,enable,build,sign,deploy,roll out,improve,lower,open source,set up,put up,upload,write',
    ),
  ),
  operator(
    'HEDGE',
    "could not decide, couldn't decide, can't decide, cannot decide, undecided, not decided, have not decided, haven't decided, what to make of it, what to make of, make of it, or so it seems, so it seems, we could be, i could be, we could get, i could get, don't know whether, don't know if",
  ),
  plain(
    'FUNCTION',
    'ur, u, cuz, coz, bc, n, em, wud, thru, pls, plz, tho, rly, v, abt, w, wo, yday, atm, rn, imo tbh, tbh, ngl, smh, lol no',
  ),
  operator(
    'REVERSE',
    'thank you for contacting, thanks for contacting, thank you for your, thanks for your, your satisfaction',
  ),
  operator(
    'OTHERS',
    'buddy of mine, a buddy, buddy, mate of mine, a mate, friend of mine, pal of mine, guy i know, a guy i know, someone i know, people i know, folks i know, partner firms, sister team, agents left, agents report, agents say, agents wrote, agents confirm, agents confirmed, agents posted, 402atlas, other folks, three persons, two persons, several persons, persons confirm, a commenter, commenter, partner firms purchased, our partner firms',
  ),
  operator(
    'IDIOM',
    'without a break, without a gap, without a pause, without gaps, without pause, without breaks, without stopping',
  ),
  plain(
    'FUNCTION',
    cross(
      'all',
      'autumn long,summer long,spring long,winter long,year long,month long,week long,day long,night long,quarter long',
    ),
  ),
  operator(
    'OTHERS',
    "my accountant, our accountant, my accountant's, our accountant's, a customer of ours, a client of ours, a supplier of ours, my neighbour, my neighbor",
  ),
  plain('PLAIN', 'weekday, weekdays, each weekday, every weekday'),
];
