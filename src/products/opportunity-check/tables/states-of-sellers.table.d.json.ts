import type { WordRow } from '../../../reading/words/rows.ts';

/** What statements say of tokens, offers, listings, operators and hosts. */
declare const table: readonly WordRow[];
export = table;
