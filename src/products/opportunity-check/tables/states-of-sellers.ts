import type { ConceptRow } from '../../../reading/vocabulary.ts';

const state = (id: string, words: string): ConceptRow => ({ id, role: 'state', words });
const plain = (id: string, words: string): ConceptRow => ({ id, role: 'plain', words });

/** What statements say of tokens, offers, listings, operators and hosts. */
export const STATES_OF_SELLERS: readonly ConceptRow[] = [
  plain(
    'RUNBY',
    `
      official api, official endpoint, official service, comes from, names the operator, named the operator,
      identifies the operator, names the team, names the company, identifies the company, run through,
      in the hands of, run by, operated by, owned by, maintained by, built by, backed by, provided by,
      belongs to, belong to, behind it is, offered by, made by, developed by, published by,
      developed and run by, the team behind, it's the team, own api team, operated from, run from`,
  ),
  state(
    'DOWN',
    `
      down, offline, unreachable, not reachable, dead, outage, outages, nxdomain, does not resolve,
      doesn't resolve, not resolve, no longer resolves, won't resolve, dns fails, dns failure, dns error,
      connection refused, econnrefused, connection reset, econnreset, etimedout, enotfound, refuses connections,
      refused connection, refused connections, refuses every connection, tls handshake fails, handshake failure,
      cannot be reached, can't be reached, can't reach, cannot reach, couldn't reach, could not reach,
      unresponsive, not responding, doesn't respond, does not respond, no response from, hangs, hang, hung,
      hangs forever, times out, timed out, time out, timing out, timeouts, timeout error, request timeout,
      connection timeout, timeout after, timeout on every, only timeouts, crashed, crash, crashes, crashing,
      out of service, out of order, unavailable, service unavailable, gone dark, went dark, kaput, toast,
      dead host, inaccessible, flatlined, domain expired, domain parked, parked domain, parked, for sale page,
      shut down, shutdown, discontinued, decommissioned, taken offline, suspended, gone, 100% errors,
      nothing but errors, bricked, unplugged, no route to host, socket hang up, connection drops,
      drops the connection, drop connections, connection closed, no answer from the host, stopped responding,
      stopped answering, does not answer, doesn't answer, keeled over, died, die, goes dark, is toast,
      cloudflare error, host unreachable`,
  ),
  state(
    'ERR5XX',
    `
      500, 501, 502, 503, 504, 520, 521, 522, 523, 524, 530, 5xx, 500s, 502s, 503s, 504s, http 500, http 502,
      http 503, http 504, error 500, error 502, error 503, server error, server errors, internal error,
      internal errors, internal server error, internal server errors, bad gateway, gateway timeout,
      service unavailable, 503 service unavailable, 502 bad gateway, 500 internal server error,
      504 gateway timeout, gateway error, gateway errors, exception page, stack trace, stacktrace, panic,
      throws internal errors, http 5xx, error page, server crash`,
  ),
  state(
    'ERR404',
    `
      404, 404s, 404'd, http 404, not found, 404 not found, 410, gone, 410 gone, dead link, broken link,
      dead links, page not found, 403 forbidden page, nosuchkey, 405`,
  ),
  state(
    'ERR401',
    `
      401, 403, 401s, 403s, http 401, http 403, unauthorized, unauthorised, forbidden, 401 unauthorized,
      403 forbidden, www authenticate, missing api key, invalid api key, api key required, api key missing,
      api key needed, login required, auth required, authentication required, account required, signup required,
      registration required, unauthenticated error`,
  ),
  state(
    'ACCOUNT',
    `
      verify an email, verify your email, confirm an email, confirm your email, email confirmation, account,
      sign up, signup, sign in, log in, login, logging in, register, registration, api key, apikey, access key,
      create a key, a key, any key, key required, key needed, key before, key first, your key, personal key, token before, bearer token, bearer, kyc, password, oauth, credential, credentials,
      subscription, subscribe, user account, onboarding form, dashboard key, developer key, join a waitlist,
      waitlist, whitelist, allowlist, membership, signed up, registered account, auth header,
      authorization header, api token, email verification, enroll, enrol, paid plan, monthly plan, sales call`,
  ),
  plain(
    'DEMAND',
    `
      require, demand, ask for, want, need, insist on, force, mandatory, must, have to, asks me to, wants me to,
      makes me, makes you, make you, forces you to, forced to, required, needed, first, before, prior to,
      only after, expects, expected, compulsory, gated behind, locked behind, behind a, ask, asks, wants,
      won't quote, refuses to quote, behind, obliged to, upon`,
  ),
  state(
    'UPTIMEBAD',
    `
      can't be relied on, cannot be relied on, can not be relied on, not to be relied on, drops out several times, drops several times a day, goes away several times, unreachable at times, unreachable half the time,
      flaky, unstable, unreliable, patchy, spotty, shaky, wobbly, hit and miss, hit or miss, on and off,
      intermittent, intermittently, goes down often, often down, frequently down, drops out, comes and goes,
      keeps going down, keeps crashing, poor uptime, low uptime, bad uptime, poor availability, gone the next,
      erratic, temperamental, frequent outages, repeated outages, several outages, many outages,
      regular outages, unsteady, in and out, up and down, half the time, keeps dropping, degraded,
      sluggish and failing, unhealthy, red on the status page, repeatedly down`,
  ),
  plain(
    'HEALTHY',
    `
      healthy, reachable, online, alive, responsive, green, all green, up, up and running, operational, stable,
      reliable, rock solid, available, snappy, all systems go, all systems operational, nominal, pingable,
      passes health checks, uninterrupted, running smoothly, smoothly, dependable, always on, 100%, five nines,
      three nines, four nines, good uptime, perfect uptime, high availability, highly available, resolves,
      reached`,
  ),
  state(
    'MASS',
    `
      one owner, one wallet, one operator, one account, one provider, single wallet, same account, same team,
      one person, one publisher, one vendor, this seller, this operator, this host, this domain, this wallet,
      mass, mass listed, mass listing, bulk, bulk listed, thousands of, hundreds of, tens of thousands of, spam,
      spammy, spams, floods, flood, flooded, flood of, one of thousands, one of hundreds, one of many,
      one of very many, near identical, nearly identical, auto generated, autogenerated, machine generated,
      generated from a template, templated, template, boilerplate, cookie cutter, clones, cloned listings,
      copies, duplicates, same origin, same source, same seller, same host, same domain, same owner,
      same wallet, same operator, single domain, single seller, single source, single origin, single host,
      one host, one seller, one domain, mass produced, mass produces, listing farm, link farm,
      differing only in, differ only in, carbon copies, identical, sibling, siblings, carpet bombs, churns out,
      cranks out, accounts for`,
  ),
  state(
    'SIBLINGS',
    `
      other listings, other entries, sister listings, sibling listings, listing farm, link farm,
      cookie cutter listings, cloned listings, mass listed, mass listing, mass listings, mass listed by,
      bulk listed, bulk listing, auto generated routes, autogenerated routes, auto generated listings,
      auto generated endpoints, spam listings, spam entries, near identical listings, near identical entries,
      near identical endpoints, near identical routes, nearly identical listings, nearly identical entries,
      duplicate listings, template listings, templated listings, templated endpoints, identical listings,
      identical entries, listing spam, catalog spam, copy paste listings, copy pasted listings,
      copies of the same listing, same listing over and over, flood of listings, one of thousands,
      one of hundreds, carbon copies, listed in bulk, bulk uploaded, listing spree`,
  ),
  plain(
    'CHARGED',
    `
      fee was taken, fee was still taken, still taken, still charged, still billed, invoiced as well, billed as well, charged as well, money was still taken, fee still left, was deducted anyway, charged anyway, billed anyway, taken anyway, paid anyway, payment was kept, fee was kept,
      charge, charged, charges, bill, billed, bills, billing, debit, debited, debits, deduct, deducted, pay,
      paid, take the money, takes the money, take your money, takes your money, keep the money, keeps the money,
      keep the fee, keeps the fee, keep your money, keeps your money, kept the fee, cost, costs, fee is due,
      fees are due, due, invoice, invoiced, burn, burns, eat, eats, collect, collected, pocket, pockets,
      you pay for, pays for, settled, settles, money is gone, money gone, consume, consumes,
      wallet balance moved, balance did move, gets paid, incur, incurs, payable, deduction, no refund for,
      take payment, takes payment`,
  ),
  plain(
    'FREE',
    `
      not settled, was not settled, never settled, nothing settled, balance intact, balance is intact, balance stayed, authorization was not settled, authorization not settled, at no charge, without any charge, free of cost,
      don't cost anything, doesn't cost anything, do not cost anything, does not cost anything, cost nothing, costs nothing, settlement skipped, settlement was skipped, not captured, was not captured, wasn't captured, isn't captured,
      authorization was released, authorization released, authorisation released, funds were released, hold was released, stay in the wallet, stays in the wallet, stayed in the wallet, remained in the wallet, gives away, given away,
      free, free of charge, gratis, for free, at no cost, no cost, costs nothing, without cost, without charge,
      no charge, not charged, uncharged, complimentary, on the house, zero cost, costless, waived,
      nothing is charged, nothing was charged, no fee, no fees, balance did not move, balance didn't move,
      wallet balance did not move, balance unchanged, balance untouched, wallet untouched, no money moved,
      no money left, nothing was debited, nothing was deducted, no debit, not billed, never billed,
      never charged, not debited, wasn't charged, weren't charged, aren't charged, isn't charged, aren't billed,
      isn't billed`,
  ),
  plain(
    'ONLYGOOD',
    `
      captured on success, captured only on success, charged on success, no success no charge,
      only captured when, only captured if, only captured on, nothing is settled unless,
      nothing is charged unless, not charged unless, no charge unless, only settles when,
      no payment is taken unless, payment is only taken when, payment is only taken if, only settled when,
      only settled if, only settled after, nothing is billed unless, not billed unless,
      money is only taken when, money is only taken if, money only moves when, money only moves if,
      settled only if, settled only when, only billed for 2xx, only billed for 200, only charged for 2xx,
      only charged for 200, only billed for success, only charged for success, billed only for,
      charged only for, charges only for, bills only for, only bills for, only charges for, only charge for,
      only bill for, only pay for success, pay only for success, pay only for successful,
      only pay for successful, only billed for successful, only charged for successful,
      only successful calls are billed, only successful calls are charged, only successful requests are charged,
      only successful calls cost, only pay when, only charged when, only billed when, only billed if,
      only charged if, charged only when, billed only when, charged only if, billed only if,
      charge only on success, charged only on success, billed only on success, settles only on success,
      settle only on success, settlement only on success, only settles on success, settled only after success,
      pay for 2xx only, billed for 2xx only, only 2xx responses are billed, only 2xx are charged,
      only good answers are charged, no answer no charge, no answer no fee, no data no charge,
      no result no charge, no result no fee, no charge for failed, no charge for errors, no charge on failure,
      no charge on errors`,
  ),
  plain(
    'PAYWALL',
    `
      paywall, payment wall, asks for payment, asks for money, wants payment, wants money, demands payment,
      demands money, requests payment, payment required, asks me to pay, charges`,
  ),
  state(
    'PROBLEM',
    `
      technical issue, technical issues, known issues, known issue, open issues, many issues, some issues,
      problem, problems, trouble, troubles, bug, bugs, complaint, complaints, glitch, glitches, hiccup, hiccups,
      quirk`,
  ),
  plain(
    'NO402',
    `
      instead of a 402, instead of 402, instead of the 402, rather than a 402, rather than 402, not a 402,
      not 402, instead of a challenge, instead of a payment challenge, without a 402, no 402, never a 402,
      no payment required, not payment required, no challenge, no payment challenge, no paywall, skips the 402,
      skipped the 402, no 402s, no x402 challenge`,
  ),
  state(
    'ODDTOKEN',
    `
      their own token, its own token, own native token, memecoin, meme coin, memecoins, shitcoin, altcoin,
      house token, own token, own coin, in house token, homegrown token, random erc 20, random erc20,
      some erc 20, some erc20, unknown erc 20, unknown erc20, not usdc, isn't usdc, is not usdc, not even usdc,
      proprietary token, worthless token, not a stablecoin, points token, utility token, governance token,
      fake usdc, usdc lookalike, random token, some token, some weird token, loyalty token, newly minted token,
      unknown token, obscure token, unknown stablecoin, unrecognised token, unrecognized token, custom token,
      mystery token, strange token, unverified token, not the real usdc, not the usdc, bogus usdc,
      counterfeit usdc, fake stablecoin, token nobody, token i've never, token we've never, token i have never,
      project token, native token of theirs, token of their own, token they issued, token they minted,
      their token, their own coin`,
  ),
  plain(
    'NOOUTAGE',
    `
      no outage, no outages, no downtime, no incident, no incidents, never down, always up, without downtime,
      zero downtime, no down time, never went down, never goes down, never been down, never was down,
      not a minute of downtime, zero outages, without an outage, without outages,
      without interruption of service, never offline, never unreachable, no failed probe, no failed probes,
      no failed health checks, no missed probe, no missed probes, not one failed probe,
      no service interruptions, no interruptions`,
  ),
  state(
    'SHORTFUNDS',
    `
      did not hold enough, does not hold enough, did not hold the, holds too little, held too little, had too little, was out of usdc, not enough usdc in it, balance did not suffice, balance does not suffice, funds did not suffice,
      insufficient funds, insufficient balance, insufficient usdc, not enough usdc, not enough funds,
      not enough balance, not enough money, not enough in the wallet, too little usdc, too little in the wallet,
      out of funds, out of usdc, ran out of funds, ran out of usdc, ran out of money, no usdc left,
      no funds left, didn't have enough, did not have enough, doesn't have enough, does not have enough,
      don't have enough, hadn't enough, balance too low, balance was too low, balance is too low,
      balance was below, balance below, wallet was empty, wallet is empty, wallet ran dry, wallet ran out,
      insufficient network usdc, couldn't cover, could not cover, can't cover, cannot cover, couldn't afford,
      wallet was underfunded, wallet too low, wallet was short, short on usdc, short on funds, short of usdc,
      short of funds, low on funds, low on usdc, lacked the funds, lacked the usdc, lacked usdc, lacked funds,
      lacked sufficient, wallet was broke, had only, held only, only had, not funded, unfunded wallet,
      needs topping up, wallet needed topping up, exceeds balance, exceeds our balance, exceeded our balance,
      transfer amount exceeds balance, amount exceeds balance`,
  ),
  plain('MORETHAN', `more than, less than, higher than, lower than`),
  plain(
    'LEGIBLE',
    `
      read, readable, can be read, could read, able to read, seen, looked up, visible`,
  ),
  plain(
    'WEKNOW',
    `
      we know these guys, we know them, i know them, we know the people, i know the people, we know the team,
      i know the team, i know the founder, we know the founder, we know these people, we know this company,
      we know this team, i know this company, i know this team, we know who runs, i know who runs, known to us,
      personally known, we have met them, i've met the founder, i have met the founder, we met the founders,
      i've met them, we've met them, we have worked with them, we've worked with them, worked with them before,
      done business with them, same firm that, same company that, same team that, same people who,
      the people who also`,
  ),
  plain(
    'AFTERANSWER',
    `
      after the response is produced, after the answer has been produced, after the response has been produced,
      after the answer is produced, after the answer is ready, after the response is ready, after delivery,
      after the handler, after a 2xx, after a successful response, after the result is ready,
      once the answer is ready, before the answer, before delivery, before the response,
      before the handler runs, only after the answer, only after the response, after the response has been sent,
      after the response is sent, before responding, after responding`,
  ),
  state(
    'GENERAL',
    `
      x402 is, x402 protocol, x402 spec, x402 specification, spec of x402, x402 standard, x402 v2 uses,
      protocol, standard, ecosystem, in general, format, by design, concept, tutorial, article, i read about,
      read about, learned about, explains how x402, in x402, of x402, under x402, x402 works, x402 uses,
      agents pay, every x402, x402 servers, x402 sellers, most sellers, most servers, most apis, in this space,
      the industry, other apis, other sellers, other providers, other services, competitor, competitors,
      elsewhere, conference, talk about`,
  ),
];
