import { sameAddress } from '../../values/assets.ts';
import { decodeChallenge, type Json, record } from '../../values/challenge.ts';
import { NETWORK, SCHEME } from '../../values/limits.ts';
import { offersIn, type SignedOffer } from '../../values/offers.ts';
import { listedToken } from '../../values/tokens.ts';

/** What was sent, as far as rules look at it. */
export interface SafetyInput {
  readonly challenge: string | Readonly<Record<string, unknown>>;
  readonly policy: {
    readonly maxAmountAtomicUnits: string;
    readonly networks?: readonly string[] | undefined;
    readonly assets?: readonly string[] | undefined;
    readonly knownRecipient?: string | undefined;
    readonly listedPriceUsd?: string | undefined;
    readonly maxAuthorizationSeconds?: number | undefined;
    readonly requireSignedOffer?: boolean | undefined;
  };
  readonly observed?:
    | {
        readonly requestUrl?: string | undefined;
        readonly challengeFrom?: 'header' | 'body' | undefined;
        readonly redirect?: 'none' | 'same_origin' | 'cross_origin' | undefined;
        readonly headerBytes?: number | undefined;
        readonly authorizationsSigned?: number | undefined;
      }
    | undefined;
}

export interface AcceptsEntry {
  readonly index: number;
  readonly raw: Json;
  readonly scheme: unknown;
  readonly network: unknown;
  readonly asset: string | undefined;
  readonly payTo: string | undefined;
  /** Atomic units; undefined when the amount is not a whole decimal number in a string. */
  readonly amount: bigint | undefined;
  readonly seconds: number | undefined;
  readonly extra: Json;
}

/** Everything that rules look at, read once. */
export interface SafetyFacts {
  readonly asked: SafetyInput;
  /** Undefined: not a challenge that can be read. */
  readonly challenge: Json | undefined;
  readonly entries: readonly AcceptsEntry[];
  readonly networks: readonly string[];
  /** The entry that a client under this policy would sign: the first that fits. */
  readonly selected: AcceptsEntry | undefined;
  readonly offer: SignedOffer | undefined;
  readonly resource: URL | undefined;
  readonly request: URL | undefined;
  readonly headerBytes: number | undefined;
}

export function readSafetyFacts(asked: SafetyInput): SafetyFacts {
  const challenge = decodeChallenge(asked.challenge);
  const accepts = Array.isArray(challenge?.accepts) ? (challenge.accepts as unknown[]) : [];
  const entries = accepts.map(entryOf);
  const networks = asked.policy.networks ?? [NETWORK];
  const allowed = (entry: AcceptsEntry) =>
    typeof entry.network === 'string' && networks.includes(entry.network);
  const selected = entries.find((entry) => entry.scheme === SCHEME && allowed(entry));
  const encoded = typeof asked.challenge === 'string' ? asked.challenge.length : undefined;
  return {
    asked,
    challenge,
    entries,
    networks,
    selected,
    offer:
      challenge && selected ? offersIn(challenge).find(({ index }) => index === selected.index) : undefined,
    resource: urlOf(record(challenge?.resource).url),
    request: urlOf(asked.observed?.requestUrl),
    headerBytes: asked.observed?.headerBytes ?? encoded,
  };
}

/** Whether an asset may be paid with: named by the policy, or listed on its network when the policy names none. */
export function isPayable({ network, asset }: AcceptsEntry, { assets }: SafetyInput['policy']): boolean {
  if (asset === undefined || typeof network !== 'string') return false;
  if (assets) return assets.some((each) => sameAddress(network, each, asset));
  return listedToken(network, asset) !== undefined;
}

const string = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function entryOf(value: unknown, index: number): AcceptsEntry {
  const raw = record(value);
  const amount = string(raw.amount);
  return {
    index,
    raw,
    scheme: raw.scheme,
    network: raw.network,
    asset: string(raw.asset),
    payTo: string(raw.payTo),
    amount: amount && /^(?:0|[1-9][0-9]{0,77})$/.test(amount) ? BigInt(amount) : undefined,
    seconds: typeof raw.maxTimeoutSeconds === 'number' ? raw.maxTimeoutSeconds : undefined,
    extra: record(raw.extra),
  };
}

function urlOf(value: unknown): URL | undefined {
  if (typeof value !== 'string') return undefined;
  try {
    return new URL(value);
  } catch {
    return undefined;
  }
}
