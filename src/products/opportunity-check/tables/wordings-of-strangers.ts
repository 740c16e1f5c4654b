import type { ConceptRow } from '../../../reading/vocabulary.ts';
import { cross } from '../../../reading/words/cross.ts';

const plain = (id: string, words: string): ConceptRow => ({ id, role: 'plain', words });
const state = (id: string, words: string): ConceptRow => ({ id, role: 'state', words });
const thing = (id: string, words: string): ConceptRow => ({ id, role: 'thing', words });
const operator = (id: string, words: string): ConceptRow => ({ id, role: 'operator', words });

const HEADERS =
  'receipt,receipt header,payment response header,payment response,x payment response header,settlement header,settlement response,response header';
const SOMEBODY_ELSES =
  "somebody else's key,someone else's key,another key,a different key,the wrong key,a wrong key,an unknown key,a key we don't know,a key i don't know,another party's key,not their key,not the seller's key";
const WITHOUT_PAYING = 'without paying,before paying,unless you pay,without payment';
const PROBE =
  'health endpoint,health check,health checks,healthz,health route,status page,uptime monitor,our monitor';
const VALIDITY =
  'validuntil of the offer,valid until of the offer,validuntil,valid until,expiry,expiry date,expiry of the offer';
const THEY = 'they,they have,they had,seller,operator,vendor,provider,merchant,somebody';
const SWITCHED =
  'switched wallets,changed wallets,swapped wallets,switched addresses,changed addresses,swapped addresses,switched the wallet,swapped the wallet,changed the wallet';
const NEW_WALLETS = THEY.split(',')
  .flatMap((who) => SWITCHED.split(',').map((did) => `${who} ${did}`))
  .join(', ');
const NOT_PAID_BEFORE = cross(
  "not the address,not the wallet,not the one,isn't the address,isn't the wallet,isn't the one,no longer the address,no longer the wallet",
  'we paid,we paid before,we have paid,we used,i paid,on file,in our records,in my records,we have on file,from before,from last time',
);
const RED = cross(
  PROBE,
  'red,is red,is all red,shows red,turned red,went red,are red,has been red,stays red',
);
const POOR = cross(
  'uptime,availability,reliability',
  'is a joke,is terrible,is awful,is poor,is bad,is horrible,is abysmal,is dismal,sucks,is lousy,is pathetic,is rubbish,is laughable',
);
const PASSED = cross(
  VALIDITY,
  'has passed,passed,is past,is over,ran out,has run out,lies behind us,was yesterday',
);

/** Wordings of people who saw no table, and what their neighbours say. */
export const WORDINGS_OF_STRANGERS: readonly ConceptRow[] = [
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
  thing(
    'UNPAID',
    'w o wallet, w o a wallet, w o payment, w o paying, w o any payment, without wallet, without a wallet, with no wallet, before any money moves, before any money moved, before money moves, before any money',
  ),
  state('BAD', 'throws while, throws on, throws when, throws an, threw on, throws at, blows up, blew up'),
  plain(
    'NO402',
    `${cross('never got,never saw,never see,never get,never returns,never sends,never answers with,never gives', 'a 402,any 402,the 402,a challenge,any challenge')}, no 402 at all`,
  ),
  plain(
    'PRICE',
    "costs are, its costs, the costs, what it charges, what they charge, what a call would cost, what one pays, what i'd pay, what we'd pay, what i would pay, what we would pay, what you pay, what you'd pay",
  ),
  state(
    'DECOY',
    'so that nobody calls it, so nobody calls it, so that no one calls it, so no one calls it, to scare off callers, to keep callers away',
  ),
  state(
    'NORECEIPT',
    cross(
      'came without a,came without any,came without,came back without a,came back without any,comes without a,comes without any,arrived without a,arrived without any,arrived without,returned without a,returned without any,answered without a,answered without any,responded without a,responded without any,came with no,came back with no,arrived with no,comes with no,carried no,had no',
      HEADERS,
    ),
  ),
  state('VERFAIL', `${SOMEBODY_ELSES}, belongs to somebody else, belongs to someone else`),
  thing('OFFER', 'nothing in the challenge is signed, nothing in the 402 is signed'),
  state('UNSIGNED', 'nothing in the challenge is signed, nothing in the 402 is signed'),
  state('EXPIRED', PASSED),
  thing('VALIDITY', PASSED),
  plain(
    'VERIFIED',
    "verifier accepted, our verifier accepted, accepted by our verifier, recovered signer equals the seller's address, recovered signer equals, signer equals the seller's address, signer equals, signer is the seller",
  ),
  plain(
    'OUT_GOOD',
    '0 failed, zero failed, none failed, 0 fails, zero fails, failed 0, failed none, 0 bad, zero bad, no errors at all, served every time, gave good data, exactly what we needed, exactly what i needed',
  ),
  state(
    'OUT_BAD',
    `bombed, bombed out, flopped, flop, dud, duds, tanked, fizzled, conked out, busted, borked, hosed, no dice, no joy,
      came to nothing, fell flat, went nowhere, were junk, was junk, was for a different, was for a completely different, was for another,
      was for the wrong, for the wrong city, about a different, got zilch, got squat, bupkes, not a sausage, sweet nothing, sod all, thin air`,
  ),
  plain(
    'PAID',
    'gave them a dollar, gave them money, gave them our money, gave them my money, sent them a dollar, sent them money, coughed up a dollar',
  ),
  plain(
    'NOBUYER',
    'know of no other buyer, know of no other customer, know no other buyer, know nobody who bought, know of nobody who bought, know of nobody who paid, know of no one who paid, know nobody who paid, aware of no other buyer, aware of nobody who paid',
  ),
  state(
    'DOUBLE',
    `billed me double, billed us double, charged me double, charged us double, debited us double, debited me double,
      cost us a second payment, cost me a second payment, paid a second time for the same,
      ${cross('two identical,2 identical,two equal,two separate,two matching,a pair of,a pair of identical,duplicate,twin,two usdc,2 usdc,two identical usdc,two equal usdc', 'transfers,debits,charges,payments,settlements,withdrawals')},
      same payment going out twice, payment going out twice, same payment went out twice, payment went out twice, money went out twice`,
  ),
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
  plain(
    'INLISTING',
    cross(
      'x402scan,bazaar,the bazaar,cdp bazaar,the index,the directory',
      'knows this,knows the,knows it,lists this,lists the,carries this,carries the,has an entry,has this,has a listing',
    ),
  ),
  state(
    'NOTLISTEDLONE',
    cross(
      'x402scan,bazaar,the bazaar,cdp bazaar,index,directory,catalog,catalogue,registry',
      'has no entry,has no listing,has no record,shows no entry,shows nothing,does not know it,does not list it,does not have it,has never heard of it,knows nothing of it',
    ),
  ),
  thing('PAYTO', NEW_WALLETS),
  state('CHANGE', `${NEW_WALLETS}, ${NOT_PAID_BEFORE}`),
  plain(
    'UNCHANGED',
    'the address we paid, the wallet we paid, the address we have paid, the wallet we have paid, the address we used, the wallet we used, byte for byte, the one we always paid, the one we have always paid, the same one as before',
  ),
  state(
    'FACELESS',
    `anonymous devs, anonymous dev, anonymous developers, anonymous people, anon devs, anon team, anons, not exist in the register,
      does not exist in the register, doesn't exist in the register, not in the register, not in the company register, not in any register, no such company,
      whois record is masked, whois is masked, whois masked, whois redacted, whois record is redacted, whois is redacted, masked whois, redacted whois,
      ${cross('nobody on the team,nobody here,nobody on our team,nobody in our team,no one here,nobody on our side', 'can tell who,knows who,could tell who,can say who,could say who,could find out who')}`,
  ),
  plain('WEKNOW', 'they have worked for us before, they have worked for us, have worked for us before'),
  thing(
    'PREVIEW',
    `${cross('no cost,zero cost,no charge,no fee,cost free,costless', 'preview,sample,demo,trial,example,dry run,test call,preview endpoint,sample endpoint,taster,look,peek,tier')},
      ${cross('one record,one row,one lookup,one call,one request,one query,one answer,first call,first one,first request,first lookup,a record,a row', 'for free,free of charge,at no cost,is free,gratis,for nothing')}, taster, dry run`,
  ),
  state(
    'NOPREVIEW',
    `${cross("cannot test anything,can't test anything,cannot try anything,can't try anything,cannot see anything,can't see anything,cannot sample anything,no way to test it,no way to try it,no way to test,no way to try,nothing can be tried,nothing can be tested,can't test it,cannot test it,can't try it,cannot try it", WITHOUT_PAYING)},
      anything but free, not free at all`,
  ),
  state(
    'NOPREVIEW',
    cross(
      'preview,free preview,sample,free sample,demo,trial',
      'is paywalled,is paywalled too,is paywalled as well,costs money,costs money too,costs extra,is not free',
    ),
  ),
  state(
    'IGNORED',
    `${cross('they,it,server,seller,api,endpoint,service,host,which', 'ignore,ignores,ignored')}, ignore the idempotency, ignores the, ignored the, ignores our, ignored our, ignores my, ignored my`,
  ),
  thing(
    'FAILURE',
    'failing request, failing requests, failing call, failing calls, our failing request, failing payload',
  ),
  plain(
    'UPALONE',
    'up every time we looked, up every time, up whenever we looked, up each time, up all the time, up all day, up all week, up all month, up at every check, up whenever i looked',
  ),
  plain('RESPONDED', 'passes, pass, answered within, responded within, replied within'),
  thing('HEALTH', `health probe, health probes, uptime probe, uptime probes, ${RED}, ${POOR}`),
  state(
    'UPTIMEBAD',
    `${RED}, ${POOR}, as often as not, more often than not, every other request hits, every second request hits`,
  ),
  thing('PAYMENT', 'the transfer got, the transfer was'),
  state(
    'SHORTFUNDS',
    cross(
      'balance,wallet balance,our balance,funds',
      'too small,was too small,is too small,too low,too little,was too little,were too low,were too small',
    ),
  ),
  plain(
    'SAFE',
    `${cross('nothing more was,nothing else was,nothing extra was,nothing further was,nothing new was,nothing additional was', 'debited,charged,billed,deducted,taken,paid')}, no new debit, no new charge, no further debit, not billed again, is not billed again, came from cache, from the cache`,
  ),
  plain(
    'MATCH',
    'identical to, identical with, the same number, same number, same figure, one and the same number',
  ),
  thing('LISTING', 'catalogue entry, index entry, its entry in the catalogue, its catalogue entry'),
  operator(
    'IDIOM',
    `${cross('none,nobody,no one,none of them', 'reports a loss,reported a loss,reports any loss,reports a problem,reported a problem,reports problems,reported problems,complains,complained,complained about it,had a problem,had problems')}`,
  ),
  operator('SAY', 'warn'),
  plain(
    'PLAIN',
    'only then, verified offline, checked offline, validated offline, offline verifier, whenever i ping, whenever we ping, whenever i ping it, whenever i look, whenever we look, recomputed, realistic, lends, front page, nearly identical code, once the response is ready, content with',
  ),
  state(
    'OUT_BAD',
    `gone unanswered, went unanswered, go unanswered, connection was reset, lorem ipsum, a waste of money, waste of money,
    ${cross('kept,keeps,kept on,still,just kept', 'answering 402,returning 402,saying 402,asking for payment,sending 402,asking me to pay,asking us to pay')}`,
  ),
  plain('PAID', 'transaction confirmed, lost my money, lost our money'),
  plain(
    'OUT_GOOD',
    'were right, was right, were correct, good data, and is content, is content, are content, had the answer, had the result, had the translation, had the data, exactly the row, exactly the data, exactly the answer, ordered and got',
  ),
  plain(
    'PRICEOPEN',
    'price list is on, price list on the front page, price list on their site, fees are on the front page, price is on the front page, tell you upfront that, tells you upfront, tell you up front, tells you up front what',
  ),
  plain('RECEIPT', 'settlement receipt'),
  plain('SEEN', 'came along, comes along, came along with, comes along with'),
  plain('MATCH', 'equals, equal to the one, equals the one'),
  thing('PAYTO', 'wallet to pay, the wallet to pay, address to pay, the address to pay, account to pay'),
  plain(
    'UNCHANGED',
    'equals the one in our last, equals the one in our, the one in our last, the one in our receipts, the one from our last, as in our last, same as in our last',
  ),
  plain(
    'UPALONE',
    'been up all quarter, been up all month, been up all week, been up all year, been up since, been up ever since, up all quarter, up all year, been up every day',
  ),
  plain('RESPONDED', 'answers in, responds in, replies in, answered in'),
  state(
    'BAD',
    'negative number, as a negative number, is negative, negative amount, nan value, zero address, dead end, dead end for any client, as a float',
  ),
  thing('C402', 'http 402 with an empty body'),
  state(
    'BAD',
    'http 402 with an empty body, 402 with an empty body, 402 with no body, bare 402 with nothing',
  ),
  state(
    'ACCOUNT',
    'get a quote without registering, get a price without registering, see a price without registering, see the price without registering, get a quote without an account, see a price without an account, see the price without an account, get a 402 without registering',
  ),
  plain('DEMAND', "can't even, cannot even, not even"),
  state(
    'DECOY',
    'must be a trap, has to be a trap, surely a trap, must be a joke, must be a honeypot, has to be a joke',
  ),
  thing(
    'FAILURE',
    'when the job fails, if the job fails, when a job fails, if it breaks, when it breaks, when the lookup fails, when a lookup fails, if a lookup fails, when the query fails, failed lookup, failed lookups, failed job, failed jobs, for a 400, for a 422, for a 500, for an error, for errors',
  ),
  state(
    'ERR404',
    "link 404s, link 404's, link is a 404, link gives 404, link goes nowhere, link leads nowhere, link is broken",
  ),
  state(
    'NOREFUND',
    'refund requests go unanswered, refund request went unanswered, refund requests are ignored, refund request was ignored, refund was refused, refused a refund, refused to refund, denied a refund, denied me a refund, denied us a refund, refused us a refund, never refunded, never refunded us, exclude refunds, excludes refunds, rule out refunds',
  ),
  thing('REFUND', 'refund requests go unanswered, refund was refused, exclude refunds, excludes refunds'),
  state(
    'NOSUPPORT',
    `${cross('i mailed them,we mailed them,i emailed them,we emailed them,i wrote to them,we wrote to them,i wrote them,we wrote them,mailed support,emailed support,wrote to support,asked support,opened a ticket,my ticket,our ticket', 'a week ago,weeks ago,last week,twice,three times,a month ago,and heard nothing,without any reply,without reply,without an answer,and got no answer,never answered,went unanswered')}, support never answers, support never replies, support never replied, support never answered, support ignores me, support ignores us, support is silent, support does not answer, support doesn't answer`,
  ),
  state(
    'PRICELATE',
    cross(
      'only find out the price,only learn the price,only see the price,only know the price,only find out the cost,only learn the cost,find out the price only,learn the price only,only find out what it costs,only learn what it costs',
      'afterwards,after paying,after you paid,after payment,once you paid,on the bill,when it is too late,later',
    ),
  ),
  state(
    'UNDECLARED',
    "is anyone's guess, anyone's guess, anybody's guess, is anybody's guess, left as an exercise, a riddle, is a riddle",
  ),
  thing('SCHEMA', 'its inputs, the inputs, its input, their inputs, what it wants as input'),
  state(
    'FACELESS',
    cross(
      'no one could,nobody could,no one can,nobody can,no one would,nobody would,they would not,they will not,they refuse to',
      'tell us which company this is,tell us which company,tell us who runs it,tell us who it is,tell me who runs it,tell me who is behind it,say who is behind it,tell who runs it',
    ),
  ),
  state(
    'UNSIGNED',
    'nobody signed it, no one signed it, nobody has signed it, without anybody having signed it',
  ),
  state(
    'NEVER_PAID',
    "not purchased from, not purchased, we've not purchased, we have not purchased, i've not purchased, never purchased from",
  ),
  thing('PATHS', 'bogus routes, made up path does'),
  state(
    'OUT_BAD',
    'lost 3 usdc, lost my usdc, lost our usdc, lost usdc, lost money, lost their money, lost his money, lost her money',
  ),
  plain(
    'PAID',
    'lost my usdc, lost our usdc, lost usdc, lost money, lost their money, lost his money, lost her money',
  ),
  plain(
    'KNOWNCO',
    'official api of, the official api of, is a swiss ag, are a swiss ag, swiss ag, a german gmbh, a dutch bv, a dutch b.v, an estonian oü, a uk ltd, a us corporation, a delaware corporation, by a bank we have an account with, a bank we have an account with',
  ),
  operator(
    'OTHERS',
    'other wallets, wallets other than ours, buyers other than us, others see, a partner firm, partner firm',
  ),
  state('ACCOUNT', 'credit card, a credit card, card number, card details, bank details, passport'),
  state(
    'SCAM',
    'known to the police, known to police, known for fraud, known for theft, on a scam list, on a list of scams, on a list of scammers, on a list of known scams, wanted by the police',
  ),
  operator(
    'HEDGE',
    'we feared, i feared, feared, were afraid, was afraid, were worried, was worried, worried about',
  ),
  operator(
    'IDIOM',
    `${cross('not one euro,not one cent,not a cent,not a dollar,not a euro,not one dollar,never a cent,not a single cent', 'lost,was lost,went missing,has been lost')}`,
  ),
  thing(
    'SOLD',
    cross(
      'scam,fraud,phishing,theft,outage,downtime,refund,abuse,breach,default,failure,error code,crash',
      'report api,reports of others,cases,statistics,history,lists,alerts,feed,records,figures,policies,news',
    ),
  ),
  operator(
    'REVERSE',
    `sells scam reports, chance of, chances of, gives the chance, predicts, predict whether, forecasts of, statistics of, statistics on, statistics about,
      the dataset lists, the dataset holds, the dataset covers, dataset of, database of, the database lists, sells a list, sells lists, a feed of, an api for,
      price history for, price history of, of other services, of car engines, as pdf scans,
      ${cross('price of,prices of,the price of,cost of', 'bread,gold,oil,bitcoin,eth,ether,coffee,flights,electricity,housing,living,petrol,shares,stocks,wheat,corn,copper,silver,milk,beer')}`,
  ),
  thing(
    'PREVIEW',
    cross(
      'look at a,see a,peek at a,view a,shows you a',
      'truncated answer,truncated sample,shortened answer,redacted answer,abridged answer,truncated output,truncated result',
    ),
  ),
  plain(
    'OUT_GOOD',
    `worked on the first go, worked on the first try, worked on first try, worked at once, worked first time, worked right away, worked at the first attempt,
    ${cross('report,reports,reported,confirm,confirms', 'paid answers,paid replies,paid results,good answers,delivered answers')}`,
  ),
  plain(
    'SETTLE',
    'only moves once the response is ready, only moves once the answer is ready, moves once the answer is ready, only leaves once the answer is ready',
  ),
  plain(
    'AFTERANSWER',
    'only moves once the response is ready, only moves once the answer is ready, moves once the answer is ready, only leaves once the answer is ready',
  ),
  state(
    'LATE',
    `${cross('in about,in,after about,after,in roughly,takes about,takes,took', 'a year,two years,a decade,a century,half a year,six months')}, eventually maybe, weeks late, months late`,
  ),
  plain('PRICE', 'charged price, charged amount, charged fee, billed price, billed amount'),
  plain('PAID', 'payment taken'),
  state('OUT_BAD', 'try again later, please try again later, come back later'),
  thing('SUPPORT', 'telegram group, telegram channel, discord channel, slack channel, support group'),
  plain('REACH', 'answer within, respond within, reply within, answers within minutes, answers within hours'),
  plain('RESPONDED', 'answer within, respond within, reply within'),
  plain('UPALONE', 'not missed a beat, never missed a beat, never misses a beat'),
  plain('PLAIN', 'cover, forever, pinger'),
  thing(
    'PAYTO',
    'same wallet that got, same address that got, same wallet that received, same address that received',
  ),
  plain(
    'UNCHANGED',
    'same wallet that got, same address that got, same wallet that received, same address that received',
  ),
  plain(
    'KNOWN',
    'vat number checks out, vat number is valid, registration number checks out, vat id is valid, company number checks out',
  ),
];
