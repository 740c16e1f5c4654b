/** Literals that rows look for, by their number in the list of all. Made when modules load, and never after. */
export type Hints = Uint16Array;

const LITERALS: string[] = [];
const NUMBERS = new Map<string, number>();
/** Places for the first three and the first four characters of literals: a chain of numbers begins at each. */
const PLACES = 1 << 16;
const FIRST = new Int16Array(PLACES).fill(-1);
const NEXT: number[] = [];
/** The same places as bits, which stay in the nearest memory: most of a text is at none. */
const HELD = new Uint32Array(PLACES >> 5);
/** By number: literals of one or two characters have no place, and are always looked for. */
const IS_SHORT: boolean[] = [];

const place = (a: number, b: number, c: number, d: number): number =>
  (a * 29_791 + b * 961 + c * 31 + d) & (PLACES - 1);

function numberOf(literal: string): number {
  const known = NUMBERS.get(literal);
  if (known !== undefined) return known;
  const number = LITERALS.push(literal) - 1;
  NUMBERS.set(literal, number);
  NEXT.push(-1);
  IS_SHORT.push(literal.length < 3);
  if (literal.length >= 3) {
    const fourth = literal.length > 3 ? literal.charCodeAt(3) : 0;
    const at = place(literal.charCodeAt(0), literal.charCodeAt(1), literal.charCodeAt(2), fourth);
    NEXT[number] = FIRST[at]!;
    FIRST[at] = number;
    HELD[at >> 5]! |= 1 << (at & 31);
  }
  return number;
}

export const hintsOf = (literals: readonly string[]): Hints => Uint16Array.from(literals, numberOf);

/** Literals of which one number tells whether a text holds them. */
const PER_NUMBER_BITS = 4;
const PER_NUMBER = 1 << PER_NUMBER_BITS;

/** Which literals a text holds, from one pass over it; short ones are looked for when a row asks. */
export class Literals {
  private readonly lower: string;
  /** As bits, in plain numbers: a typed array of this size costs more to make than most texts to read. */
  private readonly present: number[] = new Array<number>(Math.ceil(LITERALS.length / PER_NUMBER)).fill(0);
  /** The furthest character: a text of one script holds no literal of another. */
  private readonly furthest: number;
  /** Short ones that were asked about. */
  private readonly asked = new Map<number, boolean>();

  constructor(lower: string) {
    this.lower = lower;
    let b = 0;
    let c = lower.charCodeAt(0);
    let d = lower.charCodeAt(1);
    let furthest = Math.max(c || 0, d || 0);
    for (let i = 2; i <= lower.length; i++) {
      const a = b;
      b = c;
      c = d;
      d = i < lower.length ? lower.charCodeAt(i) : 0;
      if (d > furthest) furthest = d;
      const long = place(a, b, c, d);
      if ((HELD[long >> 5]! >>> (long & 31)) & 1) this.mark(FIRST[long]!, i - 3);
      if (d === 0) continue;
      const short = place(b, c, d, 0);
      if ((HELD[short >> 5]! >>> (short & 31)) & 1) this.mark(FIRST[short]!, i - 2);
    }
    this.furthest = furthest;
  }

  private isPresent(number: number): boolean {
    return ((this.present[number >> PER_NUMBER_BITS]! >> (number & (PER_NUMBER - 1))) & 1) === 1;
  }

  private mark(first: number, at: number): void {
    for (let number = first; number >= 0; number = NEXT[number]!)
      if (!this.isPresent(number) && this.lower.startsWith(LITERALS[number]!, at))
        this.present[number >> PER_NUMBER_BITS]! |= 1 << (number & (PER_NUMBER - 1));
  }

  private holdsShort(number: number): boolean {
    if (LITERALS[number]!.charCodeAt(0) > this.furthest) return false;
    let held = this.asked.get(number);
    if (held === undefined) {
      held = this.lower.includes(LITERALS[number]!);
      this.asked.set(number, held);
    }
    return held;
  }

  holdsAny(hints: Hints): boolean {
    for (let i = 0; i < hints.length; i++) {
      const number = hints[i]!;
      if (this.isPresent(number) || (IS_SHORT[number] && this.holdsShort(number))) return true;
    }
    return false;
  }
}
