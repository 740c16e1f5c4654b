import type { Cause } from './dictionary/causes.ts';
import type { CauseEvidence } from './evidence.ts';
import type { Pasted } from './read.ts';

/** A number as a status: no amount, price or time. */
const status = ({ source }: RegExp, code: string): RegExp =>
  new RegExp(
    `${source}.*(?<!\\b(?:amount|price|costs?|pay)(?: is| of|:)? ?|[$.])\\b${code}\\b(?![.,]\\d| ?(?:atomic|units?|usdc?|eurc?|dollars?|cents?|ms|s|sec|seconds)\\b)`,
  );

/**
 * A short text has one word that decides, beside names of what failed: "permit2 payment timed out" is about time and not
 * about Permit2, however many signatures the texts tell of that name it.
 */
const DECISIVE: readonly (readonly [says: RegExp, cause: Cause])[] = [
  [
    /\bsettle\w*\b.{0,24}\b(?:timed? ?out|timeout)|(?:timed? ?out|timeout).{0,16}\bsettl/,
    'settlement_pending_or_unknown',
  ],
  [
    /\bfacilitator\b[^;.]{0,24}(?:timed? ?out|timeout|\bdown\b|unreachable|offline)/,
    'facilitator_unavailable',
  ],
  [/\bfacilitator\b[^;.]{0,24}\b50[0234]\b/, 'facilitator_unavailable'],
  [/\btimed? ?out\b|\btimeout\b/, 'network_timeout'],
  [
    /insufficient[ _](?:funds|balance|usdc|tokens?)|not enough (?:usdc|balance|funds|tokens?)/,
    'insufficient_funds',
  ],
  [
    /(?<!\b(?:certificate|session|ticket|key|token)(?: has| is| was)? )\bexpired\b(?! (?:\w+ )?(?:certificate|session|ticket|key|token))/,
    'authorization_expired',
  ],
  [
    /^(?!.*\b(?:rpc|node|alchemy|infura|helius|quicknode)\b).*(?:too many requests|rate[- ]?limit)/,
    'rate_limited',
  ],
  [status(/^(?!.*\b(?:rpc|node|alchemy|infura|helius|quicknode)\b)/, '429'), 'rate_limited'],
  [status(/^(?!.*\bunpaid\b)/, '50[024]'), 'upstream_error'],
  [/\bnonce (?:was |is |has been )?(?:already )?(?:been )?used\b/, 'nonce_already_used'],
  [/\bgas (?:is )?too low|out of gas\b/, 'gas_or_settler'],
  [/wrong network|network mismatch/, 'wrong_network'],
  [
    /\b(?:price|amount) (?:is )?(?:above|over|exceeds) (?:my|our|the) (?:own )?(?:limit|cap|max)/,
    'price_above_cap',
  ],
];
/** Longer texts say more than one word. */
const SHORT = 100;
/** More than words alone weigh, and less than a code or message that names another cause. */
const WEIGHT = 75;

/** What all words together tell of other causes, beside it. */
const OTHERS = 0.5;

/** What the words of a text tell, with the one that decides. */
export function decidedIn(
  { flat }: Pasted,
  grounds: readonly CauseEvidence[],
  told: readonly CauseEvidence[],
): readonly CauseEvidence[] {
  if (flat.length > SHORT || grounds.some(({ sure, leads }) => sure || leads)) return told;
  const said = DECISIVE.find(([says]) => says.test(flat));
  if (said === undefined) return told;
  const [, cause] = said;
  return [
    ...told.map((each) => (each.cause === cause ? each : { ...each, weight: each.weight * OTHERS })),
    { cause, weight: WEIGHT, sure: false, own: false, on: 'errorText' },
  ];
}
