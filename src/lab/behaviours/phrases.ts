import type { Condition, SellerScript } from '../script.ts';

/** Sets of facts and seller scripts that many rows share. */

/** One valid credential, sent once, and the caller has the answer. */
export const BOUGHT = {
  signed: 1,
  nonces: 1,
  paid: 1,
  credentials: 1,
  status: 200,
  threw: false,
  toSeller: true,
  signatureValid: true,
  leaked: false,
} as const satisfies Condition;

/** Nothing was signed: no money can move, whoever saw the traffic. */
export const NOTHING_SIGNED = { signed: 0, paid: 0 } as const satisfies Condition;

/** The client gave up, said so, and had signed nothing. */
export const REFUSED = { ...NOTHING_SIGNED, threw: true } as const satisfies Condition;

/** A credential left the client. */
export const PAID = { signed: { atLeast: 1 }, paid: { atLeast: 1 } } as const satisfies Condition;

/** Exactly one credential was made, and sent once. */
export const PAID_ONCE = { signed: 1, nonces: 1, paid: 1, credentials: 1 } as const satisfies Condition;

/** The client gave up after it had signed, before anything was sent. */
export const GAVE_UP_SIGNED = { signed: { atLeast: 1 }, paid: 0, threw: true } as const satisfies Condition;

/** The money moved, and the caller is not told that it did not. */
export const NO_LIE = { told: { not: 'not_paid' } } as const satisfies Condition;

/** A credential left the client, and the caller is told that no money moved. */
export const LIED = { ...PAID, told: 'not_paid' } as const satisfies Condition;

/** The usual seller: a challenge, then the answer with a true receipt. */
export const SELLS: SellerScript = {
  unpaid: { kind: 'challenge' },
  paid: [{ kind: 'deliver', settle: true }],
};

export const X402 = ['x402v1', 'x402v2'] as const;
export const ALL = ['x402v1', 'x402v2', 'mpp'] as const;
