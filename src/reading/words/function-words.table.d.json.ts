import type { WordRow } from './rows.ts';

/** Words that carry no fact of their own. A good reading may hold any of them. */
declare const table: readonly WordRow[];
export = table;
