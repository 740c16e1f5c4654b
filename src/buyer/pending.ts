import type { PaymentRequirements } from '@x402/core/types';
import { z } from 'zod';
import type { SentRequest } from './request.ts';
import { PAYABLE, type PayableNetwork } from './wallets.ts';

/**
 * A signed payment and what its delivery must say: enough to send it again after a crash, byte for byte, and to check
 * the answer. Whoever has one can fetch the answer; nobody can be paid twice with it.
 */
interface Kept {
  readonly version: 1;
  readonly request: SentRequest;
  readonly payer: string;
  /** RFC 3339: from then on nobody can charge it any more. Files of earlier releases do not have it. */
  readonly liveUntil?: string;
}

/** An x402 payment that was signed and has no answer yet: enough to send it again, and nothing to sign another with. */
export interface Pending extends Kept {
  /** Value of PAYMENT-SIGNATURE, with all that the challenge wanted echoed. */
  readonly payment: string;
  readonly accepted: PaymentRequirements;
  readonly resourceUrl: string;
  readonly offerDigest?: string;
  readonly termsDigest?: string;
}

/** The same over MPP. */
export interface MppPending extends Kept {
  readonly rail: 'mpp';
  /** Value of Authorization. */
  readonly credential: string;
  readonly agreed: Deal;
}

/** What was agreed over MPP, without the challenge that said so. */
export interface Deal {
  readonly amount: string;
  readonly currency: string;
  readonly recipient: string;
}

/** A kept payment of either rail. */
export type AnyPending = Pending | MppPending;

/** Atomic units that it is for. */
export const pendingAmountOf = (pending: AnyPending): string =>
  'rail' in pending ? pending.agreed.amount : pending.accepted.amount;

const text = z.string().min(1);
const kept = {
  version: z.literal(1),
  request: z.looseObject({
    baseUrl: z.url({ protocol: /^https?$/ }),
    path: z.string().startsWith('/'),
    method: z.enum(['GET', 'POST']),
    query: z.record(z.string(), z.string()).optional(),
    body: z.looseObject({}).optional(),
    headers: z.record(z.string(), z.string()).optional(),
    network: z.enum(Object.keys(PAYABLE) as [PayableNetwork, ...PayableNetwork[]]).optional(),
  }),
  payer: text,
  liveUntil: z.iso.datetime().optional(),
};
const amount = z.string().regex(/^[0-9]+$/);
const schema = z.union([
  z.looseObject({
    ...kept,
    rail: z.literal('mpp'),
    credential: text,
    agreed: z.looseObject({ amount, currency: text, recipient: text }),
  }),
  z.looseObject({
    ...kept,
    rail: z.undefined().optional(),
    payment: text,
    accepted: z.looseObject({ scheme: text, network: text, asset: text, payTo: text, amount }),
    resourceUrl: text,
  }),
]);

/** What a file or a database gave back, if it is a payment that was kept. */
export const pendingFrom = (value: unknown): AnyPending | undefined =>
  schema.safeParse(value).success ? (value as AnyPending) : undefined;
