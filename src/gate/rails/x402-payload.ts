import type { Offer, Payment } from '../../values/payment.ts';
import type { DeclineReason } from '../../values/problem.ts';
import type { EpochMs } from '../../values/time.ts';
import type { Timing } from './rail.ts';

/** What the `payload` member of a credential holds on one family of networks, and the rules that belong to it. */
export interface PayloadKind {
  /** Beginning of the CAIP-2 ids that it is for. */
  readonly family: string;
  readonly isAddress: (text: string) => boolean;
  /** Whether two spellings are one address. */
  readonly sameAddress: (given: string, ours: string) => boolean;
  /** Compares the payload with the offer that it pays, field by field. */
  readonly read: (payload: unknown, offer: Offer, now: EpochMs) => ReadPayload | DeclineReason;
}

/** A payload whose fields all fit the offer; its signature is not looked at yet. */
export interface ReadPayload extends Pick<Payment, 'key' | 'payer' | 'validBefore' | 'proof'> {
  /** Whether a settlement may begin now, by what the payer signed. */
  readonly timing: (now: EpochMs) => Timing;
}
