import type { RouteTable } from '../route-rows.ts';

/** What arrives for as long as a connection is open. A payment buys a window of it, never the open end. */
declare const table: RouteTable;
export = table;
