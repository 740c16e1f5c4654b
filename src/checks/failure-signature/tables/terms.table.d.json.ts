import type { Signature } from '../signature.ts';

/** What is signed: amounts, units, networks, caps and clocks. Reports are public threads; the date is that of the report. */
declare const table: readonly Signature[];
export = table;
