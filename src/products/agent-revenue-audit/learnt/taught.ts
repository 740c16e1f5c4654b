import { softmax } from '../../../reading/linear.ts';
import { convolutionOf, MOST_WORDS, type WordReader } from '../../../reading/learnt/convolution.ts';
import { learntWordsOf } from '../../../reading/learnt/words.ts';
import { readable } from '../../../reading/text.ts';
import artefact from './reader.artefact.json' with { type: 'json' };

/**
 * What a small reader, taught by a larger one, makes of a text (`scripts/audit/teach.py`). It answers several questions of
 * it: what an offer sells, and of each friction whether a sentence states it, rules it out, or neither.
 */
export interface Taught {
  /** Probabilities of the kinds. */
  readonly kinds: ReadonlyMap<string, number>;
  /** Log odds of what a sentence says of a friction, by class: `card_only`, `no:card_only`. */
  readonly says: ReadonlyMap<string, number>;
}

/** What the weights were learnt from. */
export const TAUGHT_FROM: string = artefact.origin;

/** The class that says nothing of a friction begins its group. */
const NEITHER = '-';
const MOST_READ = 8 * MOST_WORDS;
const LEAST_SHARE = 1e-9;

interface Group {
  readonly from: number;
  readonly to: number;
}
function groupsOf(classes: readonly string[]): readonly Group[] {
  const starts = [0, ...classes.flatMap((name, k) => (name.startsWith(NEITHER) ? [k] : []))];
  return starts.map((from, i) => ({ from, to: starts[i + 1] ?? classes.length }));
}

let reader: WordReader | undefined;

/** Linear in the text, up to a bound. */
export function taughtOf(text: string): Taught {
  reader ??= convolutionOf(artefact);
  const { classes, read } = reader;
  const logs = read(learntWordsOf(readable(text.slice(0, MOST_READ)))).map((share) =>
    Math.log(Math.max(share, LEAST_SHARE)),
  );
  const [ofKinds, ...ofFrictions] = groupsOf(classes).map((group) => ({
    ...group,
    shares: softmax(logs.slice(group.from, group.to), 1),
  }));
  const says = ofFrictions.flatMap(({ from, shares }) =>
    Array.from(shares.subarray(1), (share, i) => [classes[from + 1 + i]!, oddsOf(share)] as const),
  );
  return {
    kinds: new Map(Array.from(ofKinds!.shares, (share, k) => [classes[k]!, share])),
    says: new Map(says),
  };
}

const oddsOf = (share: number): number =>
  Math.log(Math.max(share, LEAST_SHARE) / Math.max(1 - share, LEAST_SHARE));
