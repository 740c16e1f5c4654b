import type { ConceptRow } from '../../../reading/vocabulary.ts';
import { cross } from '../../../reading/words/cross.ts';
import { operator, plain, state, thing } from '../../../reading/words/rows.ts';

const CROWD =
  'several,many,multiple,some,a few,lots of,dozens of,hundreds of,thousands of,various,numerous,plenty of,two,three,four,five,six,seven,eight,nine,ten';
const PEOPLE =
  'buyers,users,people,agents,customers,clients,developers,devs,folks,posters,reviewers,payers,wallets,testers,commenters,teams,companies,guys,redditors,members,builders,integrators';
const MONEY =
  'funds,money,usdc,cash,coins,payment,the money,my money,our money,my usdc,our usdc,the usdc,the funds,my funds,our funds,the payment,my payment,our payment,the fee,tx,the tx,transaction,the transaction,transfer,the transfer';
const LEFT =
  'moved,was moved,were moved,went out,sent,was sent,were sent,is gone,are gone,was gone,taken,was taken,were taken,got taken,deducted,was deducted,debited,was debited,were debited,settled,was settled,confirmed,was confirmed,transferred,left,left the wallet,left my wallet,left our wallet,cleared,went through';
const EVERY_PATH =
  'path,paths,url,urls,route,routes,endpoint,endpoints,slug,slugs,page,pages,string,word,name,names';

/** How buyers and agents word payments, listings, sellers and what happened, beyond the single words of these concepts. */
export const WORDINGS_OF_DEALINGS: readonly ConceptRow[] = [
  plain(
    'SAFE',
    cross(
      'no new,no second,no further,no extra,no additional,no other,without a second,without another,without a new',
      'tx,txs,transaction,transfer,payment,charge,debit,settlement,fee',
    ),
  ),
  // Payments and what came of them.
  plain(
    'PAID',
    `for my two dollars, for my five dollars, for my cent, for my cents, for my buck, for my bucks, for our bucks, for my dollar, for my dollars, for our dollars, for our usdc, for my usdc, posted his tx, posted the tx, posted their tx, shared his tx, showed his tx, shows his tx, tx as proof, real payments, real payment, prior calls, prior paid calls, previous paid calls, ${cross(MONEY, LEFT)}, ${cross('pay,buy,bought,paid,purchased,ordered', 'this api,this endpoint,this service,this seller,this vendor,this one,for it,for this,for their,from them,from it,from this,it daily,daily,regularly')}, burned, shelled, lost my money, lost our money, lost money, lost usdc, lost the money, lost the fee, settle ok, settle confirmed, settlement ok, settlement confirmed, took a payment, we use and pay, been buying, keep buying, payment ok, payment done, pay and get, done paid calls`,
  ),
  plain('PAY_NOUN', 'my payment, our payment, that payment, each payment, every payment, payments of ours'),
  thing('PAYMENT', 'that payment, each payment, every payment, payments of ours'),
  plain(
    'OUT_GOOD',
    `not a single one went wrong, not one went wrong, nothing went wrong, 200 both times, the full response he got, ${cross('it was,which was,they were,all was,all were,everything was,answer was,data was,report was,result was,response was,json was,file was,it all was', 'complete,correct,fine,good,perfect,valid,accurate,as expected,as described,ok,okay,great,usable,right,intact,full,clean,useful,there')}, ${cross('got,had,received,have,get', 'the result,the text back,my text,the text,my report,my answer,my file,my json,my image,the image,the picture,my picture,their their data,their answer,an answer back,the data back,my result,the goods,what i asked for,what we asked for,what i bought,what i wanted,the full response,a full response,the full answer,a proper response,valid json,the output,output,the snapshot,proper data,proper results,real data,full data,correct data,an ok,my answers,our answers,all answers,every answer,the lot')}, picture came back, text came back, image came back, file came back, report came back, all good, all fine, all ok, all answered, all came back, all delivered, all succeeded, all worked, none went wrong, never failed, never fails, never once failed, never failed so far, did not fail, didn't fail, no drama, went ok, went okay, went as planned, worked like a charm, works like a charm, worked great, works great, works for me, worked for me, works for us, worked for us, works for him, works as advertised, worked every time, works every time, ten good results, good results, proper answers, answers, no failures so far`,
  ),
  state(
    'OUT_BAD',
    "{}, [], 422, and ran, and ran off, and vanished, another 402, second 402, a 402 again, just a 402, only a 402, 402 once more, came up empty, came out empty, comes back empty, comes up empty, returned nothing, returned empty, got zero, zero answers, got zilch, got squat, got an error, got errors, got garbage, nothing arrived, nothing ever came, never arrived, never came, never sent a result, never sent anything, never sent, sent nothing, gave nothing, gives nothing, gave me nothing, gave us nothing, nothing delivered, nothing was delivered, didn't deliver, did not deliver, doesn't deliver, does not deliver, never delivers, didn't arrive, did not arrive, didn't come, did not come, didn't get anything, did not get anything, didn't get any, did not get any, didn't receive, did not receive, didn't get the, did not get the, didn't get my, did not get my, hasn't arrived, has not arrived, still waiting, still nothing, no sign of the, no trace of the, left with nothing, server hung, request hung, hung up, body empty body, was empty, blank answer, html instead, wrong result, wrong results, incorrect data, useless answer, unusable answer, unusable data, internal error page, threw an error, spat out an error, error came back, error 500, error 502, 500 error, 502 error, 504 error, went up in smoke, into thin air, swallowed without, not honoured, not fulfilled, not answered, wasn't answered, weren't answered, isn't delivered",
  ),
  plain(
    'BUYER',
    `buyers, other buyers, customers, payers, other customers, paying users, paying customers, ${cross(CROWD, 'buyers,customers,payers,clients')}`,
  ),
  operator(
    'OTHERS',
    `${cross(CROWD, PEOPLE)}, a guy, some guy, a dude, some dude, guy in, one guy, someone in, somebody in, somebody on, someone on, a mod, a moderator, a blogger, a poster, a commenter, a trader, an agent, an indie dev, a fellow, hn comment, hn post, comment on, comment under, comments under, blog post, independent status, independent tracker, scam sniffer, wallet extension, browser extension, victims, victim, public tracker, external monitor, external monitoring, telegram users, forum users, discord users, reddit users, another dev, another trader, another customer of theirs, a client of ours, a partner team, sister team, my friend, my colleague, our partner, our partners, our sister team, other integrators, other builders, other devs`,
  ),
  operator(
    'NOBODY',
    "no evidence of anyone, can't find a single person, cant find a single person, can't find anyone, cant find anyone, cannot find anyone, couldn't find anybody, could not find anybody, could not find anyone, couldn't find anyone, could not find a single one, couldn't find a single one, not a single one who, nobody who, no one who",
  ),
  plain(
    'NOBUYER',
    'no settled calls, no settled transactions, no settled payments, zero settled, zero settled calls, zero settled payments, 0 settled calls, no settlements by, no sales, zero sales, no customers, no buyers, zero buyers, no paying users, no paying customers, not one payer, no payers, zero payers, no other payers, no buyer reports, not a single buyer, not one buyer, no other buyers, no other customers, no other paying, nobody else paid, nobody else has paid, nobody else has bought, no independent reports of paid, no reports of paid, no reviews of paid',
  ),
  state(
    'NEVER_PAID',
    "first time using, first time we use, first time i use, first time here, first time trying, new to this seller, never tried it, haven't tried it, have not tried it, 0 previous, zero previous, no own experience, no experience of our own, no experience, no prior, no previous, no past, no earlier, never called it with payment, never placed an order, no orders yet, no order yet, zero orders, no track record of our own, never a client, we are new here, i am new here, never once paid, never ever paid, not yet paid, not paid yet, not bought yet, not yet bought, no transactions with, no dealings with, never used it, haven't used it, have not used it, would be the first time, would be our very first, would be my very first",
  ),
  plain(
    'TWICE',
    'a second time, second time, two tx, two txs, two transactions, two transfers, two settlements, two charges, two debits, two payments, 2 tx, 2 txs, 2 transfers, 2 transactions, 2 settlements, two onchain transfers, two on chain transfers, both charged, once more, two separate, two deductions, two withdrawals',
  ),
  plain(
    'BILL',
    'two tx, two txs, two transactions, two transfers, two settlements, two charges, two debits, two payments, 2 tx, 2 txs, 2 transfers, 2 transactions, 2 settlements, two onchain transfers, two on chain transfers, two deductions, two withdrawals',
  ),
  plain(
    'ONECALL',
    'for one response, for one report, for a single response, for one payment, for the one request, for the one call, for one single, one click, one single call, one single request, for a single report, for one and the same, one order, for one order, one job, for one job, one and the same',
  ),
  state(
    'DOUBLE',
    'billed a second, charged me a second time, charged us a second time, charged a second fee, one click two charges, double-billed, dupe charge, dupe payment, double settle, double settled, double settlement, paid double, pay two times, made him pay two times, made me pay two times, made us pay two times, made him pay twice, pay for it twice, paid for it twice, charged it again, settled again for the same, charged both times, debited both times, takes it twice, takes the money twice, taken twice, was taken twice, were taken twice, went out twice, deducted twice',
  ),
  state(
    'DECLINED',
    "our payment failed, my payment failed, the payment failed, second 402, 402 after paying, 402 after we paid, 402 after payment, 402 once more, back to 402, seven declines, declines, knocked it back, would not take, wouldn't take, did not take our, didn't take our, not taken, spat back, kicked back, turned away, invalid payload, invalid exact evm payload, payment not accepted, failed to go through, failed to clear, didn't clear, did not clear, got rejected, was rejected, got refused, got declined, payment error, unable to settle, couldn't settle, could not settle, couldn't be settled, could not be settled",
  ),
  state(
    'DECLINEDPAY',
    'settle failed, settlement failed, payment failed, payment declined, payment rejected, payment refused, payment bounced, payment invalid, invalid payment, verify failed invalid, paymentdeclined, payment attempt failed, attempts to pay failed, payment was declined, payment error, payment got rejected, payment got declined',
  ),
  state(
    'SHORTFUNDS',
    'lack of funds, lack of usdc, lack of balance, lack of money, had just, just had, held just, has just, only contained, contained only, has only, not enough left, nothing left in the wallet, wallet had nothing, wallet has nothing, wallet had no, wallet has no, wallet held no, no usdc in, no funds in, zero usdc, 0 usdc, balance 0, balance of 0, balance was 0, balance is 0, balance zero, balance was zero, insufficientfunds, too poor, drained balance, broke wallet, wallet needs a top up, needs a top up, needs topping, must top up, have to top up, had to top up, topped out, refill, needs a refill, underfunded, out of money, out of balance, run out of usdc, run out of funds, ran out',
  ),
  state(
    'CAPLOW',
    'over its cap, over its limit, over our own cap, over my own cap, over our own limit, over the client cap, over the agent cap, over agent limit, over our ceiling, over my ceiling, over our max, over my max, over our maximum, over the maximum allowed, over maxvalue, over max value, over the spend cap, over the spending cap, over our spending cap, over our budget cap, above its cap, above its limit, above our own cap, above my own cap, above our own limit, above the client cap, above the agent cap, above agent limit, above our ceiling, above my ceiling, above our max, above my max, above our maximum, above the maximum allowed, above maxvalue, above max value, above the spend cap, above the spending cap, above our spending cap, above our budget cap, beyond its cap, beyond its limit, beyond our own cap, beyond my own cap, beyond our own limit, beyond the client cap, beyond the agent cap, beyond agent limit, beyond our ceiling, beyond my ceiling, beyond our max, beyond my max, beyond our maximum, beyond the maximum allowed, beyond maxvalue, beyond max value, beyond the spend cap, beyond the spending cap, beyond our spending cap, beyond our budget cap, exceeds its cap, exceeds its limit, exceeds our own cap, exceeds my own cap, exceeds our own limit, exceeds the client cap, exceeds the agent cap, exceeds agent limit, exceeds our ceiling, exceeds my ceiling, exceeds our max, exceeds my max, exceeds our maximum, exceeds the maximum allowed, exceeds maxvalue, exceeds max value, exceeds the spend cap, exceeds the spending cap, exceeds our spending cap, exceeds our budget cap, exceeded its cap, exceeded its limit, exceeded our own cap, exceeded my own cap, exceeded our own limit, exceeded the client cap, exceeded the agent cap, exceeded agent limit, exceeded our ceiling, exceeded my ceiling, exceeded our max, exceeded my max, exceeded our maximum, exceeded the maximum allowed, exceeded maxvalue, exceeded max value, exceeded the spend cap, exceeded the spending cap, exceeded our spending cap, exceeded our budget cap, past its cap, past its limit, past our own cap, past my own cap, past our own limit, past the client cap, past the agent cap, past agent limit, past our ceiling, past my ceiling, past our max, past my max, past our maximum, past the maximum allowed, past maxvalue, past max value, past the spend cap, past the spending cap, past our spending cap, past our budget cap, higher than its cap, higher than its limit, higher than our own cap, higher than my own cap, higher than our own limit, higher than the client cap, higher than the agent cap, higher than agent limit, higher than our ceiling, higher than my ceiling, higher than our max, higher than my max, higher than our maximum, higher than the maximum allowed, higher than maxvalue, higher than max value, higher than the spend cap, higher than the spending cap, higher than our spending cap, higher than our budget cap, maxamountexceeded, max amount exceeded, amount exceeds maximum, exceeds maximum, exceeds maximum allowed, exceeds the maximum, exceeds max, over our limit, over my limit, above our limit, above my limit, above our cap, above my cap, over our cap, over my cap, over the cap, above the cap, exceeds our cap, exceeds my cap, exceeded our cap, exceeded my cap, exceeds our limit, exceeded our limit, exceeds my limit, exceeded my limit, beyond our cap, beyond my cap, hit our cap, hit my cap, hit our own cap, at our own cap, stopped at our cap, stopped at our own cap, our own cap stopped, cap was under, limit was under, set under their price, cap too small, limit too small, cap too low, limit too low, max too low, max amount too low, max amount was too low, blocked by our own, refused by our own client, price over our, price above our, price above my',
  ),
  state(
    'TOOLOW',
    'client refused, agent refused, client declined, client blocked, blocked, block, stopped at, stopped by, kicked in, lower than the price, smaller than the price, under the price, under their price',
  ),
  state(
    'UNAUTH',
    "re login, relogin, needs re login, needs auth, needs to log in, must log in, authenticate your, authenticate first, please authenticate, needs to authenticate, must authenticate, wasn't authenticated, isn't authenticated, wasn't logged in, isn't logged in, was not logged in, wasn't signed in, isn't signed in, was not signed in, not signed into, session dead, dead session, session lost, session was gone, session ended, signer not connected, not unlocked, stayed locked, no active session, without a session, no login, auth expired, login expired, auth missing, walletnotauthenticated",
  ),
  thing(
    'WALLET',
    'awal, agentcash, cdp wallet, metamask, rabby, wallet cli, wallet app, wallet client, agentkit wallet, signer',
  ),
  // Documents and listings.
  state(
    'DELISTED',
    'delisted, was delisted, got delisted, been delisted, unlisted, removed from the index, dropped from the index, removed from bazaar, dropped from bazaar, kicked out of bazaar, removed from the catalog, removed from the directory, no longer listed, no longer indexed, not listed anymore, not indexed anymore',
  ),
  state(
    'NOTLISTEDLONE',
    "not listed, isn't listed, is not listed, not indexed, isn't indexed, is not indexed, not discoverable, isn't discoverable, unlisted, not catalogued, never listed, never indexed, isn't catalogued",
  ),
  plain(
    'INLISTING',
    'on 402index, in 402index, in the x402 bazaar, in the cdp directory, on the x402 list, in the ecosystem list, on the ecosystem page, in the mcp registry, in the agent registry, in the public index, in the public directory, listed by bazaar, listed by x402scan, listed with bazaar, indexed by bazaar, in the cdp index, in both directories, in two directories, in three directories',
  ),
  plain(
    'INLIST',
    'hit on, a hit, hits, one hit, returned by, comes back, pops up, popped up, is there, is in there, there it is, made it into, gets listed, carries this, has an entry, has a listing, has a page, included in, part of the index',
  ),
  state(
    'NOTLISTED',
    "gives nothing, gave nothing, returns nothing, returned nothing, shows nothing, showed nothing, turns up nothing, turned up nothing, finds nothing, found nothing, comes up empty, yields nothing, brings nothing, doesn't list it, does not list it, doesn't have it, does not have it, doesn't know it, does not know it, has no record of it, has nothing on it, has no trace of it",
  ),
  thing(
    'PATHS',
    `${cross('whatever,which ever,any old,any,every,all,each,random,made up,invented,bogus,fake,nonsense,garbage,invalid,wrong,mistyped,nonexistent,non existing,nonexisting,unknown,arbitrary,weird,silly,undefined,imaginary,not existing', EVERY_PATH)}, on everything, to everything, for everything, everything answers, everything returns, everything gets, everything gives, everything under the domain, on anything, for anything, to anything, anything you type, anything i typed, whatever you call, whatever you hit, whatever the path, whatever the url, whatever i put, whatever you put, no matter what you request, no matter what i request, no matter what you type, any endpoint name, any nonsense, any garbage, any gibberish, any typo, any old thing, even favicon, /robots, /favicon, /wp, /env, /admin, /aaaa, /hello, /abc, /asdf123, /asdfgh123, /random123, /does, /typo, /unknown, /no, /bla, /idontexist, /i, paths that i invented, every random, all garbage`,
  ),
  plain(
    'ONLYREAL',
    cross(
      'only the,only,only on,only on the,only for,only for the,just the,just',
      'real route,real routes,actual route,actual routes,existing routes,valid routes,known routes,real endpoint,real endpoints,documented routes,documented route,listed route,listed routes,real path,real paths,actual endpoint,declared routes,proper routes',
    ),
  ),
  plain(
    'FIRSTSEEN',
    'domain was registered, domain got registered, site was created, site was launched, was launched, was created, was registered, was first, was added on, was listed on, firstseen, firstindexed, createdat, created at, listed at, listedat, addedat, added at, listing is from, entry is from, listing dates back to, entry dates from, domain registered on, domain from, whois created',
  ),
  state(
    'NEWLY',
    'only added, added only, added this morning, only just appeared, just popped up, first appeared this week, fresh entry, fresh listing, fresh domain, is brand new, was only listed, was only added, only been listed for, only been around for, no history yet, barely a week old, barely a day old, hours old, born yesterday, new in town, new in the index, new in bazaar, new here, opened this week, opened yesterday, created this week, created today, registered this week, registered today, set up yesterday, set up this week, up since yesterday, since yesterday, since this week, since a few days, since last week, just two days, just a few days, only days, only hours, only a week',
  ),
  plain(
    'LONGTERM',
    'since more than a year, more than a year, since over a year, a year or more, for ages now, since spring, since early, since january, since february, since march, since april, since may, since long, since 2025, since launch, over a year now, going on two years, years on file, not a newcomer, no newcomer, not new, not some fresh thing, not a fresh, not brand new, not a new, for a good while, quite some time, a good while, for several months, half a year already, for most of the year, since last spring, since last summer, since last winter, since last autumn, all year',
  ),
  plain(
    'OLDENTRY',
    'old listing, old entry, oldest listing, oldest entries, long time listing, veteran listing, listed a long time, listed for ages, listed for years, not a newcomer, no newcomer',
  ),
  state(
    'SIBLINGS',
    'sibling entries, spammed the directory, spammed the bazaar, spammed the index, floods the directory, floods bazaar, flooded the directory, flooded bazaar, flooding the index, copy pasted entries, copy paste entries, clones of the same, almost identical endpoints, almost identical listings, almost identical entries, identical endpoints, identical routes, listing dump, dumped thousands, pushed thousands, mass produced listings, mass registration, mass registered, bulk registered',
  ),
  // The recipient and the operator.
  thing(
    'PAYTO',
    "wallet to pay, address to pay, wallet we have to pay, wallet they want, wallet they want the money sent to, where to pay, deposit wallet, address they want, who gets paid, account to pay, receiver address, receiving account, receiver wallet, payment recipient, paid address, address we send to, address to send to, wallet to send to, money's destination, cash out wallet, collection wallet, collection address, payout account, target wallet, target address, beneficiary address, recipient of the payment, payments would now go, payments go, payments would go, usdc goes to, usdc now goes",
  ),
  thing(
    'PAYTO',
    'other receiver, other recipient, other receiver address, different receiver, another receiver, a new receiver, new receiver, different recipient, other wallet they',
  ),
  state(
    'CHANGE',
    "than it used to, than it used to be, than used to be, touched, touch, redirected elsewhere, not the same as before, not the same as last time, isn't the same as before, differs from before, different from before, not as before, not what it was before, other than before, different than before, different than it used to, other receiver, other recipient, other receiver address, other wallet, different receiver, another receiver, a new receiver, new receiver, isn't the one, is not the one, not the one, never stays the same, never the same, doesn't stay the same, does not stay the same, no longer matches, unlike before, someone else's, changed hands, got replaced, was replaced, got swapped, was swapped, reassigned, rotating, hops, hopping, keeps moving, different one each, different each time, different every time, new one each, another one",
  ),
  plain('ADDRESSED', 'address, the address, wallet address, receiving side'),
  state(
    'SWAPPED',
    'swapped, replaced, switched, rotated, was swapped, was replaced, was switched, got swapped, got replaced, got switched, has been swapped, has been replaced, has been switched, was changed, has changed, changed',
  ),
  thing(
    'OPERATOR',
    'the team, their team, dev, the dev, this team, the company behind, company behind, people behind it, guys behind it, who is behind it, the people behind, registrant, domain owner, domain holder, service owner, api owner, account holder, who is responsible, person responsible',
  ),
  state(
    'ANON',
    'private, redacted for privacy, withheld, pseudonymous, incognito, undercover, masked, concealed, no where to be found',
  ),
  state('ANONYMOUS', 'anonymous, nameless, faceless, pseudonymous, anonymously run, run anonymously'),
  state(
    'NONAME',
    'no name, no names, no real name, no real names, no company, no imprint, no github, no about page, no team page, no team, no legal notice, no linkedin, no owner, no company behind, no company info, no people, no identity, no contact person, no legal info, no who, no one stands with his name, no one stands behind, nobody stands behind, no one puts their name, nobody puts their name, no responsible person',
  ),
  state(
    'FACELESS',
    "tried to find who, tried to find out who, couldn't find who, could not find who, don't know these people, don't know them, do not know them, know nothing about them, know nothing about the seller, know nothing about the operator, know nothing of the operator, don't know the team, don't know the seller, don't know the operator, do not know the operator, don't know anything about, hidden team, hidden owner, unknown team, unknown people, unknown guys, unknown dev, unknown developer, unknown publisher, unknown vendor, unknown company, unknown provider, unknown party, unknown entity, unknown person, unknown owner, owner hidden, owner is hidden, identity hidden, identity unknown, not a known company, no known company, no known operator, never heard of them, never heard of the company, never heard of this company, never heard of the seller, nobody has heard of, no one has heard of, strangers to us, total strangers",
  ),
  plain(
    'NAMED',
    'public, named, identifiable, disclosed, doxxed, stated, on record, signs with, by name, full name, real name, real names, under his name, under their name, under real name, known by name, introduced, met',
  ),
  plain(
    'KNOWN',
    'known company, known vendor, known seller, known provider, known operator, known business, known firm, known team, verified company, verified business, verified seller, verified vendor, verified operator, real names, named company, company named, company called, firm called, firm named, the exchange, the same dev, same dev, same devs, well respected, long time member, core contributor, maintainer of, authors of, makers of, coinbase, cloudflare, google, microsoft, amazon, stripe, circle, openai, anthropic, alchemy, infura, quicknode, chainlink, university, government, ministry, bank, foundation, gmbh from, registered gmbh, registered business, registered firm, registered entity, oÜ, ou, s.r.o, srl, spa, oy, aps, kft, sp z o.o, doo, pte ltd',
  ),
  plain(
    'KNOWNCO',
    "known company, known vendor, known seller, known provider, known operator, verified company, verified business, verified seller, verified vendor, reputable company, reputable vendor, established vendor, established seller, registered company, listed company, public company, well known company, doxxed team, public team, named team, imprint with, imprint present, imprint names, imprint exists, has an imprint, there is an imprint, full imprint, imprint shows, imprint lists, not anonymous, isn't anonymous, is not anonymous, aren't anonymous, isn't some anon, not some anon, isn't an anonymous outfit, not an anonymous",
  ),
  plain(
    'WEKNOW',
    "met the team, met the founder, met the founders, met them, met them at, we met, i met, i've met, we've met the, known them for years, know them for years, known us for years, trust the team, personally known to us, friends of ours, old partners, long time partners, used to work with them, know them well, known to our team",
  ),
  // Recourse.
  thing(
    'REFUND',
    'get money back, get the money back, money will be returned, gets you your money back, money is returned, money was returned, refund form, refund request, refund button, refund window, refund address, refund email, refund terms, refund clause, refund section, refund guarantee, refund offer, refund thing, reimbursed, paid back, pay back, pays back, give back the money, gives the money back, makes you whole, make you whole, make whole',
  ),
  state(
    'NOREFUND',
    "refunds are not possible, refund not possible, can't be refunded, cannot be refunded, can't get money back, cannot get money back, no way to get money back, no way to get a refund, you're on your own, on your own, no recourse, no redress, money is lost, money lost, don't do refunds, do not do refunds, doesn't do refunds, we don't do refunds, no refunds given, no refunds ever, refunds refused, refund denied, refund refused, refuse to refund, refuses to refund, refused a refund, refused to refund, never refunded, not refunded, wasn't refunded, weren't refunded, won't be refunded, no chargebacks, no compensation",
  ),
  thing(
    'SUPPORT',
    'mails, mailbox, reply to mails, answer mails, telegram handle, discord handle, twitter handle, x handle, signal handle, dm, dms, reachable human, helpdesk mail, support mailbox, support form, ticket desk, response from support, contact person, contact channel, contact option, contact options, way to contact, way to reach them, way to reach, ways to reach, someone to ask, somebody to ask, who to ask, whom to ask, contact data',
  ),
  plain(
    'REACH',
    'replied within, answered within, responded within, got back to, gets back to, get back to, quick to answer, quick to reply, friendly, helpful, in the footer, on the site, on the website, on the page, stated, listed, is there, exists, exist',
  ),
  thing(
    'PREVIEW',
    'way to try it, try it first, try it before, try before paying, test before, trying before, free example, free examples, free demo, free output, sample call, sample calls, sample request, free test, free test call, free test calls, test call, demo call, demo data, demo output, demo page, demo key, free allowance, free quota, free credits, free queries a day, first call free, first call is free, first calls free, first call for free, first one is free, first is free, freebie, freebies, taste, glimpse, example of output, example of the output, output example, sample of the output, sample of output, preview endpoint, preview route, preview page, free access, limited free',
  ),
  state(
    'NOPREVIEW',
    "nothing free, nothing for free, nothing is free, no freebies, no freebie, pay before you see anything, have to buy blind, must buy blind, buying blind, buy blind, blind purchase, cat in the bag, pig in a poke, no way to test, no way to try, can't try before, cannot try before, can not try before, can not try, can't test before",
  ),
  plain(
    'SAFE',
    "no new payment, no further payment, no extra payment, no additional payment, no second settlement, no second transfer, not a second time, didn't pay twice, did not pay twice, don't pay twice, without a new payment, didn't cost anything extra, didn't cost me anything extra, didn't cost us anything extra, didn't cost extra, did not cost extra, did not cost anything extra, doesn't cost extra, costs nothing extra, cost nothing extra, nothing extra, charged only once, billed only once, paid only once, no additional debit, no extra fee, same response back, same result back, same reply back, came from cache, comes from cache, from cache, from the cache, served from cache, only charged once, only billed once, only paid once, only one charge, only one payment, only one debit, only one transfer, only one settlement, one settlement, a single charge, a single debit, a single payment, charged just once, isn't charged twice, not charged twice, not billed twice, never charged twice, never billed twice, never pays twice, wasn't charged twice, weren't charged twice, no double billing, no double charges, no duplicates, no duplicate charge, no duplicate payment, costs nothing, cost nothing, don't cost, doesn't cost",
  ),
  plain(
    'CHARGED',
    "new payment, another payment, a further payment, pay again, pays again, costs again, cost again, costs you again, cost you again, costs me again, charged anew, double payment, second payment, new charge, another charge, a fresh payment, costs money, cost money, cost you, costs you, fee is kept, the fee is kept, fee kept, keeps it, kept it, not given back, not returned, isn't returned, you pay for, are charged for, bill you, bills you, charge you, charges you, the money is gone, money is still taken, is still due, still pay, still have to pay, takes the fee, took the fee, takes the money anyway",
  ),
  state(
    'IGNORED',
    'ignores, ignored, ignoring, disregards, disregarded, pays no attention to, drops, discards',
  ),
  state(
    'NODEDUP',
    "no dedup, no dedupe, no deduplication, not idempotent, isn't idempotent, is not idempotent, non idempotent",
  ),
  plain(
    'FREE',
    "wallet balance was untouched, wallet was untouched, was untouched, no payment is taken, no payment was taken, no payment taken, nothing is taken, nothing was taken, nothing taken, no money is taken, no money was taken, no settlement happened, no payment is made, no payment was made, no usdc moved, no usdc left, nothing moved, no deduction, nothing deducted, nothing leaves the wallet, nothing left the wallet, nothing left my wallet, nothing left our wallet, no funds moved, no funds left, balance stays, balance stayed, balance the same, balance was the same, balance did not change, balance didn't change, balance has not changed, wallet did not move, money stays, money stayed, kept my money, keep your money, nothing gone, we were not charged, i was not charged, we weren't charged, i wasn't charged, was not charged, were not charged, was not billed, were not billed, don't get charged, doesn't get charged, never got charged, didn't get charged, did not get charged, don't get billed, no bill, no billing, no cost to us, at zero cost, for nothing paid, doesn't bill, does not bill, don't bill, do not bill, doesn't charge, does not charge, don't charge, do not charge, never charge, never charges, never bills, never bill",
  ),
  plain(
    'ONLYGOOD',
    `${cross('settles,settled,settle,charged,charges,charge,billed,bills,bill,paid,pay,captured,taken,you only pay,only pay', 'only after a 200,only on 200,only on a 200,only after success,only on 2xx,only when it works,only if it works,only after a good answer,only for success,only upon success,only when successful,only if successful,only when the call succeeds,only if the call succeeds,only after a successful response,only for good answers,only on a good answer,when it works,if it works,for success,for what works,for good answers,for answers,for real answers')}, ${cross('only bill,only charge,only settle,only take payment,only pay,only capture,only cost,only get charged,only get billed,only be charged,only be billed,only charges,only bills,only pays,only costs,only charged,only billed,only settles,only settled,only captures,only captured', 'when,if,for,on,upon,after')}, pay per success, pay on success, pay for results only, pay for success only, success only billing, billing on success, charge on success only, charging only on success`,
  ),
  thing(
    'FAILURE',
    'if the payload is empty, if the body is empty, if the response is empty, when the payload is empty, when the body is empty, when the response is empty, payload is empty, if the lookup is empty, if the result is empty, for a 4xx, for a 422, for a 400, for a 404, for a 500, for 500s, for 404s, for 400s, for a timeout, for timeouts, for errors, for an error, for a bad request, call goes wrong, calls that go wrong, something goes wrong, it goes wrong, goes wrong, went wrong call, request errors out, errors out, error out, call errors, the call errors, call errors out, call fails, the call fails, calls fail, the call failed, call failed, request fails, the request fails, request failed, the request failed, a wrong param, wrong param, wrong params, wrong parameter, wrong input, bad params, bad param, bad parameter, bad parameters, garbage input, nonsense input, invalid input, invalid params, malformed id, malformed input, unsuccessful query, unsuccessful queries, unsuccessful, unsuccessful ones, 4xx as well, 4xx too, 4xx, for 4xx, 5xx too, error codes too, failed ones, failing requests, failing ones, errored ones, failed lookups, failed lookup, broken calls, broken call, dud calls, dud, duds, empty lookups, lookup comes up empty, comes up empty, no match, misses, no hit, call breaks, when it breaks, if it breaks',
  ),
  thing(
    'SETTLE',
    'money moves, money is moved, money only moves, funds move, charge happens, payment is captured, capture happens, transfer happens, settlement happens, payment settles, they settle, settling, settles',
  ),
  thing(
    'DELIVER',
    'send body, send the body, send answer, send the answer, send response, send the response, return the answer, return the data, return the response, run the job, do the work, run the work, does the work, job runs, work',
  ),
  thing(
    'ORDERDOC',
    'when they verify, when they settle, when they run the job, when they take the money, when they charge, when they capture, verify first, verify then settle, verify then run, order of steps, step by step payment, payment steps, payment sequence, settlement sequence, when money is taken, when payment is taken, at which point the money, at what point the money, at which point payment, at what point payment, when the money is taken, settle after delivery, deliver then settle, settle then deliver, verify settle deliver, verify run settle',
  ),
  plain(
    'AFTERANSWER',
    'only after the handler, after the handler ran, after the handler has run, after the work is done, only after the work, only after the work is done, after the job is done, after processing, once the work is done, after the data is ready, after execution, after the work, once the job is done, when the work is done, before the work, before running the handler, before the job runs, after the result is there, once the result is there, once the data is ready, after a good answer, after the call succeeded',
  ),
  // Uptime.
  thing('HEALTH', 'status tracker, uptime tracker, public status, status api, pinger'),
  plain(
    'UPALONE',
    'always reachable, is online, it is online, is up, always up, up all the time, up all week, up all month, reachable all week, reachable all month, reachable at all times, online all the time, always online, always available, is alive, is reachable, is healthy, is responsive, runs stable, runs smoothly, running fine, runs fine, stable uptime, up and running, never misses a beat, rock solid, steady as a rock',
  ),
  plain(
    'HEALTHY',
    'reliably reachable, reliably, shows green, it green, green for, all systems, 200 on every ping, never missed a ping, always there, up the whole, up throughout, works fine, running fine, in good health, no errors, without errors, always answered, always responded, consistently up',
  ),
  plain(
    'NOOUTAGE',
    "not one outage, not a single outage, no single outage, never an outage, never had an outage, had no outage, had no outages, saw no outage, saw no outages, seen no outage, seen no outages, no outages seen, zero incidents, no failures in pings, never down, never once down, never saw it down, never seen it down, not down once, hasn't been down, has not been down, wasn't down, was not down, not been down, no dropouts, no drop outs, no blips, not a blip",
  ),
  state(
    'UPTIMEBAD',
    "is red, red most, shows red, turned red, often red, red half, can't really rely on, cannot really rely on, can't rely on, cannot rely on, can't count on, cannot count on, can't depend on, isn't reachable half, not reachable half, unreachable half, half of the time, down half, down one hour, up one hour, up one minute, down the next, down every other, drops every, falls over, keeps falling over, falls over often, goes down daily, goes down every day, goes down every night, goes down weekly, down most nights, down a lot, down often, down regularly, down too often, regularly down, constantly down, often offline, often unreachable, often unavailable, frequently offline, frequently unavailable, hardly ever up, rarely up, seldom up, barely up, more down than up, down more than up, unreliable, not reliable, isn't reliable, is not reliable, not reliably, instable, frequent downtime, lots of downtime, a lot of downtime, much downtime, too much downtime, hours of downtime, regular downtime, random outages, many downtimes, sporadic outages, constant outages",
  ),
  state(
    'DOWN',
    "not up, isn't up, is not up, does not load, doesn't load, won't load, does not open, cannot connect, can't connect, could not connect, couldn't connect, connect fails, connection fails, connection failed, connection errors, connection error, connect timeout, read timeout, no connection, host down, site down, server down, api down, service down, blackhole, dns_probe, getaddrinfo, econnreset, ehostunreach, tls error, ssl error, cert expired, certificate expired, 404s everywhere, doesn't react, does not react, no reaction, nobody home, went away, ceased to exist, turned off, switched off, six feet under, pushing daisies, belly up, went belly up",
  ),
  state(
    'ERR5XX',
    '500 error, 500 errors, 502 error, 502 errors, 503 error, 503 errors, 504 error, server side error, server side errors, http status 500, status 500, status 502, status 503, status 504, code 500, code 502, code 503, internal server',
  ),
  // Fraud.
  state(
    'SCAM',
    'flagged this merchant, flagged the merchant, flagged this seller, flagged the seller, flagged the domain, flagged this domain, flagged the host, flagged them, flagged the recipient, flagged this address, flags this seller, flags the domain, victim of, victims of, emptied the wallet, emptied my wallet, emptied their wallet, emptied wallets, emptied his wallet, cleaned out wallets, wiped out wallets, lost their funds, lost all funds, losing funds, losing their funds, lost funds after, lost their usdc, wallet got emptied, con job, conman, con men, scamming, scammed, defrauded, defraud, defrauds, defrauding, swindling, fake api, fake endpoint, fake clone, phishing clone, phishing page, phishing kit, phishing attempt, spoofed site, spoofs, pretends to be, poses as, posing as, masquerades, masquerading, scam list, scam lists, scam database, on a blacklist, on a blocklist, on blacklists, on blocklists, cryptoscamdb, chainabuse, flagged by scam, flagged as scam, flagged as phishing, flagged malicious, wallet stealer, stealer, keylogger, looks like coinbase but, steals keys, signature phishing, ice phishing, permit phishing, approval phishing, pig butchering, money mule, mule account, fraud report, fraud reports, fraud warning, scam warning, scam alert, took off with',
  ),
  state(
    'SECRETS',
    'privkey, priv key, pkey, wallet private key, seed, seed phrases, recovery words, recovery seed, mnemonic phrase, secret words, keystore, keystore json, wallet file, key file, signing key of, raw private key, hot wallet key, our private key, my private key, wallet secret, wallet mnemonic, secret recovery',
  ),
  plain(
    'ASKS',
    'must contain, must include, has to contain, expects, expected, expect, is required, are required, wants to have, wants to know, to be sent, in the body, in the request, in a header, as a parameter, in plain text, has to be sent, you have to enter, you have to send, you must send, you must enter, needs to know, prompts for, prompted for, prompting for, popup asks',
  ),
];
