import type { RouteTable } from '../route-rows.ts';

/** A statement that holds later and elsewhere: stamps, notarial acts, signatures. */
declare const table: RouteTable;
export = table;
