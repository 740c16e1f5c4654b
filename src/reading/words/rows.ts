import type { ConceptRow, Role } from '../vocabulary.ts';
import { cross } from './cross.ts';

/**
 * A row as a table of words writes it: its role and id; then words, parted by commas; or two lists, of which every word
 * of the first stands before every word of the second; or, after `//`, what whoever edits it should know.
 */
export type WordRow = readonly [
  head: `${Role} ${string}`,
  ...words: (string | readonly [before: string, after: string])[],
];

/** The rows of a table of words. */
export const wordRows = (table: readonly WordRow[]): readonly ConceptRow[] =>
  table.map(([head, ...words]) => {
    const [role, id] = head.split(' ') as [Role, string];
    const said = words.filter((each) => typeof each !== 'string' || !each.startsWith('// '));
    return {
      id,
      role,
      words: said.map((each) => (typeof each === 'string' ? each : cross(...each))).join(', '),
    };
  });

const row =
  (role: Role) =>
  (id: string, words: string): ConceptRow => ({ id, role, words });

/** Rows of a vocabulary by what they do to a clause. */
export const plain = row('plain');
export const state = row('state');
export const thing = row('thing');
export const operator = row('operator');
