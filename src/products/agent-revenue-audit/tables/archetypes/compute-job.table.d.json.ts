import type { RouteTable } from '../route-rows.ts';

declare const table: RouteTable;
export = table;
