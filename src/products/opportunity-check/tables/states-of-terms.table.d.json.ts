import type { WordRow } from '../../../reading/words/rows.ts';

/** What statements say of challenges, prices and what is asked. A clause with a `state` that no frame uses is not good news. */
declare const table: readonly WordRow[];
export = table;
