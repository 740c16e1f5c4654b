import type { ConceptRow } from '../../../reading/vocabulary.ts';
import { cross } from '../../../reading/words/cross.ts';
import { operator, plain, state, thing } from '../../../reading/words/rows.ts';

const DEARER = 'more expensive,pricier,costlier,dearer,steeper';
const CHEAPER = 'cheaper,less expensive,less costly';
const BECAME =
  'got,gets,getting,became,becomes,become,has become,has gotten,is now,are now,is getting,now,much,suddenly,way,lot,bit,even';
const THAN_BEFORE =
  'than before,than last time,than last week,than last month,than yesterday,than in the past,than it was,than it used to be,than when,than previously,than earlier,than on,than at first,than a week ago,than a month ago';
const NO_MENTION = 'given,stated,mentioned,listed,shown,named,published,displayed,quoted,printed';
const NO_TROUBLE =
  'trouble,problems,problem,issues,issue,hiccups,drama,complaints,surprises,failures,errors,incidents,glitches,hassle';
const NETWORKS =
  'polygon,solana,ethereum,ethereum mainnet,eth mainnet,arbitrum,optimism,avalanche,bsc,bnb chain,tron,stellar,sui,aptos,algorand,sei,monad,celo,gnosis,linea,zksync,skale,tempo,eip155:1,eip155:137,eip155:42161,eip155:10,eip155:56';

/** How buyers and agents word challenges, prices, tokens and documents, beyond the single words of these concepts. */
export const WORDINGS_OF_TERMS: readonly ConceptRow[] = [
  operator('PLAN', 'once you'),
  operator(
    'HEDGE',
    'read somewhere, saw somewhere, heard somewhere, seen somewhere, i read that, we read that, somewhere that, word has it, legend has it',
  ),
  operator('NOT', 'could not, would not, should not'),
  operator('IDIOM', cross('zero,never any,without any,not any', NO_TROUBLE)),
  plain('OUT_GOOD', cross('zero,never any,without any,not any', NO_TROUBLE)),
  plain('GOOD', cross('zero,never any,without any,not any', NO_TROUBLE)),
  state(
    'DEARER',
    cross(
      'upped,hiked,raised,bumped,doubled,tripled,jacked up',
      'it,it from,it to,prices,the price,the fee,their price,their prices,their fee,the cost,the rate,their rates',
    ),
  ),
  thing('CHALLENGE', 'base64 in the header, base64 header, header base64, base64 payload'),
  plain(
    'PERCEIVE',
    'see, saw, seen, find, found, notice, noticed, observe, observed, detect, detected, spot, spotted, have, had, get, got, experience, encounter, be, been, return, answer, give, yield, trigger, produce, respond, sign of, signs of, trace of',
  ),
  operator(
    'NOT',
    `
      #unset, nope, w o, dosnt, dosen't, dosent, does'nt, is'nt, hav'nt, did'nt, cannt, nothing could be, none could be,
      nobody could be, never had, no kind of, no sort of, not one single, in no way, by no means,
      mum about, silent about, silent on, not a word about, nothing about, not a word on, nothing on, no word on, no word about, not one word about, no mention of, nothing said about, omits`,
  ),
  // Where these stand, "must", "could" and "think" leave nothing open.
  operator(
    'HEDGE',
    `${cross('have not,has not,did not,never,not,we have not,nobody has,no one has', 'looked,checked,tested,examined,inspected,investigated,verified yet,looked at,looked into')}, didn't try, didn't test, yet to check, yet to look, unexamined, nobody checked, no one checked`,
  ),
  operator(
    'REVERSE',
    `${cross('our,my,our own,my own', 'price,prices,fee,pricing,openapi,spec,swagger,refund policy,refunds,support team,support email,challenge,listing,docs,uptime,health page,imprint,terms')}, turned out to be wrong, turned out wrong, proved wrong, proved to be wrong, proven wrong, turned out to be nothing, turned out not to be, turned out to be a`,
  ),
  operator(
    'IDIOM',
    `
      don't have to guess, no need to guess, do not have to guess, don't have to buy blind, no need to buy blind, do not have to buy blind,
      must be made, must be paid, must be sent, must be settled, must be included, must be on, must be in, can think of, think of,
      could be found, could be read, could be verified, could be seen, could be parsed, could be decoded, could be reached,
      could be made, could be done, could be located, could be identified, could be named, could be signed, might as well, as promised`,
  ),
  plain(
    'PLAIN',
    "other than the seller, other than the seller's, other than the seller's own, other than their own, other than its own, rates the host, rates it, rates the, rates them, wrote down, write down, written down, noted down, jotted down, put down, scroll down, drop down, dropdown, down to, down the road, down the line, down payment, count down, narrowed down, boils down, comes down to, tracked down, track down, upside down, slowed down, slow down, sit down, step down, deliberately, intentionally, i intend to call, we intend to call, i intend to use, we intend to use, i want to call, we want to call, we plan to call, i plan to call, i plan to use, we plan to use, for disputes, #month, announcement, announcements, tried to verify, trying to verify, try to verify, wanted to verify, attempt to verify, attempted to verify, tried verifying, fraud examiner, fraud analyst, fraud team, fraud department, fraud desk, #set, so to speak, as they say so, if you ask, you would, you'd be, what you'd, what you would, you get what, for whatever",
  ),
  // An unpaid call.
  thing(
    'UNPAID',
    `
      w o x payment, w o payment, w o paying, w o a payment, with no payment attached, no payment is sent, no payment sent, no payment was sent, before payment, with zero payment,
      cold request, cold get, plain post, bare post, bare get, bare request, raw get, empty handed request, unpaid post,
      unpaid probe, unpaid hit, unauthenticated, unauthenticated post, first request, initial request, without paying first,
      without funds, without spending a cent, paying nothing, sans payment, pre payment, prepayment request`,
  ),
  thing(
    'C402',
    '402 handshake, 402 flow, 402 status, 402 reply, 402 json, 402 page, x402 handshake, x402 challenge, x402 response, x402 reply',
  ),
  state(
    'BAD',
    `{}, [], 
      blew up, blows up, blow up, throws, threw, barfs, barfed, pukes, bombs out, dies at, dies on, croaks, unexpected token, syntaxerror,
      typeerror, invalidchallenge, validation error, validation errors, parse errors, decoding error, decoding errors,
      not json, isn't json, is not json, not valid json, not even json, not even valid, isn't valid json, not base64,
      isn't base64, isn't valid base64, is not base64, string of letters, string of text, not a number, isn't a number,
      not numeric, negative amount, negative number, half a json, half json, cuts off, cut in half, mojibake, nonparseable,
      not parseable, not decodable, can't be read by, unreadable, goes nowhere, leads nowhere, does not load, doesn't load,
      won't load, fails to load, fail to load, does not open, doesn't open, won't open, poor, terrible, awful, horrible, dreadful,
      lousy, abysmal, crap, crappy, shit, shitty, trash, trashy, nonexistant`,
  ),
  plain(
    'GOOD',
    `without a warning, without any warning, without warning, without a fuss, no fuss, textbook, by the book, to spec, spec conform, all good, looks sane, checks all boxes, all set, populated, not empty, isn't empty, is not empty, nothing missing, nothing is missing, nothing odd, nothing strange, nothing suspicious, nothing weird, without any error, without any errors, without a single error, no errors at all, no warnings, without warnings, zero warnings, without complaint, no objection, not malformed, isn't malformed, nothing wrong with, no mismatch`,
  ),
  plain(
    'FIELD',
    'accepts entry, accepts entries, any accepts, scheme, resource, a payto, an amount, a network, an asset',
  ),
  plain(
    'NO402',
    `
      doesn't speak x402, does not speak x402, no x402 support, doesn't support x402, does not support x402, not x402 enabled,
      isn't x402, instead of payment, instead of a payment, instead of asking for payment, instead of asking for money,
      not 402, never 402, without asking for payment, without asking for money, without ever asking for payment`,
  ),
  plain(
    'EXPECT402',
    'expected a 402, expected 402, expecting a 402, expecting 402, should have been a 402, should be a 402, should be 402, should return 402, should have returned 402, where a 402 should',
  ),
  plain(
    'PAYWALL',
    'ask for payment, ask for money, want payment, want money, demand payment, demand money, request payment, require payment, wants to be paid, asks to be paid',
  ),
  plain(
    'SEEN',
    'send, spells out, spelled out, tells you, told us, handed back, comes out, came out, comes up, gets back, gives back',
  ),
  state(
    'ERR401',
    'login page, login screen, login form, sign in page, signin page, sign in form, login wall, auth wall, login prompt, auth error, auth errors, authentication error, authentication page, access denied, permission denied, not authorised to call, not authorized to call',
  ),
  plain(
    'DEMAND',
    `${cross('no access,no entry,no answer,no price,no quote,no response,no data,no calls,no call,nothing works,nothing happens,nothing,nobody gets in', 'without')},
     ${cross("can't,cannot,can not,couldn't,could not,won't,you can't,you cannot", 'use it without,call it without,see it without,get in without,do anything without,get anything without,see anything without,access it without,query it without,get a price without,get a quote without,see the price without,pay without')},
     have to, need to, got to, gotta, makes me, made me, made us, forces me, forces us, forced me, forced us, asks you to, wants you to, wanted me to, told to, sent to a`,
  ),
  state(
    'ACCOUNT',
    'register with email, register with an email, sign up with email, signing up, get a key, needs a key, apply for access, request access, invite code, invitation code, access code, developer account, registered user, registered users, members only, logged in users, personal token, secret token, jwt, client id, client secret',
  ),
  // The price.
  thing(
    'PRICE',
    `fixed price, fixed fee, fixed pricing, ${cross('what a,what one,what each,what the,what every', 'call costs,lookup costs,request costs,query costs,answer costs,report costs,run costs')}`,
  ),
  thing(
    'PAYTO',
    'fixed recipient, fixed payto, fixed address, fixed wallet, wallet that receives, wallet that receives the money, wallet receiving, address that receives, account that receives, receiving the money, wallet behind the payto',
  ),
  thing(
    'PRICE',
    `
      how much a call is, how much it is, how much one call is, how much a request is, how much to pay, how much one pays, how much i pay, how much you pay,
      how much i'd pay, how much a call will cost, what i'd pay, what i have to pay, what you have to pay, what one call costs,
      what one call is, what a request costs, what a lookup costs, what you pay per call, price per answer, cost per answer,
      price per lookup, price per query, amount due, amount to pay, amount payable, amount asked, amount required, quoted amount, call charge, price discovery`,
  ),
  plain(
    'PRICEOPEN',
    'price listed, price shown, price stated, price known, price is known, price was known, know the price, knew the price, transparent pricing, price transparency, upfront pricing, open pricing, pricing is open, price discovery works, price is right there, cost is right there, fee is right there, price right there, no hidden fees, no hidden costs, no hidden charges, public pricing, clear pricing',
  ),
  state(
    'ASKQUOTE',
    `${cross('no cost,no fee,no price,no amount,no pricing', NO_MENTION)}, price unknown, cost unknown, unknown price, unknown cost, hidden fees, hidden costs, hidden fee, secret price, price is a secret`,
  ),
  plain(
    'SILENT',
    'mum about, silent about, silent on, not a word about, nothing about, not a word on, nothing on, no word on, no word about, not one word about, no mention of, nothing said about, omits',
  ),
  plain(
    'LEARN',
    'learn, find out, figure out, know, discover, get told, told, revealed, disclosed, displayed, appear, see, shown, visible, tell',
  ),
  plain(
    'AFTERPAY',
    "once you signed, once signed, once you have signed, when you signed, after having paid, after having signed, after paying, after payment, after you pay, after you've paid, after you have paid, after i pay, after i paid, once you pay, once you've paid, once paid, once you paid, only after paying, only after payment, until you pay, until after payment, until after paying, until after you signed, until after you pay, after signing, until you sign, after you signed, after you sign, when you have paid, after the payment, after the fact",
  ),
  state(
    'DEARER',
    `${cross(BECAME, DEARER)}, ${cross(DEARER, THAN_BEFORE)}, price hike, price hikes, price increase, price increases, price rise, price jump, price bump, hike, fee hike, fee increase, rate hike, hiked prices,
     costs more now, now costs more, asks more now, now asks more, charges more now, now charges more, costs more than before, costs more than last time, asks more than before, asks more than last time, charges more than before, wants more than before, wants more than last time, raised prices, raised their prices, raised its price, jacked up`,
  ),
  state(
    'RISE',
    `${cross(DEARER, THAN_BEFORE)}, ${cross('higher,more', THAN_BEFORE)}, jacked up, cranked up, went through the roof, skyrocketed, mushroomed, ramped up, stepped up, tacked on, doubled up, shoots up, shooting up, drifted upwards, drifting up, trending up, upwards, up by, rose, a notch up, adjusted upward, adjusted upwards, put up, putting up, gone from, up again, x higher`,
  ),
  state(
    'FALL',
    `${cross(CHEAPER, THAN_BEFORE)}, lower than last time, lower than yesterday, lower than last week, price cut, price drop, discount, knocked off, slashed, down from, decreased, went from 5 to`,
  ),
  plain(
    'CHEAPER',
    `${cross(BECAME, CHEAPER)}, ${cross(CHEAPER, THAN_BEFORE)}, price cut, price drop, price went down, price came down, price fell, lowered prices, lowered their prices, cut their prices, cut the price, dropped their price, dropped the price`,
  ),
  plain(
    'UNCHANGED',
    `untouched, intact, fixed recipient, fixed price, fixed fee, fixed payto, fixed address, fixed wallet, fixed pricing, 
      costs the same as before, costs what it did, costs what it cost, still the old price, same price as before,
      same price as ever, same price as always, same as ever, same as always, as ever, as always, same as when, same as at, what they were then, what it was then, what it was, same as then,
      still what it was, stays, stay, stayed, stays put, stayed put, remain, remains, remained, holds steady, held, never moved, hasn't moved, has not moved, didn't move, frozen, locked in, still at, like last time, like before, same like before, same one,
      the same one, same again, the same again, didn't go up, not gone up, hasn't gone up, not raised, never raised, never went up`,
  ),
  plain(
    'PASTREF',
    'than the first, than the first one, than the previous, than the last, the last time, the time before, since then, since i, since we, since my, since our, when first, in october, in september, in august, in july, in june, on record, on file, from last week, from last month, in my notes, in our notes, in our records, in my records, my old receipts, our old receipts, at the start, initially, at launch, since launch',
  ),
  plain('ADVERTISED', 'listed, advertised, advertise, published, documented, catalogued, promised'),
  plain('EXACTLY', 'exactly, precisely, just, the very, to the cent, indeed, also'),
  plain(
    'MATCH',
    "is the price it asks, is the price they ask, is what they ask, is what it asks, is what the 402 asks, is the price asked, so does, so do, says the same, say the same, the same thing, same thing, says so too, is the one, are the ones, the one my wallet, the ones my wallet, no gap, no deviation, not different, no different, isn't different, nothing different, no mismatch, does not deviate, doesn't deviate, does not differ, doesn't differ, in agreement, agrees, reads the same, came out the same, comes out the same, one to one with",
  ),
  state(
    'DIFFER',
    "not the same, aren't the same, isn't the same, are not the same, not equal, not identical, isn't the one, is not the one, not the one, aren't the ones, times the listed, times the advertised, times the list, times the documented, way more than, far more than, higher in, lower in, another figure, another price, another number, something else, does not agree, don't agree, doesn't agree, doesn't fit, does not fit, don't fit, do not fit, not consistent, far off, way off, off by, misquoted, misstated",
  ),
  state(
    'OVERLIST',
    cross(
      'more than,higher than,above,over,other than,different from,different than,not as,unlike,not what was,not what is,not what they,not what the',
      'listed,advertised,the listing,the listed,published,the directory,the catalog,the catalogue,the bazaar price,the listed price,the advertised price,documented,stated,advertise,the bazaar,promised,listing,directory',
    ),
  ),
  state(
    'DECOY',
    "nobody is paying, no one is paying, nobody in their right mind, who would pay, who pays, nobody sane, no sane, laughably high, joke amount, fantasy price, fantasy amount, troll price, not a serious price, absurd amount, way too high to be real, can't be real, cannot be real, not meant to be bought",
  ),
  state(
    'DECOYPRICE',
    'decoy price, honeypot price, clearly a decoy, obviously a decoy, is a decoy, placeholder price, joke price, fantasy price, absurd price, troll price, insane price, decoy amount, sentinel price, costs more than a car, more than a car, more than a house',
  ),
  // Network and asset.
  thing('ONNET', cross('on,via,over,through', NETWORKS)),
  thing('OTHERNET', cross('on,via,over,through', NETWORKS)),
  thing('ASSET', 'neither the chain nor the token'),
  thing(
    'NETWORK',
    'neither the chain nor the token, different chain than ours, different network than ours, another chain than ours, other chain than ours, not our chain, not our network, not the chain we use, not the network we use',
  ),
  state(
    'WRONGNET',
    "different chain than ours, different network than ours, another chain than ours, other chain than ours, not our chain, not our network, not the chain we use, not the network we use, instead of 8453, rather than 8453, not 8453, instead of eip155:8453, doesn't match, does not match, don't match, do not match, doesn't fit, does not fit, don't fit, not match, none of ours, isn't ours, is not ours, aren't ours, not supported by our wallet, i can't use, we can't use, our wallet can't pay, my wallet can't pay, my wallet can't, useless for us, useless for me, useless here, nothing there, have nothing on, hold nothing on, no funds on, no usdc on",
  ),
  state(
    'NOTBASE',
    "not on base, isn't on base, is not on base, not on base mainnet, isn't base, is not base, doesn't support base, does not support base, base isn't supported, base not supported, base is not supported, base not accepted, base isn't accepted, base is not accepted, not available on base, not payable on base, not deployed on base, won't take base, doesn't take base, does not take base, no base option, no base entry",
  ),
  state(
    'ODDASSET',
    "no idea what that is, no idea what this is, don't know what that is, don't know what it is, whatever that is, whatever this is, not any known, not a known token, no known token, not on any token list, not in any token list, unknown to basescan, we don't recognise, we don't recognize, not recognised, not recognized, unrecognisable, not circle, not the circle, not a stablecoin, no name token, made up token, worthless",
  ),
  state(
    'ODDTOKEN',
    'coin of their own, some coin of, some token of, coin they invented, not a known stablecoin, their own memecoin, own memecoin, no stablecoin, instead of a stable, instead of a stablecoin, instead of usdc, rather than usdc, anything but usdc, a coin nobody, coin nobody, tokens of their own, tokens they, obscure coin, unknown coin, made up token, made up coin, scam token, airdrop token, wrapped token nobody, token without liquidity, token with no liquidity',
  ),
  // Receipts and offers.
  thing(
    'RESPHEADER',
    'without payment response, without a payment response, without the payment response, without payment response header, without x payment response, no payment response, no payment response header, no x payment response, settlement proof header, payment receipt header, receipt in the header, receipt in the headers, receipt header',
  ),
  operator(
    'NOT',
    'without payment response, without a payment response, without the payment response, without payment response header, without x payment response, no payment response, no payment response header, no x payment response',
  ),
  state(
    'UNSIGNED',
    'unsigned, plain json, not signed at all, sig missing, signature missing, no sig, without sig, plain text',
  ),
  state(
    'VERFAIL',
    "does not belong to, doesn't belong to, belongs to someone else, belongs to another, verification failed, verify failed, fails verification, failed verification, failed to verify, fails to verify, doesn't verify, does not verify, didn't verify, did not verify, don't verify, won't verify, not verify, signature check failed, check failed, check fails, fails the check, failed the check, verification fails, verification error, didn't validate, doesn't validate, does not validate, fails to validate, fails validation, failed validation, is not the key, isn't the key, not the seller, isn't the seller, is not the seller, wrong key, other key, another key, different key, unknown key, unknown signer, foreign key, didn't check out, doesn't check out, does not check out, bad sig, sig bad, sig invalid, invalid sig",
  ),
  plain(
    'VERIFIED',
    'recovers to, recovered to, recovers, recover to, validated against, passes, PASS, holds water, is legit, legit, sig valid, valid sig, sig ok, true signature, signature is good, matches',
  ),
  state(
    'EXPIRED',
    'only good until, good until yesterday, only valid until, valid until yesterday, was valid until, past its validuntil, past validuntil, past its expiry, past its date, past its validity, ran out, runs out, timed out already, overdue, is over, was over, hours old, a day old, days old already, no longer good, invalid since, expired already, died yesterday, lapsing',
  ),
  // Documents.
  thing(
    'OPENAPI',
    'openapi yaml, openapi json, openapi 3, openapi 3.1, openapi url, openapi link, swagger json, swagger spec, swagger editor, swagger docs, api schema file, api docs in openapi, openapi form, spec document, spec url',
  ),
  thing(
    'SCHEMA',
    "whether it's get or post, whether it is get or post, whether to use get or post, whether to post, parameters it wants, params it wants, parameters it needs, which parameters it wants, bodyschema, inputschema, outputschema, query param, query params, param, params, url params, path params, params to send, which params, which params to send, which parameters, method and params, fields and types, required fields, mandatory fields of the request, payload schema, request schema, request example, expected body, expected params, expected fields, json body schema, input spec, input definition, input description, request definition, http method and body, method and body",
  ),
  state(
    'GONEAWAY',
    'taken down, removed, deleted, pulled, disappeared, vanished, no longer there, no longer available, no longer online, no longer exists, no longer published, gone, wiped, scrubbed, took down, went missing, has gone missing, offline, discontinued, withdrawn from, switched off, turned off, disabled, closed',
  ),
];
