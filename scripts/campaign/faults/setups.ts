import type { Setup } from './market.ts';

/** What the campaign strikes, by name. */
export const SETUPS: Readonly<Record<string, Setup>> = {
  base: { engine: 'sqlite', settles: 'own key', edge: false, allRails: false },
  sqlite: { engine: 'sqlite', settles: 'own key', edge: false, allRails: true },
  postgres: { engine: 'postgres', settles: 'own key', edge: false, allRails: true },
  'sqlite-facilitator': { engine: 'sqlite', settles: 'facilitator', edge: false, allRails: false },
  'postgres-facilitator': { engine: 'postgres', settles: 'facilitator', edge: false, allRails: false },
  'sqlite-edge': { engine: 'sqlite', settles: 'facilitator', edge: true, allRails: false },
  'postgres-edge': { engine: 'postgres', settles: 'facilitator', edge: true, allRails: false },
  'postgres-edge-twin': {
    ...{ engine: 'postgres', settles: 'facilitator', edge: true, allRails: false },
    twin: true,
  },
};
