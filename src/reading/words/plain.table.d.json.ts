import type { WordRow } from './rows.ts';

/** Everyday and technical words that turn nothing round. A word missing here makes a good reading unread, never wrong. */
declare const table: readonly WordRow[];
export = table;
