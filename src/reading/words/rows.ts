import type { ConceptRow, Role } from '../vocabulary.ts';

const row =
  (role: Role) =>
  (id: string, words: string): ConceptRow => ({ id, role, words });

/** Rows of a vocabulary by what they do to a clause. */
export const plain = row('plain');
export const state = row('state');
export const thing = row('thing');
export const operator = row('operator');
