import type { RouteTable } from '../route-rows.ts';

/** Traffic through other addresses, and challenges solved. Both need a stated purpose and a way to be switched off. */
declare const table: RouteTable;
export = table;
