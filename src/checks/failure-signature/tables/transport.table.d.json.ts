import type { Signature } from '../signature.ts';

/** What stands between buyer and seller: facilitators, headers, proxies, CORS, and errors that say nothing. Reports are public threads; the date is that of the report. */
declare const table: readonly Signature[];
export = table;
