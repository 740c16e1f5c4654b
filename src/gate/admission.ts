import { chosenIn, type Product } from '../declare.ts';
import { currentUntil, editionIn, whyNotCurrent } from '../ledger/freshness.ts';
import type { Editions, PublishedEdition, Tickets, TicketUse } from '../ports.ts';
import { NETWORK } from '../values/limits.ts';
import { type Problem, type ProblemCode, problem } from '../values/problem.ts';
import { ticketFingerprint } from '../values/ticket.ts';
import type { EpochMs } from '../values/time.ts';
import type { PaidRequest } from './request.ts';

/**
 * What must hold before money may move for a product: an authorization ticket (service spec §3.2), a current edition
 * (§3.3), or a preflight match against it (§4.1).
 */
export type Admission = Admitted | { readonly admitted: false; readonly problem: Problem };
/** A call that may be paid for, with the ticket that the claim uses up and the edition that is sold. */
export interface Admitted {
  readonly admitted: true;
  readonly ticket?: TicketUse;
  /** The edition that answers, and the first instant at which it must not be sold any more. */
  readonly edition?: PublishedEdition;
  readonly until?: EpochMs;
}

type Seen = Pick<PaidRequest, 'header' | 'query'>;

interface Stores {
  readonly tickets: Tickets;
  readonly editions: Editions;
}

/** If an edition is being made, that takes minutes: asking more often is useless. */
const EDITION_RETRY_SECONDS = 60;
/** A challenge lives for minutes, and the edition that it was for was the newest then. Its money may be late by weeks. */
const EDITIONS_BACK = 8;

const no = (code: ProblemCode): Admission => ({ admitted: false, problem: refusalOf(code) });

/** A refusal without an edition says when to ask again. */
export const refusalOf = (code: ProblemCode): Problem =>
  problem(code, code === 'edition_not_current' ? { retryAfterSeconds: EDITION_RETRY_SECONDS } : {});

/** The ticket or the match that a request carries, where the product's rule says. */
export function shownIn(
  { admission: rule }: Pick<Product, 'admission'>,
  { header, query }: Seen,
): string | undefined {
  if (rule?.kind === 'ticket') return header(rule.header);
  return rule?.kind === 'match' ? (query.get(rule.parameter) ?? undefined) : undefined;
}

/**
 * Only looks. `fingerprint` is that of the parsed request: a ticket is valid for one. `isSent`: the buyer has sent the
 * money, for a challenge of ours, and is owed what was challenged. `network`: a ticket is valid for payments on one.
 */
export async function admit(
  product: Product,
  request: Seen,
  fingerprint: string,
  stores: Stores,
  now: EpochMs,
  isSent = false,
  network: string = NETWORK,
): Promise<Admission> {
  switch (product.admission?.kind) {
    case undefined:
      return { admitted: true };
    case 'ticket':
      return withTicket(
        product,
        shownIn(product, request),
        ticketFingerprint(fingerprint, network),
        stores.tickets,
        now,
      );
    case 'edition':
      return withSelection(
        product,
        request.query,
        await withEdition(stores.editions, now),
        isSent ? stores.editions : undefined,
      );
    case 'match':
      return withMatch(product, shownIn(product, request), stores, now);
  }
}

/**
 * The claim leases the ticket, and the delivery consumes it. An altered ticket is simply unknown, so every such attempt
 * gets the same answer.
 */
async function withTicket(
  product: Product,
  shown: string | undefined,
  fingerprint: string,
  tickets: Tickets,
  now: EpochMs,
): Promise<Admission> {
  if (shown === undefined) return no('ticket_required');
  if (!/^[0-9a-f]{64}$/.test(shown)) return no('ticket_invalid');
  const bound = { product: product.id, fingerprint };
  const ticket = await tickets.find(shown, bound);
  if (!ticket) return no('ticket_invalid');
  if (ticket.consumedAt !== null) return no('ticket_used');
  if (ticket.expiresAt <= now) return no('ticket_expired');
  if (!ticket.isFor) return no('ticket_mismatch');
  const { digest, expiresAt } = ticket;
  return { admitted: true, ticket: { ...bound, digest, expiresAt } };
}

async function withEdition(editions: Editions, now: EpochMs): Promise<Admission> {
  const latest = await editions.latest();
  if (whyNotCurrent(latest, now) !== undefined) return no('edition_not_current');
  const edition = latest as PublishedEdition;
  return { admitted: true, edition, until: currentUntil(editionIn(edition))! };
}

/**
 * What is chosen of the edition has to have been run: nothing is paid for a build or behaviour that was not. `earlier`:
 * where to find it for a buyer that sent the money before the newest edition dropped it.
 */
async function withSelection(
  product: Product,
  query: URLSearchParams,
  admission: Admission,
  earlier: Editions | undefined,
): Promise<Admission> {
  const rule = product.admission;
  if (!admission.admitted || rule?.kind !== 'edition') return admission;
  const chosen = chosenIn(product, query);
  const faultsIn = (edition: PublishedEdition) => rule.faultsOf?.(chosen, edition) ?? [];
  const issues = faultsIn(admission.edition!);
  if (issues.length === 0) return admission;
  let edition = admission.edition;
  for (let looks = 0; earlier && edition && looks < EDITIONS_BACK; looks++) {
    const before = await earlier.get(editionIn(edition).previousDigest);
    edition = before?.fault === undefined ? before : undefined;
    if (edition && faultsIn(edition).length === 0) return { ...admission, edition };
  }
  return { admitted: false, problem: problem('invalid_request', { issues }) };
}

/** A match is valid for fifteen minutes and for the edition that it was made against. It may be used more than once. */
async function withMatch(
  product: Product,
  shown: string | undefined,
  { tickets, editions }: Stores,
  now: EpochMs,
): Promise<Admission> {
  if (shown === undefined || !/^[A-Za-z0-9._-]{1,512}$/.test(shown)) return no('preflight_required');
  const latest = await editions.latest();
  const match = await tickets.find(shown, { product: product.id, fingerprint: latest?.digest ?? '' });
  if (!match) return no('preflight_required');
  if (match.expiresAt <= now) return no('preflight_expired');
  const admission = await withEdition(editions, now);
  // Of the edition that answers: another may have been published since it was looked up.
  const isOfIt = match.isFor && (!admission.admitted || admission.edition!.digest === latest?.digest);
  return admission.admitted && !isOfIt ? no('preflight_expired') : admission;
}
