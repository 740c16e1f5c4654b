import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crashLeg } from '../scripts/campaign/leg.ts';
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
  ])('%s: cash register = full fold = chain', { timeout: 600_000 }, async (_name, nodes) => {
    const leg = await crashLeg({
      rounds: 6,
      nodes,
      buyers: 2,
      port: 4510 + nodes * 10,
      mixed: true,
      ...(nodes > 1 && { databaseUrl: await postgres.createSchema() }),
    });
    expect(leg.faults).toEqual([]);
    expect(leg.delivered).toBeGreaterThan(0);
    expect(leg.unpaid).toBeGreaterThan(20);
  });
});
