import type { ConceptRow } from '../../../reading/vocabulary.ts';
import { plain, state } from '../../../reading/words/rows.ts';

const thingState = (id: string, words: string): ConceptRow => ({ id, role: 'thing', words });

/** What statements say of charges, wallets, fraud and the rest of what happens between buyer and seller. */
export const STATES_OF_DEALINGS: readonly ConceptRow[] = [
  state(
    'ASKQUOTE',
    `
      price on request, pricing on request, contact us for pricing, contact sales, ask for a quote,
      request a quote, guess the price, price upon request, talk to sales, email for pricing,
      mail for pricing, dm for pricing, dm for price, ask for pricing`,
  ),
  plain(
    'PASTREF',
    `
      since our first purchase, since our first call, since our first order, since our first payment,
      since the first purchase, since my first purchase, since our first purchase order,
      at our first purchase, from our first purchase, of our first purchase, as our first purchase, ago,
      yesterday, before, last time, last week, last month, earlier, previously, last quote,
      previous quote, first quote, when we, when i, first time, previous, last quoted, at first, cached,
      last year, last check, last probe, in the past, was`,
  ),
  plain(
    'FIRSTSEEN',
    `
      domain age, listing age, age of the domain, age of the listing, age of the entry, first listed,
      first indexed, first seen, first appeared, first spotted, first published, first crawled,
      first registered, listed on, indexed on, registered on, created on, launched on, went live on,
      listing dates from, listing date, listing created, domain created, domain registered, listed for,
      indexed for, in the index since, in the directory since, in the catalog since, in bazaar since,
      in the bazaar since, on x402scan since, listing is`,
  ),
  plain(
    'MANY',
    `#many, thousands, hundreds, thousands of, hundreds of, tens of thousands, dozens of, countless`,
  ),
  plain(
    'INFO',
    `
      information, info, details, detail, trace, clue, word, hint, data, idea, name, named, imprint,
      record, mention, identity, about`,
  ),
  plain('ACCEPTS', `take, accept, support, offer, do base, pay on, work on, run on, list`),
  plain('RECOGNISED', `recognise, recognize, know, heard, hear of, identify, familiar`),
  plain(
    'OLDENTRY',
    `long listed, long established listing, old entry, established listing, long standing listing`,
  ),
  plain('UPTIME', `uptime, availability, up time`),
  plain(
    'AGAIN',
    `
      twice, two times, double, doubled, again, second time, a second time, second charge, second debit,
      second payment, second settlement, second transfer, two charges, two debits, two transfers,
      two payments, two settlements, 2 charges, 2 debits, 2 transfers, 2 settlements, duplicate,
      duplicated, two times over, doubly, repeated, repeatedly, thrice, three times, multiple times,
      several times, again and again`,
  ),
  plain(
    'SAFE',
    `
      no second debit, safe, safely, dedupe, dedupes, deduped, deduplicate, deduplicated, deduplicates,
      uncharged, cached, cached answer, cached response, same answer, the same answer, same response,
      the same response, stored answer, no second charge, no second payment, not charged again,
      never charged again, no double charge, without a second charge, without a second debit,
      without a second payment, without paying again, without being charged again,
      without charging again, no extra charge, no additional charge, only once, charged once,
      billed once, one charge, exactly once, honoured, honored, respected, supported, idempotent,
      original answer, original response, no new charge, no further charge, for free, no second transfer,
      one transfer, one debit`,
  ),
  state(
    'DECLINED',
    `
      rejected by the facilitator, was rejected by the, refused by the facilitator,
      declined by the facilitator, bounced by the facilitator, decline, declined, refuse, refused,
      reject, rejected, turn down, turned down, bounce, bounced, knocked back, not accepted,
      wasn't accepted, isvalid:false, isvalid false, invalid payload, payment failed, payment fails,
      payment invalid, invalid payment, invalid signature error, denied, unsuccessful payment,
      did not go through, didn't go through, couldn't go through, would not settle, wouldn't settle,
      failed to settle, not settled, wouldn't accept, did not accept, didn't accept, returned 402 again,
      got 402 again, 402 again, another 402, sent back, threw out, thrown out, spurned,
      settlement failed, settlement failure, verification failed, verify failed, settle failed,
      insufficient, won't accept, void`,
  ),
  thingState(
    'PAYMENT',
    `
      attempt to pay, last attempt to pay, our attempt to pay, my attempt to pay, try to pay,
      attempted payment, payment, payment header, our payment, my payment, transaction, signed payment,
      x payment header, payment payload, payments, authorization, payment attempt, the payment we sent,
      facilitator, tx, transfer attempt, settle attempt, payment signature, purchase attempt, paid retry,
      eip 3009 authorization`,
  ),
  state(
    'SHORT',
    `
      insufficient, too little, ran dry, empty, ran out of, underfunded, unfunded, short, too low, broke,
      drained of funds by gas, below the price, not funded, zero balance, no balance, no usdc, no funds,
      no money, no money in, couldn't cover, could not cover, can't cover, couldn't afford, can't afford,
      lacked funds, lacked balance, lacked usdc, lacks funds, needs topping up, top up, dry, run dry,
      low balance, balance too low, wallet was at, nearly empty, almost empty, insufficient network usdc`,
  ),
  state(
    'TOOLOW',
    `
      sits under, sits below, lies below, lies under, was under, is under, stayed under, undershoots,
      falls short of, fell short of, came in below, lower than the asking, too low, below, exceeded,
      exceeds, exceed, above, higher than, over, under, lower than, smaller than, not high enough,
      blocked by, tripped, hit, hits, too small, too tight, beyond, refused to sign, aborted, more than,
      would not allow, wouldn't allow, didn't allow, below the price, violates, breached, surpasses,
      caps at, capped at, less than`,
  ),
  state(
    'UNAUTH',
    `
      run auth login, auth login, please run auth, not signed into, awal auth, sign in first,
      login needed first, session missing, session gone, session timed out, credentials expired,
      unauthenticated, unauthorized, unauthorised, locked, not authenticated, not logged in, logged out,
      session expired, session had expired, session has expired, expired session, disconnected,
      not connected, please log in, log in again, not unlocked, no session, not signed in, signed out,
      authentication failed, auth failed, needs re authentication, reauth, expired, lost its session,
      lost session, otp, token expired, not authorised, not authorized, needs a login, needs login,
      not unlocked yet, not paired, unpaired, had no session, needed a login`,
  ),
  state(
    'SCAM',
    `
      unlimited token approval, unlimited token allowance, infinite token approval,
      unlimited spend approval, unlimited usdc approval, unlimited usdc allowance, cheated, scam, scams,
      scammer, scammers, scammy, fraud, frauds, fraudulent, fraudster, fraudsters, phishing, phish,
      phisher, phishers, drain, drained, drains, drainer, wallet drainer, drainers, rug, rug pull,
      rugpull, rugged, rug pulled, con artist, con artists, crook, crooks, swindle, swindler, swindlers,
      swindled, steal, steals, stolen, stealing, theft, thief, thieves, rip off, ripoff, rips off,
      ripped off, ripped me off, ripped us off, malware, malicious, malicious code, trojan, ransomware,
      virus, spyware, honeypot, honeypot contract, impersonates, impersonate, impersonating,
      impersonator, impostor, imposter, fake site, fake service, fake company, clone of, copycat of,
      counterfeit site, spoof site, blacklisted, blacklist, blocklist, blocklisted, block listed,
      black listed, denylisted, denylist, sanctioned, sanctions list, ofac, exit scam, exit scammed,
      ponzi, money laundering, launderer, embezzled, hacked, compromised, backdoor, backdoored,
      exploited, hijacked, dns hijack, deceptive, deceptive site, dangerous, flagged as unsafe,
      unsafe site, red flag, red flags, dishonest, bait and switch, cheat, cheats, cheating, shady,
      sketchy, fishy, suspicious, stole, chargeback, chargebacks, chargeback fraud, vanished with,
      ran off with, run off with, made off with, disappeared with, took the money and ran,
      not to be trusted, cannot be trusted, can't be trusted, do not trust, don't trust, untrustworthy,
      stay away, steer clear, avoid this, beware, criminal, criminals, abuse list, known bad, tainted,
      mixer, infected, exfiltrate, exfiltrates, unlimited approval, unlimited allowance,
      infinite approval, setapprovalforall, blank permit, unlimited permit`,
  ),
  state(
    'SECRETS',
    `
      seed phrase, seed words, recovery phrase, mnemonic, private key, private keys, secret key,
      secret phrase, wallet seed, wallet password, keystore file, keystore password, wallet export,
      export of the key, twelve words, 12 words, 24 words, twenty four words, secret recovery phrase,
      signing secret, raw key, wallet credentials, backup phrase, your keys, wallet keys, wallet key,
      my keys`,
  ),
  plain(
    'ASKS',
    `
      ask, asks, asked, request, requests, requested, demand, demands, demanded, want, wants, wanted,
      require, requires, required, prompt, prompts, prompted, need, needs, phish for, collect, collects,
      harvest, harvests, paste, enter, upload, send, submit, share, hand over, give, provide, type in,
      form for, field for, input for, insist on`,
  ),
  plain(
    'FIELD',
    `
      accepts array, accepts, accepts block, accepts list, field, fields, payto field, amount field,
      asset field, network field, accepts field, scheme field, required field, required fields,
      mandatory field, mandatory fields, key field, payto key, amount key, maxamountrequired,
      maxtimeoutseconds, payto, recipient, amount, asset, network, x402version, resource field,
      attribute, attributes, properties, property`,
  ),
  plain(
    'REACH',
    `
      reach, reached, contact, contacted, way to, get hold of, get in touch, write to, answered, answers,
      responds, responded, replied, replies, reply, locate, available, listed, published, given,
      responsive, staffed, manned, reachable`,
  ),
  plain('PERCENT', `percent`),
  plain(
    'PROBED',
    `
      probe, probes, probed, ping, pings, pinged, poll, polls, polled, hit, hits, health check,
      health checks, check, checks, checked, monitored`,
  ),
  plain(
    'RESPONDED',
    `
      respond, responds, responded, answer, answered, answers, came back, up, ok, green, 200, 200s,
      succeeded, success, successful, passed, good, fine`,
  ),
  plain(
    'INLISTING',
    `
      in the x402scan index, in their index, in the x402scan directory, on the x402scan, in bazaar,
      in the bazaar, on the bazaar, on bazaar, in cdp bazaar, in the cdp bazaar, in coinbase bazaar,
      in the coinbase bazaar, on x402scan, in x402scan, in the index, in any index, in an index,
      in a directory, in the directory, in any directory, in any of the directories, in the catalog,
      in the catalogue, in any catalog, in a catalog, in any catalogue, in the registry, in any registry,
      in a registry, on any marketplace, in any marketplace, on agentic market, on a marketplace,
      on the marketplace, in the marketplace, in discovery, through cdp bazaar, through bazaar,
      via bazaar, via the bazaar, via x402scan, through x402scan, bazaar search, bazaar lists it,
      bazaar knows it, listed on, listed in, indexed by, indexed in, indexed on, x402scan has it,
      x402scan lists it, bazaar has it, in any discovery index, in a discovery index,
      in the discovery index, any index, found on x402scan, found in bazaar, by discovery,
      in public directories, in the x402 index, in any x402 directory, in the x402 directory,
      in public indexes`,
  ),
  plain(
    'INLIST',
    `
      returned our url, returned this url, returns this url, returns our url, came across, come across,
      spotted, located, listed, indexed, catalogued, cataloged, show up, shows up, appear, appears,
      registered, included, present, entry, found, find, discoverable, searchable, turn up, turns up,
      come up, comes up, carries it, lists it, lists the, lists this, has it, knows it, sits in,
      sitting in, part of`,
  ),
  state(
    'NOTLISTED',
    `
      zero entries, no entries, zero results, no results, zero hits, no hits, zero matches, no matches,
      0 results, 0 hits, 0 entries, 0 matches, without a hit, without a match, empty result set,
      came up empty, came back empty, knows nothing of it, never heard of it`,
  ),
  plain('FOUNDWORDS', `indexed, in the index, discoverable, findable, searchable`),
  state(
    'UNDECLARED',
    `
      undeclared, undocumented, unspecified, have to guess, has to guess, had to guess, must guess,
      guess the, guesswork required, left to guess, trial and error, undefined, unstated,
      unclear what to send`,
  ),
  state(
    'NOREFUND',
    `
      no money back, money is not returned, no reimbursement, all sales final, all sales are final,
      sales are final, final sale, non refundable, nonrefundable, no refunds, no refund, not refundable,
      unrefundable, no returns, payments are final, payments final, purchases are final, irreversible,
      no take backs, tough luck, keep what they take, refunds are not, never refunds, won't refund`,
  ),
  plain(
    'CANREFUND',
    `
      automatically, on request, within 7 days, within 14 days, within 30 days, within days, claim,
      returned to the wallet, sent back, money returned, usdc returned, credited`,
  ),
  plain(
    'BILL',
    `
      charge, charged, charges, charging, bill, billed, bills, billing, debit, debited, debits, deduct,
      deducted, transfer, transfers, fee, settlement, settlements, took, take, taken, invoice,
      money left, payment, payments, payment tx, deduction, deductions, withdrawal, withdrawals, settled,
      tx, txs, transactions`,
  ),
  state(
    'DOUBLE',
    `
      settling two times, settled two times, settles twice, settling twice, settle twice, debit twice,
      the debit twice, debits twice, paid two times for one, two times on chain, twice on chain,
      charge appears twice, charge appeared twice, payment appears twice, deducted two times,
      same debit two times, two debit entries, duplicated the charge, doubled the charge,
      hit my wallet twice, hit our wallet twice, hit the wallet twice, debited 2x, charged 2x, billed 2x,
      charged us 2x, dipped twice, had to pay twice, have to pay twice, paid twice for one,
      paid twice for the same, paid twice for a single, made me pay twice, made us pay twice,
      makes you pay twice, pay twice for the same, paying twice for the same, paying twice for one,
      pay twice for one, charged two separate times, double charge, double charged, double charges,
      double charging, double bill, double billed, double billing, double debit, double debits,
      double payment, double spend, duplicate charge, duplicate charges, duplicate debit,
      duplicate debits, duplicate settlement, duplicate settlements, duplicate payment,
      duplicate payments, duplicate transfer, duplicate transfers, duplicate billing, double dip,
      double dips, double dipped, double dipping, charged double, billed double, charged twice,
      billed twice, debited twice, deducted twice, settled twice, charged me twice, charged us twice,
      billed me twice, billed us twice, debited us twice, debited me twice, charged him twice,
      charged them twice, took payment twice, took the money twice, took it twice, took the fee twice,
      charged again for the same, billed again for the same, two charges, two debits, two transfers,
      two settlements, 2 charges, 2 debits, 2 transfers, 2 settlements, two payments for,
      two identical transfers, fee two times over, fee twice, charged two times, billed two times,
      second charge, second debit, charged a second time, billed a second time, debited a second time,
      took it again, dinged twice, dinged us twice, money left twice, left our wallet twice,
      left my wallet twice, left the wallet twice, got charged twice, twice the fee, charged it twice,
      same charge twice`,
  ),
  plain(
    'ONECALL',
    `
      for one call, for a single call, for the same call, for one request, for the same request,
      for a single request, for the same query, for one query, for a single query, for the same answer,
      for one answer, for one lookup, for a single lookup, for the same lookup, one call, single request,
      single call, one request, single query, one query, same request, same call, one retry, a retry,
      on retry, one purchase, one answer, for one thing`,
  ),
  plain(
    'TWICE',
    `twice, two times, double, again, thrice, three times, 2x, two separate times, both times charged`,
  ),
];
