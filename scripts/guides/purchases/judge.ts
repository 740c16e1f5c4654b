import { z } from 'zod';

/** What became of one purchase by a build of the lab, and whether that is as it should be. */

const transferSchema = z.strictObject({ transaction: z.string(), amount: z.string() });

export const purchaseSchema = z.strictObject({
  column: z.string(),
  /** What the build was to pay at the most by its own means; absent: its own settings. */
  cap: z.string().optional(),
  /** Atomic units. */
  price: z.string(),
  /** Why it did not run. */
  notRun: z.string().optional(),
  signed: z.int(),
  status: z.int().nullable(),
  error: z.string().nullable(),
  /** What the last answer said of the settlement, by the service. */
  receipt: z.strictObject({ success: z.boolean(), transaction: z.string() }).nullable(),
  /** From the buyer to the seller, as the chain has them. */
  transfers: z.array(transferSchema),
  /** Ways to pay in the service's answer 402. */
  offered: z.array(z.enum(['x402v2', 'mpp'])),
});
export type Purchase = z.infer<typeof purchaseSchema>;

export const rowSchema = z.strictObject({
  build: z.string(),
  protocol: z.enum(['x402v1', 'x402v2', 'mpp']),
  language: z.string(),
  lockDigest: z.string(),
  purchases: z.array(purchaseSchema),
});
export type Row = z.infer<typeof rowSchema>;

export const matrixSchema = z.strictObject({ at: z.string(), release: z.string(), rows: z.array(rowSchema) });

/** `red`: nobody knows why. All other words are explained. */
export type Word =
  | 'bought'
  | 'refused: cap'
  | 'refused: protocol'
  | 'refused: not offered'
  | 'not run'
  | 'paid above its cap'
  | 'red';

export interface Cell {
  readonly word: Word;
  readonly why: string;
}

/** What a build is known to do wrong in a purchase, with the evidence for it. */
const KNOWN_OVER_CAP: Readonly<Record<string, string>> = {
  go: 'no version calls the hook that its documentation shows for a limit (docs/lab.md, "What was seen")',
};

/** A delivered purchase: 200, one signature, a receipt, and one transfer of the price, which is the receipt's. */
function faultOf({ signed, status, error, receipt, transfers, price }: Purchase): string | undefined {
  if (error !== null) return `the caller got ${error}`;
  if (status !== 200) return `the caller got ${status}`;
  if (signed !== 1) return `${signed} signatures`;
  if (receipt?.success !== true) return 'no receipt of a settlement';
  const [transfer, second] = transfers;
  if (!transfer || second) return `${transfers.length} transfers`;
  if (transfer.amount !== price) return `${transfer.amount} moved instead of ${price}`;
  return transfer.transaction === receipt.transaction ? undefined : 'the receipt names another transaction';
}

export function judgePurchase(row: Row, purchase: Purchase): Cell {
  if (purchase.notRun !== undefined) return { word: 'not run', why: purchase.notRun };
  const fault = faultOf(purchase);
  if (fault === undefined) return boughtCell(row, purchase);
  // From here on it is a refusal, or nobody knows what it is.
  if (purchase.signed > 0 || purchase.transfers.length > 0 || purchase.status === 200)
    return { word: 'red', why: fault };
  const { offered } = purchase;
  const isSpoken = (offered as readonly string[]).includes(row.protocol);
  if (offered.length > 0 && !isSpoken)
    return row.protocol === 'x402v1'
      ? { word: 'refused: protocol', why: 'it speaks x402 version 1, the service version 2' }
      : { word: 'refused: not offered', why: 'this product is not sold over MPP' };
  if (isSpoken && refusedByCap(row, purchase)) return { word: 'refused: cap', why: fault };
  return { word: 'red', why: fault };
}

function boughtCell({ language }: Row, { cap, price }: Purchase): Cell {
  if (cap === undefined || BigInt(price) <= BigInt(cap)) return { word: 'bought', why: '' };
  const known = KNOWN_OVER_CAP[language];
  return known
    ? { word: 'paid above its cap', why: known }
    : { word: 'red', why: `it paid ${price} above a cap of ${cap}` };
}

/**
 * Nothing was signed, and the same build buys the same thing for the same price with another cap: so the cap it was.
 * What the caller was told need not say so; clients have many words for it. A client that has no setting for its cap
 * must name it.
 */
const refusedByCap = ({ purchases }: Row, { column, price, cap, error }: Purchase): boolean =>
  (cap === undefined || BigInt(cap) < BigInt(price)) &&
  purchases.some(
    (other) =>
      thing(other.column) === thing(column) &&
      other.cap !== cap &&
      other.price === price &&
      (other.notRun === undefined ? faultOf(other) === undefined : NAMES_ITS_CAP.test(error ?? '')),
  );

const NAMES_ITS_CAP = /rejected by spend_?controls/i;

/** What is bought, without the cap it is bought with. */
const thing = (column: string): string => column.split(',')[0]!;

export const unexplained = (rows: readonly Row[]): string[] =>
  rows.flatMap((row) =>
    row.purchases.flatMap((purchase) => {
      const { word, why } = judgePurchase(row, purchase);
      return word === 'red' ? [`${row.build}, ${purchase.column}: ${why}`] : [];
    }),
  );
