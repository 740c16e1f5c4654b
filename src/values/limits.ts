import { type Price, parseBudget, usd } from './money.ts';
import { DEFAULT_NETWORK, NETWORKS } from './networks.ts';
import { DAY_SECONDS } from './time.ts';

/** Bytes of a tool's result at the most: an agent pays for each of them in tokens. */
export const RESULT_MAX_BYTES = 8_000;

/** Bytes of a body where a check declares no limit of its own: the limit of every route. */
export const BODY_MAX_BYTES = 16_000;
/** Bytes of a body that carries a whole challenge or payload preview. */
export const LARGE_BODY_MAX_BYTES = 32_000;
/** Bytes of a body that carries a lock file. */
export const LOCK_BODY_MAX_BYTES = 1_000_000;
/** Bytes of a tool call: a large body, and what JSON-RPC and a payment put around it. Lock files go over HTTP. */
export const TOOL_CALL_MAX_BYTES = LARGE_BODY_MAX_BYTES + 16_000;

/** Seconds that an authorization ticket admits its payload for, and paid retries that it admits (service spec §3.2). */
export const TICKET_SECONDS = 900;
/** Header that carries the ticket of an audit. */
export const TICKET_HEADER = 'x-svc-audit-authorization';
/** Paid calls that one approval is for. */
export const MAX_PAID_RETRIES = 1;

/** The page on which every failure that has a name is explained, each at an anchor of its own. */
export const FAILURES_PATH = '/failures';

/** Where a plan for a payment is made whose outcome is not known. */
export const RECOVERY_PATH = '/api/payment-recovery/plan';

/** A payment identifier: the `id` of the x402 extension, or the `Idempotency-Key` of an MPP payment. */
export const PAYMENT_IDENTIFIER = /^[A-Za-z0-9_-]{16,128}$/;

/**
 * Seconds after its delivery for which an answer is delivered again: to a payment that came with a secret of its buyer's
 * (`buyersMark`), and to one that came with none, which anybody can repeat once its signature is on a chain.
 */
export const REDELIVERY_SECONDS = { secret: DAY_SECONDS, bare: 900 } as const;

/** How far beyond its window a payment may be valid: a buyer's clock may run ahead of ours. */
export const CLOCK_SLACK_SECONDS = 60;

/**
 * How long an EIP-3009 payment may be valid. The official Go client (2.5 to 2.11) signs for an hour and does not read an
 * offer's `maxTimeoutSeconds`; a longer one could be open for as long.
 */
export const LONGEST_WINDOW_SECONDS = 3_600;

/** The most that one session should be allowed to spend (service spec §8). */
export const SESSION_CAP_USD = '5.01';
/** The same in atomic units. */
export const SESSION_CAP_ATOMIC = parseBudget(SESSION_CAP_USD)!;

/** What every paid route is sold on (service spec §1). */
export const NETWORK = NETWORKS[DEFAULT_NETWORK].network;
/** The one scheme of x402 that we sell on: the exact amount. */
export const SCHEME = 'exact';

/** Where stock clients refuse to sign unless told otherwise. Sources: tables of the client payment forecast. */
export const CLIENT_CAPS = {
  /** @x402/core from 2.23.0: `DEFAULT_MAX_AMOUNT_PER_PAYMENT`. */
  sdk_default_cap_1usd: usd('1.00'),
  /** x402-fetch 0.7 and 1.2: `maxValue`. */
  sdk_v1_cap_0_10: usd('0.10'),
} as const satisfies Record<string, Price>;

/** A client of {@link CLIENT_CAPS}. */
export type ClientCap = keyof typeof CLIENT_CAPS;

/** The dearest default cap that a price exceeds: whoever is under it is under the others too. */
export function capExceededBy(price: Price): ClientCap | null {
  const amount = BigInt(price.amount);
  for (const cap of ['sdk_default_cap_1usd', 'sdk_v1_cap_0_10'] as const)
    if (amount > BigInt(CLIENT_CAPS[cap].amount)) return cap;
  return null;
}

/** The setting with which a current @x402 client signs for this price and for no more; undefined when it does so by default. */
export const spendLimitFor = (price: Price): { readonly maxAmountPerPayment: string } | undefined =>
  BigInt(price.amount) > BigInt(CLIENT_CAPS.sdk_default_cap_1usd.amount)
    ? { maxAmountPerPayment: price.label.replace(/\.00$/, '') }
    : undefined;

/** The same as a line of code; null when none is needed. */
export function spendControlsFor(price: Price): string | null {
  const limit = spendLimitFor(price);
  return limit ? `spendControls: { maxAmountPerPayment: "${limit.maxAmountPerPayment}" }` : null;
}
