import { dayNumber } from '../../reading/time.ts';
import { toDollars } from './commercial.ts';
import type { Evidence } from './evidence.ts';
import { CONSTANTS, GATES, type GateRow } from './tables/index.ts';
import type { OrderTerms } from './terms.ts';
import type { Wish } from './wish.ts';

export interface ClosedGate {
  readonly row: GateRow;
  /** Signal that closed it; null where the terms or constraints did. */
  readonly signal: string | null;
}

/**
 * Gates that the evidence, the terms and the constraints close, in table order.
 *
 * @param risenTo dollars that a statement says one call costs now
 */
export function closedGates(
  evidence: readonly Evidence[],
  terms: OrderTerms,
  wishes: readonly Wish[],
  asOfDay: string,
  risenTo: number | null,
): ClosedGate[] {
  const bySignal = new Map<string, string>();
  for (const { row, state } of evidence) if (row.gate && state === 'present') bySignal.set(row.gate, row.id);
  const byTerms = new Set<string>();
  const priceKnown = terms.origin.price !== 'assumed';
  const overBudget = terms.budget !== null && terms.price > terms.budget;
  const overLimit = terms.priceLimit !== null && terms.price > terms.priceLimit;
  if ((priceKnown && (overBudget || overLimit)) || hasRisenTooFar(terms, risenTo))
    byTerms.add('price_above_budget');
  if (terms.callLimit === 0 || terms.budget === 0n || terms.priceLimit === 0n) byTerms.add('spend_forbidden');
  if (wishes.some(({ day }) => day !== null && dayNumber(day)! < dayNumber(asOfDay)!))
    byTerms.add('deadline_passed');
  const wantsNoAccount = wishes.some(({ kind }) => kind === 'noAccount');
  const asksForAccount = evidence.some(
    ({ row, state }) => row.id === 'no_402_401_first' && state === 'present',
  );
  if (wantsNoAccount && asksForAccount) byTerms.add('account_required');
  const unknownToken = evidence.some(({ row, state }) => row.id === 'asset_unknown' && state === 'present');
  if (unknownToken && wishes.some(({ kind }) => kind === 'asset')) byTerms.add('network_mismatch');
  return GATES.filter(({ id }) => bySignal.has(id) || byTerms.has(id)).map((row) => ({
    row,
    signal: bySignal.get(row.id) ?? null,
  }));
}

/** What the buyer says the seller asks now is above what it allows. A challenge that was sent says it better. */
const hasRisenTooFar = ({ budget, priceLimit, origin }: OrderTerms, risenTo: number | null): boolean =>
  risenTo !== null &&
  origin.price !== 'challenge' &&
  [budget, priceLimit].some((most) => most !== null && risenTo > toDollars(most));

/** A price of this size is a decoy signal in itself. */
export const isDecoy = (terms: OrderTerms): boolean =>
  terms.origin.price !== 'assumed' && toDollars(terms.price) >= CONSTANTS.decoyPriceUsd.value;
