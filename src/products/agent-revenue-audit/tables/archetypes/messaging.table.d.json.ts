import type { RouteTable } from '../route-rows.ts';

/** What reaches a person or a machine on the seller's channel. The recipient is the buyer's data: it is used and dropped. */
declare const table: RouteTable;
export = table;
