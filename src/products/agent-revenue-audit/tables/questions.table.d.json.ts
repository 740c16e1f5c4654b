import type { QuestionRow } from './cues.ts';

declare const table: readonly QuestionRow[];
export = table;
