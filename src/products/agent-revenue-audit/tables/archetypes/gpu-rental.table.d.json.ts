import type { RouteTable } from '../route-rows.ts';

/** Machines by the hour. A stranger gets a short lease with a hard end, never an open meter. */
declare const table: RouteTable;
export = table;
