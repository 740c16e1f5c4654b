import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, it } from 'vitest';
import { suiteClaim } from '../opened.suite.ts';
import { sqlJournal } from '../sql/journal.ts';
import { migrate } from '../sql/migrations.ts';
import { durableOutbox } from './outbox.ts';
import { type DurableStorage, durableStore } from './store.ts';
import { durableTally } from './tally.ts';

/** What a shard keeps, over the same SQL in this process: test/edge-journal.test.ts runs the journal in workerd. */

function openStorage(): DurableStorage {
  const db = new DatabaseSync(':memory:');
  return {
    sql: {
      exec(query, ...bindings) {
        const rows = db.prepare(query).all(...bindings);
        return { toArray: () => rows };
      },
    },
    transactionSync(work) {
      db.exec('begin');
      const result = work();
      db.exec('commit');
      return result;
    },
  };
}

let storage: DurableStorage;
beforeEach(async () => {
  storage = openStorage();
  await migrate(durableStore(storage), 1);
});

const DAY_MS = 86_400_000;

it('removes what is final, old and known to the origin, and nothing else', async () => {
  const outbox = durableOutbox(storage);
  const journal = sqlJournal(durableStore(storage));
  const sold = async (key: string, createdAt: number) => {
    await journal.claim(suiteClaim({ key, createdAt }));
    await journal.settled(key, { transaction: '0x1', bodyDigest: 'd', at: createdAt });
    await journal.delivered(key, { at: createdAt, bodyDigest: 'd' });
  };
  // What stays lies before, between and behind what goes.
  await journal.claim(suiteClaim({ key: 'open', createdAt: 0 }));
  await journal.claim(suiteClaim({ key: 'not fetched', createdAt: 0 }));
  await journal.settled('not fetched', { transaction: '0x1', bodyDigest: 'd', at: 0 });
  const left = () => storage.sql.exec('select key from payments order by key').toArray().length;
  for (let i = 0; i < 1_200; i++) await sold(`old-${i}`, i);
  outbox.confirm(outbox.status().lastSeq);
  await sold('untold', 2);
  await sold('young', DAY_MS);
  outbox.prune(DAY_MS);
  expect(left()).toBe(4);
  expect(await journal.get('untold')).toMatchObject({ state: 'delivered' });
  outbox.confirm(outbox.status().lastSeq);
  outbox.prune(DAY_MS);
  expect([await journal.get('untold'), (await journal.get('young'))?.key]).toEqual([undefined, 'young']);
});

it('tells each move once in its order, until it is confirmed', async () => {
  const outbox = durableOutbox(storage);
  const journal = sqlJournal(durableStore(storage));
  for (const key of ['a', 'b']) {
    await journal.claim(suiteClaim({ key }));
    await journal.settled(key, { transaction: '0x1', bodyDigest: 'd', at: 1 });
  }
  const told = () => outbox.waiting(10).map(({ seq, entry }) => [seq, entry.key, entry.state]);
  expect(told()).toEqual([
    [1, 'a', 'settled'],
    [2, 'b', 'settled'],
  ]);
  outbox.confirm(1);
  await journal.delivered('b', { at: 2, bodyDigest: 'd' });
  expect(told()).toEqual([
    [2, 'b', 'delivered'],
    [3, 'b', 'delivered'],
  ]);
  expect(durableOutbox(storage).status()).toEqual({ lastSeq: 3, waiting: 2 });
});

it('gives what was noted last once', () => {
  const outbox = durableOutbox(storage);
  expect(outbox.noted()).toBeUndefined();
  outbox.note('first');
  outbox.note('second');
  expect([outbox.noted(), outbox.noted()]).toEqual(['second', undefined]);
});

it('counts in totals, under one name for as long as the storage is there', () => {
  const name = 'challenge.opportunity-check.GET.caller.none';
  const tally = durableTally(storage, () => 'first');
  expect(tally.waiting()).toBeUndefined();
  tally.add({ [name]: 3 });
  const told = tally.waiting()!;
  tally.add({ [name]: 4 });
  tally.confirm(told.version);
  expect(told.totals).toEqual({ node: 'first', counts: { [name]: 3 } });
  const again = durableTally(storage, () => 'second').waiting()!;
  expect(again.totals).toEqual({ node: 'first', counts: { [name]: 7 } });
  tally.confirm(again.version);
  tally.confirm(told.version);
  expect(tally.waiting()).toBeUndefined();
});
