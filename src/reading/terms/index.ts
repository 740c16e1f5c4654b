/** What a buyer orders: the numbers of a goal, the limits of a constraint, and the words that were not understood. */
export type { ConstraintReading } from './constraint.ts';
export { readGoalWords } from './goal-words.ts';
export { readConstraint } from './learnt/constraint.ts';
export { lowestBudget, readGoal } from './learnt/goal.ts';
export type { MoneyTerm } from './money-role.ts';
export { UNREAD, type Unread } from './reading.ts';
export { TERM_TABLES } from './tables.ts';
