import type { Signature } from '../signature.ts';

/** Money that moved and was not accounted for: outcomes that are not known, answers that did not come, second charges. Reports are public threads; the date is that of the report. */
declare const table: readonly Signature[];
export = table;
