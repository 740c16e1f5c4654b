import { CAUSES, type Cause } from './dictionary/causes.ts';
import { wordsTold } from './features.ts';
import learnt from './learnt.artefact.json' with { type: 'json' };

/** What the words of a text tell, by examples: `data/failures`. */

/** How likely a text tells of each cause, and how near it is to what was pasted before. */
export interface Chances {
  readonly of: ReadonlyMap<Cause, number>;
  /** That it tells of no failed payment at all. */
  readonly none: number;
  /** Features of the text that any example has. */
  readonly known: number;
  readonly near: Near;
  /** Over 0 it reads as if a buyer had pasted it, below as if a seller had; 1 is nearly sure. */
  readonly buys: number;
}

/** How much of a text, from 0 to 1, the nearest example of each has in common with it. */
export interface Near {
  readonly causes: ReadonlyMap<Cause, number>;
  /** Those that are nearer than any example that tells of no case. */
  readonly cases: ReadonlyMap<string, number>;
}

/** Word, its rarity, in turn a class and its weight, and the examples that hold it. */
interface Row {
  readonly rarity: number;
  readonly square: number;
  readonly weights: Int16Array;
  held: Uint16Array;
  readonly at: number;
  readonly buys: number;
}

interface Word {
  row?: Row;
  /** Of pairs that begin with it, by the second word. */
  readonly next: Map<string, Row>;
}
interface Learnt {
  readonly words: ReadonlyMap<string, Word>;
  /** The length of each example. */
  readonly lengths: Float64Array;
  /** How many words and pairs are known. */
  readonly rows: number;
}
/** Made for the first text: a service that starts has none to read. */
let known: Learnt | undefined;
const CLASSES = learnt.classes as readonly (Cause | 'none')[];
const NO_EXAMPLES = new Uint16Array();
const NONE = CLASSES.indexOf('none');

function made(): Learnt {
  const words = new Map<string, Word>();
  const wordOf = (name: string): Word => {
    const known = words.get(name) ?? { next: new Map() };
    words.set(name, known);
    return known;
  };
  const rows = learnt.words.map(([name, rarity, weights, buys], at) => {
    const row: Row = {
      rarity,
      square: rarity * rarity,
      weights: Int16Array.from(weights),
      held: NO_EXAMPLES,
      at,
      buys,
    };
    const [first, second] = name.split(' ');
    if (second === undefined) wordOf(first!).row = row;
    else wordOf(first!).next.set(second, row);
    return row;
  });
  const held: number[][] = rows.map(() => []);
  const lengths = Float64Array.from(learnt.tellings, ([, , own], at) => {
    let length = 0;
    for (const place of own) {
      held[place]!.push(at);
      length += rows[place]!.square;
    }
    return Math.sqrt(length) || 1;
  });
  for (const row of rows) row.held = Uint16Array.from(held[row.at]!);
  return { words, lengths, rows: rows.length };
}

/** What a text has of all that is known, each once. */
function rowsIn(text: string, { words, rows: all }: Learnt): readonly Row[] {
  const rows: Row[] = [];
  const had = new Uint8Array(all);
  const add = (row: Row | undefined): void => {
    if (row === undefined || had[row.at] === 1) return;
    had[row.at] = 1;
    rows.push(row);
  };
  let before: Word | undefined;
  for (const name of wordsTold(text)) {
    add(before?.next.get(name));
    before = words.get(name);
    add(before?.row);
  }
  return rows;
}

export function chancesOf(text: string): Chances {
  known ??= made();
  const rows = rowsIn(text, known);
  let length = 0;
  let buys = 0;
  for (const row of rows) {
    length += row.square;
    buys += row.buys;
  }
  const scores = Float64Array.from(learnt.bias);
  const unit = Math.sqrt(length) || 1;
  for (const { rarity, weights } of rows) {
    const share = rarity / unit;
    for (let i = 0; i < weights.length; i += 2) scores[weights[i]!]! += weights[i + 1]! * share;
  }
  const top = Math.max(...scores);
  const shares = scores.map((score) => Math.exp((score - top) / learnt.step));
  const sum = shares.reduce((all, share) => all + share, 0);
  const of = new Map<Cause, number>();
  CLASSES.forEach((name, i) => {
    if (name in CAUSES) of.set(name as Cause, shares[i]! / sum);
  });
  return {
    of,
    none: shares[NONE]! / sum,
    known: rows.length,
    near: nearOf(rows, unit, known),
    buys: (learnt.buys + buys / Math.sqrt(rows.length || 1)) / 100,
  };
}

/** Below this a text has no more in common with an example than any text. */
const LEAST = 0.15;
/** What is accepted beside the cause of an example is less near. */
const ALSO = 0.85;
/** A code alone is like every text that holds it. */
const MIN_ROWS_FOR_CASES = 14;

function nearOf(rows: readonly Row[], unit: number, { lengths }: Learnt): Near {
  const shared = new Float64Array(lengths.length);
  for (const { square, held } of rows) for (const at of held) shared[at]! += square;
  const causes = new Map<Cause, number>();
  const cases = new Map<string, number>();
  let other = 0;
  const raise = <T>(map: Map<T, number>, key: T, to: number): void => {
    if (to > (map.get(key) ?? 0)) map.set(key, to);
  };
  for (let at = 0; at < lengths.length; at += 1) {
    const whole = unit * lengths[at]!;
    // Most examples have next to nothing in common with a text: they are not looked at.
    if (shared[at]! < LEAST * whole) continue;
    const like = shared[at]! / whole;
    const [own, of] = learnt.tellings[at]!;
    if (of === '') other = Math.max(other, like);
    else raise(cases, of, like);
    if (own[0] !== NONE)
      for (const [i, each] of own.entries())
        raise(causes, CLASSES[each] as Cause, i === 0 ? like : like * ALSO);
  }
  const enough = rows.length >= MIN_ROWS_FOR_CASES;
  return { causes, cases: new Map([...cases].filter(([, like]) => enough && like > other)) };
}
