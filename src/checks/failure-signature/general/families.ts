import type { Cause } from '../dictionary/causes.ts';
import type { Family } from '../families.ts';

/** Where a general fix speaks of EVM only: the same for other kinds of chains. */
export const OF_FAMILY: Readonly<Partial<Record<Cause, Readonly<Partial<Record<Family, string>>>>>> = {
  insufficient_funds: {
    svm: 'Buyer: `spl-token balance <mint> --owner <from>` on the cluster of the challenge, with its `asset` as mint. Below `amount`: fund exactly that wallet with that mint there; SOL is needed by `extra.feePayer` only. Enough: the payment takes another token account, or the client pays from another key. ⟦?Then, once the block hash is over (60 s) and no explorer shows the transfer, sign a fresh challenge.⟧ Seller: the payer lacks the tokens; deliver only after `success: true` of /settle, and keep SOL on your fee payer.',
    other:
      'Buyer: look up in the explorer of that chain how much the signing address holds of the asset of the challenge (a trustline or opt-in alone is no balance). Below `amount`: fund that address there, and send the same payment again while it is valid. Enough: the client pays from another account. Seller: the payer lacks the tokens; deliver only after `success: true` of /settle.',
  },
  invalid_signature: {
    svm: 'Decode `payload.transaction` (base64) at explorer.solana.com/tx/inspector: which signer is missing or wrong? Buyer: let the owner of the source token account sign, over the message as it is sent: fee payer `extra.feePayer`, a fresh block hash, nothing changed after signing; the place of the fee payer stays empty. Build it with the current @x402/svm and a keypair. ⟦Then sign a fresh challenge.⟧ Seller: all buyers fail: `extra.feePayer` is not that of the facilitator: copy it from its /supported.',
    other:
      'The verifier rebuilt other bytes than were signed. Buyer: compare network (with its passphrase or chain id), sequence or ledger of expiry, asset, amount and recipient of the payment with the challenge. Let the SDK of that chain build all of it, in the version that the facilitator runs. Nothing was charged; ⟦sign a fresh challenge.⟧ Seller: read `invalidMessage` of /verify, which names the part; all buyers fail: network or asset of the route is wrong.',
  },
  settlement_failed: {
    svm: 'Read `transaction` of the settle answer. Buyer: if it holds a signature, run `solana confirm -v <signature>`. Finalized without an error means paid: give the seller the signature and ask for the answer. An error means that nothing moved. ⟦?Without a signature, sign anew only once the block hash has expired (60 s) and no explorer shows the transfer.⟧ Seller: `solana confirm -v` prints the program log: too little of the token, no token account of `payTo`, fee payer without SOL. Deliver once `success: true` or the chain says paid; look on chain before you call it unpaid.',
    other:
      'Read `transaction` of the settle answer and open it in the explorer of that chain. Buyer: if it succeeded, you have paid: give the seller the transaction and ask for the answer. ⟦?If it failed, or there is none, sign anew only once the old payment has expired and no explorer shows the transfer.⟧ Seller: the error of the transaction there is the reason; deliver once `success: true` or the chain says paid.',
  },
  simulation_failed: {
    other:
      'The transfer failed in simulation, and the simulation sent nothing. `invalidMessage` of /verify names the cause. Buyer: correct it (balance, opt-in or trustline, expiry, network). While the payment is valid, send the same payment again; ⟦once it has expired, sign a fresh challenge.⟧ Seller: `payTo` needs the trustline or opt-in as well, and the facilitator must list that network.',
  },
  wrong_asset: {
    other:
      'Compare `asset` of the entry with the token of the payment, in the form that this chain names tokens in (an id or issuer, not a symbol, and not the address of another chain). Buyer: build the payment with exactly that `asset`⟦, or pay another entry⟧. Seller: set `asset` to what the explorer of that chain shows as the id of the token, and ask the facilitator which form it reads. Check: payment and entry show one token.',
  },
  wrong_domain_or_token_version: {
    other:
      'The bytes that were signed are not those that the verifier rebuilds. Buyer: let the SDK of that chain build the payment from the entry, with the network and `extra` that it names, and change nothing afterwards. ⟦Then sign a fresh challenge.⟧ Seller: compare network, asset and `extra` of the entry with what /supported of the facilitator lists.',
  },
  smart_wallet_signature: {
    other:
      'The account signs by a program or by several keys, and the verifier wants one key. Buyer: ⟦pay from an ordinary account of that chain with a small budget.⟧ Seller: nothing of your route is wrong; use a facilitator that knows such accounts. Facilitator: name in the refusal which kinds of accounts it takes. Check: /verify says isValid.',
  },
  gas_or_settler: {
    other:
      'Look in the explorer of that chain at the account that sends (sponsor, relay, fee payer). Seller: its balance of the coin for fees is low: top it up. Transactions wait behind a missing or stuck number: fill or replace the lowest first, send one at a time and wait for each. A hosted one: report account and time, and use a second one. Buyer: your own account sends: hold its coin and take the next number from the node; else only they can fix it: send the same payment again later.',
  },
  rpc_unavailable: {
    other:
      'Whose node failed? The host in the message says it; ask it for its newest block. Buyer: yours: set another endpoint; a balance of 0 read from a dead node is not 0. Not yours: send the same payment again in a minute: a refusal made without a node says nothing about it. Seller: set an endpoint of your own with a second one behind it, for server and facilitator, and answer 503 instead of a verdict while none answers.',
  },
  authorization_not_yet_valid: {
    other:
      'Buyer: compare the time from which the payment is valid with `date +%s` and with the newest block of that chain. Ahead: this clock runs fast; sync it, wait until that time has passed and send the same payment again. Seller: sync the clock of server and node.',
  },
  wallet_misconfigured: {
    other:
      'Buyer: print what signs: its address has to be the payer, of the form and network that the entry names, with a key or session that may sign there; a wallet of another kind of chain cannot. A key from a variable: `printenv <NAME> | wc -c` shows whether it is there. Seller: in a page connect a wallet of that chain before you ask it to sign. Check: one signature of the client alone succeeds.',
  },
};
