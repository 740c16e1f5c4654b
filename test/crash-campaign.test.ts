import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crashCampaign } from '../scripts/crash-campaign.ts';
import { startPostgres } from './postgres/server.ts';

/** The small version of `npm run campaign:crash`: real processes, random kills, and nobody may disagree afterwards. */
describe('kill -9 under paid load', () => {
  const ROUNDS = 10;
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  it.each([
    ['one node on SQLite', 1],
    ['two nodes on PostgreSQL', 2],
  ])('%s: buyers, journal and chain agree', { timeout: 300_000 }, async (_name, nodes) => {
    const databaseUrl = nodes > 1 ? { databaseUrl: postgres.url } : {};
    const report = await crashCampaign({
      rounds: ROUNDS,
      nodes,
      buyers: 3,
      port: 4410 + nodes * 10,
      ...databaseUrl,
    });
    expect(report.faults).toEqual([]);
    expect(report.delivered).toBeGreaterThan(0);
    expect(report.charged).toBe(report.delivered);
    expect(report.journalDelivered).toBe(report.delivered);
  });
});
