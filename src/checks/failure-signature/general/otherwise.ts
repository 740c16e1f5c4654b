import type { Cause } from '../dictionary/causes.ts';

/** What would show the cause that comes next, and what ends that one: for whoever reads it, in one sentence. */
export const OTHERWISE: Readonly<Record<Cause, string>> = {
  insufficient_funds: 'If the payer holds less of `asset` than `amount`, fund that address instead.',
  authorization_expired:
    'If `validBefore` (MPP: `expires`) was over, that is the cause: sign just before sending, and give more time in the challenge.',
  authorization_not_yet_valid: 'If `validAfter` lies ahead of `date +%s`, a clock runs fast: sync it.',
  nonce_already_used:
    'If the chain calls the nonce used, that payment is paid: ask for its answer and sign nothing new.',
  invalid_signature:
    'If the signer that you recover is not `from`, the wrong key or domain has signed: correct that instead.',
  wrong_domain_or_token_version:
    'If `extra` differs from name() and version() of the token, the seller has to correct `extra`.',
  wrong_network:
    'If the network of the payment is in no entry, or not in /supported of the facilitator, that one has to be changed instead.',
  wrong_asset: 'If the token of the payment is not `asset` of the entry, correct that instead.',
  wrong_recipient: 'If `to` of the payment is not `payTo`, an old challenge was kept: clear that cache.',
  amount_mismatch: 'If the signed `value` is not `amount` of the entry, correct the conversion instead.',
  price_above_cap:
    'If a client threw before it signed and names a cap, that cap decides: raise it, or do not pay.',
  unsupported_scheme:
    'If scheme and network of the entry are not registered on the side that throws, register them there.',
  unsupported_version: 'If `x402Version` differs between the two sides, update the older one.',
  malformed_payment_header:
    'If the payment header does not decode to the members of its version, mend that first.',
  missing_payment_header:
    'If the refused call carried no payment header, it was never paid: use a client that sends one.',
  malformed_challenge:
    'If the decoded 402 lacks a member, the seller has to mend it (POST /api/discovery-declaration/check names it).',
  header_too_large: 'If a header is over 8 kB, shrink it, or raise the limit of the hop that refuses it.',
  payment_not_bound: 'If the payment was made for another URL, method or body, it is good only there.',
  payment_reused: 'If this payment bought an earlier request, repeat exactly that one for its answer.',
  idempotency_conflict: 'If another request has the same identifier, make a new identifier for this one.',
  facilitator_unavailable:
    'If `curl -si <facilitator>/supported` fails from the server, the facilitator is the fault: answer 503 until it is back.',
  facilitator_auth: 'If the facilitator answers 401 or 403 to the seller, its key is the fault.',
  facilitator_rejected:
    'If the facilitator answered `isValid: false` or 400, its reason decides: read that body.',
  settlement_failed:
    'If there is a reverted transaction or `success: false`, `errorReason` of /settle decides.',
  settlement_pending_or_unknown:
    'If there is a transaction without a receipt, or no answer at all, look on chain before anything else.',
  simulation_failed: 'If the transfer reverts in a trial, the reason of that revert decides.',
  gas_or_settler:
    'If the account that sends the transaction lacks gas or has a stuck one, top it up or replace that.',
  rpc_unavailable: 'If the same read works on another RPC endpoint, change the node instead.',
  rate_limited: 'If an answer was 429, wait as long as Retry-After says and go slower.',
  network_timeout:
    'If the connection was made and no whole answer came, raise the timeout, and send nothing but the same payment.',
  tls_or_dns: 'If the name does not resolve, the port refuses or the certificate fails, mend that first.',
  cors_or_browser:
    'If the same call works outside the browser, the CORS headers of the server are the fault.',
  wallet_rejected: 'If the wallet gave 4001, its owner declined: ask again only out of a click.',
  wallet_misconfigured:
    'If it fails before any request with a payment goes out, look at key, account and chain of the signer.',
  client_version_mismatch: 'If two versions of one package are installed, give all of them one version.',
  dependency_missing: 'If a module or a global is named as missing, install that.',
  server_misconfigured:
    'If the server fails at start or on every call alike, a setting of the seller is wrong or missing.',
  route_not_protected:
    'If a call without payment is answered 200, mount the payment middleware before the handler.',
  discovery_rejected:
    'If an index or validator says it, POST /api/discovery-declaration/check names the rule.',
  mcp_payment_dialect:
    'If the failing message is JSON-RPC or a tool result, the payment goes into params._meta["x402/payment"].',
  response_invalid: 'If the status is 200 and the body cannot be read, it is paid: ask for that answer.',
  receipt_invalid: 'If the answer came and only its receipt fails, the transfer on chain is the proof.',
  smart_wallet_signature:
    'If `from` is a contract (`cast code <from>` is not 0x), its signature is the fault, and an ordinary account can pay.',
  solana_transaction:
    'If the facilitator names an instruction or account, compare the transaction with what it allows.',
  session_or_channel:
    'If the payment is a voucher of a channel, read its deposit, highest voucher and state.',
  upstream_error: 'If the seller answers 5xx from its own handler, its log has the exception.',
  request_invalid: 'If the same call without payment is refused alike, correct the request itself.',
  policy_refused: 'If the refusal names a rule, a screening or a policy, whoever set that rule decides.',
};
