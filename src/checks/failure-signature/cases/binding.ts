import type { Case } from './case.ts';

/** Challenges, credentials, sessions, Solana and Tempo transactions. The closer case stands first. */
export const BINDING: readonly Case[] = [
  {
    id: 'instances-with-own-secrets',
    of: ['payment_not_bound'],
    says: /mpp_secret_key|secretkey|not issued by this server|challenge (?:id|hmac) mismatch/,
    fix: 'Seller: give every instance the same MPP_SECRET_KEY (from a secret store, never made at start) and the same realm; a challenge of one pod is then valid on the other, and after a restart. Buyer: fetch one fresh challenge and pay it at once; if that fails too, only the seller can mend it.',
  },
  {
    id: 'challenge-used-up',
    of: ['payment_not_bound', 'payment_reused'],
    says: /already (?:been )?(?:used|consumed|redeemed)|single.use|replay/,
    fix: 'This challenge has paid one call already. Buyer: look for the Payment-Receipt of the first call, or its transaction on chain. If it was charged, ask the seller for that answer with the receipt. If it was not, fetch a fresh challenge and pay that. Never send one credential twice.',
  },
  {
    id: 'body-differs-from-challenge',
    of: ['payment_not_bound'],
    says: /digest|body (?:hash|mismatch|changed|differs)|streaming request body/,
    fix: 'Send the paid call with exactly the bytes that the challenge was fetched with: serialise the body once, keep the string, and send it both times. A stream cannot be bound; send a string or a buffer.',
  },
  {
    id: 'requirements-differ-between-calls',
    of: ['payment_not_bound', 'amount_mismatch'],
    says: /no matching payment requirements|requirements (?:do not|dont) match|accepted.{0,40}(?:mismatch|not match|differ)/,
    fix: 'Seller: build the same `accepts` for the unpaid and the paid call: no time, random value or rounded price in `amount`, `payTo` or `extra`. Buyer: call twice without payment and compare the two `accepts`; if they differ tell the seller, if not sign the newest one.',
  },
  {
    id: 'url-seen-behind-proxy',
    of: ['payment_not_bound', 'malformed_challenge'],
    says: /resource.{0,60}(?:does not match|mismatch|do not match)|(?:proxy|ngrok|tunnel|cloudflare).{0,60}(?:resource|url)|x-forwarded/,
    fix: 'Compare `resource.url` of the challenge with the URL that you call. Another path or query: Buyer: fetch and pay the challenge of exactly this URL. Only http for https, or another host: the seller is behind a proxy; Seller: trust it (Express `app.set("trust proxy", 1)`, uvicorn `--proxy-headers`) or set `resource` of the route.',
  },
  {
    id: 'fee-payer-envelope',
    of: ['session_or_channel', 'solana_transaction', 'facilitator_rejected'],
    says: /\b0x7[68]\b|fee.?payer envelope/,
    fix: 'Tempo, `feePayer: true`: the deposit transaction has to go out as fee-payer envelope 0x78, not as 0x76. Buyer: update the client (cast and forge: a Foundry build with pull request 14967; mppx: current release), or use the charge intent meanwhile. Seller: `feePayer: false` takes 0x76. Check first that no channel was opened.',
    leads: true,
  },
  {
    id: 'channel-gone',
    of: ['session_or_channel'],
    says: /channel[- _]?not[- _]?found|channelnotfound|dead channel|no such channel|channel (?:is |was )?(?:closed|finali[sz]ed|expired)|channel-finali[sz]ed/,
    fix: 'Client: on 410, or when the channel is closed, delete this channelId from the cache (also the one in memory), drop the voucher, fetch a fresh challenge and open a new channel: `mppx sessions list`, then `mppx <url> --session new`. Ask the chain what the old channel holds, and close it to get the rest back.',
  },
  {
    id: 'channel-closing',
    of: ['session_or_channel', 'facilitator_rejected'],
    says: /channel.{0,60}(?:settling|closing|close requested|being closed|closerequested)|(?:settling|closing) channel/,
    fix: 'A channel that is closing takes no more vouchers. Buyer: let it settle (the deposit less the highest voucher comes back), then open a new one from a fresh challenge; send no voucher of the old one. Seller: answer 410 session/channel-finalized instead of verification-failed, so that clients know.',
    leads: true,
  },
  {
    id: 'channel-deposit-used-up',
    of: ['session_or_channel', 'insufficient_funds'],
    says: /exceeds (?:the )?(?:channel )?deposit|exceeds-deposit|insufficient (?:channel )?deposit|(?:never|not|no|without).{0,12}top(?:s|ped|ping)?[- ]?up|cumulative.{0,40}(?:exceed|deposit)/,
    fix: 'The deposit is used up. Buyer: top the channel up to at least the cumulative amount of the next voucher (mppx raises it by itself up to `maxDeposit`: raise that), then send the voucher again. A client that cannot top up: close the channel and open one with a larger deposit. Seller: put a `suggestedDeposit` into the challenge.',
  },
  {
    id: 'channel-spent-without-answer',
    of: ['session_or_channel', 'facilitator_rejected', 'settlement_pending_or_unknown'],
    says: /channel (?:was )?opened|opened a channel|open channel|partly spent/,
    fix: 'The channel holds your money: open no second one. Buyer: list it (`mppx sessions list`; Tempo wallet: its sessions), note channelId, deposit and highest voucher, and repeat the same request in that session once. Refused again: close it (`mppx sessions close`), which pays the rest back, and send the seller the channelId. Seller: only its log says what failed.',
    leads: true,
  },
  {
    id: 'voucher-not-higher',
    of: ['session_or_channel'],
    says: /delta too small|(?:lower|less|smaller) than (?:the )?(?:last|previous|highest|current|accepted)|not (?:greater|higher|increasing)|stale voucher|non-monotonic/,
    fix: 'Sign the next voucher for the last accepted cumulative amount plus the price of this call. Read that amount from the last Payment-Receipt (or from the seller), not from memory, and send vouchers of one channel one after another.',
  },
  {
    id: 'wallet-adds-instructions',
    of: ['solana_transaction'],
    says: /lighthouse|phantom.{0,80}(?:adds?|inject|instruction)|(?:wallet|phantom|solflare) adds/,
    fix: 'The wallet adds Lighthouse instructions of its own. Seller or facilitator: update @x402/svm; the current verifier takes seven instructions with Lighthouse and Memo among them, older ones stop at six. Buyer: until then sign with a keypair (`createKeyPairSignerFromBytes`) or a wallet that adds nothing; signing again in Phantom gives the same.',
    leads: true,
  },
  {
    id: 'memo-not-allowed',
    of: ['solana_transaction'],
    says: /\bmemosq4g|unknown (?:fourth|fifth|sixth) instruction|instructions_length|\bmemo\b/,
    fix: 'Count the instructions: limit, price, TransferChecked and a Memo, which current clients add to make each payment unique. A facilitator that refuses the fourth is older. Seller: update @x402/svm (Python: x402) at the facilitator, or use one whose verifier takes Memo. Buyer: until then sign with a client from before Memo; the current one adds it again.',
  },
  {
    id: 'compute-limit-refused',
    of: ['solana_transaction'],
    says: /compute_?limit|compute (?:unit )?limit|smart_wallet_program_not_allowed|setcomputeunitlimit|max_?compute_?units|\d ?cu\b/,
    fix: 'Put SetComputeUnitLimit as the first instruction with 20000 units, the value of @x402/svm. Do not leave it out (then: smart_wallet_program_not_allowed), and do not raise it: the CDP facilitator refuses 100000, others from 400000. Set the price (second instruction) to 1 microlamport. Sign a fresh challenge.',
  },
  {
    id: 'compute-price-refused',
    of: ['solana_transaction'],
    says: /compute_?price|compute (?:unit )?price|microlamport|priority fee/,
    fix: 'Put SetComputeUnitPrice as the second instruction, with 1 microlamport (the default of @x402/svm) and never above 5000000. Switch off priority fees that wallet or RPC add by themselves. Sign a fresh challenge.',
  },
  {
    id: 'no-token-account',
    of: ['solana_transaction', 'simulation_failed'],
    says: /invalidaccountdata|token account|\bata\b|associated|accountnotfound|never held|could not find account/,
    fix: 'The address of `payTo` (or the payer) has no token account for this mint, and the payment may not create one. Seller: create it once: `spl-token create-account <mint> --owner <payTo> --fee-payer <key>`. Buyer: check yours with `spl-token accounts --owner <from>`; then send a fresh payment.',
  },
  {
    id: 'block-hash-old',
    of: ['solana_transaction', 'authorization_expired'],
    says: /block ?hash|block height exceeded/,
    fix: 'A block hash lives about 60 seconds. Fetch the challenge, build, sign and send without a pause; take the block hash from the same cluster as `network`, with commitment `confirmed`. Check that the old transaction is in no block before you sign anew.',
  },
  {
    id: 'fee-payer-of-challenge',
    of: ['solana_transaction', 'malformed_challenge'],
    says: /fee_?payer|fee payer/,
    fix: 'Buyer: set the fee payer to `extra.feePayer` of the entry; let it stand in no instruction and sign only as the authority of the transfer. Seller: copy `extra.feePayer` from /supported of the facilitator that settles, at every start.',
  },
];
