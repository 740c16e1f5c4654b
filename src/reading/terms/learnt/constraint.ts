import { placedIn } from '../../quantities/quantities.ts';
import type { Placed } from '../../quantities/quantity.ts';
import { tokensOf } from '../../quantities/tokens.ts';
import { assetsNamed } from '../assets.ts';
import { type ConstraintReading, type Limit, NO_DETAIL, readConstraintByRules } from '../constraint.ts';
import { dueDate } from '../deadline.ts';
import { amountOf } from '../goal.ts';
import { constraintWords, ruledKinds } from '../mention.ts';
import { networksNamed } from '../networks.ts';
import { FOR_NOW } from '../phrases.ts';
import { guesserOf, type LearntGuess } from './guess.ts';
import artefact from './kinds.artefact.json' with { type: 'json' };

/** How likely the learnt reader must hold a kind for it to count; chosen on authors that it had not met. */
const LEAST = {
  /** A kind that the rules did not read, alone or as one of several. */
  alone: 0.8,
  /** That nothing may be spent: it withholds every payment. */
  noSpend: 0.9,
  oneOfSeveral: 0.3,
  /** All kinds together that it counts: beside them nothing is likely. */
  together: 0.85,
  /** A kind that the rules read and that holds no money back, for it to stay. */
  harmless: 0.02,
} as const;

/** Kinds without a number or a name: the words alone say them. */
const WORDED: ReadonlySet<string> = new Set(['noAccount', 'dataMinimisation', 'approval', 'noSpend']);
/** Kinds that hold no money back, so that a reader that is sure may take them away. */
const HARMLESS: ReadonlySet<string> = new Set(['noAccount', 'dataMinimisation']);

const guess = guesserOf(artefact);

/**
 * Reads one constraint text: what the rules read, checked by a reader that learnt from the constraints of many authors what
 * a text limits. It adds kinds that need no number, it says of words that were left over that they only underline a limit,
 * and it never takes away a limit on money.
 *
 * @param text in lower case, with single spaces and plain quotes and dashes
 * @param asOfDay the day from which "tomorrow" and "by 5 December" count
 */
export function readConstraint(text: string, asOfDay: string): ConstraintReading {
  const ruled = readConstraintByRules(text, asOfDay);
  const tokens = tokensOf(text);
  const placed = placedIn(tokens);
  const guessed = guess(constraintWords(tokens, placed, ruledKinds(ruled.limits, ruled.unread.length > 0)));
  const kinds = kindsOf(guessed);
  if (kinds === null || kinds.has('unrecognised')) return ruled;
  const shareOf = (kind: string) => guessed.find(({ name }) => name === kind)?.share ?? 0;
  const kept = ruled.limits.filter(({ kind }) => !HARMLESS.has(kind) || shareOf(kind) >= LEAST.harmless);
  const worded = [...kinds].filter((kind) => WORDED.has(kind) && !kept.some((one) => one.kind === kind));
  const added = worded.map((kind) => ({
    ...{ ...NO_DETAIL, kind: kind as Limit['kind'], from: 0, to: text.length },
    forNow: kind === 'noSpend' && FOR_NOW.test(text),
  }));
  const limits = [
    ...kept,
    ...added,
    ...numbered(kinds, kept, placed),
    ...named(kinds, kept, placed, text, asOfDay),
  ];
  const read = new Set<string>(limits.map(({ kind }) => kind));
  const all = [...kinds].every((kind) => read.has(kind));
  return { limits, stated: ruled.stated, unread: all && limits.length > 0 ? [] : ruled.unread };
}

/** One sum of money or one count, which the rules could not place. */
function numbered(kinds: ReadonlySet<string>, kept: readonly Limit[], placed: readonly Placed[]): Limit[] {
  return (['budget', 'priceLimit', 'maxPaidCalls'] as const).flatMap((kind) => {
    if (!kinds.has(kind) || kept.some((one) => one.kind === kind)) return [];
    const fits = placed.filter((one) =>
      kind === 'maxPaidCalls' ? one.kind === 'count' || one.kind === 'number' : one.kind === 'money',
    );
    const [one] = fits;
    if (
      !one ||
      fits.length > 1 ||
      one.vague ||
      one.amount === 0n ||
      kept.some(({ from }) => from === one.from)
    )
      return [];
    const amount = amountOf(one, kind === 'maxPaidCalls' ? 'maxCalls' : kind);
    return amount === undefined ? [] : [{ ...NO_DETAIL, kind, amount, from: one.from, to: one.to }];
  });
}

/** One date, network or token: what is named is what is limited. */
function named(
  kinds: ReadonlySet<string>,
  kept: readonly Limit[],
  placed: readonly Placed[],
  text: string,
  asOfDay: string,
): Limit[] {
  const all = { from: 0, to: text.length };
  const wants = (kind: Limit['kind']) => kinds.has(kind) && !kept.some((one) => one.kind === kind);
  const days = new Set(placed.flatMap((one) => dueDate(one, asOfDay) ?? []));
  const [networks, assets] = [networksNamed(text), assetsNamed(text)];
  return [
    ...(wants('deadline') && days.size === 1
      ? [{ ...NO_DETAIL, kind: 'deadline' as const, day: [...days][0]!, ...all }]
      : []),
    ...(wants('network') && networks.length === 1
      ? [{ ...NO_DETAIL, kind: 'network' as const, name: networks[0]!, ...all }]
      : []),
    ...(wants('asset') && assets.length === 1
      ? [{ ...NO_DETAIL, kind: 'asset' as const, name: assets[0]!, ...all }]
      : []),
  ];
}

/** The kinds that together are all but sure; null: nothing is. */
function kindsOf(guessed: readonly LearntGuess[]): ReadonlySet<string> | null {
  const [best] = guessed;
  if (!best) return null;
  const several = guessed.filter(({ share }) => share >= LEAST.oneOfSeveral);
  const sum = several.reduce((total, { share }) => total + share, 0);
  if (best.share >= (best.name === 'noSpend' ? LEAST.noSpend : LEAST.alone)) return new Set([best.name]);
  return several.length > 1 && sum >= LEAST.together ? new Set(several.map(({ name }) => name)) : null;
}
