import type { Case } from './case.ts';

/** Settlement that failed, or whose outcome is open. The closer case stands first. */
export const SETTLEMENT_CASES: readonly Case[] = [
  {
    id: 'no-gas-estimate',
    of: ['settlement_failed', 'facilitator_rejected', 'simulation_failed'],
    says: /(?:unable|failed|cannot|could not) to estimate gas|gas estimation failed|estimate_?gas.{0,40}(?:revert|fail)/,
    acts: 'seller',
    fate: 'uncertain',
    leads: true,
    fix: 'The trial of the transfer reverted, or the node hiccuped: `cast call <asset> "transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)" <from> <to> <value> <validAfter> <validBefore> <nonce> <signature> --rpc-url <node>` decides. Seller: it reverts: its reason is the fault (`extra.name`, balance and validAfter first); it passes: try /settle again only while the call of the buyer still waits, else answer 503.',
  },
  {
    id: 'claim-before-settle',
    of: ['gas_or_settler', 'settlement_pending_or_unknown', 'session_or_channel'],
    says: [
      /batch[-_ ]settlement|\bclaim\b/,
      /replacement transaction underpriced|nothing_to_settle|nothing to settle/,
    ],
    acts: 'seller',
    fate: 'open',
    leads: true,
    fix: 'Claim and settle are two transactions of one facilitator account, and the second one went out before the first was mined. Seller: after claim wait for its receipt (`cast receipt <hash> --confirmations 1`) and only then send settle; one at a time for each receiver. nothing_to_settle: the claim is not mined yet, or it settled already: read the channel first. You do not need the facilitator’s key; if it happens with a pause too, report both hashes to it.',
  },
  {
    id: 'settle-not-awaited-by-handler',
    of: ['upstream_error', 'settlement_failed'],
    says: [
      /next|middleware/,
      /(?:settle|charg|paid|customer).{0,160}(?:error page|\b500\b|error|failed)|\b500\b.{0,200}settle/,
      /nextresponse|x402-next|next\.?js|middleware\.ts|next middleware/,
    ],
    acts: 'seller',
    fate: 'paid',
    leads: true,
    fix: 'Seller: a Next.js middleware ends before the route handler runs, so it settles whatever the handler answers. Wrap the handler itself: `export const GET = withX402(handler, …)` of @x402/next (v1: x402-next), which settles only after an answer below 400, and take the path out of `config.matcher`. Test: let the handler throw and see that no PAYMENT-RESPONSE comes back. Refund who was charged. Buyer: send the same payment again, then ask for a refund with its transaction.',
  },
  {
    id: 'charged-for-error',
    of: ['upstream_error', 'settlement_failed'],
    says: [
      /settle[ds]? (?:even|although|anyway|regardless|before)|charged (?:even|although|anyway|for (?:an|a|the) (?:error|fail|500|4\d\d))|paid for an? error|(?:handler|upstream|route|endpoint|tool).{0,60}(?:4\d\d|5\d\d|fail|threw|throws|error).{0,120}(?:settled|charged|debited|still (?:took|paid))/,
    ],
    acts: 'seller',
    fate: 'paid',
    fix: 'Seller: settle only after the answer is made and is 2xx. @x402/express, hono, fastapi do so when the handler sets the status (`res.status(502)`), not when it answers 200 with an error inside. Own code: verify, run, then settle. Test: a failing request carries no PAYMENT-RESPONSE. Refund the transaction. Buyer: repeat the same request with the same payment; if the error stays, send the seller transaction and time.',
  },
  {
    id: 'settled-and-empty-hash',
    of: ['settlement_pending_or_unknown', 'response_invalid'],
    says: [
      /success:true/,
      /(?:transaction|tx_?hash|txhash):(?:null|undefined|,|\}|$)|(?:empty|no|missing|blank) (?:transaction|tx) ?(?:hash|id)?/,
    ],
    acts: 'seller',
    fate: 'open',
    leads: true,
    fix: 'The facilitator says success and names no transaction: do not believe either. Seller: read authorizationState(from, nonce) of the token: `cast call <asset> "authorizationState(address,bytes32)(bool)" <from> <nonce> --rpc-url <node>`. true: it is paid, deliver. false after validBefore: it never settled, deliver nothing and report it to the facilitator. Buyer: send the same payment again; sign no other until that call says false and it has expired.',
  },
  {
    id: 'hash-that-no-chain-has',
    of: ['settlement_pending_or_unknown'],
    says: [
      /(?:hash|tx|transaction)\b/,
      /(?:not|never|nowhere|cannot be|isnt|is not) (?:be )?(?:found |seen |visible |there )?(?:on|in) (?:the )?(?:chain|explorer|basescan|solscan|etherscan|any block|blockchain)|no (?:blockchain |on-?chain )?transaction (?:occurs|exists|found)|transaction not found/,
    ],
    acts: 'nobody',
    fate: 'open',
    fix: 'A hash is a promise, not a payment: ask the network of the challenge (Base or Base Sepolia?) twice, a minute apart: `cast receipt <hash> --rpc-url <node>` (Solana: `solana confirm -v <signature>`). For buyer and seller: found: it counts; not found: read authorizationState(from, nonce): true: another transaction paid it; false past validBefore: nothing moved. Until then sign nothing new.',
  },
  {
    id: 'twice-for-parallel-calls',
    of: ['settlement_pending_or_unknown', 'payment_reused'],
    says: [
      /concurren|parallel|simultaneous|at the same time|race/,
      /(?:same|one|identical) (?:settlement|proof|transaction|tx|hash|payment)|(?:two|double|twice|duplicate|multiple)\b.{0,40}(?:debit|charge|settle|transfer|paid)/,
    ],
    acts: 'seller',
    fate: 'held',
    leads: true,
    fix: 'Calls that ran at once shared a payment or paid twice. Seller: claim payer and nonce in a store with a unique key before you settle, answer 409 to the second, and count the Transfer events from the payer to payTo against the answers. Refund what was taken beyond. Buyer: send the seller the hashes, and no further payment for these calls; from then on one payment for one request.',
  },
  {
    id: 'client-signs-on-each-402',
    of: ['settlement_pending_or_unknown', 'payment_reused'],
    says: [
      /(?:sign|pay|authoriz)\w*.{0,60}(?:fresh|new|again|another|second|every|each|twice|2x|loop|repeat|multiple)|(?:infinite|endless|retry) loop|spiral|charged (?:twice|again|multiple)|double[- ](?:charge|pay|spend)|two (?:charges|debits|payments)/,
      /\b402\b/,
    ],
    acts: 'buyer',
    fate: 'open',
    fix: 'The client signs once for every 402, so a late or failed settlement is paid twice. Buyer: stop after one signature for a request, and look what the first one did: authorizationState(from, nonce). Keep it under method, URL and body, send that same payment again after a timeout or another 402, and put no retry wrapper around the paying fetch. Seller: answer 503 with Retry-After, not 402, while a settlement is open.',
  },
  {
    id: 'pending-store-per-instance',
    of: ['settlement_pending_or_unknown'],
    says: [
      /settlement_pending|pending ?settlement ?store|pendingsettlementstore/,
      /instance|replica|pod|serverless|lambda|worker|restart|multi|redis/,
    ],
    acts: 'seller',
    fate: 'open',
    leads: true,
    fix: 'The pending settlement is remembered by one process, and another one was asked. Seller: give all instances one PendingSettlementStore (Redis or SQL) instead of the one in memory; it has to outlive a restart. Test: settle with a slow node, stop the instance, and send the same payment to another one: it must reconcile, not answer 402. Buyer: send the same payment again until its validBefore.',
  },
  {
    id: 'expired-before-settle',
    of: ['authorization_expired', 'settlement_failed'],
    says: [
      /(?:slow|long|minutes?|seconds?|llm|generat|handler|takes|took).{0,160}(?:expir|validbefore|valid_before)|(?:expir|validbefore|valid_before|maxtimeoutseconds).{0,160}(?:slow|long[- ]running|before (?:the )?settle|handler|generat|takes|took)/,
    ],
    acts: 'seller',
    fate: 'doubtful',
    fix: 'The payment was sent, or settled, after its time (`validBefore`; MPP: `expires`) was over. Seller: set `maxTimeoutSeconds` of the route above the slowest answer plus settlement (a job of 90 s needs at least 180), or settle before the work where you can refund. Check: sign, wait as long as the job takes, and settle. Buyer: look whether it was used (authorizationState of its nonce); ⟦?if not, and past validBefore, fetch a challenge without any cache, and sign and send it at once, after every approval.⟧',
  },
  {
    id: 'paid-without-serving-v1-result',
    of: ['route_not_protected', 'settlement_failed'],
    says: [
      /(?:serves?|served|returns?|returned|delivers?|delivered|content|resource|200).{0,120}(?:settle\w*|success).{0,60}(?:fail|false)|(?:settle\w*|success).{0,40}(?:fail\w*|false).{0,120}(?:still|anyway|serves?|served|200|content|resource)/,
    ],
    unless: /broadcast|\bpending\b|in flight|\bpoll(?:ed|s|ing)?\b|blockhash (?:is )?still valid/,
    acts: 'seller',
    fate: 'doubtful',
    fix: 'Seller: the server looks at the HTTP status of /settle and not at `success`; a failed settlement comes as 200 with success false. Answer 402 with `errorReason` unless `success === true`, before the body goes out (fixed in x402-next after November 2025, x402-axum after February 2026: update). Test: let a fake facilitator answer {"success":false,"errorReason":"insufficient_funds"}: no content may leave. Buyer: nothing to do.',
  },
  {
    id: 'unexpected-settle-error',
    of: [
      'settlement_failed',
      'facilitator_unavailable',
      'settlement_pending_or_unknown',
      'facilitator_rejected',
    ],
    says: /unexpected_settle_error|unexpected settle error/,
    acts: 'seller',
    fate: 'open',
    fix: 'The facilitator threw while it settled, perhaps after it sent. Seller: read `transaction` of the answer and authorizationState(from, nonce) on chain. true: deliver to that payment. false: try /settle again only while the call of the buyer still waits, else answer 503 and settle in the call that delivers. The log of the facilitator names the exception (node, gas, nonce). Buyer: send the same payment again while it is valid; sign nothing new.',
  },
  {
    id: 'wallet-funds-spent-meanwhile',
    of: ['insufficient_funds', 'settlement_failed'],
    says: [/verif\w+.{0,60}(?:ok|pass|valid|succe)/, /(?:exceeds balance|insufficient)/],
    acts: 'buyer',
    fate: 'good',
    fix: 'The balance was there when the payment was verified and gone when it was settled: other payments of the same wallet came first. Buyer: `cast call <asset> "balanceOf(address)(uint256)" <from>`; fund `from` and send the same payment again while it is valid; then run fewer paid calls at once than the balance covers. Seller: settle before the answer leaves, or accept the loss.',
  },
];
