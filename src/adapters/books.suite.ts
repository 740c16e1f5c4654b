import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldJournal, isDelivered, sum } from '../accounting/fold.ts';
import type { Reconciled } from '../accounting/reconcile.ts';
import { type Entry, EVIDENCE_CLASSES } from '../accounting/states.ts';
import { amount } from '../amount.testing.ts';
import type { Books, Claim, Journal } from '../ports.ts';
import { entryIn, type OpenJournal, suiteClaim } from './opened.suite.ts';

const AT = 1_790_000_000_500;
const HISTORIES = amount(3, 12);

/** Every row, page by page: what the figures have to be the fold of. */
export async function allRows(books: Books, pageSize = 7): Promise<Entry[]> {
  const rows: Entry[] = [];
  for (;;) {
    const page = await books.page(rows.at(-1)?.key ?? '', pageSize);
    rows.push(...page);
    if (page.length < pageSize) return rows;
  }
}

/** What happens to one payment. `book` is a checkpoint that runs beside it. */
const STEPS = ['settling', 'settled', 'delivered', 'released', 'failed', 'again', 'book'] as const;
type Step = (typeof STEPS)[number];

const history = fc.record({
  kind: fc.record({
    product: fc.constantFrom('opportunity-check', 'agent-revenue-audit'),
    method: fc.constantFrom('GET' as const, 'POST' as const, null),
    amount: fc.constantFrom('10000', '5000000', `${2n ** 70n}`),
    evidence: fc.constantFrom(...EVIDENCE_CLASSES),
    source: fc.constantFrom('none' as const, 'other' as const, 'x-profile' as const),
  }),
  steps: fc.array(fc.constantFrom<Step>(...STEPS), { maxLength: 9 }),
  // Most payments go all the way: that is what a checkpoint is about.
  delivered: fc.boolean(),
});
type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

/** One payment's life, told to either node at each step; steps that do not fit are refused by the journal. */
async function live({ kind, steps, delivered }: History, opened: OpenJournal, nth: number): Promise<void> {
  const nodes = [opened.journal, opened.second] as const;
  const claim = suiteClaim(kind);
  let entry = entryIn(await opened.journal.claim(claim))!;
  const path: Step[] = delivered ? [...steps, 'again', 'settling', 'settled', 'delivered'] : steps;
  for (const [i, step] of path.entries()) {
    const node = nodes[(nth + i) % 2]!;
    if (step === 'book') await opened.books[(nth + i) % 2]!.checkpoint(3, AT);
    else entry = (await stepped(node, step, entry, claim)) ?? entry;
  }
}

async function stepped(
  journal: Journal,
  step: Exclude<Step, 'book'>,
  { key, owner }: Entry,
  claim: Claim,
): Promise<Entry | undefined> {
  switch (step) {
    case 'settling':
      return journal.settling(key, owner, { bodyDigest: 'sha256:body', leaseUntil: AT });
    case 'settled':
      return journal.settled(key, { transaction: `0x${key}`, bodyDigest: null, at: AT });
    case 'delivered':
      return journal.delivered(key, { at: AT + 1, bodyDigest: 'sha256:body' });
    case 'released':
      return journal.released(key, owner, 'not_sent');
    case 'failed':
      return journal.failed(key, 'settlement_refused');
    case 'again':
      return entryIn(await journal.claim(claim));
  }
}

/** What every journal's books keep: the figures are the fold of the rows, whoever books, whenever it is read. */
export function booksTests(current: () => OpenJournal): void {
  const books = () => current().books;

  async function expectBooksRight(): Promise<void> {
    const expected = foldJournal(await allRows(books()[0]));
    for (const each of books()) expect(JSON.stringify(await each.read())).toBe(JSON.stringify(expected));
  }

  it('are empty before the first payment', async () => {
    expect(await books()[0].read()).toEqual([]);
    expect(await books()[0].checkpoint(10, AT)).toBe(0);
    expect(await books()[0].reconciled()).toBeUndefined();
  });

  it('are the fold of all rows after any history, booked or not', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(history, { minLength: 1, maxLength: 8 }), async (histories) => {
        await Promise.all(histories.map((each, i) => live(each, current(), i)));
        await expectBooksRight();
        await Promise.all(books().map((each, i) => each.checkpoint(2 + i, AT)));
        await expectBooksRight();
      }),
      { numRuns: HISTORIES },
    );
    // The rows of every run are still there; booking the rest changes nothing.
    const before = await books()[0].read();
    while ((await Promise.all(books().map((each) => each.checkpoint(5, AT)))).some((n) => n > 0));
    expect(await books()[1].read()).toEqual(before);
    expect(sum(before, isDelivered).count).toBeGreaterThan(0);
  });

  it('say what any node did in the next reading of every node, step by step', async () => {
    const steps = ['settling', 'settled', 'delivered'] as const;
    for (let payment = 0; payment < 8; payment++) {
      const claim = suiteClaim({ method: payment % 3 ? 'GET' : null });
      let entry = entryIn(await current().journal.claim(claim))!;
      await expectBooksRight();
      for (const [i, step] of steps.entries()) {
        const node = (payment + i) % 2 ? current().journal : current().second;
        entry = (await stepped(node, step, entry, claim))!;
        await expectBooksRight();
      }
      if (payment % 2) await books()[payment % 4 === 1 ? 1 : 0]!.checkpoint(2, AT);
      await expectBooksRight();
    }
  });

  it('count a delivered payment once, however many nodes book at once', async () => {
    const claims = Array.from({ length: 40 }, () => suiteClaim());
    for (const claim of claims) {
      const entry = entryIn(await current().journal.claim(claim))!;
      await stepped(current().journal, 'settled', entry, claim);
      await stepped(current().second, 'delivered', entry, claim);
    }
    const rounds = Array.from({ length: 12 }, (_, i) => books()[i % 2]!.checkpoint(9, AT + i));
    const reads = Array.from({ length: 12 }, (_, i) => books()[i % 2]!.read());
    await Promise.all(rounds);
    // While it was booked, too: one reading is one instant.
    for (const tallies of await Promise.all(reads)) expect(sum(tallies, isDelivered).count).toBe(40);
    await expectBooksRight();
    expect(sum(await books()[0].read())).toEqual({ count: 40, atomic: 400_000n });
  });

  it('list what was settled from an instant on, oldest first, page by page', async () => {
    for (let i = 0; i < 9; i++) {
      const { key } = entryIn(await current().journal.claim(suiteClaim()))!;
      if (i % 4 !== 3)
        await current().journal.settled(key, { transaction: '0xa', bodyDigest: null, at: AT + (i >> 1) });
    }
    const listed: Entry[] = [];
    for (;;) {
      const page = await books()[1].settledSince(AT + 1, listed.at(-1), 2);
      listed.push(...page);
      if (page.length < 2) break;
    }
    const expected = (await allRows(books()[0]))
      .filter(({ settledAt }) => settledAt !== null && settledAt > AT)
      .sort((a, b) => a.settledAt! - b.settledAt! || (a.key < b.key ? -1 : 1));
    expect(listed).toEqual(expected);
    expect(listed.length).toBe(5);
    for (const [i, through] of listed.entries()) {
      const times = listed.slice(0, i + 1).reduce((sum, { settledAt }) => sum + settledAt! - AT - 1, 0);
      expect(await books()[0].settledExtent(AT + 1, through)).toEqual({ rows: i + 1, times });
    }
  });

  it('keep what the last comparison with the chain found', async () => {
    const found: Reconciled = {
      at: AT,
      since: null,
      networks: [],
      notCompared: ['eip155:4217'],
      differences: { row_without_transfer: 1, other_amount: 0, transfer_without_row: 2 },
    };
    await books()[0].record({ ...found, at: AT - 1 });
    await books()[1].record(found);
    expect(await books()[0].reconciled()).toEqual(found);
  });

  it('give one of all nodes the turn to compare, and the next one when it has run out', async () => {
    const takers = () => Promise.all([0, 1, 0, 1].map((i) => books()[i as 0 | 1].takeTurn(AT, AT - 1)));
    expect((await takers()).filter(Boolean)).toEqual([true]);
    expect(await books()[1].takeTurn(AT + 9, AT - 1)).toBe(false);
    expect(await books()[1].takeTurn(AT + 10, AT)).toBe(true);
    expect(await books()[0].takeTurn(AT + 10, AT)).toBe(false);
  });
}
