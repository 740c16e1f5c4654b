import type { FrictionRow } from './shapes.ts';

/**
 * Thirty-nine places where an agent's purchase stops. `{said}` are the words that state it, and the first part whose
 * slots are known is said. Effort: S under two hours, M under a day, L under three days.
 */
declare const table: readonly FrictionRow[];
export = table;
