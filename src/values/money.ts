/**
 * Money. Dollars are shown with two decimals, moved in atomic units (USDC has six decimals: 10000 = $0.01).
 * Amounts are decimal strings on the wire and bigint inside; there is no float anywhere.
 */

/** Decimals of every asset we accept (USDC on Base, Solana and Tempo alike). */
export const ASSET_DECIMALS = 6;

/** A price in dollars, and in atomic units of a six-decimal token. */
export interface Price {
  /** What people read: `$0.01`. */
  readonly label: string;
  /** What moves: atomic units as a decimal string, `10000`. */
  readonly amount: string;
}

const DOLLARS = /^(0|[1-9][0-9]{0,6})\.([0-9]{2,6})$/;

/** `usd('0.01')` is `{ label: '$0.01', amount: '10000' }`. Throws on anything but plain decimal dollars. */
export function usd(dollars: string): Price {
  const atomic = dollarsToAtomic(dollars);
  if (atomic === undefined)
    throw new RangeError(`usd(): not plain dollars with two to six decimals: ${dollars}`);
  return { label: `$${dollars}`, amount: atomic.toString() };
}

function dollarsToAtomic(dollars: string): bigint | undefined {
  const parts = DOLLARS.exec(dollars);
  if (!parts) return undefined;
  return BigInt(parts[1]!) * 10n ** BigInt(ASSET_DECIMALS) + BigInt(parts[2]!.padEnd(ASSET_DECIMALS, '0'));
}

/** Atomic units as dollars, two decimals at least and no trailing zero beyond them: `10000` → `0.01`. */
export function atomicToDollars(atomic: bigint): string {
  const digits = atomic.toString().padStart(ASSET_DECIMALS + 1, '0');
  const fraction = digits.slice(-ASSET_DECIMALS).replace(/0+$/, '').padEnd(2, '0');
  return `${digits.slice(0, -ASSET_DECIMALS)}.${fraction}`;
}

/** `$0.01` for people, from atomic units. */
export const dollarsOf = (atomic: bigint): string => `$${atomicToDollars(atomic)}`;

/** A buyer's budget as plain decimal dollars (`5`, `0.01`, at most six decimals) in atomic units. No sign, no exponent, no `$`. */
export function parseBudget(dollars: string): bigint | undefined {
  const parts = /^(0|[1-9][0-9]{0,8})(?:\.([0-9]{1,6}))?$/.exec(dollars);
  if (!parts) return undefined;
  return (
    BigInt(parts[1]!) * 10n ** BigInt(ASSET_DECIMALS) + BigInt((parts[2] ?? '').padEnd(ASSET_DECIMALS, '0'))
  );
}
