import type { RouteTable } from '../route-rows.ts';

/** Checks of who somebody is. The person shows documents to the seller; the buyer's agent never holds them. */
declare const table: RouteTable;
export = table;
