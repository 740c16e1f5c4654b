import type { WordRow } from '../../../reading/words/rows.ts';

/** Listings, descriptions and input. */
declare const table: readonly WordRow[];
export = table;
