import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Entry, MOVES, mayMove, type State, UNFINISHED } from '../accounting/states.ts';
import type { Claim, Claimed, Journal, Ticket, TicketUse } from '../ports.ts';
import { booksTests } from './books.suite.ts';
import { entryIn, LEASE_UNTIL, NOW, type OpenJournal, suiteClaim } from './opened.suite.ts';
import { reportedTests } from './reported.suite.ts';

export { entryIn, type OpenJournal, suiteClaim } from './opened.suite.ts';

const DAY_MS = 86_400_000;
const STATES = Object.keys(MOVES) as State[];

/** For names of identifiers and tickets that no other test knows. */
let made = 0;

/** What a fresh row holds. */
function rowOf({
  identifierKey: _bound,
  identifierLookup: _lookup,
  once: _once,
  ticket: _ticket,
  ...claim
}: Claim): Entry {
  const nothing = { bodyDigest: null, transaction: null, reason: null, rawTransaction: null };
  return { ...claim, ...nothing, state: 'claimed', settledAt: null, deliveredAt: null };
}

const SENT = {
  rawTransaction: '0x02f8',
  transaction: '0xabc',
  bodyDigest: 'sha256:body',
  leaseUntil: LEASE_UNTIL + 1,
};
const DONE = { transaction: '0xdef', bodyDigest: 'sha256:body', at: NOW + 10 };

/** How a row that was claimed gets into each state. */
const PATHS: Record<State, (journal: Journal, row: Entry) => Promise<unknown>> = {
  claimed: async () => {},
  settling: (journal, { key, owner }) => journal.settling(key, owner, SENT),
  settled: (journal, { key }) => journal.settled(key, DONE),
  delivered: async (journal, { key }) => {
    await journal.settled(key, DONE);
    await journal.delivered(key, { at: NOW + 20, bodyDigest: DONE.bodyDigest });
  },
  released: (journal, { key, owner }) => journal.released(key, owner, 'not_sent'),
  failed: async (journal, { key, owner }) => {
    await journal.settling(key, owner, SENT);
    await journal.failed(key, 'settlement_refused');
  },
};

async function put(journal: Journal, state: State, given: Partial<Claim> = {}): Promise<Entry> {
  const claim = suiteClaim(given);
  expect((await journal.claim(claim)).kind).toBe('fresh');
  await PATHS[state](journal, rowOf(claim));
  const row = await journal.get(claim.key);
  expect(row?.state).toBe(state);
  return row!;
}

/** Every operation that moves a row, where it leads, and how its owner calls it. */
const OPERATIONS: {
  name: string;
  to: State;
  act: (journal: Journal, row: Entry) => Promise<Entry | undefined>;
}[] = [
  { name: 'claim', to: 'claimed', act: (journal, { key }) => fresh(journal.claim(suiteClaim({ key }))) },
  {
    name: 'claim with an identifier',
    to: 'claimed',
    act: (journal, { key }) =>
      fresh(journal.claim(suiteClaim({ key, identifierKey: `identifier of ${key}` }))),
  },
  { name: 'settling', to: 'settling', act: (journal, { key, owner }) => journal.settling(key, owner, SENT) },
  { name: 'settled', to: 'settled', act: (journal, { key }) => journal.settled(key, DONE) },
  {
    name: 'delivered',
    to: 'delivered',
    act: (journal, { key }) => journal.delivered(key, { at: NOW + 20, bodyDigest: DONE.bodyDigest }),
  },
  {
    name: 'released',
    to: 'released',
    act: (journal, { key, owner }) => journal.released(key, owner, 'not_sent'),
  },
  { name: 'failed', to: 'failed', act: (journal, { key }) => journal.failed(key, 'authorization_cancelled') },
];

async function fresh(claimed: Promise<Claimed>): Promise<Entry | undefined> {
  const answer = await claimed;
  return answer.kind === 'fresh' ? answer.entry : undefined;
}

/** What every journal keeps, whatever it is made of. Two nodes take part wherever the engine has two. */
export function journalSuite(name: string, open: () => Promise<OpenJournal>): void {
  describe(`journal: ${name}`, () => {
    let opened: OpenJournal;
    let journal: Journal;
    let nodes: readonly Journal[];

    const begin = async () => {
      opened = await open();
      journal = opened.journal;
      nodes = [journal, opened.second];
    };
    /** For tests that look at payments of their own only. */
    const oneForAll = () => {
      beforeAll(begin);
      afterAll(() => opened.close());
    };
    const oneForEach = () => {
      beforeEach(begin);
      afterEach(() => opened.close());
    };

    /** `count` calls at once, spread over both nodes. */
    const atOnce = <T>(count: number, call: (node: Journal, i: number) => Promise<T>): Promise<T[]> =>
      Promise.all(Array.from({ length: count }, (_, i) => call(nodes[i % nodes.length]!, i)));

    describe('claim', () => {
      oneForAll();
      it('answers with the whole row, as the other node and a later reader see it', async () => {
        const claim = suiteClaim({ amount: `${2n ** 256n - 1n}`, offerDigest: null, validBefore: 2 ** 40 });
        expect(await journal.claim(claim)).toEqual({ kind: 'fresh', entry: rowOf(claim) });
        expect(await opened.second.get(claim.key)).toEqual(rowOf(claim));
      });

      it('knows no payment that was not claimed', async () => {
        expect(await journal.get('unheard-of')).toBeUndefined();
      });

      it('gives one payment to exactly one of fifty callers', async () => {
        for (let round = 0; round < 4; round++) {
          const { key } = suiteClaim();
          const claims = Array.from({ length: 50 }, () => suiteClaim({ key }));
          const answers = await atOnce(50, (node, i) => node.claim(claims[i]!));
          const winners = claims.filter((_, i) => answers[i]!.kind === 'fresh');
          expect(winners).toHaveLength(1);
          expect(answers.filter(({ kind }) => kind === 'taken')).toHaveLength(49);
          for (const answer of answers) expect(entryIn(answer)).toEqual(rowOf(winners[0]!));
        }
      });

      it('answers a repeated claim with the row as it is by then', async () => {
        const row = await put(journal, 'delivered');
        expect(await opened.second.claim(suiteClaim({ key: row.key }))).toEqual({
          kind: 'taken',
          entry: row,
        });
      });

      it.each(['released', 'failed'] as const)('begins anew a payment that was %s', async (state) => {
        const { key } = await put(journal, state);
        const claims = Array.from({ length: 20 }, (_, i) =>
          suiteClaim({
            key,
            rail: 'mpp',
            amount: `${i}`,
            evidence: 'owner_funded_qa',
            source: 'other',
            createdAt: NOW + i,
          }),
        );
        const answers = await atOnce(20, (node, i) => node.claim(claims[i]!));
        const winners = claims.filter((_, i) => answers[i]!.kind === 'fresh');
        expect(winners).toHaveLength(1);
        expect(await journal.get(key)).toEqual(rowOf(winners[0]!));
      });
    });

    describe('moves', () => {
      oneForAll();
      it.each(STATES)('from %s only along the arrows', async (from) => {
        for (const { name, to, act } of OPERATIONS) {
          const row = await put(journal, from);
          const moved = await act(opened.second, row);
          const now = await journal.get(row.key);
          if (mayMove(from, to)) {
            expect(moved?.state, `${name} from ${from}`).toBe(to);
            expect(now, `${name} from ${from}`).toEqual(moved);
          } else {
            expect(moved, `${name} from ${from}`).toBeUndefined();
            expect(now, `${name} from ${from}`).toEqual(row);
          }
        }
      });

      it('of a payment that nobody claimed: none', async () => {
        const row = rowOf(suiteClaim());
        for (const { to, act } of OPERATIONS)
          if (to !== 'claimed') expect(await act(journal, row)).toBeUndefined();
        expect(await journal.lease(row.key, row, { owner: 'other', leaseUntil: 1 })).toBeUndefined();
        expect(await journal.get(row.key)).toBeUndefined();
      });

      it('settling is written again by its owner: other bytes at another nonce', async () => {
        const row = await put(journal, 'settling');
        const again = { ...SENT, rawTransaction: '0x02f9', transaction: '0xabd' };
        expect(await journal.settling(row.key, 'another', again)).toBeUndefined();
        expect(await opened.second.settling(row.key, row.owner, again)).toEqual({ ...row, ...again });
      });

      // `settling` may be repeated by its owner, who is one worker.
      it.each(OPERATIONS.filter(({ to }) => to !== 'claimed' && to !== 'settling'))(
        '$name happens once, however many ask',
        async ({ to, act }) => {
          const from = STATES.find((state) => mayMove(state, to))!;
          const row = await put(journal, from);
          const answers = await atOnce(20, (node) => act(node, row));
          expect(answers.filter((moved) => moved !== undefined)).toHaveLength(1);
        },
      );

      it('settling and released are the owner’s alone', async () => {
        const row = await put(journal, 'claimed');
        expect(await journal.settling(row.key, 'another', SENT)).toBeUndefined();
        expect(await journal.released(row.key, 'another', 'not_sent')).toBeUndefined();
        expect(await journal.get(row.key)).toEqual(row);
      });

      it('settling keeps what is about to be sent', async () => {
        const row = await put(journal, 'claimed');
        expect(await journal.settling(row.key, row.owner, SENT)).toEqual({
          ...row,
          ...SENT,
          state: 'settling',
        });
      });

      it('settling through somebody else keeps no transaction', async () => {
        const row = await put(journal, 'claimed');
        const { bodyDigest, leaseUntil } = SENT;
        const moved = await journal.settling(row.key, row.owner, { bodyDigest, leaseUntil });
        expect(moved).toEqual({ ...row, bodyDigest, leaseUntil, state: 'settling' });
      });

      it('settled keeps the digest of the body that it is not told', async () => {
        const row = await put(journal, 'settling');
        const told = await journal.settled(row.key, { transaction: '0xdef', bodyDigest: null, at: NOW + 10 });
        expect(told?.bodyDigest).toBe(SENT.bodyDigest);
      });

      it('delivered ends what settled began', async () => {
        const row = await put(journal, 'settled');
        const moved = await journal.delivered(row.key, { at: NOW + 20, bodyDigest: 'sha256:sent' });
        expect(row).toMatchObject({ transaction: DONE.transaction, settledAt: DONE.at, deliveredAt: null });
        expect(moved).toEqual({
          ...row,
          state: 'delivered',
          deliveredAt: NOW + 20,
          bodyDigest: 'sha256:sent',
        });
      });

      it.each(['settled', 'released', 'failed'] as const)('%s forgets what was signed', async (state) => {
        const row = await put(journal, state);
        expect(row).toMatchObject({ authorization: null, rawTransaction: null });
      });

      it.each([
        ['released', 'not_sent'],
        ['failed', 'settlement_refused'],
      ] as const)('%s says why', async (state, reason) => {
        expect(await put(journal, state)).toMatchObject({ reason });
      });
    });

    describe('ticket', () => {
      oneForAll();
      const EXPIRES = NOW + 900_000;
      let digest: string;
      beforeEach(() => {
        digest = `ticket-${++made}`;
      });
      const shown = (): TicketUse => ({ digest, product: 'audit', fingerprint: 'f', expiresAt: EXPIRES });
      const found = () => opened.tickets.find(digest) as Promise<Ticket>;
      const claimWith = (given: Partial<Claim> = {}, node = journal) =>
        node.claim(suiteClaim({ ticket: shown(), ...given }));
      const driveTo = async (state: State, row: Entry): Promise<void> => {
        if (state === 'released') await journal.released(row.key, row.owner, 'not_sent');
        if (state === 'claimed' || state === 'released') return;
        await journal.settling(row.key, row.owner, SENT);
        if (state === 'failed') await journal.failed(row.key, 'authorization_expired');
        if (state === 'settling' || state === 'failed') return;
        await journal.settled(row.key, DONE);
        if (state === 'delivered')
          await journal.delivered(row.key, { at: NOW + 20, bodyDigest: DONE.bodyDigest });
      };

      it('is a row from the claim on that uses it, and no sooner', async () => {
        expect(await found()).toBeUndefined();
        const row = (await fresh(claimWith()))!;
        expect(await found()).toMatchObject({ ...shown(), paymentKey: row.key, consumedAt: null });
      });

      it('admits exactly one of fifty different payments', async () => {
        const answers = await atOnce(50, (node) => claimWith({}, node));
        expect(answers.filter(({ kind }) => kind === 'fresh')).toHaveLength(1);
        expect(answers.filter(({ kind }) => kind === 'ticket_taken')).toHaveLength(49);
        expect((await found()).consumedAt).toBeNull();
      });

      it.each(STATES)('is leased by a payment that is %s, or free again', async (state) => {
        await driveTo(state, (await fresh(claimWith()))!);
        const free = state === 'released' || state === 'failed';
        expect((await claimWith({}, opened.second)).kind).toBe(free ? 'fresh' : 'ticket_taken');
      });

      it('is consumed in the unit that delivers, and at no other move', async () => {
        const row = (await fresh(claimWith()))!;
        for (const state of ['settling', 'settled'] as const) {
          await (state === 'settling'
            ? journal.settling(row.key, row.owner, SENT)
            : journal.settled(row.key, DONE));
          expect((await found()).consumedAt).toBeNull();
        }
        await journal.delivered(row.key, { at: NOW + 20, bodyDigest: DONE.bodyDigest });
        expect((await found()).consumedAt).toBe(NOW + 20);
        await journal.delivered(row.key, { at: NOW + 99, bodyDigest: DONE.bodyDigest });
        expect((await found()).consumedAt).toBe(NOW + 20);
      });

      it('runs out at its instant', async () => {
        expect((await claimWith({ createdAt: EXPIRES })).kind).toBe('ticket_taken');
        expect(await found()).toBeUndefined();
        expect((await claimWith({ createdAt: EXPIRES - 1 })).kind).toBe('fresh');
      });

      it('and an identifier are taken together or not at all', async () => {
        const identifierKey = `identifier-${++made}`;
        await journal.claim(suiteClaim({ identifierKey }));
        expect((await claimWith({ identifierKey })).kind).toBe('identifier_taken');
        expect(await found()).toBeUndefined();
        expect((await claimWith()).kind).toBe('fresh');
        const free = `identifier-${++made}`;
        expect((await claimWith({ identifierKey: free })).kind).toBe('ticket_taken');
        expect((await journal.claim(suiteClaim({ identifierKey: free }))).kind).toBe('fresh');
      });
    });

    describe('identifier lookup', () => {
      oneForAll();
      it('finds the one payment that holds it, for a day', async () => {
        const identifierLookup = `lookup-${++made}`;
        const claim = suiteClaim({ identifierKey: `identifier-${++made}`, identifierLookup });
        await journal.claim(claim);
        expect(await opened.second.byIdentifier(identifierLookup, NOW)).toEqual(rowOf(claim));
        expect(await journal.byIdentifier(identifierLookup, NOW + DAY_MS)).toBeUndefined();
        expect(await journal.byIdentifier('unheard-of', NOW)).toBeUndefined();
      });

      it('says nothing when two payers chose the same one', async () => {
        const identifierLookup = `lookup-${++made}`;
        for (let i = 0; i < 2; i++)
          await journal.claim(suiteClaim({ identifierKey: `identifier-${++made}`, identifierLookup }));
        expect(await journal.byIdentifier(identifierLookup, NOW)).toBeUndefined();
      });
    });

    describe('identifier', () => {
      oneForAll();
      const X = () => `identifier-${++made}`;

      it('held by another payment: answers with that payment’s row and writes nothing', async () => {
        const identifierKey = X();
        const holder = await put(journal, 'delivered', { identifierKey });
        const late = suiteClaim({ identifierKey });
        expect(await opened.second.claim(late)).toEqual({ kind: 'identifier_taken', entry: holder });
        expect(await journal.get(late.key)).toBeUndefined();
        expect((await journal.claim({ ...late, identifierKey: X() })).kind).toBe('fresh');
      });

      it('of the same payment: taken', async () => {
        const identifierKey = X();
        const row = await put(journal, 'settling', { identifierKey });
        const again = suiteClaim({ key: row.key, identifierKey });
        expect(await journal.claim(again)).toEqual({ kind: 'taken', entry: row });
      });

      it('is free again after a day to the millisecond', async () => {
        const identifierKey = X();
        await put(journal, 'delivered', { identifierKey });
        const early = suiteClaim({ identifierKey, createdAt: NOW + DAY_MS - 1 });
        const late = suiteClaim({ identifierKey, createdAt: NOW + DAY_MS });
        const later = suiteClaim({ identifierKey, createdAt: NOW + DAY_MS + DAY_MS - 1 });
        expect((await journal.claim(early)).kind).toBe('identifier_taken');
        expect((await journal.claim(late)).kind).toBe('fresh');
        expect(await journal.claim(later)).toEqual({ kind: 'identifier_taken', entry: rowOf(late) });
      });

      it.each(STATES)('of a payment that is %s is free exactly when no money moved', async (state) => {
        const identifierKey = X();
        const holder = await put(journal, state, { identifierKey });
        const claim = suiteClaim({ identifierKey });
        const answer = await journal.claim(claim);
        const free = state === 'released' || state === 'failed';
        expect(answer).toEqual(
          free ? { kind: 'fresh', entry: rowOf(claim) } : { kind: 'identifier_taken', entry: holder },
        );
      });

      it.each(STATES)('is held by a payment that is %s exactly when a claim would meet it', async (state) => {
        const identifierKey = X();
        const holder = await put(journal, state, { identifierKey });
        const free = state === 'released' || state === 'failed';
        expect(await opened.second.heldBy(identifierKey, NOW)).toEqual(free ? undefined : holder);
        expect(await journal.heldBy(X(), NOW)).toBeUndefined();
      });

      it('is held for a day to the millisecond, then by whoever binds it anew', async () => {
        const identifierKey = X();
        const holder = await put(journal, 'delivered', { identifierKey });
        expect(await journal.heldBy(identifierKey, NOW + DAY_MS - 1)).toEqual(holder);
        expect(await journal.heldBy(identifierKey, NOW + DAY_MS)).toBeUndefined();
        const late = suiteClaim({ identifierKey, createdAt: NOW + DAY_MS });
        await journal.claim(late);
        expect(await opened.second.heldBy(identifierKey, NOW + DAY_MS)).toEqual(rowOf(late));
      });

      it('stays with a payment that begins anew', async () => {
        const identifierKey = X();
        const { key } = await put(journal, 'released', { identifierKey });
        const again = suiteClaim({ key, identifierKey, createdAt: NOW + 1_000 });
        expect((await journal.claim(again)).kind).toBe('fresh');
        const other = suiteClaim({ identifierKey, createdAt: NOW + DAY_MS });
        expect(await journal.claim(other)).toEqual({ kind: 'identifier_taken', entry: rowOf(again) });
      });

      it('is not bound by a payment that was not claimed under it', async () => {
        const identifierKey = X();
        const row = await put(journal, 'claimed');
        const again = suiteClaim({ key: row.key, identifierKey });
        expect(await journal.claim(again)).toEqual({ kind: 'taken', entry: row });
        expect((await journal.claim(suiteClaim({ identifierKey }))).kind).toBe('fresh');
      });

      it('is not taken from a released payment for one that is then not claimed', async () => {
        const identifierKey = X();
        const released = await put(journal, 'released', { identifierKey });
        const delivered = await put(journal, 'delivered');
        expect((await journal.claim(suiteClaim({ key: delivered.key, identifierKey }))).kind).toBe('taken');
        expect((await journal.claim(suiteClaim({ key: released.key, identifierKey }))).kind).toBe('fresh');
      });

      it('comes after the payment’s own first outcome', async () => {
        const identifierKey = X();
        await put(journal, 'delivered', { identifierKey });
        const own = await put(journal, 'settled');
        const again = suiteClaim({ key: own.key, identifierKey });
        expect(await journal.claim(again)).toEqual({ kind: 'taken', entry: own });
      });

      it('held by another payment stops one that would begin anew', async () => {
        const identifierKey = X();
        const holder = await put(journal, 'settled', { identifierKey });
        const released = await put(journal, 'released');
        const again = suiteClaim({ key: released.key, identifierKey });
        expect(await journal.claim(again)).toEqual({ kind: 'identifier_taken', entry: holder });
        expect(await journal.get(released.key)).toEqual(released);
      });

      it('goes to exactly one of two payments at once', async () => {
        for (let round = 0; round < 20; round++) {
          const identifierKey = X();
          await expectOneWinner([suiteClaim({ identifierKey }), suiteClaim({ identifierKey })]);
        }
      });

      it('goes to exactly one when its released payment begins anew beside another', async () => {
        for (let round = 0; round < 20; round++) {
          const identifierKey = X();
          const { key } = await put(journal, 'released', { identifierKey });
          await expectOneWinner([suiteClaim({ key, identifierKey }), suiteClaim({ identifierKey })]);
        }
      });

      it('gives a payment sent fifty times with it to one caller', async () => {
        const first = suiteClaim({ identifierKey: X() });
        const claims = Array.from({ length: 50 }, (_, i) => ({ ...first, owner: `worker-${i}` }));
        const answers = await atOnce(50, (node, i) => node.claim(claims[i]!));
        expect(answers.filter(({ kind }) => kind === 'fresh')).toHaveLength(1);
        expect(answers.filter(({ kind }) => kind === 'taken')).toHaveLength(49);
      });

      async function expectOneWinner(claims: readonly Claim[]): Promise<void> {
        const answers = await atOnce(claims.length, (node, i) => node.claim(claims[i]!));
        const winner = claims[answers.findIndex(({ kind }) => kind === 'fresh')]!;
        expect(answers.map(({ kind }) => kind).sort()).toEqual(['fresh', 'identifier_taken']);
        for (const answer of answers) expect(entryIn(answer)).toEqual(rowOf(winner));
      }
    });

    describe('what may be sold once', () => {
      oneForAll();
      const X = () => `once-${++made}`;

      it('is held by one payment, on every node and for good', async () => {
        const [challenge, transaction] = [X(), X()];
        await put(journal, 'delivered', { once: [challenge, transaction] });
        const muchLater = NOW + 1_000 * DAY_MS;
        for (const once of [[challenge], [transaction], [X(), transaction], [challenge, X()]])
          expect(await opened.second.claim(suiteClaim({ once, createdAt: muchLater }))).toEqual({
            kind: 'spent',
          });
      });

      it('is taken together with the payment or not at all', async () => {
        const [taken, free] = [X(), X()];
        await put(journal, 'settling', { once: [taken] });
        const refused = suiteClaim({ once: [free, taken], identifierKey: X() });
        expect(await journal.claim(refused)).toEqual({ kind: 'spent' });
        expect(await journal.get(refused.key)).toBeUndefined();
        expect((await journal.claim(suiteClaim({ once: [free] }))).kind).toBe('fresh');
        expect((await journal.claim({ ...refused, once: [X()] })).kind).toBe('fresh');
      });

      it.each(STATES)('is given back when no money moved: %s', async (state) => {
        const once = [X()];
        await put(journal, state, { once });
        const free = mayMove(state, 'claimed');
        expect((await journal.claim(suiteClaim({ once }))).kind).toBe(free ? 'fresh' : 'spent');
      });

      it('stays with its own payment when that begins again', async () => {
        const once = [X(), X()];
        const { key } = await put(journal, 'released', { once });
        expect((await journal.claim(suiteClaim({ key, once }))).kind).toBe('fresh');
        expect((await journal.claim(suiteClaim({ once }))).kind).toBe('spent');
        expect((await journal.claim(suiteClaim({ key, once }))).kind).toBe('taken');
      });

      it('comes after the identifier of the same claim', async () => {
        const [identifierKey, ...once] = [X(), X()] as const;
        const holder = await put(journal, 'delivered', { identifierKey, once });
        expect(await journal.claim(suiteClaim({ identifierKey, once }))).toEqual({
          kind: 'identifier_taken',
          entry: holder,
        });
      });

      it('goes to exactly one of many', async () => {
        for (let round = 0; round < 5; round++) {
          const once = [X(), X()];
          const answers = await atOnce(12, (node) => node.claim(suiteClaim({ once })));
          expect(answers.filter(({ kind }) => kind === 'fresh')).toHaveLength(1);
          expect(answers.filter(({ kind }) => kind === 'spent')).toHaveLength(11);
        }
      });
    });

    describe('lease', () => {
      oneForAll();
      it('hands a row to exactly one of many', async () => {
        const row = await put(journal, 'settling');
        const next = (i: number) => ({ owner: `reconciler-${i}`, leaseUntil: LEASE_UNTIL + 90_000 });
        const answers = await atOnce(30, (node, i) => node.lease(row.key, row, next(i)));
        const won = answers.findIndex((entry) => entry !== undefined);
        expect(answers.filter((entry) => entry !== undefined)).toHaveLength(1);
        expect(await journal.get(row.key)).toEqual({ ...row, ...next(won) });
      });

      it('is refused to who saw another owner or another end', async () => {
        const row = await put(journal, 'claimed');
        const { owner, leaseUntil } = row;
        const next = { owner: 'reconciler', leaseUntil: leaseUntil + 1 };
        expect(await journal.lease(row.key, { owner: 'another', leaseUntil }, next)).toBeUndefined();
        expect(await journal.lease(row.key, { owner, leaseUntil: leaseUntil - 1 }, next)).toBeUndefined();
        expect(await journal.get(row.key)).toEqual(row);
      });

      it('takes the row from its owner', async () => {
        const row = await put(journal, 'claimed');
        await journal.lease(row.key, row, { owner: 'reconciler', leaseUntil: row.leaseUntil + 1 });
        expect(await journal.settling(row.key, row.owner, SENT)).toBeUndefined();
        expect((await journal.released(row.key, 'reconciler', 'interrupted'))?.state).toBe('released');
      });

      it.each(STATES)('is for rows whose outcome is open: %s', async (state) => {
        const row = await put(journal, state);
        const taken = await journal.lease(row.key, row, { owner: 'reconciler', leaseUntil: 0 });
        expect(taken).toEqual(
          UNFINISHED.includes(state) ? { ...row, owner: 'reconciler', leaseUntil: 0 } : undefined,
        );
      });
    });

    describe('unfinished', () => {
      oneForEach();
      it('lists open rows only, oldest lease first, up to the limit', async () => {
        expect(await journal.unfinished(10)).toEqual([]);
        const leases = [9, 4, 10, 7, 8];
        const rows = await Promise.all(leases.map((leaseUntil) => put(journal, 'claimed', { leaseUntil })));
        for (const state of STATES)
          if (!UNFINISHED.includes(state)) await put(journal, state, { leaseUntil: 1 });
        const late = await put(journal, 'settling');
        const sorted = [...rows.sort((a, b) => a.leaseUntil - b.leaseUntil), late];
        expect(await opened.second.unfinished(10)).toEqual(sorted);
        expect(await journal.unfinished(3)).toEqual(sorted.slice(0, 3));
      });
    });

    describe('books', () => {
      oneForEach();
      booksTests(() => opened);
    });

    describe('reported receipts', () => {
      oneForEach();
      reportedTests(() => opened);
    });

    describe('all of it', () => {
      oneForEach();
      it('is there again when opened again', async () => {
        const identifierKey = `identifier-${++made}`;
        const rows = await Promise.all(STATES.map((state) => put(journal, state)));
        const held = await put(journal, 'delivered', { identifierKey });
        const again = await opened.reopen();
        for (const row of [...rows, held]) expect(await again.get(row.key)).toEqual(row);
        expect((await again.claim(suiteClaim({ identifierKey }))).kind).toBe('identifier_taken');
      });
    });
  });
}
