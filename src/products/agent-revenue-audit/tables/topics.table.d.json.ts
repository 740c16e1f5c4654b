import type { TopicRow } from './expert.ts';

/** The most particular first. */
declare const table: readonly TopicRow[];
export = table;
