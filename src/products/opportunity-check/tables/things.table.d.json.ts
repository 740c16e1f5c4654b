import type { WordRow } from '../../../reading/words/rows.ts';

/** What statements about a paid API are about. A thing by itself says nothing. */
declare const table: readonly WordRow[];
export = table;
