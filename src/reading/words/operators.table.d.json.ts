import type { WordRow } from './rows.ts';

/** Words that turn, weaken or attribute what a clause says, whatever it is about. */
declare const table: readonly WordRow[];
export = table;
