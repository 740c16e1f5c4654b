import type { Survey } from '../survey.ts';
import type { Work } from '../work.ts';
import type { Places } from './places.ts';

export type Severity = 'low' | 'medium' | 'high';

/** Words that redaction may leave behind. Closed, so that a caller cannot hide text in a token of its own making. */
export type RedactionToken =
  | 'secret'
  | 'password'
  | 'wallet'
  | 'seed_phrase'
  | 'private_key'
  | 'payment'
  | 'card'
  | 'bank_account'
  | 'government_id'
  | 'medical'
  | 'email'
  | 'phone'
  | 'ip'
  | 'date_of_birth'
  | 'address'
  | 'location'
  | 'name'
  | 'device'
  | 'opaque'
  | 'encoded'
  | 'text';

/** What a row may look at besides its own match. Reading around a match is bounded, so a row stays linear. */
export interface MatchContext {
  readonly text: string;
  /** At most `span` characters before the match, lower case. */
  before(index: number, span?: number): string;
  /** At most `span` characters after the match, lower case. */
  after(end: number, span?: number): string;
}

/**
 * What a row searches for, and when that can be there at all. `pattern` is global and linear. The other members are
 * necessary conditions: a row is left out, or tried in fewer places, only where it could not match.
 */
export interface Pattern {
  readonly pattern: RegExp;
  /** Lower-case literals of which the text must hold one. */
  readonly hints?: readonly string[];
  /** Shortest run of ASCII letters and digits that a match holds: a text of short words is not searched at all. */
  readonly minRun?: number;
  /** Fewest digits of a match, not more than three characters apart and without letters between them. */
  readonly digits?: number;
  /**
   * A match begins where a run of `minRun` letters and digits begins, where digits of a chain of `digits` begin, with
   * the name of a mailbox, or at certain places. Without it, the beginning of the pattern tells (openings.ts).
   */
  readonly begins?: 'run' | 'digits' | 'mailbox' | Places;
  /** How many digits a match may begin with, up to the first other character. Goes with `begins: 'digits'`. */
  readonly firstDigits?: readonly number[];
  /** The digits that one which is accepted may begin with. Goes with `begins: 'digits'`. */
  readonly firstDigit?: string;
  /** Whether a match that is accepted can begin at a place: a look that is cheaper than the pattern. */
  readonly glance?: (text: string, at: number) => boolean;
  /** A cheaper pattern, neither global nor sticky, that the text must match. */
  readonly needs?: RegExp;
}

/** What tells whether a detector finds what it is for, in its row: each case is tried in the tests of this room. */
export interface Tried {
  /** A text that it must be found in, and one that is near to it and must not. Values are synthetic or public test vectors. */
  readonly cases?: readonly (readonly [hit: string, miss: string])[];
}

/** Joins the parts of a value of a case: written whole, scanners of repositories would take it for a leak. */
export const apart = (...parts: readonly string[]): string => parts.join('');

/** One detector. A group named `v` in its pattern marks the part that is the value, if that is less than the match. */
export interface Detector extends Pattern, Tried {
  readonly id: string;
  readonly severity: Severity;
  readonly token: RedactionToken;
  readonly accept?: (value: string, context: MatchContext, index: number, end: number) => boolean;
}

/**
 * A detector for something no single pattern describes: it returns the spans it found. `seen` lets it stop early where
 * nothing can be found; without it everything is tried.
 */
export interface SpanDetector extends Tried {
  readonly id: string;
  readonly severity: Severity;
  readonly token: RedactionToken;
  /** What it finds takes the place of what rows found inside it: a word of a recovery phrase may be that of an illness. */
  readonly absorbs?: true;
  readonly find: (
    context: MatchContext,
    work: Work,
    seen?: Survey,
  ) => readonly (readonly [start: number, end: number])[];
}

export const high = (
  id: string,
  token: RedactionToken,
  pattern: RegExp,
  rest: Partial<Detector> = {},
): Detector => ({
  id,
  severity: 'high',
  token,
  pattern,
  ...rest,
});

export const medium = (
  id: string,
  token: RedactionToken,
  pattern: RegExp,
  rest: Partial<Detector> = {},
): Detector => ({
  id,
  severity: 'medium',
  token,
  pattern,
  ...rest,
});

export function digitsOf(value: string): string {
  let digits = '';
  let from = 0;
  for (let i = 0; i <= value.length; i++) {
    const code = i < value.length ? value.charCodeAt(i) : 0;
    if (code >= 48 && code <= 57) continue;
    if (i > from) digits += value.slice(from, i);
    from = i + 1;
  }
  return digits;
}

/** How often each character comes: by its code, and what is not ASCII by seven bits of it. Empty but while it is counted. */
const COUNTS = new Uint32Array(256);
const countOf = (code: number): number => (code < 128 ? code : 128 | (code & 127));

/** Bits per character: random keys are above 3, words and repeated letters below. */
export function entropy(value: string): number {
  const { length } = value;
  for (let i = 0; i < length; i++) COUNTS[countOf(value.charCodeAt(i))]!++;
  let bits = 0;
  for (let i = 0; i < length; i++) {
    const place = countOf(value.charCodeAt(i));
    const share = COUNTS[place]! / length;
    if (share > 0) bits -= share * Math.log2(share);
    COUNTS[place] = 0;
  }
  return bits;
}

/** ISO/IEC 7812 check digit: cards, IMEI, several national numbers. */
export function luhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48;
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Remainder of a long decimal number, digit by digit. */
export function modulo(digits: string, divisor: number): number {
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + (digit.charCodeAt(0) - 48)) % divisor;
  return rest;
}

/** Weighted digit sum, as most national numbers define their check digit. */
export function weighted(digits: string, weights: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < weights.length; i++) sum += (digits.charCodeAt(i) - 48) * weights[i]!;
  return sum;
}

/** Words of a public fingerprint: what stands next to a digest, a transaction or a commit. */
export const HASH_CONTEXT =
  /\b(?:tx|txn|txid|txhash|tx_hash|transaction|transactions|hash|hashes|digest|digests|sha-?1|sha-?256|sha-?512|sha256sum|md5|keccak|keccak256|blake\w{0,3}|checksum|etag|block|blockhash|commit|revision|settled|settlement|settles|receipt|fingerprint|merkle|root|cid|ipfs|contentdigest|previousdigest|bodydigest|offerdigest|topic|event|log|mined|confirmed|included|basescan|etherscan|solscan|explorer|nonce|trace|span|build|git)\b/;

/** Words that say the opposite: the value is what signs, not what was signed. */
export const KEY_CONTEXT =
  /\b(?:private|priv|privkey|privatekey|prvkey|private_key|signing|signer|secret|mnemonic|seed|keystore|deployer|burner|hot ?wallet|pay with|paying with|sign with|signs with|import|wallet key|my key|key)\b/;
