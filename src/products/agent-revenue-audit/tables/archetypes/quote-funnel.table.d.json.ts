import type { RouteTable } from '../route-rows.ts';

/** Quotes are free because the deal pays for them. What an agent pays for is a quote that binds, or too many of them. */
declare const table: RouteTable;
export = table;
