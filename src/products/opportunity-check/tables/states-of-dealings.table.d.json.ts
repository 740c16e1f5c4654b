import type { WordRow } from '../../../reading/words/rows.ts';

/** What statements say of charges, wallets, fraud and the rest of what happens between buyer and seller. */
declare const table: readonly WordRow[];
export = table;
