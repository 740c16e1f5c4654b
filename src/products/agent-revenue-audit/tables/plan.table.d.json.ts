import type { PlanRow } from './plan.ts';

declare const table: readonly PlanRow[];
export = table;
