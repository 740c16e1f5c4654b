/** What a buyer orders: the numbers of a goal, the limits of a constraint, and the words that were not understood. */
export { type ConstraintReading, readConstraint } from './constraint.ts';
export { readGoal } from './goal.ts';
export { readGoalWords } from './goal-words.ts';
export type { MoneyTerm } from './money-role.ts';
export { UNREAD, type Unread } from './reading.ts';
export { TERM_TABLES } from './tables.ts';
