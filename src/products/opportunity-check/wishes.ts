import { dayNumber } from '../../reading/time.ts';
import { type Mention, readNumbers } from './numbers.ts';
import type { ConstraintKind } from './tables/constraint-kinds.ts';

/** One constraint as understood, before it is checked. */
export interface Wish {
  readonly kind: ConstraintKind;
  /** Cleaned text of the caller; it is returned to the payer of the answer only. */
  readonly text: string;
  /** Money in atomic units, or a number of calls. */
  readonly amount: bigint | null;
  readonly day: string | null;
  readonly network: string | null;
  /** All numbers of the same text: a constraint may also state a price. */
  readonly numbers: readonly Mention[];
}

const NO_ACCOUNT =
  /\b(?:no|without|avoid|never|zero|not)\b.{0,24}\b(?:account|accounts|api key|apikey|signup|sign-up|sign up|login|log in|registration|kyc)\b|\baccountless\b|\bno-account\b/;
const NO_SPEND =
  /\b(?:no|zero|without|never|not)\b.{0,16}\b(?:paid calls?|paying|payments?|spend|spending|purchases?)\b|\bdry run\b/;
const NO_DATA =
  /\b(?:no|without|never|minimi[sz]e|minimal|redact|not)\b.{0,24}\b(?:pii|personal|secrets?|customer|private|sensitive)\b|\bdata minimi[sz]ation\b/;
const APPROVAL = /\b(?:approv[a-z]{1,6}|human in the loop|confirm with|ask me|sign-off|sign off)\b/;
const DEADLINE =
  /\b(?:deadline|by|before|until|due|no later than|not after)\b.{0,16}\b([0-9]{4}-[0-9]{2}-[0-9]{2})\b/;
const CAIP2 = /\b(eip155:[0-9]{1,12}|solana:[a-z0-9]{1,44}|solana|tempo)\b/;
const NETWORK_NAMES: readonly (readonly [RegExp, string])[] = [
  [/\bbase[ -]?(?:sepolia|testnet)\b/, 'eip155:84532'],
  [/\bbase\b/, 'eip155:8453'],
  [/\bpolygon\b/, 'eip155:137'],
  [/\barbitrum\b/, 'eip155:42161'],
  [/\boptimism\b/, 'eip155:10'],
  [/\bethereum\b/, 'eip155:1'],
];
const SEPARATOR = /;|\||,(?![0-9]{3})| and (?=no |without |budget|max|deadline)/;

/**
 * Reads the constraints of a request; one text may hold several, split at commas and semicolons.
 *
 * @param texts as `readable` returns them
 */
export function readWishes(texts: readonly string[]): Wish[] {
  const parts = texts.flatMap((text) => text.split(SEPARATOR));
  const unique = [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))].sort();
  return unique.flatMap(readWish);
}

function readWish(text: string): Wish[] {
  const numbers = readNumbers(text);
  const base = { text, amount: null, day: null, network: null, numbers };
  const found: Wish[] = numbers.flatMap(({ kind, amount }): Wish[] => {
    const limit = LIMITS[kind];
    return limit ? [{ ...base, kind: limit, amount }] : [];
  });
  const day = DEADLINE.exec(text)?.[1];
  if (day && dayNumber(day) !== undefined) found.push({ ...base, kind: 'deadline', day });
  if (NO_ACCOUNT.test(text)) found.push({ ...base, kind: 'noAccount' });
  else if (NO_DATA.test(text)) found.push({ ...base, kind: 'dataMinimisation' });
  else if (found.length === 0 && NO_SPEND.test(text))
    found.push({ ...base, kind: 'maxPaidCalls', amount: 0n });
  if (APPROVAL.test(text)) found.push({ ...base, kind: 'approval' });
  const network = networkOf(text);
  if (network) found.push({ ...base, kind: 'network', network });
  if (found.length > 0) return found;
  return [{ ...base, ...(plainNumber(text, numbers[0]) ?? { kind: 'unrecognised' }) }];
}

const LIMITS: Readonly<Partial<Record<Mention['kind'], ConstraintKind>>> = {
  budget: 'budget',
  priceLimit: 'priceLimit',
  callLimit: 'maxPaidCalls',
};

const MONEY_ALONE = /^[^a-z]{0,20}(?:usdc?|dollars?)?$/;

/** In a constraint, money with no other word is a budget and a bare number of calls is a limit. */
function plainNumber(text: string, mention: Mention | undefined): Pick<Wish, 'kind' | 'amount'> | undefined {
  if (mention?.kind === 'calls') return { kind: 'maxPaidCalls', amount: mention.amount };
  return mention?.kind === 'price' && MONEY_ALONE.test(text)
    ? { kind: 'budget', amount: mention.amount }
    : undefined;
}

function networkOf(text: string): string | null {
  const caip = CAIP2.exec(text)?.[1];
  if (caip) return caip;
  return NETWORK_NAMES.find(([name]) => name.test(text))?.[1] ?? null;
}
