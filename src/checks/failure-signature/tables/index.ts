import type { Signature } from '../signature.ts';
import { CLIENTS } from './clients.ts';
import { LAB } from './lab.ts';
import { MARKET } from './market.ts';
import { SETTLEMENT } from './settlement.ts';
import { TERM_REPORTS } from './terms.ts';
import { TRANSPORT } from './transport.ts';

/** Names the tables: a row added, changed or withdrawn changes it. */
export const SIGNATURES_VERSION = '2026-11-24.1';

export const SIGNATURES: readonly Signature[] = [
  ...SETTLEMENT,
  ...TERM_REPORTS,
  ...TRANSPORT,
  ...CLIENTS,
  ...MARKET,
  ...LAB,
];
