import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { crashLeg, type Leg } from '../scripts/campaign/leg.ts';
import { appendLeg, faultsOf, legsLeft, readLegs, summary } from '../scripts/campaign/log.ts';
import { assayCommand, sharedSchema } from './shared/index.ts';
import { IN_CAMPAIGN, rowsOf, sized } from './support/campaign.ts';
import { disposeServices, temporaryFolder } from './support/service.ts';

/** The small version of `node scripts/crash-campaign.ts`: real processes, random kills, and nobody may disagree afterwards. */
describe('kill -9 under paid load', () => {
  const ROUNDS = sized({ smoke: 1, short: 10, full: 20 });

  /** One node on SQLite is killed in `npm test` too, under mixed load (books.test.ts). */
  const NODES = [
    ['one node on SQLite', 1],
    ['two nodes on PostgreSQL', 2],
  ] as const;
  it.each(rowsOf(NODES, ([, nodes]) => nodes === 2))(
    '%s: buyers, journal and chain agree',
    { timeout: 600_000 },
    async (_name, nodes) => {
      const databaseUrl = nodes > 1 ? { databaseUrl: await sharedSchema() } : {};
      const leg = await crashLeg({
        rounds: ROUNDS,
        nodes,
        buyers: 3,
        command: await assayCommand(),
        port: 4410 + nodes * 10,
        ...databaseUrl,
      });
      expect(leg.faults).toEqual([]);
      expect(leg.delivered).toBeGreaterThan(0);
      expect(leg.charged).toBe(leg.delivered);
      expect(leg.journalDelivered).toBe(leg.delivered);
      // Kills fell into purchases, or nothing was tried. Two may both fall beside one.
      if (IN_CAMPAIGN) expect(leg.resends).toBeGreaterThan(0);
    },
  );
});

describe('a campaign that is taken up again', () => {
  afterAll(disposeServices);
  const leg = (rounds: number, faults: readonly string[] = []): Leg => ({
    rounds,
    nodes: 1,
    engine: 'sqlite',
    purchases: 3,
    delivered: 2,
    declined: { authorization_expired: 1 },
    charged: 2,
    sellerRose: '20000',
    journalDelivered: 2,
    resends: 1,
    seconds: 5,
    faults,
  });

  it('goes on after the legs that its file holds, and counts them', () => {
    const file = join(temporaryFolder(), 'campaign.jsonl');
    expect(legsLeft(120, 50, readLegs(file))).toEqual([50, 50, 20]);
    appendLeg(file, leg(50));
    appendLeg(file, leg(50, ['a fault']));
    expect(legsLeft(120, 50, readLegs(file))).toEqual([20]);
    appendLeg(file, leg(20));
    expect(legsLeft(120, 50, readLegs(file))).toEqual([]);
    expect(faultsOf(readLegs(file))).toEqual(['a fault']);
    const told = summary(readLegs(file));
    for (const figure of [/^kills +120$/m, /^seller rose by +60000 atomic units$/m, /^FAULTS\n {2}a fault$/m])
      expect(told).toMatch(figure);
    rmSync(file);
    expect(readLegs(file)).toEqual([]);
  });
});
