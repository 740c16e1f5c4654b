import type { Entry } from '../accounting/states.ts';
import type { Books, Claim, Claimed, Journal, Reported } from '../ports.ts';
import type { UsedTickets } from './tickets.ts';

/** What the suites of a journal are given, and the payments that they make up. */

export interface OpenJournal {
  readonly journal: Journal;
  /** A second node on the same data, where the engine allows one; otherwise the same journal. */
  readonly second: Journal;
  /** Tickets of the same data. */
  readonly tickets: UsedTickets;
  /** The books of both nodes. */
  readonly books: readonly [Books, Books];
  /** Reported receipts, as both nodes know them. */
  readonly reported: readonly [Reported, Reported];
  /** Lets go of everything and opens the same data again. */
  reopen(): Promise<Journal>;
  close(): Promise<void>;
}

export const NOW = 1_790_000_000_000;
export const LEASE_UNTIL = NOW + 45_000;

let made = 0;
/** A claim of a payment that no other test knows, by a worker that no other claim has. */
export function suiteClaim(given: Partial<Claim> = {}): Claim {
  const n = ++made;
  return {
    key: `payment-${n}`,
    rail: 'x402',
    product: 'opportunity-check',
    via: 'origin',
    method: 'GET',
    network: 'eip155:8453',
    asset: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
    payTo: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
    amount: '10000',
    fingerprint: `fingerprint-${n}`,
    asOf: NOW - n,
    release: 'v0.1.0-suite',
    revision: `revision-${n}`,
    edition: n % 2 === 0 ? null : `edition-${n}`,
    offerDigest: `offer-${n}`,
    buyerDigest: n % 3 === 0 ? null : `buyer-${n}`,
    termsDigest: `terms-${n}`,
    evidence: 'unknown',
    source: 'none',
    authorization: `{"nonce":"${n}"}`,
    validBefore: 1_790_000_600,
    owner: `owner-${n}`,
    leaseUntil: LEASE_UNTIL,
    createdAt: NOW,
    ...given,
  };
}

/** The row that a claim was answered with. */
export const entryIn = (claimed: Claimed): Entry | undefined =>
  'entry' in claimed ? claimed.entry : undefined;
