import type { Cause } from '../dictionary/causes.ts';
import { FATES } from '../dictionary/meaning.ts';
import { holds, mayHold, type Screened } from '../screen.ts';
import { sieve } from '../sieve.ts';
import { SETTLING_STEPS } from './after-settlement.ts';
import { BINDING } from './binding.ts';
import type { Case } from './case.ts';
import { CHAINS } from './chains.ts';
import { CLIENT } from './client.ts';
import { CLIENT_STEPS } from './client-side.ts';
import { CODES } from './codes.ts';
import { DELIVERY } from './delivery.ts';
import { asksThat, type CaseReading, readingOf } from './details.ts';
import { EVERYDAY } from './everyday.ts';
import { FACILITATOR } from './facilitator.ts';
import { FUNDS } from './funds.ts';
import { GATEWAYS } from './gateways.ts';
import { HOSTS } from './hosts.ts';
import { LISTING } from './listing.ts';
import { MACHINE } from './machine.ts';
import { NEIGHBOURS } from './neighbours.ts';
import { PACKAGE_CASES } from './packages.ts';
import { PLAIN } from './plain.ts';
import { PRICING } from './pricing.ts';
import { RETOLD } from './retold.ts';
import { RETRIES } from './retries.ts';
import { SELLER_STEPS } from './seller-side.ts';
import { SELLING } from './selling.ts';
import { SERVING_CASES } from './serving.ts';
import { SETTLEMENT_CASES } from './settlement.ts';
import { SHOWN } from './shown.ts';
import { SIGNERS } from './signers.ts';
import { ONE_STEP } from './steps.ts';
import { SURROUNDINGS } from './surroundings.ts';
import { THREADS } from './threads.ts';
import { WIDER } from './wider.ts';

export type { Case, CaseReading };
export { asksThat, readingOf };

/**
 * What decides within a cause, the closer ones first. The general sentence of a cause stands where no case fits.
 */
export const CASES: readonly Case[] = [
  ...NEIGHBOURS,
  ...CLIENT_STEPS,
  ...SELLER_STEPS,
  ...SETTLING_STEPS,
  ...ONE_STEP,
  ...SHOWN,
  ...THREADS,
  ...WIDER,
  ...RETOLD,
  ...SURROUNDINGS,
  ...GATEWAYS,
  ...PLAIN,
  ...HOSTS,
  ...FUNDS,
  ...BINDING,
  ...SELLING,
  ...CLIENT,
  ...SETTLEMENT_CASES,
  ...DELIVERY,
  ...FACILITATOR,
  ...PRICING,
  ...SERVING_CASES,
  ...LISTING,
  ...PACKAGE_CASES,
  ...RETRIES,
  ...CHAINS,
  ...MACHINE,
  ...CODES,
  ...SIGNERS,
  ...EVERYDAY,
];

/** Its anchor on the page of failures. */
export const anchorOfCase = ({ id }: Case): string => `case-${id}`;

const said = ({ says }: Case, text: Screened): boolean =>
  says instanceof RegExp
    ? holds(text, says)
    : says.every((each) => mayHold(text, each)) && says.every((each) => holds(text, each));

/** What ends all doubt is closest, then what leads, then what has to be said in several places; in each the first. */
const closeness = ({ fate, leads, says }: Case): number =>
  fate === 'void' ? -1 : leads ? 0 : says instanceof RegExp ? 2 : 1;
const IN_ORDER = CASES.toSorted((a, b) => closeness(a) - closeness(b));
const OF_CAUSE = new Map<Cause, Case[]>();
for (const each of IN_ORDER)
  for (const cause of each.of) OF_CAUSE.set(cause, [...(OF_CAUSE.get(cause) ?? []), each]);

const firstOf = (
  cases: readonly Case[] | undefined,
  { text, screened, fits }: CaseReading,
  enough: number,
): Case | undefined =>
  cases?.find((each) => said(each, screened) && fits(each) && detailsSaid(each, text) >= enough);

/** A code, several words, or what has to hold all at once, say as much as two words. */
const CODE = /[a-z0-9]+_[a-z0-9_]{6,}|problems\/[a-z/-]+|-3\d{4}/;
const LONG = 12;
const everywhere = new Map<RegExp, RegExp>();
function all(says: RegExp): RegExp {
  const known = everywhere.get(says) ?? new RegExp(says, 'g');
  everywhere.set(says, known);
  return known;
}

/** How many details of a text speak for a case. */
function detailsSaid({ says }: Case, read: string): number {
  const own = new Set<string>();
  for (const each of says instanceof RegExp ? [says] : says)
    for (const [found] of read.matchAll(all(each))) {
      if (found === '' || CODE.test(found) || found.length >= LONG) return ENOUGH;
      if (own.add(found).size >= ENOUGH) return ENOUGH;
    }
  return own.size;
}
const ENOUGH = 2;

/** How much a text has in common with what was pasted of a case, from which on it tells of that one. */
const ALIKE = 0.3;
/** And from which on this says more than words that a case is known by. */
const VERY_ALIKE = 0.45;

/**
 * The case of a cause that a text holds: what leads, then what is told nearly as it was before, then the first whose
 * words it has. One detail is enough only where a code or message has told the cause: else the general fix of the cause
 * says more. `near` says how much the text has in common with what was pasted of each case.
 */
export function caseOf(
  cause: Cause,
  reading: CaseReading,
  sure = true,
  near: ReadonlyMap<string, number> = new Map(),
): Case | undefined {
  const told = firstOf(OF_CAUSE.get(cause), reading, sure ? 1 : ENOUGH);
  if (told?.leads || told?.fate === 'void') return told;
  const [alike] = (OF_CAUSE.get(cause) ?? [])
    .filter((each) => (near.get(each.id) ?? 0) >= (told ? VERY_ALIKE : ALIKE) && reading.fits(each))
    // "Money moved" is said by the words of a text, never by how alike it is.
    .filter((each) => FATES[each.fate].money !== 'yes' || reading.charged || said(each, reading.screened))
    .sort((a, b) => near.get(b.id)! - near.get(a.id)!);
  return alike ?? told;
}

/** Whether a text has the words of a case: another may be told by likeness. */
export const isSaidIn = (each: Case, { screened }: CaseReading): boolean => said(each, screened);

const LEADING = sieve(
  CASES.filter(({ leads }) => leads),
  ({ says }) => (says instanceof RegExp ? says : says[0]!),
);
/** Cases that a text is put down to whatever else it holds. */
export const leadingIn = ({ screened, fits }: CaseReading): readonly Case[] =>
  LEADING(screened).filter((each) => said(each, screened) && fits(each));
