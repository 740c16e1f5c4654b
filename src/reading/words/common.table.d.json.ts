import type { WordRow } from './rows.ts';

/** The commonest English words, and those of programmers, that neither judge, turn round nor promise anything. */
declare const table: readonly WordRow[];
export = table;
