import type { WordRow } from '../../../reading/words/rows.ts';

/** Payments and what came of them. */
declare const table: readonly WordRow[];
export = table;
