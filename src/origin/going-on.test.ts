import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BLOCK_MS, DEPTH, SINCE, World } from './going-on.testing.ts';
import { NETWORK, TEMPO } from './reconcile-books.testing.ts';
import { type KeptBooks, reconcileBooks } from './reconcile-books.ts';

const GRACE_MS = 3 * BLOCK_MS;
const PRICE = '10000';
const MARGIN_BLOCKS = 10;

/** What happens between two comparisons. */
const EVENTS: Readonly<Record<string, (world: World) => void>> = {
  sale: (world) => {
    const name = world.name();
    world.move(name, PRICE);
    world.sell(name, PRICE);
  },
  'sale with a row some blocks later': (world) => {
    const name = world.name();
    world.move(name, PRICE, world.newest - 2);
    world.sell(name, PRICE);
  },
  'sale of a node whose clock is behind': (world) => {
    const name = world.name();
    world.move(name, PRICE);
    world.sell(name, PRICE, world.now - 3 * BLOCK_MS);
  },
  'sale of an edge that is away': (world) => {
    const [name, at] = [world.name(), world.now];
    world.move(name, PRICE);
    world.away.push(() => world.sell(name, PRICE, at));
  },
  'edge that comes back': (world) => {
    for (const sold of world.away.splice(0)) sold();
  },
  'sale paid before the span': (world) => {
    const name = world.name();
    world.move(name, PRICE, 1);
    world.sell(name, PRICE);
  },
  'sale for which another amount moved': (world) => {
    const name = world.name();
    world.move(name, '9');
    world.sell(name, PRICE);
  },
  'sale without a transfer': (world) => world.sell(world.name(), PRICE),
  'transfer from before the span, which the node did not show': (world) => {
    const row = world.rows.find(
      ({ transaction }) => !world.moved.some((each) => each.transaction === transaction),
    );
    if (row) world.move(row.transaction!, row.amount, 1);
  },
  'sale on a chain that nobody asks': (world) => world.sell(world.name(), PRICE, world.now, 'eip155:1'),
  'money without a sale': (world) => world.move(world.name(), PRICE),
  'two sales for one transfer': (world) => {
    const name = world.name();
    world.move(name, PRICE);
    world.sell(name, PRICE);
    world.sell(name, PRICE, world.now - 500);
  },
  'sales of one transaction, one with another amount': (world) => {
    const name = world.name();
    for (const amount of [PRICE, '250000', '7']) world.move(name, amount);
    for (const amount of ['250000', '8', PRICE]) world.sell(name, amount);
  },
  'reorg that loses transfers': (world) => world.reorg('lost'),
  'reorg that moves transfers': (world) => world.reorg('later'),
  'reorg that changes amounts': (world) => world.reorg('other'),
  'journal from an old copy': (world) => void world.rows.splice(Math.floor(world.rows.length / 2), 1),
};

const step = fc.record({
  blocks: fc.nat({ max: 12 }),
  events: fc.array(fc.constantFrom(...Object.keys(EVENTS)), { maxLength: 6 }),
  pageBlocks: fc.integer({ min: 1, max: 9 }),
  page: fc.integer({ min: 1, max: 5 }),
  /** The node goes away after so many questions. */
  failsAfter: fc.option(fc.nat({ max: 8 }), { freq: 4 }),
});

const compare = (
  world: World,
  { pageBlocks, page }: { pageBlocks: number; page: number },
  kept?: KeptBooks,
) =>
  reconcileBooks({
    books: world.books,
    chains: [world.chain(pageBlocks)],
    ...{ since: SINCE, now: world.now, graceMs: GRACE_MS, page, kept },
  });

/** The same counts from both lists as they are, by transaction. */
function counted(world: World) {
  const names = new Set([...world.moved, ...world.rows].map(({ transaction }) => transaction));
  const found = { row_without_transfer: 0, other_amount: 0, transfer_without_row: 0 };
  for (const name of names) {
    const inPages = (block: number) => block >= SINCE / BLOCK_MS - MARGIN_BLOCKS;
    const moved = world.moved.filter((each) => each.transaction === name && inPages(each.block));
    const isKnown = moved.length > 0;
    const rows = world.rows.filter((row) => row.transaction === name && row.network === world.network);
    const left = rows.filter((row) => {
      const at = moved.findIndex(({ amount }) => amount === row.amount);
      if (at >= 0) moved.splice(at, 1);
      return at < 0;
    });
    found.other_amount += Math.min(left.length, moved.length);
    const unpaid = left.slice(moved.length).filter((row) => row.settledAt! <= world.final * BLOCK_MS);
    const paidBefore = (amount: string) =>
      !isKnown && world.moved.some((each) => each.transaction === name && each.amount === amount);
    found.row_without_transfer += unpaid.filter(({ amount }) => !paidBefore(amount)).length;
    found.transfer_without_row += moved
      .slice(left.length)
      .filter(({ block }) => block * BLOCK_MS >= SINCE && block * BLOCK_MS <= world.now - GRACE_MS).length;
  }
  return found;
}

describe('a comparison that goes on from the last one', () => {
  it('finds what a whole one finds, whatever happened to chain and journal', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
        const world = new World(NETWORK);
        let kept: KeptBooks | undefined;
        for (const { blocks, events, failsAfter, ...pages } of steps) {
          for (const event of events) {
            EVENTS[event]!(world);
            if (blocks > events.length) world.newest++;
          }
          world.newest += blocks;
          world.failsAfter = failsAfter ?? Number.POSITIVE_INFINITY;
          const next = await compare(world, pages, kept).catch(() => undefined);
          world.failsAfter = Number.POSITIVE_INFINITY;
          kept = next?.kept ?? kept;
          if (!next) continue;
          const whole = await compare(world, { pageBlocks: 7, page: 3 });
          expect(next.result).toEqual(whole.result);
          expect(new Set(next.rowsWithoutTransfer)).toEqual(new Set(whole.rowsWithoutTransfer));
          expect(new Set(next.transfersWithoutRow)).toEqual(new Set(whole.transfersWithoutRow));
          expect(next.result.differences).toEqual(counted(world));
        }
      }),
      { numRuns: 100 },
    );
  });

  it('reads no final block and looks at no final payment again', async () => {
    const world = new World(NETWORK);
    const pages = { pageBlocks: 50, page: 500 };
    let kept: KeptBooks | undefined;
    for (let i = 0; i < 40; i++) {
      world.newest++;
      EVENTS.sale!(world);
      ({ kept } = await compare(world, pages, kept));
    }
    const [often, asked] = [Math.max(...world.read.values()), world.asked];
    expect(often).toBeLessThanOrEqual(DEPTH + 1);
    world.newest++;
    await compare(world, pages, kept);
    // How far it is final, the block that has become final, and those above it.
    expect(world.asked - asked).toBe(3);
    expect(kept!.sides.get(NETWORK)!.passed.rows).toBeGreaterThan(20);
  });

  it('keeps what it knows of a chain that is away, and of the others meanwhile', async () => {
    // Of which one is final much later than the other, so that their payments are known for good up to other places.
    const [base, tempo] = [new World(NETWORK), new World(TEMPO, 45)];
    const both = async (kept?: KeptBooks) =>
      reconcileBooks({
        books: base.books,
        chains: [base.chain(50), tempo.chain(50)],
        ...{ since: SINCE, now: base.now, graceMs: GRACE_MS, kept },
      });
    const sell = () => {
      for (const world of [base, tempo]) {
        world.newest += 20;
        const name = world.name();
        world.move(name, PRICE);
        base.sell(name, PRICE, world.now, world.network);
      }
    };
    sell();
    let { kept } = await both();
    const before = kept.sides.get(TEMPO);
    sell();
    tempo.failsAfter = 0;
    const without = await both(kept);
    expect(without.result).toMatchObject({ notCompared: [TEMPO], networks: [{ network: NETWORK }] });
    expect(without.kept.sides.get(TEMPO)).toBe(before);
    expect(without.kept.sides.get(NETWORK)!.passed.rows).toBe(2);
    tempo.failsAfter = Number.POSITIVE_INFINITY;
    ({ kept } = await both(without.kept));
    sell();
    const { result } = await both(kept);
    expect(result).toEqual((await both()).result);
    expect(result.networks.map(({ settledPayments }) => settledPayments)).toEqual([3, 3]);
    expect(Math.max(...tempo.read.values())).toBeLessThanOrEqual(4);
  });
});
