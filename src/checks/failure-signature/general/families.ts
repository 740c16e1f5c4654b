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
};
