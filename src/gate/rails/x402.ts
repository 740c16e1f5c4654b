import type { SettleResponse } from '@x402/core/types';
import type { Clock, Entropy, Signer } from '../../ports.ts';
import { Latest } from '../../values/latest.ts';
import { type DrawOrder, ORDER_BYTES } from '../../values/order.ts';
import type { Settlement } from '../../values/payment.ts';
import type { EpochMs } from '../../values/time.ts';
import { offerBook, type Terms } from '../offer.ts';
import {
  type ChallengePart,
  type CredentialRead,
  declinedRead,
  type HeaderOf,
  type Occasion,
  type Rail,
} from './rail.ts';
import { challengeBase, encodeChallenge, OFFER_RECEIPT } from './x402-challenge.ts';
import { readX402Credential } from './x402-credential.ts';

/** x402 v2, scheme `exact`, over HTTP. */

export const CREDENTIAL_HEADER = 'payment-signature';
const V1_CREDENTIAL_HEADER = 'x-payment';
/** What a settlement is told in. Source: x402 v2, HTTP transport. */
export const SETTLEMENT_HEADER = 'PAYMENT-RESPONSE';

/** Challenges kept for a window. */
const MAX_PARTS = 256;

/** The x402 rail of one route. */
export function x402Rail(
  terms: Terms,
  { signer, clock, entropy }: { signer: Signer; clock: Clock; entropy: Entropy },
): Rail {
  const order: DrawOrder = () => entropy.hex(ORDER_BYTES);
  const offers = offerBook(terms, signer, clock);
  // Encoding is most of what a 402 costs, so each is made once a window: for an address one without a reason, and one
  // for each reason.
  let made = new Latest<ChallengePart>(MAX_PARTS);
  let madeIn: number | undefined;

  return { name: 'x402', attached, read, challenge, standing, settled: encodeSettlement };

  async function read(
    header: HeaderOf,
    now: EpochMs,
    resourceUrl = terms.resourceUrl,
  ): Promise<CredentialRead> {
    const credential = header(CREDENTIAL_HEADER);
    if (credential === undefined) return declinedRead('unsupported_x402_version');
    // One of them may already have been paid, and it is unclear which one is meant.
    if (header(V1_CREDENTIAL_HEADER) !== undefined) return { kind: 'refused', code: 'multiple_credentials' };
    const decoded = readX402Credential(credential, terms, now, resourceUrl);
    if (decoded.kind !== 'payment') return decoded;
    const { payment, offerJws, timing } = decoded;
    const offer = offerJws === undefined ? undefined : await offers.accepted(offerJws, resourceUrl);
    return {
      kind: 'payment',
      payment: { ...payment, ...(offer && { offerDigest: offer.digest }) },
      timing: (now) => timing(now, offer?.validUntil),
    };
  }

  async function challenge({
    declined: reason,
    resourceUrl = terms.resourceUrl,
  }: Occasion): Promise<ChallengePart> {
    const { window, offers: signed } = await offers.current(resourceUrl);
    if (madeIn !== window) {
      made = new Latest(MAX_PARTS);
      madeIn = window;
    }
    return made.keep(partName(resourceUrl, reason), () =>
      encodeChallenge(challengeBase(terms, signed, resourceUrl), terms, order, reason),
    );
  }

  function standing(): ChallengePart | undefined {
    return madeIn === offers.window() ? made.get(partName(terms.resourceUrl)) : undefined;
  }
}

/** Of an address and a reason; no address has a space. */
const partName = (resourceUrl: string, reason = ''): string => `${reason} ${resourceUrl}`;

const attached = (header: HeaderOf): boolean =>
  header(CREDENTIAL_HEADER) !== undefined || header(V1_CREDENTIAL_HEADER) !== undefined;

/** `PAYMENT-RESPONSE` of a paid 200, with the official receipt. */
const encodeSettlement: Rail['settled'] = (settlement: Settlement, { receipt }) => {
  const response: SettleResponse = {
    success: true,
    transaction: settlement.transaction,
    network: settlement.network,
    payer: settlement.payer,
    extensions: { [OFFER_RECEIPT]: { info: { receipt: { format: 'jws', signature: receipt } } } },
  };
  // Hashes, addresses and a JWS: one byte a character, so that the platform's own encoder takes it as it is.
  return { [SETTLEMENT_HEADER]: btoa(JSON.stringify(response)) };
};
