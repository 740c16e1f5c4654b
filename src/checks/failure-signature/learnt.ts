import { CAUSES, type Cause } from './dictionary/causes.ts';
import { wordsTold } from './features.ts';
import learnt from './learnt.artefact.json' with { type: 'json' };

/** How likely a text tells of each cause, by the words of many examples (`data/failures/words`). */

export interface Chances {
  readonly of: ReadonlyMap<Cause, number>;
  /** That it tells of no failed payment at all. */
  readonly none: number;
  /** Features of the text that any example has. */
  readonly known: number;
}

/** Word, its rarity, and in turn a class and its weight. */
type Row = readonly [name: string, rarity: number, weights: Int16Array];

interface Word {
  row?: Row;
  /** Of pairs that begin with it, by the second word. */
  readonly next: Map<string, Row>;
}
/** Made for the first text: a service that starts has none to read. */
let words: ReadonlyMap<string, Word> | undefined;
const CLASSES = learnt.classes as readonly (Cause | 'none')[];

function made(): ReadonlyMap<string, Word> {
  const words = new Map<string, Word>();
  const wordOf = (name: string): Word => {
    const known = words.get(name) ?? { next: new Map() };
    words.set(name, known);
    return known;
  };
  for (const [name, rarity, weights] of learnt.words) {
    const row: Row = [name, rarity, Int16Array.from(weights)];
    const [first, second] = name.split(' ');
    if (second === undefined) wordOf(first!).row = row;
    else wordOf(first!).next.set(second, row);
  }
  return words;
}

/** What a text has of all that is known, each once. */
function rowsIn(text: string): ReadonlySet<Row> {
  const rows = new Set<Row>();
  words ??= made();
  let before: Word | undefined;
  for (const name of wordsTold(text)) {
    const pair = before?.next.get(name);
    if (pair) rows.add(pair);
    before = words.get(name);
    if (before?.row) rows.add(before.row);
  }
  return rows;
}

export function chancesOf(text: string): Chances {
  const rows = rowsIn(text);
  let length = 0;
  for (const [, rarity] of rows) length += rarity ** 2;
  const scores = Float64Array.from(learnt.bias);
  const unit = Math.sqrt(length) || 1;
  for (const [, rarity, weights] of rows) {
    const share = rarity / unit;
    for (let i = 0; i < weights.length; i += 2) scores[weights[i]!]! += weights[i + 1]! * share;
  }
  const top = Math.max(...scores);
  const shares = scores.map((score) => Math.exp((score - top) / learnt.step));
  const sum = shares.reduce((all, share) => all + share, 0);
  const of = new Map<Cause, number>();
  let none = 0;
  CLASSES.forEach((name, i) => {
    if (name === 'none') none = shares[i]! / sum;
    else if (name in CAUSES) of.set(name, shares[i]! / sum);
  });
  return { of, none, known: rows.size };
}
