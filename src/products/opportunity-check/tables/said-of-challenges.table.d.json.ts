import type { WordRow } from '../../../reading/words/rows.ts';

/** What an unpaid call answers, on which paths, and what it asks for first. */
declare const table: readonly WordRow[];
export = table;
