/**
 * Stated money as exact integers. Callers quote sub-cent and per-token prices, so figures read from text are held
 * in nano-dollars (10⁻⁹ USD); what we answer is in USDC atomic units (10⁻⁶ USD). There is no float on the way.
 */

/** 10⁻⁹ US dollars. */
export type Nano = bigint;

export const NANO_PER_DOLLAR = 1_000_000_000n;
const NANO_PER_ATOMIC = 1_000n;
const FRACTION_DIGITS = 9;

/** `'4,000'`, `'.04'`, `'29'`, with an optional `k` or `m`, in nano-dollars; undefined when it is no plain number. */
export function parseNano(figure: string, suffix = ''): Nano | undefined {
  const parts = /^(\d{0,15})(?:\.(\d{1,9}))?$/.exec(figure.replaceAll(',', ''));
  if (!parts || (!parts[1] && !parts[2])) return undefined;
  const nano =
    BigInt(parts[1] || '0') * NANO_PER_DOLLAR + BigInt((parts[2] ?? '').padEnd(FRACTION_DIGITS, '0'));
  return nano * magnitude(suffix);
}

/** `'10'` and `'k'` is 10000n. Fractions are refused: a count is whole. */
export function parseCount(figure: string, suffix = ''): bigint | undefined {
  // A count of three noughts behind a point is written as on the continent: `100.000`.
  const nano = parseNano(
    /^\d{1,3}(?:\.000){1,3}$/.test(figure) ? figure.replaceAll('.', '') : figure,
    suffix,
  );
  return nano !== undefined && nano % NANO_PER_DOLLAR === 0n ? nano / NANO_PER_DOLLAR : undefined;
}

function magnitude(suffix: string): bigint {
  const letter = suffix.trim().toLowerCase();
  if (letter === 'k' || letter === 'thousand') return 1_000n;
  return letter === 'm' || letter === 'million' ? 1_000_000n : 1n;
}

/** Rounds down: a ceiling rounded up would break the bound it states. */
export const nanoToAtomic = (nano: Nano): bigint => nano / NANO_PER_ATOMIC;

/** Plain dollars with two decimals at least: `2900000n` → `0.0029`. */
export function nanoToDollars(nano: Nano): string {
  const digits = nano.toString().padStart(FRACTION_DIGITS + 1, '0');
  const fraction = digits.slice(-FRACTION_DIGITS).replace(/0+$/, '').padEnd(2, '0');
  return `${digits.slice(0, -FRACTION_DIGITS)}.${fraction}`;
}

/** `$0.0029` for people. */
export const nanoLabel = (nano: Nano): string => `$${nanoToDollars(nano)}`;

/** Integer square root, rounded down (Newton): the geometric middle of a published range needs no float. */
export function squareRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2));
  for (;;) {
    const next = (root + value / root) / 2n;
    if (next >= root) return root;
    root = next;
  }
}
