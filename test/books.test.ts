import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crashCampaign } from '../scripts/crash-campaign.ts';
import { startPostgres } from './postgres/server.ts';

/** The small version of `npm run campaign:crash -- --mixed`: whatever is killed, the public books are the chain's. */
describe('the public books after kill -9 under mixed load', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  it.each([
    ['one node on SQLite', 1],
    ['two nodes on PostgreSQL', 2],
  ])('%s: cash register = full fold = chain', { timeout: 300_000 }, async (_name, nodes) => {
    const report = await crashCampaign({
      rounds: 6,
      nodes,
      buyers: 2,
      port: 4510 + nodes * 10,
      mixed: true,
      ...(nodes > 1 && { databaseUrl: postgres.url }),
    });
    expect(report.faults).toEqual([]);
    expect(report.delivered).toBeGreaterThan(0);
    expect(report.unpaid).toBeGreaterThan(20);
  });
});
