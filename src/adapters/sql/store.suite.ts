import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Counts } from '../../accounting/counters.ts';
import { closedNames } from '../../accounting/counters.ts';
import type { OpenJournal } from '../journal.suite.ts';
import { entryIn, suiteClaim } from '../journal.suite.ts';
import { useOnce } from './assertions.ts';
import { sqlBooks } from './books.ts';
import { sqlCounters, takeTotals } from './counters.ts';
import { forgetOver } from './forget.ts';
import { forgetIdentifiers, sqlJournal } from './journal.ts';
import { leaseLane } from './lanes.ts';
import { owedRevisions } from './owed.ts';
import { sqlReported } from './reported.ts';
import { MAX_QUEUED_UNITS, type SqlRow, type Store, StoreBusy } from './store.ts';
import { forgetTickets, sqlTickets } from './tickets.ts';

const NAMES = closedNames({ products: [], checks: [], documents: [] });

export interface OpenStore {
  readonly store: Store;
  /** A second node on the same, migrated data; the same store where the engine has one node. */
  readonly second: Store;
  reopen(): Promise<Store>;
  close(): Promise<void>;
}

/** The journal suite's way to open a journal over a store. */
export const journalOver = async (open: () => Promise<OpenStore>): Promise<OpenJournal> => {
  const { store, second, reopen, close } = await open();
  const journal = sqlJournal(store);
  return {
    journal,
    tickets: sqlTickets(store),
    books: [sqlBooks(store), sqlBooks(second)],
    reported: [sqlReported(store), sqlReported(second)],
    second: second === store ? journal : sqlJournal(second),
    reopen: async () => sqlJournal(await reopen()),
    close,
  };
};

/** What every SQL store keeps: atomic units, answers only for what is durable, a bound, and an orderly end. */
export function storeSuite(name: string, open: () => Promise<OpenStore>): void {
  describe(`store: ${name}`, () => {
    let opened: OpenStore;
    let store: Store;

    beforeEach(async () => {
      opened = await open();
      store = opened.store;
      await store.run(sql`create table notes (id text primary key, n bigint)`.compile(store.db));
    });
    afterEach(() => opened.close());

    const insert = (id: string, n = 0) =>
      sql`insert into notes values (${id}, ${n}) returning *`.compile(store.db);
    const read = (from: Store = store): Promise<SqlRow[]> =>
      from.read(sql`select * from notes order by id`.compile(store.db));
    const ids = async (from?: Store) => (await read(from)).map(({ id }) => id);

    it('is asked for figures again only after a commit, of this node or another', async () => {
      const asked: string[] = [];
      const watched: Store = {
        ...store,
        read: (query) => {
          asked.push(query.sql);
          return store.read(query);
        },
      };
      const books = sqlBooks(watched);
      const counters = sqlCounters(watched, 'one', NAMES);
      const another = sqlCounters(opened.second, 'two', NAMES);
      const figures = () => Promise.all([books.read(), books.reconciled(), counters.read()]);
      const before = await figures();
      expect([asked.splice(0).length, before[2]]).toEqual([5, {}]);
      counters.add('scope.approved');
      // An engine that tidies up by itself may look changed, once.
      const calls: { readonly reads: number; readonly same: boolean }[] = [];
      for (let last = before; calls.length < 3; ) {
        const next = await figures();
        calls.push({ reads: asked.splice(0).length, same: next[0] === last[0] });
        last = next;
        expect(next[2]).toEqual({ 'scope.approved': 1 });
      }
      // One question, whether anything was committed, for all three.
      expect(calls).toContainEqual({ reads: 1, same: true });

      another.add('scope.approved');
      another.add('scope.denied');
      await another.flush();
      expect((await figures())[2]).toEqual({ 'scope.approved': 2, 'scope.denied': 1 });
      asked.splice(0);

      const { key, owner } = entryIn(await sqlJournal(opened.second).claim(suiteClaim()))!;
      await sqlJournal(opened.second).settling(key, owner, { bodyDigest: 'sha256:body', leaseUntil: 1 });
      const [tallies, , counts] = await figures();
      expect(tallies).toMatchObject([{ state: 'settling', n: 1 }]);
      expect(counts).toEqual({ 'scope.approved': 2, 'scope.denied': 1 });
      // Neither totals nor counters have grown, so only what they add up to was read.
      expect(
        asked.filter((query) => /group by "?name|^select 'booked' as state, "product"/.test(query)),
      ).toEqual([]);
    });

    it('answers one list of rows a statement, and numbers as numbers', async () => {
      const at = 1_790_000_000_123;
      const count = sql`select count(*) as "n" from notes`.compile(store.db);
      expect(await store.run(insert('a', at), insert('b', -1), count)).toEqual([
        [{ id: 'a', n: at }],
        [{ id: 'b', n: -1 }],
        [{ n: 2 }],
      ]);
    });

    it('shows what it has answered for to readers on every node at once', async () => {
      for (let i = 0; i < 50; i++) {
        await store.run(insert(`row ${i}`));
        expect(await read(i % 2 ? store : opened.second)).toHaveLength(i + 1);
      }
    });

    it('undoes the whole of a unit when one of its statements fails, wherever it stands', async () => {
      await store.run(insert('there'));
      await expect(store.run(insert('a'), insert('there'), insert('b'))).rejects.toThrow(/unique/i);
      await expect(store.run(insert('there'), insert('a'))).rejects.toThrow(/unique/i);
      await expect(store.run(insert('a'), insert('b'), insert('there'))).rejects.toThrow(/unique/i);
      await expect(store.run(insert('a'), sql`select * from nowhere`.compile(store.db))).rejects.toThrow(
        /nowhere/,
      );
      expect(await ids()).toEqual(['there']);
    });

    it('undoes a failing unit alone, whoever runs beside it', async () => {
      await store.run(insert('there'));
      const units = Array.from({ length: 60 }, (_, i) =>
        i % 3 === 1
          ? store.run(insert(`lost ${i}`), insert('there'))
          : store.run(insert(`kept ${i}`), insert(`too ${i}`)),
      );
      const outcomes = await Promise.allSettled(units);
      expect(outcomes.map(({ status }) => status === 'rejected')).toEqual(units.map((_, i) => i % 3 === 1));
      const kept = outcomes.flatMap((_, i) => (i % 3 === 1 ? [] : [`kept ${i}`, `too ${i}`]));
      expect((await ids()).sort()).toEqual([...kept, 'there'].sort());
    });

    it('goes on after a statement that failed, with statements it has prepared before', async () => {
      for (let i = 0; i < 40; i++) {
        await expect(store.run(insert('x'), sql`select 1/nothing`.compile(store.db))).rejects.toThrow(
          /nothing/,
        );
      }
      expect(await store.run(insert('x', 1), insert('y', 2))).toEqual([
        [{ id: 'x', n: 1 }],
        [{ id: 'y', n: 2 }],
      ]);
    });

    it('refuses what would wait behind ten thousand others', async () => {
      const one = sql`select 1 as n`.compile(store.db);
      const calls = Array.from({ length: MAX_QUEUED_UNITS + 50 }, () => store.run(one));
      const outcomes = await Promise.allSettled(calls);
      expect(outcomes[0]).toMatchObject({ status: 'fulfilled' });
      for (const last of outcomes.slice(-40)) {
        expect(last.status === 'rejected' && last.reason).toBeInstanceOf(StoreBusy);
      }
      expect(await store.run(one)).toEqual([[{ n: 1 }]]);
    });

    it('finishes what waits before it closes, and refuses what comes after', async () => {
      const before = Array.from({ length: 300 }, (_, i) => store.run(insert(`row ${i}`)));
      const closed = store.close();
      await expect(store.run(insert('late'))).rejects.toThrow('closed');
      await expect(read()).rejects.toThrow('closed');
      await closed;
      await store.close();
      expect(await Promise.all(before)).toHaveLength(300);
      expect(await ids(await opened.reopen())).toHaveLength(300);
    });

    it('is read by an older release after a newer one has added columns', async () => {
      const [journal, tickets] = [sqlJournal(store), sqlTickets(store)];
      const shown = (digest: string) => ({ digest, product: 'audit', fingerprint: 'f', expiresAt: 2e12 });
      const claim = suiteClaim({ ticket: shown('ticket') });
      const entry = entryIn(await journal.claim(claim));
      const ticket = await tickets.find('ticket');
      expect(await journal.get(claim.key)).toEqual(entry);
      for (const table of ['payments', 'identifiers', 'tickets']) {
        const text = `alter table ${table} add column novelty text default 'new'`;
        await opened.second.run(sql.raw(text).compile(store.db));
      }
      expect(await journal.get(claim.key)).toEqual(entry);
      expect(await tickets.find('ticket')).toEqual(ticket);
      const next = suiteClaim({ identifierKey: 'with a column more', ticket: shown('another') });
      expect((await journal.claim(next)).kind).toBe('fresh');
    });

    it('forgets tickets that ran out a day ago, and no other', async () => {
      const tickets = sqlTickets(store);
      for (const [digest, expiresAt] of [
        ['old', 1],
        ['older', 0],
        ['young', 2],
      ] as const) {
        const ticket = { digest, product: 'audit', fingerprint: 'f', expiresAt };
        await sqlJournal(store).claim(suiteClaim({ ticket, createdAt: -1 }));
      }
      expect(await forgetTickets(store, 86_400_001, 1)).toBe(1);
      expect(await tickets.find('older')).toBeUndefined();
      expect(await forgetTickets(store, 86_400_001)).toBe(1);
      expect(await tickets.find('old')).toBeUndefined();
      expect(await tickets.find('young')).toMatchObject({ consumedAt: null });
    });

    it('forgets all that has run out in one round, however much it is', async () => {
      const ids = Array.from({ length: 25 }, (_, i) => `over-${i}`);
      for (const id of ids) {
        await useOnce(store, id, 1);
        const ticket = { digest: id, product: 'audit', fingerprint: 'f', expiresAt: 1 };
        await sqlJournal(store).claim(suiteClaim({ ticket, identifierKey: id, createdAt: 0 }));
      }
      await forgetOver(store, 90_000_000, 10);
      for (const table of ['tickets', 'identifiers', 'assertions']) {
        const left = await store.read(sql.raw(`select * from ${table}`).compile(store.db));
        expect([table, left.length]).toEqual([table, 0]);
      }
    });

    it('adds up what every node has counted, flushed or not', async () => {
      const nodes = [sqlCounters(store, 'a', NAMES), sqlCounters(opened.second, 'b', NAMES)];
      const [one, other] = ['scope.approved', 'ticket.issued'] as const;
      for (let round = 0; round < 5; round++) {
        for (const node of nodes) {
          node.add(one);
          node.add(other);
          node.add(one);
        }
        await Promise.all(nodes.map((node) => node.flush()));
      }
      nodes[0]!.add(one);
      nodes[0]!.add('free.unheard-of.caller');
      expect(await nodes[0]!.read()).toEqual({ [one]: 21, [other]: 10 });
      expect(await nodes[1]!.read()).toEqual({ [one]: 20, [other]: 10 });
    });

    it('shows what is being written, once, whether it is read before or while it is', async () => {
      const { promise: isLet, resolve: letGo } = Promise.withResolvers<void>();
      const held: Store = {
        ...store,
        read: (query) => store.read(query),
        run: (...unit) => isLet.then(() => store.run(...unit)),
      };
      const counters = sqlCounters(held, 'a', NAMES);
      counters.add('scope.approved');
      const writing = counters.flush();
      const meanwhile = counters.read();
      // Long enough for a reading that does not wait for the writing.
      await store.read(store.db.selectFrom('counters').select('n').compile());
      await store.read(store.db.selectFrom('counters').select('n').compile());
      letGo();
      expect(await meanwhile).toEqual({ 'scope.approved': 1 });
      await writing;
      counters.add('scope.approved');
      const before = counters.read();
      await counters.flush();
      expect(await before).toEqual({ 'scope.approved': 2 });
      expect(await counters.read()).toEqual({ 'scope.approved': 2 });
    });

    it('keeps the largest total that it was told, however often and in whatever order', async () => {
      const counters = sqlCounters(store, 'a', NAMES);
      const [one, other] = ['scope.approved', 'ticket.issued'] as const;
      const tell = (node: string, totals: Counts) => takeTotals(opened.second, node, totals, NAMES);
      await tell('edge:a', { [one]: 5 });
      await Promise.all([tell('edge:a', { [one]: 7, [other]: 1 }), tell('edge:a', { [one]: 5 })]);
      await tell('edge:a', { [one]: 6, 'free.unheard-of.caller': 9 });
      await tell('edge:b', { [one]: 2 });
      counters.add(one);
      expect(await counters.read()).toEqual({ [one]: 10, [other]: 1 });
    });

    it('lends a settler key to one node at a time', async () => {
      let now = 1_000_000;
      const clock = { now: () => now, sleep: async () => {} };
      const lease = (from: Store, node: string) => leaseLane(from, '0xa', node, clock, () => {}, 0);
      const contenders = [lease(store, 'a'), lease(opened.second, 'b'), lease(store, 'c')];
      const held = (await Promise.all(contenders)).filter((lane) => lane !== undefined);
      expect(held).toHaveLength(1);
      expect(await held[0]!.isOurs('0xA')).toBe(true);
      expect(await held[0]!.isOurs('0xb')).toBe(false);
      expect(await lease(opened.second, 'd')).toBeUndefined();
      await held[0]!.release();
      expect(held[0]!.held()).toBe(false);
      const next = await lease(opened.second, 'd');
      expect(next?.held()).toBe(true);
      const again = await lease(store, 'd');
      expect(again?.held()).toBe(true);
      now += 20_001;
      const last = await lease(store, 'e');
      expect(last?.held()).toBe(true);
      expect(next?.held()).toBe(false);
      await Promise.all([next, again, last].map((lane) => lane?.release()));
    });

    it('is leased again at once by who asks, when a clock that was set has ended the lease', async () => {
      let now = 1_795_000_000_000;
      const clock = { now: () => now, sleep: async () => {} };
      let asked = 0;
      const run: Store['run'] = (...unit) => {
        asked++;
        return store.run(...unit);
      };
      const lane = await leaseLane({ ...store, run }, '0xc', 'a', clock, () => {}, 0);
      now += 3_600_000;
      expect(asked).toBe(1);
      for (let times = 0; times < 3; times++) expect(lane?.held()).toBe(false);
      expect(asked).toBe(2);
      await expect.poll(() => lane?.held(), { interval: 5 }).toBe(true);
      await lane?.release();
      now += 3_600_000;
      expect(lane?.held()).toBe(false);
      const next = await leaseLane(store, '0xc', 'b', clock, () => {}, 0);
      expect(next?.held()).toBe(true);
      await next?.release();
    });

    it('names the revisions of what is owed: settled at any time, or delivered within a day', async () => {
      const journal = sqlJournal(store);
      const now = 1_795_000_000_000;
      const day = 86_400_000;
      const sold = async (revision: string, settledAt: number, deliveredAt?: number) => {
        const { key } = entryIn(await journal.claim(suiteClaim({ revision, product: 'sample' })))!;
        await journal.settled(key, { transaction: '0xabc', bodyDigest: null, at: settledAt });
        if (deliveredAt !== undefined)
          await journal.delivered(key, { at: deliveredAt, bodyDigest: 'sha256:body' });
      };
      await sold('owed for a year', now - 365 * day);
      await sold('owed for a year', now);
      await sold('a moment ago', now, now);
      await sold('a day ago', now - day, now - day);
      await sold('fetched late', now - 2 * day + 1, now - day + 1);
      await sold('over', now - day - 1, now - day - 1);
      expect((await journal.claim(suiteClaim({ revision: 'never paid' }))).kind).toBe('fresh');
      const owed = await owedRevisions(store, now, async () => {});
      expect(Object.fromEntries(owed.map(({ revision, payments }) => [revision, payments]))).toEqual({
        'owed for a year': 2,
        'a moment ago': 1,
        'a day ago': 1,
        'fetched late': 1,
      });
    });

    it('forgets identifiers whose day is over, and no other', async () => {
      const journal = sqlJournal(store);
      const now = suiteClaim().createdAt;
      const [day, keys] = [86_400_000, ['past', 'now', 'later', 'last']];
      for (const [i, identifierKey] of keys.entries()) {
        await journal.claim(suiteClaim({ identifierKey, createdAt: now - day - 1 + i }));
      }
      expect(await forgetIdentifiers(store, now, 1)).toBe(1);
      expect(await forgetIdentifiers(store, now)).toBe(1);
      expect(await forgetIdentifiers(store, now)).toBe(0);
      const left = await store.read(
        store.db.selectFrom('identifiers').select('key').orderBy('expiresAt').compile(),
      );
      expect(left.map(({ key }) => key)).toEqual(['later', 'last']);
    });
  });
}
