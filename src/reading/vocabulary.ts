import { slipsOf } from './slips.ts';
import type { ClauseToken } from './tokens.ts';

/**
 * What a word does to the sense of a clause. `thing`: names something, changes nothing by itself. `state`: says
 * something of a thing, so a clause that holds it is understood only where a frame uses it.
 */
export type Role = 'thing' | 'state' | 'plain' | 'operator';

export interface ConceptRow {
  readonly id: string;
  readonly role: Role;
  /** Words and phrases in their base form, parted by commas. Hyphens are spaces. */
  readonly words: string;
}

/** A stretch of tokens that the vocabulary knows. */
export interface Term {
  readonly concepts: readonly string[];
  readonly roles: readonly Role[];
  readonly first: number;
  readonly last: number;
}

interface Node {
  readonly next: Map<string, Node>;
  readonly rows: ConceptRow[];
  /** Does a row say more than that the word is known? */
  telling: boolean;
}

export interface Vocabulary {
  /** Terms in the order they stand: at each place the longest phrase that is known. */
  terms(tokens: readonly ClauseToken[]): Term[];
  /** The word of a telling phrase that `word` is most plainly a slip of; null: none, or more than one. */
  slipOf(word: string): string | null;
}

const LONGEST = 7;

/** A vocabulary of rows, built by the first text that is read. One phrase may stand in several rows. */
export function vocabularyOf(rows: readonly ConceptRow[]): Vocabulary {
  let grown: Node | undefined;
  let slips: ((word: string) => string | null) | undefined;
  return {
    slipOf(word) {
      slips ??= slipsOf(rows);
      return slips(word);
    },
    terms(tokens) {
      grown ??= treeOf(rows);
      return termsIn(tokens, grown);
    },
  };
}

function treeOf(rows: readonly ConceptRow[]): Node {
  const root: Node = { next: new Map(), rows: [], telling: false };
  for (const row of rows) {
    for (const phrase of row.words.split(',')) {
      let node = root;
      for (const word of phrase.trim().split(/[\s\-._]+/)) {
        if (word === '') continue;
        let next = node.next.get(word);
        if (!next) {
          next = { next: new Map(), rows: [], telling: false };
          node.next.set(word, next);
        }
        node = next;
      }
      if (node === root || node.rows.includes(row)) continue;
      node.rows.push(row);
      if (row.role !== 'plain') node.telling = true;
    }
  }
  return root;
}

function termsIn(tokens: readonly ClauseToken[], root: Node): Term[] {
  const terms: Term[] = [];
  for (let at = 0; at < tokens.length; ) {
    const found = longest(root, tokens, at);
    if (!found || (found.length === 1 && isParticle(tokens[at]!))) at += 1;
    else {
      const [first, last] = [at, at + found.length - 1];
      terms.push({
        concepts: [...new Set(found.rows.map(({ id }) => id))],
        roles: found.rows.map(({ role }) => role),
        first,
        last,
      });
      at += found.length;
    }
  }
  return terms;
}

/** Half of a compound says nothing by itself: the "up" of "made-up", the "dead" of "dead-link". */
const PARTICLES = new Set(
  'up down off out on in good well free new old dead open live first full not'.split(' '),
);
const isParticle = ({ joined, text }: ClauseToken): boolean => joined && PARTICLES.has(text);

/** Longest phrase from `at`. A word as it stands counts before the base form of another. */
function longest(
  root: Node,
  tokens: readonly ClauseToken[],
  at: number,
): { rows: readonly ConceptRow[]; length: number } | undefined {
  let length = 0;
  let all: ConceptRow[] = [];
  let exactly: ConceptRow[] = [];
  const walk = (node: Node, depth: number, exact: boolean): void => {
    const token = tokens[at + depth];
    if (!token || depth === LONGEST) return;
    const { forms } = token;
    for (let i = 0; i < forms.length; i += 1) {
      const next = node.next.get(forms[i]!);
      if (!next) continue;
      const asItStands = exact && i === 0;
      if (next.rows.length > 0) {
        if (depth + 1 > length) {
          length = depth + 1;
          all = [];
          exactly = [];
        }
        if (depth + 1 === length) {
          all.push(...next.rows);
          if (asItStands && next.telling) exactly.push(...next.rows);
        }
      }
      if (next.next.size > 0) walk(next, depth + 1, asItStands);
    }
  };
  walk(root, 0, true);
  if (length === 0) return undefined;
  return { rows: exactly.length > 0 ? exactly : all, length };
}
