import type { Signature } from '../signature.ts';

/** Versions of clients and servers that do not understand each other. Reports are public threads; the date is that of the report. */
declare const table: readonly Signature[];
export = table;
