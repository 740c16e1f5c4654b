import type { Entry } from '../accounting/states.ts';
import type { Signer } from '../ports.ts';
import type { RailName, Settlement } from '../values/payment.ts';
import { unixSeconds } from '../values/time.ts';

/** What a rail calls a payment of exactly the price. */
const SCHEMES = { x402: 'exact', mpp: 'charge' } as const satisfies Record<RailName, string>;

/**
 * The two receipts of a paid 200. Every member comes from the journal row or the credential, and Ed25519 is
 * deterministic: a redelivery carries the same receipts as the first delivery.
 */
export async function receiptsFor(
  entry: Entry,
  settlement: Settlement,
  resourceUrl: string,
  bodyDigest: string,
  signer: Signer,
) {
  const issuedAt = unixSeconds(entry.settledAt ?? entry.asOf);
  const { network, transaction, payer } = settlement;
  const [official, delivery] = await Promise.all([
    signer.sign({ version: 1, network, resourceUrl, payer, issuedAt, transaction }),
    signer.sign({
      version: 1,
      product: entry.product,
      // Without it two payments of one payer, sold at one instant in one transaction, would have one receipt.
      paymentKey: entry.key,
      resourceUrl,
      scheme: SCHEMES[entry.rail],
      network,
      asset: entry.asset,
      payTo: entry.payTo,
      amount: entry.amount,
      payer,
      transaction,
      offerDigest: entry.offerDigest,
      termsDigest: entry.termsDigest,
      requestFingerprint: entry.fingerprint,
      bodyDigest,
      issuedAt,
      release: entry.release,
    }),
  ]);
  return { receipt: official, delivery, settledAt: issuedAt };
}
