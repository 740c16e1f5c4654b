import type { Signature } from '../signature.ts';
import clients from './clients.table.json' with { type: 'json' };
import { LAB } from './lab.ts';
import market from './market.table.json' with { type: 'json' };
import settlement from './settlement.table.json' with { type: 'json' };
import terms from './terms.table.json' with { type: 'json' };
import transport from './transport.table.json' with { type: 'json' };

/** Names the tables: a row added, changed or withdrawn changes it. */
export const SIGNATURES_VERSION = '2026-11-24.1';

export const SIGNATURES: readonly Signature[] = [
  ...settlement,
  ...terms,
  ...transport,
  ...clients,
  ...market,
  ...LAB,
];
