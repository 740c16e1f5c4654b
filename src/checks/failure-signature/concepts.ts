/**
 * Words that stand for one thing in a report of a failed paid call, so that prose is read by what it means. `word*` is
 * every word that begins so; camel case, underscores and hyphens part words (`SpendingLimitExceeded` is three).
 */
export const CONCEPTS = {
  NOT: 'not, no, never, without, cannot, cant, dont, doesnt, isnt, wasnt, arent, wont, didnt, couldnt, wouldnt, hasnt, havent, none, unable, nothing, stops, stopped, instead',
  MISSING:
    'missing, absent, absence, lack*, omit*, not set, not found, not present, not provided, not included, undefined, null, empty, unset, stripped, strips, dropped, drops, without, forgot*, no such, blank, isnt set, didnt send, does not include, doesnt include, not send, not sent, never sends, never sent, not attach*, never attach*',
  FAIL: 'fail*, error*, broken, breaks, crash*, throws, threw, thrown, throwing, panic*, exception*, reject*, refus*, revert*, invalid, denied, declin*, unable, cannot, cant, could not, couldnt, wrong, bug, problem, not work, not working, doesnt work',
  REJECT:
    'reject*, refus*, deny, denied, denies, declin*, invalid, not accept*, not valid, disallow*, fails, failed, failing, failure, not allowed, returns false, unrecogni*, unauthori*',
  INSUFFICIENT:
    'insufficient, insufficent, insuficient, unsufficient, inadequate, not enough, too low, too little, lacks, zero, underfunded, unfunded, ran out, run out, out of, drained, cannot cover, cant cover, doesnt cover, cant afford, exceeds balance, less than required, depleted, not funded, no funds, empty wallet, never funded, smaller than, insuffisant, short by, 0, dont have, no',
  FUNDS: 'funds, fund, balance, balances, usdc, eurc, tokens, money, solde, usdt',
  LOW_FUNDS:
    'insufficient funds, insufficient balance, insufficent balance, insufficent funds, insufficient token balance, insufficient usdc, exceeds balance, not enough usdc, not enough funds, not enough balance, not enough money, balance too low, balance is too low, insufficient erc20, low balance, usdc balance is zero, insufficient allowance or balance, exceeds the balance, exceeds your balance, no usdc',
  WALLET: 'wallet, wallets, account, payer, buyer, address, sender, signer, owner',
  EXPIRE:
    'expir*, stale, outdated authorization, too late, timed out authorization, past deadline, deadline passed, valid before, lapsed, too old, in the past, elapsed',
  AUTHORIZATION:
    'authori?ation, authorization, authorisation, authorizations, auth, payment, signature, permit, challenge, valid before, credential, quote, transferwithauthorization, transfer with authorization, payload, invoice',
  SHORT:
    'too short, too soon, too close, validity too short, not enough time, window, short lived, deadline too',
  NOT_YET:
    'not yet valid, not valid yet, notyetvalid, not yet active, valid after, validafter, nbf, too early, not before, premature, starts in the future, before its valid, in the future',
  CLOCK: 'clock, clocks, ntp, skew, drift, ahead, behind, time sync, system time, future',
  NONCE: 'nonce, nonces',
  USED: 'used, reused, reuse*, consumed, replay*, spent, duplicate*, already seen, used twice, seen before, already exists, redeemed, canceled, cancelled',
  SIGNATURE:
    'signature, signatures, sig, signed, signing, ecdsa, ecrecover, recovered, recovers, recover, r s v, v value, eip 712 signature, typed data',
  MISMATCH:
    'mismatch*, does not match, doesnt match, not match, didnt match, differ*, different, not equal, wrong, incorrect, inconsistent, unexpected, not the same, disagree*, conflict*, invalid, conflicting, swapped, bad, never match, never matches, dont match, do not match, not recover',
  DOMAIN:
    'domain, domain separator, domainseparator, eip 712 domain, eip712domain, eip712 domain, token name, token version, extra name, extra version, name version, name and version, verifying contract, verifyingcontract, name returns, contract name, usd coin, version 2, version 1',
  EIP712: 'eip712, eip 712, typed data, 712, domain separator, usd coin, permit, extra, domainseparator',
  NETWORK:
    'network, networks, chain, chains, chain id, chainid, mainnet, testnet, sepolia, caip 2, caip2, eip155, devnet, base sepolia',
  UNSUPPORTED:
    'unsupported, not supported, not support, doesnt support, does not support, unknown, unrecogni*, not enabled, not available, not implemented, not registered, isnt supported, no support, not recogni*, unregistered, no handler, dont support, cannot handle, not configured',
  ASSET:
    'asset, assets, token, tokens, mint, currency, erc20, stablecoin, usdbc, eurc, usdt, token address, contract address, coin, coins, pyusd',
  RECIPIENT:
    'recipient, recipients, payee, pay to, payto, receiver, destination, to address, beneficiary, merchant address, seller address',
  AMOUNT:
    'amount, amounts, value, price, atomic, decimals, decimal, max amount required, units, sum, bigint, atomic units, cost',
  LESS: 'less than, below, lower, lower than, underpaid, underpay*, too low, too small, smaller, insufficient amount, short, off by, overpaid, wrong decimals',
  EXCEED:
    'exceed*, above, over, greater, larger, higher, more than, too high, too expensive, too much, beyond, surpass*, reached, blown, hit, too large, exhausted',
  CAP: 'cap, caps, limit, limits, max, maximum, max amount, maxamount, max value, maxvalue, ceiling, budget, budgets, allowance limit, max price, spend limit, threshold, spending limit, max per call, quota',
  PRICE: 'price, pay, pays, payment, payments, amount, cost, spend, spending, fee, charge, usd, usdc',
  SCHEME:
    'scheme, schemes, upto, deferred, payment method, payment methods, mechanism, transfer method, payment scheme, payment option, payment flow, assettransfermethod, intent, method',
  BAD_VERSION:
    'x402 version mismatch, x402version mismatch, invalid x402 version, invalid x402version, unsupported x402 version, unsupported x402version, x402 version not supported, x402version not supported, x402 version unsupported, unknown x402 version, x402 version must, expected x402 version, x402 version is not, unsupported protocol version, protocol version mismatch, unsupported version, 2 is not supported, 1 is not supported, 3 is not supported, wrong x402 version, wrong version, version not supported, version is not supported, incompatible x402 version, version 1 is not, version 2 is not',
  HEADER: 'header, headers, x payment, payment signature, authorization header, www authenticate, headerless',
  PAY_HEADER:
    'x payment, xpayment, payment header, payment signature, authorization header, payment payload, paymentpayload, payment proof, credential, credentials, payment signature header, x payment header, signed payload, payload authorization, payload signature, payment envelope, payment token',
  CHALLENGE:
    'challenge, challenges, payment required header, payment requirements, paymentrequirements, paymentrequired, accepts, requirements, www authenticate, 402 response, 402 body, payment required response, 402 header, payment terms, 402 challenge, payment details, accepts array, payment required object, payment options, payment instructions',
  PARSE:
    'parse, parses, parsing, parsed, decode*, decoding, deserializ*, unmarshal*, json, base64, schema, zod*, pydantic, validation, malformed, garbled, corrupt*, padding, unreadable, serde, not readable, undecodable, binascii, unpack, encoding, encoded, btoa, atob, truncated, invalid union, invalid type',
  TOO_BIG:
    'too large, too big, too long, overflow*, exceeds, oversize*, larger than, 431, huge, bigger, 8kb, 16kb, 8 kb, 16 kb, 8k, 16k, header limit, 494, 8190, 4096, 32kb, 64kb, 8192, 16384',
  ROUTE:
    'route, routes, resource, resources, url, path, endpoint, endpoints, request, query, body, resource url',
  OTHER_ROUTE:
    'different resource, different route, another resource, another route, other route, different endpoint, another endpoint, different url, different path, other endpoint, wrong resource, different request, another request, different method, other resource, different challenge, another challenge, resource mismatch, different body, url mismatch, body digest, different server, different query',
  ALREADY: 'already, twice, second time, again, previously, duplicate*, before, once',
  IDEMPOTENCY:
    'idempotency, idempotent, idempotency key, payment identifier, payment id, paymentidentifier, request id',
  IN_FLIGHT:
    'in progress, in flight, being settled, being processed, already processing, already being, concurrent, still processing, in flight settlement, currently being',
  FACILITATOR:
    'facilitator, facilitators, x402 org, cdp, payai, x402 rs, verify, settle, supported, thirdweb facilitator, xpay, corbits, x402 facilitator, verify endpoint, settle endpoint, dexter, openx402, coinbase facilitator, facilitatorerror, facilitatorclient',
  DOWN: 'down, unavailable, unreachable, outage, offline, not respond*, no response, 500, 502, 503, 504, timeout, timed out, econnrefused, connection refused, internal server error, bad gateway, service unavailable, gateway timeout, hangs, hanging, cold start, failing since, unresponsive, after retries, degraded, 52x, 521, 522, 523, 530, maintenance, fetch failed, could not reach, cannot reach, cant reach, unable to reach, couldnt reach, intermittent*, 308, html page',
  CREDENTIALS:
    'unauthori*, 401, forbidden, 403, api key, apikey, api keys, jwt, bearer, auth header, auth headers, cdp api key, secret, key id, pem, api secret, invalid key, key format, authentication, auth token, access denied, createauthheaders, ed25519 key, ecdsa key',
  GENERIC_REJECT:
    'no reason, without reason, no error, unknown reason, generic error, no details, isvalid false, is valid false, returned 400, bad request, rejected payment, rejects payment, rejected by facilitator, returned invalid, verification failed, verify failed, validation failed, no message, no explanation, opaque, unhelpful, reason unknown, invalidreason null, invalid reason null, verifyerror, error 400, verify error',
  SETTLE:
    'settle, settles, settled, settling, settlement, settlements, broadcast, on chain, onchain, transaction, tx, transfer',
  REVERT:
    'revert*, fails, failed, failing, failure, dropped, success false, unsuccessful, errored, status 0, not succeed, never lands, failed on chain, failed onchain, error, confirmed with err, aborted',
  PENDING:
    'pending, unconfirmed, not confirmed, unknown outcome, stuck, confirm*, not mined, never confirmed, inconclusive, no receipt, timed out waiting, timeout waiting, indeterminate, ambiguous, unknown state, unknown status, lost response, not indexed yet, in limbo, uncertain, unclear, wait for receipt',
  CHARGED:
    'charged, debited, deducted, paid, money left, money gone, usdc gone, usdc left, funds left, payment went through, payment succeeded, settled on chain, settled onchain, funds gone, lost money, double charge*, charged twice, paid twice, lost usdc, money was taken, took my, payment taken, funds taken, still charged, is charged, was charged, pays, pay',
  NO_CONTENT:
    'no content, no response, no answer, no data, nothing back, nothing returned, never got, never received, didnt receive, did not receive, no body, no result, not delivered, never delivered, without delivery, no refund, undelivered, got nothing, didnt get, not receive, crash*, refund, refunds, refunded',
  SIMULATE:
    'simulat*, estimate gas, estimategas, gas estimation, estimating gas, eth call, eth estimate gas, dry run, preflight transfer, static call, staticcall',
  GAS: 'gas, base fee, max fee per gas, gas price, eth balance, native balance, lamports, rent, fee payer, feepayer, paymaster, gas fee, gas fees, native token, underpriced, intrinsic, priority fee, gas wallet',
  SETTLER:
    'relayer, settler, facilitator, facilitator wallet, facilitator signer, hot wallet, executor, sponsor, fee payer, worker, paymaster, facilitator account',
  TX_NONCE:
    'nonce too low, nonce too high, nonce gap, replacement transaction, already known, underpriced, stuck nonce, nonce collision, account nonce, nonce conflict, tx nonce, transaction nonce, nonce has already been used for',
  RPC: 'rpc, rpcs, json rpc, jsonrpc, archive node, chain node, base node, full node, alchemy, infura, quicknode, helius, eth call, eth getbalance, rpc url, rpc endpoint, rpc node, mainnet base org, sepolia base org, rpc provider, getlatestblockhash, eth blocknumber, ankr, drpc, block number, chain read, get balance, failed to get balance, api mainnet beta',
  RATE: 'rate limit, rate limits, rate limited, rate limiting, ratelimit, ratelimited, too many requests, too many, throttl*, 429, quota, retry after, requests per, cooldown, backoff, slow down, try again in, limit reached per',
  TIMEOUT:
    'timeout, timeouts, timed out, time out, times out, etimedout, econnreset, econnaborted, aborted, deadline exceeded, deadline, hang, hangs, hung, hanging, socket hang up, reset by peer, connection reset, disconnected, closed connection, broken pipe, eof, epipe, no reply, never returns, never resolves, took too long, takes too long, abort error, aborterror, connection closed, read timeout, gateway timeout, 504, 524',
  TLS: 'certificate, certificates, cert, tls, ssl, x509, handshake, dns, enotfound, getaddrinfo, eai again, self signed, hostname, resolve host, no such host, econnrefused, connection refused, ehostunreach, name resolution, proxy connect, unknown ca, cert expired, trust anchor, name not resolved, nxdomain',
  CORS: 'cors, preflight, access control, expose headers, origin header, cross origin, crossorigin, failed to fetch, load failed, mixed content, content security policy, csp, browser blocks, browser blocked, err blocked, blocked by client, access control allow, access control expose',
  BROWSER:
    'browser, browsers, safari, chrome, firefox, edge, javascript cannot, window, client side, frontend, webapp, dapp, web page',
  OPTIONS: 'options, preflight',
  DECLINED:
    'user rejected, user denied, user declined, user cancelled, user canceled, rejected by user, cancelled by user, canceled by user, press cancel, pressed cancel, clicked cancel, clicked reject, user disapproved, user refused, denied by user, declined by user, action rejected, 4001, rejected in wallet, rejected in metamask, closed the popup, closes the popup, closed popup, dismissed, user closed, user abort*, not approved by user, cancelled the signature, rejected the request, denied the request, rejected the signature, hit reject, human declined, declined in',
  KEY: 'private key, privatekey, secret key, evm private key, mnemonic, seed phrase, keypair, keystore, key file, pkcs8, wallet secret, seed, svm private key, wallet key, signing key, buyer private key, hex key, secretkey',
  SIGNER:
    'signer, wallet client, walletclient, signtypeddata, sign typed data, sign typed, signmessage, local account, viem account, sign transaction, keyring, embedded wallet, connector, signing key, server wallet, smart wallet provider',
  NOT_A:
    'is not a function, undefined, not found, not connected, not configured, not set, unsupported, missing, null, is required, not support, unlocked, locked, no account, not initialized, invalid, doesnt implement, does not implement, not a valid, must be, unauthorized, cannot sign, cant sign, could not find, no wallet, not supported, unable to sign, is invalid, is null, has no, does not have',
  DEPENDENCY:
    'cannot find module, module not found, no module named, modulenotfound*, cannot find package, extra dependencies, missing dependency, peer dependency, pip install, npm install, go mod, cargo add, not installed, install with, could not resolve, cant resolve, optional dependency, unresolved import, importerror, import error, no matching package, polyfill*, is not a constructor, tree shook, tree shaken, tree shaking, bundler, invalid version, unknown revision, module path, no required module, is not defined, shared library, no such crate, unresolved module, missing extra, require of es, not polyfilled, webcrypto, subtle crypto, crypto subtle, missing peer, native module, wasm, optionaldependencies, no matching distribution, class not found, classnotfound*, no class def found, cannot resolve',
  SDK: 'sdk, sdks, package, packages, library, client, fetch, axios, viem, x402 fetch, x402 axios, x402 core, x402 evm, thirdweb, mppx, httpx, middleware, wagmi, ethers, pydantic, zod, pinned, awal, agentkit, x402 express, x402 client',
  VERSION_GAP:
    'version mismatch, incompatible, incompatibility, breaking change, breaking changes, breaks after upgrade, after upgrading, after upgrade, upgraded, upgrade, downgrade, old version, older version, outdated, old client, v1 client, v2 client, v1 sdk, v2 sdk, v2 server, v1 server, v1 only, only v1, only speaks v1, v2 only, different versions, two versions, duplicate versions, two copies, not assignable, no exported member, has no attribute, unexpected keyword, not exported, does not provide an export, is not exported, cannot import name, type error ts, pinned, ts2345, ts2322, ts2305, no field, no method named, still on, x402 1, x402 0, legacy client, legacy, no longer exported, renamed, was removed, removed in, deprecated, unsatisfied peer, peer viem, peer dep, eresolve, expected v1, expected struct, mismatched types, trait bound, requires viem, nosuchmethod*, no such method, cannot use',
  SERVER:
    'server, seller, middleware, route, routes, merchant, api, service, express, hono, next, fastapi, flask, payment middleware, paymentmiddleware, config, configuration, setup, app, gin, axum, django, handler, worker, resource server',
  NOT_CONFIGURED:
    'not configured, misconfigur*, not initialized, not initialised, not set, environment variable, env var, env vars, missing env, configuration error, configuration errors, invalid config, config error, invalid price, invalid payto, missing payto, initialize, invalid route, route configuration, not been configured, no payto, undefined payto, must be set, must configure, not registered on server, missing config, catches any, swallow*, silently, hardcoded, hard coded, bad config, wrong config, placeholder, zero address, unset, not registered, case sensitive, lowercase*, invalid evm address, checksum, falls back, generic 402, not awaited, never awaited, before handler, config invalid, settles before, no logging, middleware order',
  UNPROTECTED:
    'without any payment, without payment, without paying, unprotected, bypass*, free, for free, 200 instead, instead of 402, instead of a 402, no 402, not 402, never 402, expected 402, skip payment, skips payment, skipped, not behind, not triggered, not applied, unpaid, returns 200, not protected, return full data, isnt protected, no paywall, public, not gated, ungated, never runs, open access, expect 402, served free, never asks, never asked, not asked, got 200, should be 402, wasnt charged, not charged, publicly',
  PROTECT: 'payment, pay, paid, paywall, 402, paying, middleware, paymentmiddleware, x402',
  DISCOVERY:
    'bazaar, x402scan, discovery, discoverable, discovery index, mppscan, x402 index, x402list, agentic market, discovery resources, well known x402, registry, catalog, catalogue, x402 bazaar, agentcash discover, registration probe, x402jobs, llms txt, merchant page, discovery api, indexer, directory, crawler, listing, listings, discover, indexed',
  NOT_LISTED:
    'not indexed, not listed, not appear*, not showing, not show up, doesnt appear, doesnt show, disappeared, delisted, missing, rejected, rejects, not appeared, never appears, never indexed, never listed, never shows, isnt showing, removed, 0 hits, failed, fails, invalid, not found, no longer, isnt, empty, not discover*, not picked up, doesnt list, cannot register, unable to register, register*, registration, no results, no longer listed, stale, isnt listed, does not appear, does not list, dropped, deindexed, schema, vanish*, is not, not surface, not crawled, not refresh*, incomplete, missing input, absent, not returned',
  MCP: 'mcp, tools call, tool result, call tool, calltool, structuredcontent, structured content, mcp server, mcp client, mcp tool, mcperror, 32042, 32602, iserror, is error, tool call, fastmcp, mcp remote, claude desktop, tool error',
  RESPONSE:
    'response, responses, body, payment response, x payment response, answer, json, payment response header, result, settle response, settleresponse, verify response, verifyresponse, reply',
  UNREADABLE:
    'empty, not json, not valid json, html, cannot parse, cant parse, failed to parse, failed to decode, invalid json, malformed, unexpected token, unexpected end, decode*, non conformant, nonconformant, missing field, missing fields, not conform, truncated, null, undefined, validation error, schema, unusable, already read, disturbed, content type, content encoding, gzip, brotli, missing, required field, unmarshal, cannot unmarshal, deserialize, unreadable, empty string, missing transaction, validation, wrong shape, wrong content, absent, not found',
  RECEIPT:
    'receipt, receipts, jws, jwks, signed offer, offer signature, payment receipt, attestation, signed receipt, offer receipt, kid, proof of payment, offer',
  SMART_WALLET:
    'smart wallet, smart wallets, smart account, smart accounts, smart contract wallet, contract wallet, contract wallets, erc 1271, eip 1271, erc1271, eip1271, 1271, erc 6492, eip 6492, erc6492, eip6492, 6492, erc 4337, erc4337, 4337, eip 7702, eip7702, 7702, passkey, passkeys, webauthn, isvalidsignature, is valid signature, safe, multisig, gnosis, undeployed, counterfactual, kernel, zerodev, biconomy, coinbase smart wallet, argent, session key, smartwallet, erc 7739, sig kind, sigkind, abstract account, account abstraction, ox1626ba7e, 0x1626ba7e, 65 bytes, delegated eoa, crossmint, bytecode, base account, contract account, 0xffffffff',
  SOLANA:
    'solana, svm, spl, spl token, blockhash, ata, associated token account, instruction, instructions, compute budget, compute unit, compute limit, compute price, lamports, versioned transaction, versionedtransaction, base58, transfer checked, transferchecked, token 2022, lighthouse, squads, phantom, fee payer, feepayer, instructionerror, program not allowed, lookup table, lookup tables, token account, recent blockhash, kora, durable nonce, program id, partially signed, swig, devnet solana, memo',
  CHANNEL:
    'channel, channels, voucher, vouchers, session, sessions, escrow, deposit, deposits, batch settlement, payment channel, payment channels, cumulative, topup, top up, subscription, streaming payment, stream channel, tempo session, channel id, channelid, authorized signer, refund window, batch channel, claim, withdraw',
  CHANNEL_STATE:
    'closed, not found, exhausted, insufficient, expired, finalized, mismatch, rejected, failed, fails, invalid, stale, unknown, already, close, reopen, out of sync, not open, drift, desync*, lost, stuck, dispute, below, settle, exceeds, exceeded, not open*, mismatched, regress*, non monotonic, not increasing, decreas*, open failed, never closed, locked, revoked, lower than, error, missing, behind, timed out',
  UPSTREAM:
    'upstream, downstream, backend, handler, origin, provider, route handler, api handler, business logic, internal server error, handler threw, service fails, application code, endpoint, 500, service, seller, internal error, content, 502, 503, api',
  PAID: 'paid, payment, charged, settled, after payment, payment signs, pay, pays, settles, settlement, after settle, payment verified, x402, refund, refunds, refunded, after paying',
  REQUEST:
    'request, query parameter, parameter, parameters, body, content type, method, path, field, param, query string, request body, json body, input, post, media type, route, url, query',
  BAD_REQUEST:
    'missing query, missing parameter, missing required, 400, 404, 405, 415, 422, unprocessable, not acceptable, method not allowed, not found, unsupported media, invalid body, invalid input, invalid parameter, required field, field required, invalid request, bad input, wrong method, 413, cannot get, cannot post, malformed request, 406, validation failed, invalid json body, invalid query, invalid date, out of range, no such route, is required, must be, must not, unknown field, invalid value',
  POLICY:
    'policy, policies, compliance, sanction, sanctions, sanctioned, ofac, kyt, kyc, aml, allowlist, allow list, whitelist, whitelisted, allowlisted, blocklist, blocklisted, blacklist, blacklisted, denylist, geo, geoblock*, region, jurisdiction, country, risk, screening, guardrail, guardrails, approval policy, spending policy, spending limit, spend controls, spend policy, access key, permission, permissions, governance, hook, rule, restricted, frozen, blocked address, not permitted, prohibited, spendcontrols, approval, kya, high risk, payer blocked, onboarding, limits enforced, abort*, consent, terms, eligible, eligibility, vendor, deny list',
  BLOCKED:
    'blocked, denied, rejected, exceeded, refused, not allowed, violates, violation, not permitted, forbidden, aborted, disallowed, prevented, restricted, prohibited, denies, not on, not in, deny, blocks, rejects, not eligible, stopped, cannot be served, can not be served, hit, flagged, screened, frozen, failed, disabled, not approved, required, banned, unavailable in, requires, over, on a, refuses',
  V2: 'v2, 2, x402 v2, version 2, x402version 2, v2 payload, v2 header, v2 challenge, v2 server, v2 client, caip 2, x402 2',
  V1: 'v1, 1, x402 v1, version 1, x402version 1, v1 payload, v1 header, v1 challenge, v1 client, v1 server, legacy, max amount required, x402 1, x402 0',
} as const;

export type Concept = keyof typeof CONCEPTS;
