import type { WordRow } from '../../../reading/words/rows.ts';

/** Words that see, judge, turn or attribute, whatever they speak of. */
declare const table: readonly WordRow[];
export = table;
