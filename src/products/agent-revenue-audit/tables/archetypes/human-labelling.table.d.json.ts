import type { RouteTable } from '../route-rows.ts';

/** Judgements by people, one item at a time: taken now, answered later. */
declare const table: RouteTable;
export = table;
