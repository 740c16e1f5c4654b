/**
 * Which expressions a text can hold at all: an expression needs one of some letters in a row, and a text that has none of
 * them is not read with it. It only ever leaves out what cannot match.
 */

/** A text, and which three letters stand in a row in it: as a table, and each once. */
export interface Screened {
  readonly text: string;
  readonly grams: Uint8Array;
  readonly distinct: readonly number[];
}

const GRAM = 3;
const CODE_BITS = 5;
const ALL = (1 << (GRAM * CODE_BITS)) - 1;
/** Letters have a code each; others share some, and are taken for each other: the expression decides. */
const CODES = Uint8Array.from({ length: 128 }, (_, at) => {
  const letter = String.fromCharCode(at);
  if (/[a-z]/.test(letter)) return at & 31;
  return 27 + (/\d/.test(letter) ? 0 : letter === ' ' ? 1 : /[_-]/.test(letter) ? 2 : at < 46 ? 3 : 4);
});

function gramsOf(text: string, each: (gram: number) => void): void {
  let gram = 0;
  for (let i = 0; i < text.length; i += 1) {
    gram = ((gram << CODE_BITS) | CODES[text.charCodeAt(i) & 127]!) & ALL;
    if (i >= GRAM - 1) each(gram);
  }
}

export function screened(text: string): Screened {
  const grams = new Uint8Array(ALL + 1);
  const distinct: number[] = [];
  gramsOf(text, (gram) => {
    if (grams[gram] === 1) return;
    grams[gram] = 1;
    distinct.push(gram);
  });
  return { text, grams, distinct };
}

/** One branch of an expression: a text that may hold it is read with it alone. */
interface Branch {
  readonly source: string;
  readonly flags: string;
  /** The threes of each literal up to END_OF_LITERAL, literals up to END_OF_ROW: one array, as it is read for every text. */
  readonly needs: Int16Array;
  says?: RegExp;
}
const END_OF_LITERAL = -1;
const END_OF_ROW = -2;
const known = new Map<RegExp, readonly Branch[]>();

function inThrees(rows: readonly OneOf[]): Int16Array {
  const grams: number[] = [];
  for (const row of rows) {
    for (const literal of row) {
      gramsOf(literal, (gram) => grams.push(gram));
      grams.push(END_OF_LITERAL);
    }
    grams.push(END_OF_ROW);
  }
  return Int16Array.from(grams);
}

function branchesOf(says: RegExp): readonly Branch[] {
  const own = known.get(says);
  if (own) return own;
  const { flags } = says;
  const made = branchesIn(says).map(({ source, needs }) => ({
    source,
    flags,
    needs: inThrees(needs),
  }));
  known.set(says, made);
  return made;
}

function possible({ grams }: Screened, { needs }: Branch): boolean {
  let all = true;
  let one = false;
  for (let i = 0; i < needs.length; i += 1) {
    const gram = needs[i]!;
    if (gram >= 0) all = all && grams[gram] === 1;
    else if (gram === END_OF_LITERAL) {
      one = one || all;
      all = true;
    } else {
      if (!one) return false;
      one = false;
    }
  }
  return true;
}

/** A literal as the threes of its letters. */
type Threes = readonly number[];

/** The shortest row that a branch needs one literal of; none where any text may hold it. */
function shortestRow({ needs }: Branch): readonly Threes[] {
  let best: number[][] = [];
  let row: number[][] = [];
  let literal: number[] = [];
  for (const gram of needs) {
    if (gram >= 0) literal.push(gram);
    else if (gram === END_OF_LITERAL) {
      row.push(literal);
      literal = [];
    } else {
      if (best.length === 0 || row.length < best.length) best = row;
      row = [];
    }
  }
  return best;
}

/** For each branch of an expression, literals of which a text that it matches has one; none where it may match any. */
export const neededBy = (says: RegExp): readonly (readonly Threes[])[] => branchesOf(says).map(shortestRow);

/** Whether a text may hold what an expression says. */
export const mayHold = (text: Screened, says: RegExp): boolean =>
  branchesOf(says).some((branch) => possible(text, branch));

/** Whether it does. */
export function holds(text: Screened, says: RegExp): boolean {
  for (const branch of branchesOf(says)) {
    if (!possible(text, branch)) continue;
    branch.says ??= new RegExp(branch.source, branch.flags);
    if (branch.says.test(text.text)) return true;
  }
  return false;
}

/** One of these is in a match. */
type OneOf = readonly string[];
/** What an expression can consume: all of it, as long as that is few, and what has to be in it. */
interface Shape {
  readonly all: OneOf | undefined;
  readonly needs: readonly OneOf[];
}
const NOTHING: Shape = { all: [''], needs: [] };
const ANYTHING: Shape = { all: undefined, needs: [] };
const exactly = (all: OneOf): Shape => ({ all, needs: [] });
/** More strings than these are not told apart. */
const MAX_STRINGS = 128;
/** A literal that is longer says no more. */
const LONG = 8;

const shortest = (of: OneOf): number => of.reduce((least, { length }) => Math.min(least, length), LONG);
const useful = (of: OneOf | undefined): readonly OneOf[] => (of && shortest(of) >= GRAM ? [of] : []);
const needsIn = ({ all, needs }: Shape): readonly OneOf[] => [...needs, ...useful(all)];
/** Literals as long as can be; of two as long, the fewer. */
const bestOf = (shape: Shape): OneOf | undefined =>
  needsIn(shape).toSorted((a, b) => shortest(b) - shortest(a) || a.length - b.length)[0];

/** One after the other. */
function chain(shapes: readonly Shape[]): Shape {
  const needs: OneOf[] = [];
  let run: OneOf = [''];
  let whole = true;
  for (const shape of shapes) {
    needs.push(...shape.needs);
    const joined = shape.all?.flatMap((end) => run.map((start) => start + end));
    if (joined && joined.length <= MAX_STRINGS) {
      run = joined;
      continue;
    }
    whole = false;
    needs.push(...useful(run));
    run = shape.all ?? [''];
  }
  return whole ? { all: run, needs } : { all: undefined, needs: [...needs, ...useful(run)] };
}

function either(shapes: readonly Shape[]): Shape {
  const all = shapes.flatMap((each) => each.all ?? []);
  if (shapes.every((each) => each.all) && all.length <= MAX_STRINGS) return exactly(all);
  const told = shapes.flatMap((each) => {
    const best = bestOf(each);
    return best ? [best] : [];
  });
  return { all: undefined, needs: told.length === shapes.length ? [told.flat()] : [] };
}

function times(shape: Shape, least: number, most: number): Shape {
  if (most === 1) return least === 1 ? shape : { all: shape.all && ['', ...shape.all], needs: [] };
  return least === 0 ? ANYTHING : { all: undefined, needs: needsIn(shape) };
}

/** The branches of an expression, each with what has to be in its matches: one of each row. */
export function branchesIn({
  source,
  flags,
}: RegExp): readonly { source: string; needs: readonly OneOf[] }[] {
  if (/[iv]/.test(flags)) return [{ source, needs: [] }];
  return new Reader(source).branches().map(({ from, to, shape }) => ({
    source: source.slice(from, to),
    needs: needsIn(shape),
  }));
}

const AROUND = /^\(\?<?([=!])/;
const OPENING = /^\((?:\?:|\?<\w+>)?/;
const COUNT = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/;
const MAX_OF_CLASS = 6;

/** Reads the source of an expression. */
class Reader {
  private at = 0;
  private readonly source: string;
  constructor(source: string) {
    this.source = source;
  }

  branches(): { from: number; to: number; shape: Shape }[] {
    const found = [];
    do {
      if (found.length > 0) this.at += 1;
      const from = this.at;
      const shape = this.chain();
      found.push({ from, to: this.at, shape });
    } while (this.source[this.at] === '|');
    return found;
  }

  private either(): Shape {
    const [first, ...others] = this.branches().map(({ shape }) => shape);
    return others.length === 0 ? first! : either([first!, ...others]);
  }

  private chain(): Shape {
    const shapes: Shape[] = [];
    while (this.at < this.source.length && !/[|)]/.test(this.source[this.at]!))
      shapes.push(this.counted(this.one()));
    return chain(shapes);
  }

  private counted(shape: Shape): Shape {
    const found = COUNT.exec(this.source.slice(this.at, this.at + 16));
    if (!found) return shape;
    this.at += found[0].length;
    const [, sign, least, comma, most] = found;
    if (sign) return times(shape, sign === '+' ? 1 : 0, sign === '?' ? 1 : Number.POSITIVE_INFINITY);
    return times(
      shape,
      Number(least),
      comma ? (most ? Number(most) : Number.POSITIVE_INFINITY) : Number(least),
    );
  }

  private one(): Shape {
    const rest = this.source.slice(this.at, this.at + 40);
    if (rest[0] === '(') return this.group(rest);
    if (rest[0] === '[') return this.class();
    if (rest[0] === '\\') return this.escaped();
    this.at += 1;
    if (rest[0] === '^' || rest[0] === '$') return NOTHING;
    return rest[0] === '.' ? ANYTHING : exactly([rest[0]!]);
  }

  private group(rest: string): Shape {
    const around = AROUND.exec(rest);
    this.at += (around ?? OPENING.exec(rest)!)[0].length;
    const inner = this.either();
    this.at += 1;
    if (!around) return inner;
    return around[1] === '=' ? { ...NOTHING, needs: needsIn(inner) } : NOTHING;
  }

  private escaped(): Shape {
    const name = this.source[this.at + 1]!;
    this.at += 2;
    if (name === 'b' || name === 'B') return NOTHING;
    // A hole of unknown letters: what is escaped by number is rare.
    if (name === 'u') this.at += 4;
    if (name === 'x') this.at += 2;
    if (/[dDwWsSux0-9kntrfvc]/.test(name)) return ANYTHING;
    return exactly([name]);
  }

  private class(): Shape {
    const from = this.at + 1;
    this.at = from;
    while (this.source[this.at] !== ']') this.at += this.source[this.at] === '\\' ? 2 : 1;
    const inside = this.source.slice(from, this.at);
    this.at += 1;
    if (inside.startsWith('^') || /\\[a-zA-Z0-9]/.test(inside) || /.-./.test(inside)) return ANYTHING;
    const letters = [...inside.replaceAll('\\', '')];
    return letters.length <= MAX_OF_CLASS && letters.length > 0 ? exactly(letters) : ANYTHING;
  }
}
