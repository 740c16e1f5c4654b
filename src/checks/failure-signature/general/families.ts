import type { PaymentDialect } from '../dialect.ts';
import type { Cause } from '../dictionary/causes.ts';
import type { Family } from '../families.ts';

/** Where a general fix speaks of EVM only: the same for other kinds of chains. */
export const OF_FAMILY: Readonly<Partial<Record<Cause, Readonly<Partial<Record<Family, string>>>>>> = {
  insufficient_funds: {
    svm: 'Buyer: `spl-token balance <mint> --owner <from>` on the cluster of the challenge, with its `asset` as mint: below `amount`, fund exactly that wallet with that mint (SOL is needed by `extra.feePayer` only). It holds enough: the payment takes another token account, or the client pays from another key. ⟦?Once the block hash has expired (60 s) and no explorer shows the transfer, sign a fresh challenge.⟧ Seller: the payer lacks the tokens; deliver only after `success: true` of /settle, and keep SOL on your fee payer.',
    other:
      'Buyer: look up in the explorer of that chain how much the signing address holds of the asset of the challenge (a trustline or opt-in alone is no balance): below `amount`, fund that address there and send the same payment again while it is valid. It holds enough: the client pays from another account. Seller: the payer lacks the tokens; deliver only after `success: true` of /settle.',
  },
  invalid_signature: {
    svm: 'Buyer: decode `payload.transaction` (base64) at explorer.solana.com/tx/inspector and look which signer is missing: the owner of the source token account signs, over the message as it is sent, and the place of the fee payer (`extra.feePayer`) stays empty. Build it with the current @x402/svm and a keypair, and change nothing after signing. ⟦Then sign a fresh challenge.⟧ Seller: all buyers fail: copy `extra.feePayer` from /supported of the facilitator. Some only: they sign with another key or wallet; answer with the missing signer.',
    other:
      'Buyer: the verifier rebuilt other bytes than were signed: compare network (with its passphrase or chain id), sequence or ledger of expiry, asset, amount and recipient with the challenge, and let the SDK of that chain build all of it. ⟦Then sign a fresh challenge.⟧ Seller: read `invalidMessage` of /verify, which names the part; all buyers fail: network or asset of the route is wrong.',
  },
  wrong_network: {
    other:
      'Buyer: compare `network` of every `accepts` entry with those that your client registered, and use the client package of that chain with an account and funds there. Seller: set `network` of the route to one that `curl -s <facilitator>/supported | jq ".kinds[]|[.scheme,.network]"` lists, spelled as there, or take a facilitator that lists yours.',
  },
  authorization_expired: {
    svm: 'Buyer: look first in the explorer, at the token account of the payer and that time, whether a transfer to `payTo` went through: then it is paid, ask the seller for that answer. ⟦?None, and its block hash has expired (60 to 90 s): fetch a fresh challenge and send at once after signing.⟧ Seller: settle at once after verify, before slow work: a block hash lives about a minute.',
  },
  settlement_failed: {
    svm: 'Buyer: `solana confirm -v <signature>` with `transaction` of the settle answer: Finalized without an error means paid, so give the seller the signature and ask for the answer; an error means that nothing moved. ⟦?Without a signature sign anew only once the block hash has expired (60 s) and no explorer shows the transfer.⟧ Seller: `solana confirm -v <signature>` prints the program log: too little of the token, no token account of `payTo`, fee payer without SOL. Look on chain before you call it unpaid, and deliver once the chain says paid.',
    other:
      'Buyer: open `transaction` of the settle answer in the explorer of that chain: it succeeded: you have paid, so give the seller the transaction and ask for the answer. ⟦?It failed, or there is none: sign anew only once the old payment has expired and no explorer shows the transfer.⟧ Seller: the error of the transaction in the explorer is the reason (too little of the asset, no trustline or association of `payTo`, sequence); deliver once the chain says paid.',
  },
  simulation_failed: {
    other:
      'Buyer: `invalidMessage` of /verify names why the trial failed: balance, opt-in or trustline, expiry or network; correct that and send the same payment again while it is valid. ⟦Once it has expired, sign a fresh challenge.⟧ Seller: give `payTo` the trustline or opt-in of that asset as well, and take a facilitator whose /supported lists that network.',
  },
  wrong_asset: {
    other:
      'Buyer: build the payment with exactly the `asset` of the entry, in the form that this chain names tokens in (an id or issuer, not a symbol, and not the address of another chain)⟦, or pay another entry⟧. Seller: set `asset` to what the explorer of that chain shows as the id of the token, in the form that the facilitator reads.',
  },
  wrong_domain_or_token_version: {
    other:
      'Buyer: let the SDK of that chain build the payment from the entry, with the network and `extra` that it names, and change nothing afterwards. ⟦Then sign a fresh challenge.⟧ Seller: set network, asset and `extra` of the entry to what /supported of the facilitator lists.',
  },
  smart_wallet_signature: {
    other:
      'Buyer: ⟦pay from an ordinary account of that chain, with one key and a small budget.⟧ An account that signs by a program or by several keys needs a facilitator that knows such accounts. Seller: nothing of your route is wrong: use a facilitator that knows such accounts. Facilitator: name in the refusal which kinds of accounts you take.',
  },
  gas_or_settler: {
    other:
      'Seller: look in the explorer of that chain at the account that sends (sponsor, relay, fee payer): its balance of the coin for fees is low: top it up; it is that of a hosted one: report account and time, and use a second one. Transactions wait behind a missing or stuck number: fill or replace the lowest first, and send one at a time. Buyer: only they can fix it: send the same payment again later, and sign no other. Your own account sends: hold its coin, and take the next number from the node.',
  },
  rpc_unavailable: {
    other:
      'Buyer: the host in the message says whose node failed; yours: set another endpoint; not yours: send the same payment again in a minute. A balance of 0 read from a dead node is not 0. Seller: ask the node for its newest block from that machine: no answer: set an endpoint of your own with a second one behind it, for server and facilitator. Answer 503 instead of a verdict while none answers.',
  },
  authorization_not_yet_valid: {
    other:
      'Buyer: compare the time from which the payment is valid with `date +%s` and the newest block of that chain: wait until it has passed, send the same payment again, and sync this clock. Seller: sync the clock of server and node.',
  },
  wallet_misconfigured: {
    other:
      'Buyer: print what signs: its address has to be the payer, of the form and network that the entry names, with a key or session that may sign there; a wallet of another kind of chain cannot. A key from a variable: `printenv <NAME> | wc -c` shows whether it is there. Seller: in a page connect a wallet of that chain before you ask it to sign.',
  },
};

/** Where a general fix speaks of x402 only: the same for MPP. */
export const OF_DIALECT: Readonly<Partial<Record<Cause, Readonly<Partial<Record<PaymentDialect, string>>>>>> =
  {
    missing_payment_header: {
      mpp: 'Buyer: a plain HTTP client cannot pay⟦: call by `npx mppx <url>`, or by mppx or pympp in code, which answer `WWW-Authenticate: Payment` with `Authorization: Payment`⟧. It does send that header: a redirect, a proxy or another Authorization replaces it, so call the final https URL. Seller: log whether `Authorization: Payment` arrives with the paid call: a proxy or login that takes Authorization for itself is the usual cause. A 402 to the first call is no error.',
    },
    malformed_payment_header: {
      mpp: 'Buyer: decode the credential behind `Authorization: Payment` (base64url of JSON): it holds `challenge`, echoed unchanged with its id, and `payload`; let the newest mppx or pympp build it, once and without padding. Seller: decode the credential that arrived: challenge and payload are there: update the package that reads it. Something is missing: name it in `detail` of the problem.',
    },
    malformed_challenge: {
      mpp: 'Buyer: nothing was signed, and only the seller can fix its challenge: send it what `curl -si <url> | grep -i ^www-authenticate` shows. All of it is there: update your client. Seller: send `WWW-Authenticate: Payment id="…", realm="…", method="tempo", intent="charge", request="<base64url of JSON>"` on every 402, with commas between the parameters and quotes around them. `expires` is a time of RFC 3339, and amounts in `request` are strings.',
    },
    unsupported_scheme: {
      mpp: 'Buyer: register method and intent of one challenge with the client (`Mppx.create({ methods: [tempo({ account })] })`). It knows none: only the seller can offer another; pay nothing. Seller: register each method and intent that you offer on the server, with recipient and currency, and offer `tempo` with `charge` beside rarer ones.',
    },
    unsupported_version: {
      mpp: 'Buyer: look what the 402 speaks: `WWW-Authenticate: Payment` is MPP, PAYMENT-REQUIRED or a body with `accepts` is x402; take the newest client of that one (mppx or pympp, @x402/fetch). Seller: offer both on one 402 (`WWW-Authenticate: Payment` and PAYMENT-REQUIRED), or say in your documents which one you speak; update mppx.',
    },
  };
