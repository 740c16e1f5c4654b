import type { SentencePart } from '../parts.ts';

/** One thing that an expert would add, with what it can say in the order of what is known. */
interface TopicRow {
  readonly id: string;
  readonly most: number;
  /** Said only where one of these slots is known; always when absent. */
  readonly when?: readonly string[];
  readonly parts: readonly SentencePart[];
}

/** The most particular first. */
declare const table: readonly TopicRow[];
export = table;
