import { type Json, record } from '../../values/challenge.ts';
import { BASE } from '../../values/payment.ts';
import { DAY_SECONDS } from '../../values/time.ts';
import { listedToken } from '../../values/tokens.ts';

interface Traits {
  readonly challenge: Json;
  readonly entries: readonly Json[];
  /** Characters of the challenge as it was sent in a header; 0 when it came decoded. */
  readonly headerChars: number;
}

const STANDARD = new Set(['scheme', 'network', 'amount', 'asset', 'payTo', 'maxTimeoutSeconds', 'extra']);
const USD = 1_000_000n;

const amountOf = ({ amount }: Json): bigint | undefined =>
  typeof amount === 'string' && /^[0-9]{1,78}$/.test(amount) ? BigInt(amount) : undefined;
const some = (holds: (entry: Json) => boolean) => (traits: Traits) => traits.entries.some(holds);
const over = (limit: bigint) => some((entry) => (amountOf(entry) ?? 0n) > limit);

/** Traits of a challenge that known failures go with. */
export const FACETS = {
  empty_body: ({ challenge }) => Object.keys(challenge).length === 0,
  no_accepts: ({ challenge }) => Array.isArray(challenge.accepts) && challenge.accepts.length === 0,
  null_members: ({ challenge, entries }) =>
    [challenge, ...entries].some((each) => Object.values(each).includes(null)),
  header_over_8k: ({ headerChars }) => headerChars > 8_190,
  v1_network_name: some(({ network }) => typeof network === 'string' && !network.includes(':')),
  field_beside_amount: some(
    (entry) => 'amount' in entry && Object.keys(entry).some((name) => !STANDARD.has(name)),
  ),
  amount_not_integer: some((entry) => 'amount' in entry && amountOf(entry) === undefined),
  price_in_amount: some((entry) =>
    [entry.amount, entry.maxAmountRequired].some((value) => typeof value === 'string' && /^\$/.test(value)),
  ),
  asset_symbol: some(({ asset }) => typeof asset === 'string' && /^[A-Za-z]{3,6}$/.test(asset)),
  amount_huge: over(999n * USD),
  over_1_usd: over(USD),
  usdc_name_on_base: some(({ network, extra }) => network === BASE && record(extra).name === 'USDC'),
  solana_without_fee_payer: some(
    ({ network, extra }) => String(network).startsWith('solana:') && record(extra).feePayer === undefined,
  ),
  unknown_asset: some(
    ({ network, asset }) =>
      typeof asset === 'string' && /^0x[0-9a-fA-F]{40}$/.test(asset) && !listedToken(String(network), asset),
  ),
  cheaper_entry_behind: ({ entries }) => {
    const [first, ...rest] = entries.map(amountOf);
    return first !== undefined && rest.some((amount) => amount !== undefined && amount < first);
  },
  window_of_a_day: some(({ maxTimeoutSeconds }) => Number(maxTimeoutSeconds) >= DAY_SECONDS),
  resource_http: ({ challenge }) => /^http:\/\//i.test(String(record(challenge.resource).url)),
} as const satisfies Record<string, (traits: Traits) => boolean>;

export type Facet = keyof typeof FACETS;

export function facetsOf(challenge: Json, headerChars: number): ReadonlySet<Facet> {
  const entries = Array.isArray(challenge.accepts) ? challenge.accepts.map(record) : [];
  const traits: Traits = { challenge, entries, headerChars };
  return new Set((Object.keys(FACETS) as Facet[]).filter((facet) => FACETS[facet](traits)));
}
