import { describe, expect, it } from 'vitest';
import { crashLeg } from '../scripts/campaign/leg.ts';
import { assayCommand, sharedSchema } from './shared/index.ts';
import { rowsOf, sized } from './support/campaign.ts';

/** The small version of `node scripts/crash-campaign.ts --mixed`: whatever is killed, the public books are the chain's. */
describe('the public books after kill -9 under mixed load', () => {
  const CALLS = sized({ smoke: 20, short: 100, full: 150 });

  /** Two nodes on PostgreSQL are killed in `npm test` too, by the smoke without other rails. */
  const NODES = [
    ['one node on SQLite', 1],
    ['two nodes on PostgreSQL', 2],
  ] as const;
  it.each(rowsOf(NODES, ([, nodes]) => nodes === 1))(
    '%s: cash register = full fold = chain, on every rail',
    { timeout: 600_000 },
    async (_name, nodes) => {
      const leg = await crashLeg({
        rounds: sized({ smoke: 1, short: 2, full: 6 }),
        nodes,
        buyers: 2,
        // A start that is killed costs a second of a processor: campaigns do it.
        killedAgain: sized({ smoke: 0, short: 0.25, full: 0.25 }),
        pauseMs: sized({ smoke: 250, short: 0, full: 0 }),
        port: 4510 + nodes * 10,
        mixed: true,
        command: await assayCommand(),
        calls: CALLS,
        ...(nodes > 1 && { databaseUrl: await sharedSchema() }),
      });
      expect(leg.faults).toEqual([]);
      expect(leg.delivered).toBeGreaterThan(0);
      expect(leg.unpaid).toBeGreaterThan(CALLS / 8);
      expect(leg.calls).toBeGreaterThanOrEqual(CALLS);
      expect(Object.keys(leg.rails!).sort()).toEqual(['mpp pull', 'mpp push', 'x402 Solana']);
    },
  );
});
