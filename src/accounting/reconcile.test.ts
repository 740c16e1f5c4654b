import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JournalledPayment, type Transfer, TransferMatcher } from './reconcile.ts';

const paid = (transaction: string | null, amount = '10000'): JournalledPayment => ({
  network: 'eip155:8453',
  asset: '0xA',
  amount,
  transaction,
});
const moved = (transaction: string, amount = '10000'): Transfer => ({
  ...paid(transaction, amount),
  asset: '0xa',
  transaction,
  block: '1',
});

function compare(rows: readonly JournalledPayment[], transfers: readonly Transfer[]) {
  const matcher = new TransferMatcher();
  matcher.arrived(transfers);
  const found = matcher.match(rows).map((each) => {
    const transfer = each.kind === 'disputed' ? matcher.takeAny(each.row) : undefined;
    return { ...each, transfer };
  });
  return {
    matched: found.filter(({ kind }) => kind === 'same').length,
    rowsWithoutTransfer: found
      .filter(({ kind, transfer }) => kind !== 'same' && !transfer)
      .map(({ row }) => row),
    otherAmount: found.flatMap(({ row, transfer }) => (transfer ? [{ row, transfer }] : [])),
    transfersWithoutRow: matcher.left,
  };
}

describe('Matcher', () => {
  it('agrees when every payment has its transfer, however either is spelled and ordered', () => {
    const found = compare([paid('0xAB'), paid('0xCD')], [moved('0xcd'), moved('0xab')]);
    expect(found).toMatchObject({
      matched: 2,
      rowsWithoutTransfer: [],
      otherAmount: [],
      transfersWithoutRow: [],
    });
  });

  it('lets one transfer explain one payment only', () => {
    const found = compare([paid('0xab'), paid('0xab')], [moved('0xab')]);
    expect(found).toMatchObject({ matched: 1, rowsWithoutTransfer: [paid('0xab')] });
  });

  it('tells a transaction that explains other payments from one that is not there', () => {
    const matcher = new TransferMatcher();
    matcher.arrived([moved('0xab')]);
    const kinds = matcher.match([paid('0xab'), paid('0xAB'), paid('0xcd')]).map(({ kind }) => kind);
    expect(kinds).toEqual(['same', 'taken', 'unmatched']);
  });

  it('tells another amount from no transfer, and prefers exact matches', () => {
    const found = compare([paid('0xab', '1'), paid('0xab')], [moved('0xab'), moved('0xab', '2')]);
    expect(found).toMatchObject({
      matched: 1,
      otherAmount: [{ row: paid('0xab', '1'), transfer: moved('0xab', '2') }],
      transfersWithoutRow: [],
    });
  });

  it('lists money that nobody bought with', () => {
    expect(compare([], [moved('0xab')])).toMatchObject({ transfersWithoutRow: [moved('0xab')] });
  });

  it('takes a settled row that names no transaction for one without a transfer', () => {
    expect(compare([paid(null)], [moved('0xab')])).toMatchObject({ rowsWithoutTransfer: [paid(null)] });
  });

  it('keeps what is not explained yet for rows that come later', () => {
    const matcher = new TransferMatcher();
    matcher.arrived([moved('0xab'), moved('0xcd')]);
    expect(matcher.match([paid('0xcd')])[0]!.kind).toBe('same');
    matcher.arrived([moved('0xef')]);
    expect(matcher.match([paid('0xef'), paid('0xab')]).map(({ kind }) => kind)).toEqual(['same', 'same']);
    expect(matcher.left).toEqual([]);
  });

  it('goes on from another one, and neither changes the other', () => {
    const first = new TransferMatcher();
    first.arrived([moved('0xab'), moved('0xcd', '1'), moved('0xcd', '2')]);
    first.match([paid('0xab'), paid('0xcd', '1')]);
    const second = new TransferMatcher(first);
    second.arrived([moved('0xef')]);
    expect(second.match([paid('0xab'), paid('0xcd', '2')]).map(({ kind }) => kind)).toEqual([
      'taken',
      'same',
    ]);
    expect(first.left).toEqual([moved('0xcd', '2')]);
    expect(second.left).toEqual([moved('0xef')]);
  });

  it('loses neither a payment nor a transfer', () => {
    const hash = fc.constantFrom('0x1', '0x2', '0x3');
    const amount = fc.constantFrom('1', '2');
    fc.assert(
      fc.property(fc.array(fc.tuple(hash, amount)), fc.array(fc.tuple(hash, amount)), (rows, transfers) => {
        const found = compare(
          rows.map(([tx, units]) => paid(tx, units)),
          transfers.map(([tx, units]) => moved(tx, units)),
        );
        const { matched, otherAmount, rowsWithoutTransfer, transfersWithoutRow } = found;
        expect(matched + otherAmount.length + rowsWithoutTransfer.length).toBe(rows.length);
        expect(matched + otherAmount.length + transfersWithoutRow.length).toBe(transfers.length);
      }),
    );
  });
});
