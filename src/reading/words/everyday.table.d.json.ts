import type { WordRow } from './rows.ts';

/**
 * Everyday words, mostly nouns and names, that change nothing a sentence says. They are the commonest of English that
 * WordNet knows and AFINN rates not below zero, without those that could turn, weaken, move or end what they stand
 * beside. A word missing here makes a good reading unread, never wrong; a word that turns one round must not come in.
 */
declare const table: readonly WordRow[];
export = table;
