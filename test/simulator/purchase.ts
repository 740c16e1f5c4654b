import type { Offer } from '../../src/values/payment.ts';
import type { Answer } from './network.ts';
import type { Random } from './random.ts';
import type { SignedTransfer } from './token-chain.ts';

/** What buyers buy and sign. */

export type Habit =
  /** Sends the same payment until it is answered; signs anew only when told that no money moved. */
  | 'careful'
  /** Signs a new authorization for every 402, and begins again after a lost answer. */
  | 'stock'
  /** As stock, with one payment-identifier for the purchase. */
  | 'stock_identified'
  /** Careful, and tries its payment on other requests as well. */
  | 'reuser'
  /** Sends somebody else's authorization with a signature of its own. */
  | 'forger'
  /** Spends one nonce twice, in one transaction with another payment's. */
  | 'batcher'
  /** Takes authorizations off the chain and asks for what they bought, and for more. */
  | 'copier'
  /** Looks without paying: HEAD, and unpaid calls. */
  | 'prober';

export interface Purchase {
  readonly habit: Habit;
  readonly method: 'GET' | 'POST';
  readonly subject: string;
  readonly payer: string;
  readonly identifier: string | undefined;
  /** Its client sends the challenge's extensions back, as official ones do. */
  readonly echoes: boolean;
  readonly payments: SignedPayment[];
  answer: Answer | undefined;
  /** It was told that its payment had been used elsewhere before we saw it. */
  gaveUp: boolean;
  done: boolean;
}

/** Whether a purchase's payments carry nothing that only their buyer knows. */
export const isBare = ({ echoes, identifier }: Purchase): boolean => !echoes && identifier === undefined;

export interface SignedPayment {
  readonly key: string;
  readonly id: string;
  readonly transfer: SignedTransfer;
  readonly purchase: Purchase;
  /** The envelope, to be spelled in more than one way. */
  readonly envelope: Envelope;
  /** Requests that it was sent with, as `METHOD subject`. */
  readonly sentWith: Set<string>;
  readonly authentic: boolean;
}

export interface Envelope {
  readonly x402Version: 2;
  readonly payload: { readonly signature: string; readonly authorization: Record<string, string> };
  readonly accepted: object;
  readonly resource: object;
  readonly extensions: Record<string, unknown>;
}

export interface Challenge {
  readonly resource: object;
  readonly accepts: readonly Offer[];
  readonly extensions: Record<string, unknown>;
}

/** The header's text. */
export const encode = (envelope: object): string => btoa(JSON.stringify(envelope));

/** The same payment, sometimes in other words: member order and letter case mean nothing. */
export function spell(envelope: Envelope, random: Random): string {
  if (!random.chance(0.3)) return encode(envelope);
  const { x402Version, payload, ...rest } = envelope;
  if (random.chance(0.5)) return encode({ ...rest, payload, x402Version });
  const { from, nonce } = payload.authorization;
  return encode({
    ...envelope,
    payload: {
      ...payload,
      authorization: { ...payload.authorization, from: upper(from!), nonce: upper(nonce!) },
    },
  });
}

const upper = (hex: string): string => `0x${hex.slice(2).toUpperCase()}`;
