import type { WordRow } from '../../../reading/words/rows.ts';

/** Words of what happened when somebody paid. `PAID` may stand in one clause and the outcome in the next. */
declare const table: readonly WordRow[];
export = table;
