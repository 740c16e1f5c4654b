import { describe, expect, it } from 'vitest';
import { COLUMNS } from '../scripts/guides/purchases/columns.ts';
import {
  judgePurchase,
  type Purchase,
  purchaseSchema,
  type Row,
  unexplained,
} from '../scripts/guides/purchases/judge.ts';
import { readPurchases } from '../scripts/guides/purchases/matrix.ts';
import { shippedEditions } from '../src/adapters/edition-files.ts';
import { BUILDS } from '../src/lab/builds.ts';
import { lockDigest } from '../src/lab/lock.ts';
import type { Edition } from '../src/ledger/schema.ts';

/** What `node scripts/guides/purchases.ts --write` kept: the lab's builds buy from us, or it is known why not. */

const { rows } = readPurchases();

describe('the kept purchases', () => {
  it('have a row for every build of the lab, as it is locked today', () => {
    const known = (each: { readonly build: string; readonly lockDigest: string }) =>
      `${each.build} ${each.lockDigest}`;
    expect(rows.map(known)).toEqual(
      BUILDS.filter(({ transport }) => transport === 'http').map((build) =>
        known({ build: build.id, lockDigest: lockDigest(build) }),
      ),
    );
  });

  it('have a row for every build of the shipped edition', () => {
    const edition = JSON.parse(shippedEditions().editions.at(-1)!.text) as Edition;
    const named = edition.compatibilityMatrix.map(({ id }) => id.slice(id.indexOf('.') + 1).split('+')[0]!);
    expect(named.length).toBeGreaterThan(0);
    // What buys over MCP is in scripts/guides/payers.ts.
    const overMcp = BUILDS.filter(({ transport }) => transport === 'mcp').map(({ id }) => id);
    const there = new Set([...rows.map(({ build }) => build), ...overMcp]);
    expect([...new Set(named)].filter((id) => !there.has(id))).toEqual([]);
  });

  it('are of everything that is bought, at the price of today', () => {
    const wanted = COLUMNS.map(({ name, price, ask: { cap } }) => [name, price, cap]);
    for (const { build, purchases } of rows)
      expect(
        purchases.map(({ column, price, cap }) => [column, price, cap]),
        build,
      ).toEqual(wanted);
  });

  it('leave nothing unexplained, and ran', () => {
    expect(unexplained(rows)).toEqual([]);
    for (const row of rows)
      for (const { column, notRun, cap } of row.purchases)
        if (cap === undefined) expect(notRun, `${row.build}, ${column}`).toBeUndefined();
  });

  it('show each language buying, and a cap refusing in each that has one', () => {
    const words = (language: string) =>
      rows
        .filter((row) => row.language === language)
        .flatMap((row) => row.purchases.map((purchase) => judgePurchase(row, purchase).word));
    for (const language of ['node', 'python', 'go', 'rust']) expect(words(language)).toContain('bought');
    for (const language of ['node', 'python', 'rust']) expect(words(language)).toContain('refused: cap');
  });
});

describe('a purchase', () => {
  const good: Purchase = {
    ...{ column: 'ledger', price: '100000', signed: 1, status: 200, error: null },
    receipt: { success: true, transaction: '0xaa' },
    transfers: [{ transaction: '0xaa', amount: '100000' }],
    offered: ['x402v2'],
  };
  const refused: Purchase = {
    ...good,
    ...{ signed: 0, status: null, error: 'Error: no', receipt: null, transfers: [] },
  };
  const judged = (purchase: Purchase, row: Partial<Row> = {}, ...others: Purchase[]) =>
    judgePurchase(
      {
        ...{ build: 'x', protocol: 'x402v2', language: 'node', lockDigest: '', ...row },
        purchases: [purchase, ...others],
      },
      purchaseSchema.parse(purchase),
    ).word;
  const capped = { column: 'ledger, cap $0.05', cap: '50000' };

  it('is bought when everything agrees', () => {
    expect(judged(good)).toBe('bought');
  });

  it.each<[string, Partial<Purchase>]>([
    ['signs twice', { signed: 2 }],
    ['gets another status', { status: 502 }],
    ['gets an error', { error: 'Error: lost' }],
    ['has no receipt', { receipt: null }],
    ['has the receipt of a failure', { receipt: { success: false, transaction: '0xaa' } }],
    ['has the receipt of another transaction', { receipt: { success: true, transaction: '0xbb' } }],
    ['moves nothing', { transfers: [] }],
    ['moves another amount', { transfers: [{ transaction: '0xaa', amount: '100001' }] }],
    ['moves money twice', { transfers: [...good.transfers, { transaction: '0xcc', amount: '100000' }] }],
  ])('is red when it %s', (_what, change) => {
    expect(judged({ ...good, ...change })).toBe('red');
  });

  it('is refused by a cap only where the build buys the same with another, or names its own', () => {
    expect(judged({ ...refused, ...capped }, {}, good)).toBe('refused: cap');
    expect(judged({ ...refused, ...capped }, {}, { ...good, column: 'audit' })).toBe('red');
    expect(judged({ ...refused, ...capped }, {}, { ...good, signed: 2 })).toBe('red');
    expect(judged({ ...refused, ...capped, cap: '100000' }, {}, good)).toBe('red');
    const unsettable = { ...refused, column: 'ledger, cap $0.10', cap: '100000', notRun: 'no setting' };
    expect(judged(refused, {}, unsettable)).toBe('red');
    const named = { ...refused, error: 'Error: All were rejected by spendControls' };
    expect(judged(named, {}, unsettable)).toBe('refused: cap');
  });

  it('is red when a refusal signed or moved something', () => {
    expect(judged({ ...refused, ...capped, signed: 1 }, {}, good)).toBe('red');
    expect(judged({ ...refused, ...capped, transfers: good.transfers }, {}, good)).toBe('red');
  });

  it('is red above its cap, save for what is known of the Go client', () => {
    expect(judged({ ...good, ...capped })).toBe('red');
    expect(judged({ ...good, ...capped }, { language: 'go' })).toBe('paid above its cap');
  });

  it('is not to be had with a protocol that was not offered, and red where nothing was', () => {
    expect(judged(refused, { protocol: 'x402v1' })).toBe('refused: protocol');
    expect(judged(refused, { protocol: 'mpp' })).toBe('refused: not offered');
    expect(judged({ ...refused, offered: [] }, { protocol: 'x402v1' })).toBe('red');
    expect(judged({ ...refused, offered: ['x402v2', 'mpp'] }, { protocol: 'mpp' })).toBe('red');
  });
});
