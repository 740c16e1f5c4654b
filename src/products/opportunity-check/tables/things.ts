import type { ConceptRow } from '../../../reading/vocabulary.ts';
import { cross } from '../../../reading/words/cross.ts';
import { thing } from '../../../reading/words/rows.ts';

/** What statements about a paid API are about. A thing by itself says nothing. */
export const THINGS: readonly ConceptRow[] = [
  // What the service sells is not what it is: a fraud check is no fraud.
  thing(
    'SOLD',
    cross(
      'fraud,scam,phishing,malware,sanctions,sanction,outage,dead link,broken link,blacklist,blocklist,denylist,ofac,honeypot,rug pull,rugpull,drainer,abuse,theft,virus,spam,mixer,chargeback,downtime,uptime,suspicious address,stolen card,stolen funds,breach,backdoor,error code,deceptive site,malicious url,malicious contract',
      'check,checks,checker,score,scores,scoring,lookup,lookups,detection,detector,screening,screen,prevention,protection,filter,intelligence,database,analysis,monitor,scanner,scan,scans,verification,model,classifier,risk check,risk score,query,queries,search,searches,risk',
    ),
  ),
  thing(
    'SOLD',
    cross(
      'anti,counter,detects,detect,flags,catches,finds,identifies,spots,blocks,screens for,checks for,looks for,warns of',
      'fraud,scam,scams,phishing,phishing sites,scam sites,malware,spam,money laundering,theft,abuse,drainers,honeypots,rug pulls,bots,fake sites,stolen cards',
    ),
  ),
  thing(
    'C402',
    `
      402, 402s, http 402, payment required, 402'd, paymentrequired, paymentrequirements,
      payment requirements, 402 response, 402 answer, 402 body`,
  ),
  thing(
    'CHALLENGE',
    `
      challenge, payment challenge, payment request, payment prompt, accepts, accepts array,
      accepts entry, accepts entries, accepts list, accepts block, accepts field,
      payment required header, payment terms, payment demand, payment instruction, paywall response,
      requirement, payment requirement, unpaid response, unpaid reply, unpaid answer, payload of the 402,
      challenge header, challenge body, 402 challenge, 402 header, 402 payload, 402 offer,
      payment option, payment options`,
  ),
  thing(
    'UNPAID',
    `
      without any payment header, without any payment, without placing an order, without buying,
      without buying one first, without an order, before buying, without any payment attached,
      with no payment header, with no payment attached, with no payment, no x payment header,
      without x payment, no payment needed, no payment necessary, no need to pay, needn't pay,
      don't have to pay, without having to pay, without spending, before spending, without a payment,
      without paying anything, without paying a cent, unpaid, bare curl, plain curl, curl,
      anonymous request, anonymously, without paying, without payment, before paying, before payment,
      before you pay, before i pay, before we pay, before any payment, before signing, before you sign,
      unpaid call, unpaid request, unpaid get, probe, naked request, plain get, unauthenticated get,
      unauthenticated request, unauthenticated call, no payment attached, no payment header,
      without a payment header, cold call, up front, upfront, in advance, beforehand, ahead of payment,
      prior to payment, prior to paying`,
  ),
  thing('CODE200', `200, 200s, http 200, 200 ok, status 200, 2xx, 200 response, code 200`),
  thing(
    'PRICE',
    `
      unit cost, unit charge, unit fee, going rate, the charge per call, charge per call,
      charge per request, per call charge, per request charge, per request fee, call fee, lookup fee,
      query fee, cost of a call, cost of one call, cost of a request, cost of a lookup, cost per request,
      cost per lookup, cost per query, price per call, price per request, price hike, price increase,
      price rise, price jump, price bump, price, cost, fee, amount, quote, pricing, tariff, rate,
      charge amount, price tag, toll, sticker price, asking price, quoted price, price point,
      cost per call, what a call costs, what it costs, how much it costs, how much a call costs,
      how much they charge, maxamountrequired, call price, per call price, unit price`,
  ),
  thing(
    'LISTING',
    `
      advertised at, advertised as, listed at, listed as, advertised for, published at, listing, catalog,
      catalogue, directory, directory page, registry, bazaar, cdp bazaar, coinbase bazaar,
      agentic market, x402scan, x402 scan, index, discovery index, discovery, discovery page,
      discovery listing, marketplace, listing page, listed price, list price, advertised price,
      price list, pricing page, published price, published rate, listed fee, directory entry,
      catalog entry, bazaar entry, bazaar listing, search index, mcp registry, agent registry,
      x402 index, ecosystem page, public index, documented price, well known file, stated price,
      openapi price`,
  ),
  thing(
    'NETWORK',
    `
      network, chain, caip 2, caip2, blockchain, rail, l2, mainnet, chain id, chainid, payment network,
      settlement network, settlement chain`,
  ),
  thing(
    'ASSET',
    `
      asset, token, currency, coin, erc 20, erc20, payment asset, payment token, asset address,
      token contract, asset contract, token address, stablecoin, contract`,
  ),
  thing(
    'BASE',
    `
      base, base mainnet, eip155:8453, 8453, base network, base chain, base l2, chain 8453,
      chain id 8453`,
  ),
  thing(
    'USDC',
    `
      usdc, native usdc, circle usdc, usd coin, circle's usdc, real usdc, official usdc, canonical usdc,
      bridged usdc contract`,
  ),
  thing(
    'OTHERNET',
    `
      polygon, solana, ethereum, ethereum mainnet, eth mainnet, arbitrum, optimism, avalanche, bsc,
      bnb chain, tron, stellar, sui, aptos, near protocol, algorand, sei, monad, celo, gnosis, linea,
      zksync, skale, eip155:1, eip155:137, eip155:42161, eip155:10, eip155:56, eip155:43114, peaq, iotex,
      lightning, bitcoin, tempo, xrpl, hedera, another chain, another network, different chain,
      different network, other chain, other network`,
  ),
  thing(
    'TESTNET',
    `
      testnet, sepolia, base sepolia, base testnet, devnet, goerli, test network, test net, test chain,
      eip155:84532, 84532, amoy, fuji, holesky, solana devnet, testnet funds, testnet usdc, test usdc,
      play money`,
  ),
  thing(
    'RECEIPT',
    `receipt, delivery receipt, payment receipt, eip 712 receipt, proof of delivery, proof of payment`,
  ),
  thing(
    'RESPHEADER',
    `
      payment response, x payment response, payment response header, x payment response header,
      settlement header, receipt header, settlement response header, settle response,
      settlement response, paymentresponse`,
  ),
  thing(
    'OFFER',
    `quotation, quotation inside the payment challenge, quote object, offer, offers, signed quote`,
  ),
  thing(
    'SIGNATURE',
    `
      signature, jws, signer, jwk, jwks, public key, published key, signing key, did document, did.json,
      eip 712, eip712, key id, kid, pubkey, ed25519, es256, es256k, vendor's key, seller's key,
      merchant's key, seller's public key, key they publish, cryptographic signature`,
  ),
  thing(
    'VALIDITY',
    `
      validuntil, valid until, expiry, expiry date, expiration, expiration date, ttl, not after,
      validity, validity window, valid thru, deadline`,
  ),
  thing(
    'OPENAPI',
    `
      openapi, open api, swagger, openapi.json, openapi file, openapi document, openapi doc,
      openapi spec, openapi description, openapi definition, api spec, api specification,
      api description, api definition, machine readable spec, machine readable description,
      machine readable docs, oas, oas3, spec file, spec, specification, swagger file, swagger ui,
      swagger page, swagger doc, redoc, api reference, /openapi, /swagger`,
  ),
  thing(
    'SCHEMA',
    `
      which fields to send, what fields to send, fields to send, what to send, get or post,
      whether to get or post, method and fields, method and body, expected input, input is, inputs are,
      request and response schemas, response schemas, schema, json schema, input schema, inputschema,
      outputschema, outputschema.input, request schema, input format, body format, request body,
      request format, body schema, query params, query parameter, query parameters, parameter,
      parameters, params, http verb, verb, http method, method, request shape, body shape, input fields,
      input contract, required fields of the request, request fields, request parameters, field types,
      discovery extension, bazaar extension, bodytype`,
  ),
  thing(
    'PATHS',
    `
      made up address, made up page, invented page, invented address, random page, nonexistent page,
      any made up, anything under the host, any old slug, every made up, any random, random letters,
      random characters, random word, random words, after the slash, random text, nonsense after,
      gibberish after, bogus ones, fake ones, made up slug, invalid ones, any old path, any old url,
      /exist, /exists, /notfound, /not, /missing, /bogus1, /test404, bullshit path, any path, every path,
      all paths, any url, every url, all urls, any route, every route, random path, random paths,
      random route, random url, random urls, made up path, made up paths, made up route, made up url,
      made up urls, nonexistent path, nonexistent paths, nonexistent route, nonexistent url,
      nonexistent endpoint, non existent path, bogus path, bogus paths, bogus route, bogus url,
      fake path, fake route, arbitrary path, arbitrary paths, arbitrary url, arbitrary urls,
      arbitrary route, arbitrary routes, gibberish path, gibberish url, garbage path, garbage paths,
      garbage url, gibberish, gibberish paths, garbage urls, nonsense path, nonsense paths, nonsense url,
      nonsense route, unknown path, unknown paths, unknown route, unknown url, invented path,
      invented url, whatever path, whatever url, whatever path you try, whatever you request,
      whatever i request, whatever i type, whatever you type, anything i type, any string, every string,
      catch all, wildcard, wild card, path that cannot exist, paths that cannot exist,
      path that does not exist, paths that do not exist, paths that don't exist, path that doesn't exist,
      a url that doesn't exist, urls that don't exist, routes that don't exist, typo path,
      misspelled path, misspelt path, made up ones, made up endpoints, made up endpoint, fake urls,
      no matter the path, no matter which path, no matter what path, no matter which url,
      regardless of path, regardless of the path, asdf, foobar, xyzzy, undocumented paths,
      unregistered path, unregistered paths, paths i invented, a path i invented, path i made up,
      paths i made up, a route i invented, random slug, random slugs, random string, random strings,
      junk path, junk paths, junk url, junk urls, doesnotexist, does not exist,
      definitely not a real path, not a real path, nonexistent resource, fictional path, fictitious path,
      dummy path, /asdf, /nonsense, /random, /foobar, /foo, /qwerty, /doesnotexist, /fake, /bogus,
      /gibberish, /xyz, /nope, /notreal, /nonexistent, /banana, /zzz, /xyzzy, /blah, /nothere, /made,
      /invented, /definitely, /garbage, /abc123, /asdfgh, /doesntexist, /anything, /whatever, /lol,
      /junk, /nothing, /imaginary, random endpoint, random endpoints, whole host`,
  ),
  thing(
    'PAYTO',
    `
      wallet they ask us to pay, wallet they ask us to, wallet they want paid,
      wallet we are asked to pay, wallet we pay, wallet we pay to, address we pay, address we pay to,
      account we pay into, payment goes to, who gets the money, where payments land, money now goes,
      money goes, funds now go, payments now go, money would go, money would now go, new recipient,
      new recipient address, new payto, new payee, new payout address, different payto, another payto,
      a different wallet, another wallet, different wallet, new wallet, different address,
      another address, new address, money goes to, funds go to, collecting address, different recipient,
      another recipient, payto, pay to, payto address, pay to address, payto wallet, payto field,
      recipient, recipient address, recipient wallet, receiving address, receiving wallet, beneficiary,
      payee, payee address, payee wallet, payout address, payout wallet, payment address,
      destination address, destination wallet, destination, treasury address, treasury wallet,
      deposit address, settlement address, seller address, seller wallet, seller's address,
      seller's wallet, vendor address, vendor wallet, merchant wallet, merchant address,
      collecting wallet, receiver, receiver address, where the money goes, wallet they collect at,
      their wallet, their address`,
  ),
  thing(
    'OPERATOR',
    `
      operator, provider, owner, team, seller, vendor, publisher, maintainer, founder, founders,
      merchant, supplier, developer behind it, people behind, who is behind, who's behind,
      who stands behind, person behind, entity behind, who runs, who operates, who owns, who maintains,
      who built, whoever runs, who i'm dealing with, who we're dealing with, who we are dealing with,
      legal entity, imprint, impressum, whois, company name, company details, legal name, company behind,
      identity, identity of the operator, real name, real names, names, firm behind, github org,
      about page, business behind, people running, ownership`,
  ),
  thing(
    'REFUND',
    `
      get your money back, get their usdc back, get usdc back, get the usdc back, usdc back,
      get their money back, get it back, receive their money back, returns the money, money returned,
      refund, money back, moneyback, reimburse, reimbursement, chargeback process, refund policy,
      refund path, refund process, refund route, refund endpoint, refund procedure, refund terms,
      returns policy, claim money back, claim your money back, get my money back, get our money back,
      get money back, compensation, make good, credit back, credited back, dispute process,
      dispute channel, dispute form, restitution, reversal policy, money back guarantee`,
  ),
  thing(
    'SUPPORT',
    `
      to write to, to contact, to talk to, to complain to, to email, nobody to ask, support, helpdesk,
      help desk, support contact, contact, contact address, contact details, contact block, contact form,
      contact info, contact information, contact email, contact page, email, e mail, mail, email address,
      mail address, support email, support mail, support address, support channel, support chat,
      live chat, chat, ticket, tickets, ticket system, support inbox, support ticket, support team,
      customer service, customer support, issue tracker to reach, hotline, phone number, support line,
      support@, help@, telegram support, discord server, human to talk to, way to reach,
      person to talk to, help channel, info.contact, support desk, whom to write to,
      somebody to write to, someone to write to, reach the operator, reach the seller`,
  ),
  thing(
    'PREVIEW',
    `
      sample report, demo entity, redacted example, example record, /demo, /sample, /preview, /example,
      /trial, free report, free lookup, try it once for free, try it for free, try for free, try it free,
      test it for free, tried it for free, tested it for free, try one call for free, try before,
      any example, an example, example request, examples, peek before, preview, sample, sample response,
      sample output, sample answer, sample data, sample payload, sample row, sample rows, sample file,
      sample dataset, free sample, example response, example output, example payload, example answer,
      demo, demo endpoint, demo response, demo route, trial, free trial, trial call, trial calls,
      free tier, free preview, teaser, excerpt, free call, free calls, free query, free queries, sandbox,
      playground, free example, free request, free requests, mock response, test response, free endpoint,
      free route, no cost sample, sandbox endpoint, first rows, first three rows, free version`,
  ),
  thing(
    'RETRY',
    `
      a retry, on retry, one retry, retry, retries, replay, replays, repeat, repeating, repeated request,
      repeated call, same payment identifier, same payment id, same idempotency key, resend, resending,
      resubmit, re send, re sent, resent, resubmitting, same request again, same call again,
      same request twice, repeated requests, a second attempt, second attempt, duplicate request,
      duplicate requests, same payload again, identical request, identical requests, same nonce`,
  ),
  thing(
    'IDEM',
    `
      idempotent, idempotency, idempotence, idempotency key, idempotency keys, payment identifier,
      payment identifiers, payment id, paymentidentifier, payment identifier extension,
      idempotency header, deduplication, dedup, request deduplication, exactly once`,
  ),
  thing(
    'HOST',
    `
      host, server, service, endpoint, api, site, route, paid route, paid endpoint, paid routes,
      paid path, backend, domain, url, upstream, origin, gateway, web server, resource, subdomain,
      hostname, resource server, website, their api, their endpoint, host name`,
  ),
  thing(
    'HEALTH',
    `
      health, healthz, health check, health route, health endpoint, status page, statuspage, uptime,
      availability, uptime monitor, monitor, monitoring, prober, ping, pings, heartbeat, uptime robot,
      uptimerobot, sla, probe record, liveness, readiness, status board, uptime board, uptime record,
      pingdom, watchdog, uptime log, uptime history, /health, /healthz, /status, /ping`,
  ),
  thing(
    'ENTRY',
    `
      entry, entries, listings, routes, endpoints, listed routes, listed endpoints, resources, slugs,
      api entries, catalog entries, services`,
  ),
  thing(
    'FAILURE',
    `
      undelivered calls, undelivered answers, calls that fail, calls that failed, requests that fail,
      a timeout, timed out requests, if something breaks, if anything breaks, if anything goes wrong,
      when something breaks, when anything goes wrong, should something go wrong, failed call,
      failed calls, failed request, failed requests, failed query, failed queries, failing calls,
      failure, failures, unsuccessful call, unsuccessful calls, unsuccessful request,
      unsuccessful requests, error, errors, error response, error responses, errored call, errored calls,
      errored requests, 4xx, 4xx answers, 4xx responses, 400s, 422s, bad request, bad requests,
      bad input, invalid request, invalid requests, malformed request, timed out call, timed out calls,
      when it fails, if it fails, when a call fails, when the call fails, if the call fails,
      if a call fails, if the request fails, when the request fails, when a request fails,
      when requests fail, if requests fail, when calls fail, if calls fail, if the call errors,
      if a call errors, when the call errors, on error, on errors, on failure, unsuccessful attempt,
      unsuccessful attempts, failed attempt, failed attempts, successful or not, successful or otherwise,
      whether or not it works, whether it works or not, whether or not it succeeds,
      whether it succeeds or not, regardless of outcome, regardless of the outcome, regardless of result,
      regardless of success, regardless of whether it works, whatever the outcome, each attempt,
      every attempt, when something goes wrong, if something goes wrong, when things go wrong,
      empty result, empty results, empty answer, empty answers, empty response, empty responses,
      timeouts, 5xx answers, 5xx responses, non 200, non 2xx, when the answer is empty,
      if the answer is empty, even if nothing comes back, when nothing comes back, if nothing comes back,
      even when it errors, when it errors, if it errors, no result, unanswered calls, rejected input,
      validation errors, validation error, malformed query, broken request, broken requests,
      rejected request, rejected requests, even on error`,
  ),
  thing(
    'CALL',
    `
      call, request, query, lookup, response, answer, reply, result, data, json, payload, body, output,
      content, record, report, job, attempt, purchase result, get, post, paid answer, paid response,
      paid reply, paid 200, paid call, header, field, dataset, row, rows`,
  ),
  thing(
    'WALLET',
    `
      wallet, agentic wallet, agent wallet, balance, wallet balance, funds, hot wallet, treasury,
      account balance, signer wallet, smart wallet, burner wallet, staging wallet, session,
      wallet session, session key, keychain, purse`,
  ),
  thing(
    'CAP',
    `
      cap, max, maximum, maxvalue, max value, maxamount, max amount, spend cap, spending cap,
      spend limit, spending limit, limit, allowance, ceiling, client limit, per call limit, price cap,
      guardrail, spend guard, spend policy, policy limit, configured limit, configured maximum,
      max price, maxprice`,
  ),
  thing(
    'ORDERDOC',
    `
      order of operations, sequence, order of events, order of settlement, payment flow, settlement flow,
      when settlement happens, when the transfer is executed, exactly when the transfer,
      when the payment is settled, when they settle, when money moves, order of verify and settle,
      order in which, settlement order, order of verification, lifecycle of a call, payment lifecycle,
      when the charge happens, settlement timing, timing of settlement, timing of the charge`,
  ),
  thing(
    'PARSER',
    `
      parser, sdk, library, decoder, x402 client, x402 fetch, x402 library, x402 sdk, schema validator,
      zod, validator`,
  ),
  thing('VERIFY', `verify first, verify, verification, verifies, verified`),
  thing('SETTLE', `settle, settlement, settles, transfer executed, capture`),
  thing(
    'DELIVER',
    `
      deliver, delivery, run the handler, handler, answer produced, response produced,
      answer is produced, after a 2xx, respond`,
  ),
  thing(
    'DOC',
    `
      doc, docs, document, documentation, readme, page, guide, manual, faq, terms, tos, wiki, docs page,
      footer, landing page, site, contact block, well known, blog`,
  ),
];
