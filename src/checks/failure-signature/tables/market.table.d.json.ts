import type { Signature } from '../signature.ts';

/** What surrounds a payment: listings, personal data, recourse, receipts. Reports are public threads; the date is that of the report. */
declare const table: readonly Signature[];
export = table;
