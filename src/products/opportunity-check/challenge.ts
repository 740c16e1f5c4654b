import { knownAsset } from '../../values/assets.ts';
import { decodeChallenge, type Json, record } from '../../values/challenge.ts';
import { NETWORK, SCHEME } from '../../values/limits.ts';
import { isJwsOf, offersIn, type SellerJwk, type SignedOffer, saysTerms } from '../../values/offers.ts';
import { unixSeconds } from '../../values/time.ts';
import { type Evidence, signalEvidence } from './evidence.ts';

/** What a 402 challenge of the seller shows, read as it was received. Nothing of it is fetched. */
export interface SeenChallenge {
  readonly evidence: readonly Evidence[];
  /** What one call costs in USDC on the network that is paid on; atomic. Null: it asks for something else, or nothing. */
  readonly price: bigint | null;
}

/** Names of version 1 for the one network that is read here. */
const V1_NAMES: Readonly<Record<string, string>> = { base: NETWORK };

interface Ask {
  readonly network: string;
  readonly asset: string;
  readonly amount: bigint;
  readonly isExact: boolean;
  readonly raw: Json;
  readonly index: number;
}

/**
 * @param challenge the decoded object, or the base64 header
 * @param asOf the instant of the answer, epoch milliseconds: an offer that ended before it is no offer
 * @param jwk the public key of the seller, where the buyer has it: without one no signature is verified
 */
export function readChallenge(challenge: string | Json, asOf: number, jwk?: SellerJwk): SeenChallenge {
  const decoded = decodeChallenge(challenge);
  const accepts = Array.isArray(decoded?.accepts) ? decoded.accepts.map(askOf) : [];
  const asks = accepts.filter((ask) => ask !== undefined);
  if (!decoded || !isVersion(decoded.x402Version) || asks.length === 0 || asks.length < accepts.length)
    return { evidence: [signalEvidence('challenge_malformed')], price: null };

  const here = asks.filter(({ network, isExact }) => isExact && network === NETWORK);
  const payable = here.find(({ asset }) => knownAsset(NETWORK, asset) !== undefined);
  const fit = payable ? 'network_asset_match' : here.length > 0 ? 'asset_unknown' : 'network_mismatch';
  const signals = ['challenge_valid_402', 'price_visible', fit];
  return {
    evidence: [
      ...signals.map((signal) => signalEvidence(signal)),
      ...offerSignals(decoded, payable ?? here[0] ?? asks[0]!, jwk, asOf),
    ],
    price: payable && payable.amount > 0n ? payable.amount : null,
  };
}

/** The price in the challenge, held against the one that the buyer expected. */
export function driftOf(asked: bigint, expected: bigint): Evidence[] {
  return [signalEvidence('price_drift_up', asked > expected ? 'present' : 'absent')];
}

const isVersion = (version: unknown): boolean => version === 1 || version === 2;

/** Undefined: a member that every payment needs is missing, or is not of its form. */
function askOf(entry: unknown, index: number): Ask | undefined {
  const raw = record(entry);
  const { scheme, network, asset, payTo, amount, maxAmountRequired } = raw;
  const atomic = amount ?? maxAmountRequired;
  if (typeof atomic !== 'string' || !/^(?:0|[1-9][0-9]{0,77})$/.test(atomic)) return undefined;
  if (![scheme, network, asset, payTo].every((each) => typeof each === 'string' && each !== ''))
    return undefined;
  return {
    network: V1_NAMES[network as string] ?? (network as string),
    asset: asset as string,
    amount: BigInt(atomic),
    isExact: scheme === SCHEME,
    ...{ raw, index },
  };
}

/**
 * What a signed offer shows (official extension `offer-receipt`): its end to everybody, its signature to whoever has
 * the key of the seller. Only an offer of the terms that are asked for, signed and not over, binds the seller.
 */
function offerSignals(
  challenge: Json,
  { raw, index }: Ask,
  jwk: SellerJwk | undefined,
  asOf: number,
): Evidence[] {
  const offers = offersIn(challenge);
  const hasEnded = ({ payload }: SignedOffer): boolean =>
    typeof payload?.validUntil === 'number' && payload.validUntil < unixSeconds(asOf);
  const bad = signalEvidence('offer_expired_or_invalid');
  if (offers.some(hasEnded)) return [bad];
  if (!jwk) return [];
  const own = offers.find((offer) => offer.index === index);
  if (!own) return [signalEvidence('signed_offer', 'absent')];
  const { jws, payload } = own;
  if (jws === undefined) return [];
  const holds = payload !== undefined && saysTerms(payload, raw, challenge) && isJwsOf(jws, jwk);
  return [holds ? signalEvidence('signed_offer') : bad];
}
