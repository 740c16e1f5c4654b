import { knownAsset } from '../../values/assets.ts';
import { decodeChallenge, decodeObject, type Json, record } from '../../values/challenge.ts';
import { NETWORK, SCHEME } from '../../values/limits.ts';
import { unixSeconds } from '../../values/time.ts';
import { type Evidence, evidenceOf } from './evidence.ts';

/** What a 402 challenge of the seller shows, read as it was received. Nothing of it is fetched, and no signature verified. */
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
}

/**
 * @param challenge the decoded object, or the base64 header
 * @param asOf the instant of the answer, epoch milliseconds: an offer that ended before it is no offer
 */
export function readChallenge(challenge: string | Json, asOf: number): SeenChallenge {
  const decoded = decodeChallenge(challenge);
  const accepts = Array.isArray(decoded?.accepts) ? decoded.accepts.map(askOf) : [];
  const asks = accepts.filter((ask) => ask !== undefined);
  if (!decoded || !isVersion(decoded.x402Version) || asks.length === 0 || asks.length < accepts.length)
    return { evidence: [evidenceOf('challenge_malformed')], price: null };

  const here = asks.filter(({ network, isExact }) => isExact && network === NETWORK);
  const payable = here.find(({ asset }) => knownAsset(NETWORK, asset) !== undefined);
  const fit = payable ? 'network_asset_match' : here.length > 0 ? 'asset_unknown' : 'network_mismatch';
  const signals = ['challenge_valid_402', 'price_visible', fit];
  if (hasEndedOffer(decoded, asOf)) signals.push('offer_expired_or_invalid');
  return {
    evidence: signals.map((signal) => evidenceOf(signal)),
    price: payable && payable.amount > 0n ? payable.amount : null,
  };
}

/** The price in the challenge, held against the one that the buyer expected. */
export function driftOf(asked: bigint, expected: bigint): Evidence[] {
  return [evidenceOf('price_drift_up', asked > expected ? 'present' : 'absent')];
}

const isVersion = (version: unknown): boolean => version === 1 || version === 2;

/** Undefined: a member that every payment needs is missing, or is not of its form. */
function askOf(entry: unknown): Ask | undefined {
  const { scheme, network, asset, payTo, amount, maxAmountRequired } = record(entry);
  const atomic = amount ?? maxAmountRequired;
  if (typeof atomic !== 'string' || !/^(?:0|[1-9][0-9]{0,77})$/.test(atomic)) return undefined;
  if (![scheme, network, asset, payTo].every((each) => typeof each === 'string' && each !== ''))
    return undefined;
  return {
    network: V1_NAMES[network as string] ?? (network as string),
    asset: asset as string,
    amount: BigInt(atomic),
    isExact: scheme === SCHEME,
  };
}

/** Whether a signed offer in it says that it ended before the answer (official extension `offer-receipt`). */
function hasEndedOffer(challenge: Json, asOf: number): boolean {
  const { offers } = record(record(record(challenge.extensions)['offer-receipt']).info);
  return (Array.isArray(offers) ? offers : []).some((offer) => {
    const { signature, payload } = record(offer);
    const said = typeof signature === 'string' ? decodeObject(signature.split('.')[1] ?? '') : undefined;
    const { validUntil } = record(said ?? payload);
    return typeof validUntil === 'number' && validUntil < unixSeconds(asOf);
  });
}
