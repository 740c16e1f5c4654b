import type { Product } from '../declare.ts';
import type { Tickets } from '../ports.ts';
import { ticketDigest } from '../values/fingerprint.ts';
import type { ProblemCode } from '../values/problem.ts';
import type { EpochMs } from '../values/time.ts';

/** What must hold before money may move for a product: here, an authorization ticket (service spec §3.2). */
export type Admission = Admitted | { readonly admitted: false; readonly code: ProblemCode };
export type Admitted = { readonly admitted: true; readonly ticket?: string };

const no = (code: ProblemCode): Admission => ({ admitted: false, code });

/**
 * Looks at a ticket and changes nothing; the claim leases it, the delivery consumes it. A ticket that was altered
 * in any way is simply unknown, so that every such attempt gets one and the same answer.
 */
export async function admit(
  product: Product,
  header: string | undefined,
  fingerprint: string,
  tickets: Tickets,
  now: EpochMs,
): Promise<Admission> {
  if (!product.ticket) return { admitted: true };
  if (header === undefined) return no('ticket_required');
  if (!/^[0-9a-f]{64}$/.test(header)) return no('ticket_invalid');
  const ticket = await tickets.find(ticketDigest(header));
  if (!ticket || ticket.product !== product.id) return no('ticket_invalid');
  if (ticket.consumedAt !== null) return no('ticket_used');
  if (ticket.expiresAt <= now) return no('ticket_expired');
  if (ticket.fingerprint !== fingerprint) return no('ticket_mismatch');
  return { admitted: true, ticket: ticket.digest };
}
