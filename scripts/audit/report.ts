/**
 * How well audits read their sellers: what is sold, at which price, and what stands in the way.
 * Usage: npm run -s audit:report -- --help
 *
 * A price is judged per unit that the seller bills: a pack by its price or by the price of one unit in it, as both are
 * ways to write a band. Only frictions with quoted or derived evidence count as claims.
 */

import { readFileSync } from 'node:fs';
import { answerAudit } from '../../src/products/agent-revenue-audit/answer.ts';
import { kindWordOf, UNDECIDED } from '../../src/products/agent-revenue-audit/learnt/classes.ts';
import { likenesses, median, ownShare } from '../../src/products/agent-revenue-audit/likeness.testing.ts';
import { auditInput } from '../../src/products/agent-revenue-audit/schema.ts';
import type { ArchetypeId } from '../../src/products/agent-revenue-audit/tables/shapes.ts';
import { optionsOf } from '../options.ts';
import { FRICTION_WORDS } from './words.ts';

interface Seller {
  readonly id: string;
  readonly body: Record<string, unknown>;
}
interface Label {
  readonly id: string;
  readonly archetype: string;
  readonly acceptableArchetypes: readonly string[];
  readonly priceBand: readonly [low: number, high: number];
  readonly unitPriceUsd: number | string | null;
  readonly unitPriceQuote?: string | null;
  readonly frictions: readonly string[];
  readonly ruledOut: readonly string[];
}

const HELP = `How well audits read their sellers: what is sold, at which price, and what stands in the way.

  npm run -s audit:report -- --sellers FILE --labels FILE
    --sellers FILE   bodies of sellers, as JSON lines
    --labels FILE    what their author defends for each
    --only PREFIX    only rows whose id begins so: one author
    --frictions      each friction by itself: how many were found, and how many claims no label has
    --show           the rows that were misread, too`;
const options = optionsOf(
  HELP,
  {
    sellers: { type: 'string', default: '' },
    labels: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
    frictions: { type: 'boolean' },
    show: { type: 'boolean' },
  },
  ({ sellers, labels }) =>
    sellers === '' || labels === '' ? 'Name two files: --sellers FILE --labels FILE' : undefined,
);

const rows = <T>(file: string): T[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as T);

const labels = new Map(rows<Label>(options.labels).map((label) => [label.id, label]));
const AS_OF = Date.parse('2026-11-21T12:00:00Z');
const within = (value: number, [low, high]: readonly [number, number]): boolean =>
  value >= low * 0.999 && value <= high * 1.001;

/** A label may price the amount that is quoted, "$0.02 per 1,000 words", and not the one word of it. */
function manyIn(quote: string): number {
  const [, figure, scale = ''] = /(?:\/|per|for|=) ?(\d[\d,]*) ?([kM])?/u.exec(quote) ?? [];
  return figure === undefined
    ? 1
    : Number(figure.replaceAll(',', '')) * (scale === 'k' ? 1e3 : scale === 'M' ? 1e6 : 1);
}

function judged({ id, body }: Seller) {
  const label = labels.get(id);
  if (!label) throw new Error(`no label for ${id}`);
  const audit = answerAudit(auditInput.parse(body), { asOf: AS_OF, release: 'report' });
  const { archetype, priceRationale, frictionDetails } = audit;
  const decided = !['mixed', 'unclear'].includes(archetype.id);
  const word = decided
    ? kindWordOf({ id: archetype.route, archetype: archetype.id as ArchetypeId })
    : UNDECIDED;
  const accepted = new Set([label.archetype, ...label.acceptableArchetypes]);
  const price = Number(priceRationale?.chosen.slice(1));
  const units = Number((priceRationale as { unitsPerPurchase?: number } | null)?.unitsPerPurchase ?? 1);
  const claims = new Set(
    frictionDetails
      .filter(({ basis }) => basis !== 'structural')
      .flatMap(({ id: friction }) => FRICTION_WORDS[friction] ?? []),
  );
  const unit = label.unitPriceUsd === null ? null : Number(label.unitPriceUsd) || null;
  const many = manyIn(label.unitPriceQuote ?? '');
  return {
    id,
    audit,
    name: String(body.serviceName),
    label,
    word,
    price,
    units,
    right: accepted.has(word),
    leftOpen: word === 'undecided' && label.acceptableArchetypes.length > 1,
    inBand: within(price, label.priceBand) || within(price / units, label.priceBand),
    unit,
    nearUnit: unit === null || [1, many].some((each) => within((price / units) * each, [unit / 3, unit * 5])),
    argued: ((priceRationale as { offAnchor?: string | null } | null)?.offAnchor ?? null) !== null,
    missed: label.frictions.filter((one) => !claims.has(one)),
    against: label.ruledOut.filter((one) => claims.has(one)),
    claims: [...claims],
    bytes: Buffer.byteLength(JSON.stringify(audit)),
  };
}

const sellers = rows<Seller>(options.sellers)
  .filter(({ id }) => id.startsWith(options.only))
  .map(judged);
const share = (part: number, all: number): string =>
  `${part} of ${all} (${all === 0 ? '-' : ((100 * part) / all).toFixed(1)} %)`;
const count = (holds: (one: (typeof sellers)[number]) => boolean, of = sellers): string =>
  share(of.filter(holds).length, of.length);
const total = (of: (one: (typeof sellers)[number]) => number): number =>
  sellers.reduce((sum, one) => sum + of(one), 0);
const anchored = sellers.filter(({ unit }) => unit !== null);
const stated = total(({ label }) => label.frictions.length);
const sizes = sellers.map(({ bytes }) => bytes).sort((a, b) => a - b);

console.log(`archetype acceptable         ${count(({ right }) => right)}`);
console.log(`  or rightly left open       ${count(({ right, leftOpen }) => right || leftOpen)}`);
console.log(`price within the band        ${count(({ inBand }) => inBand)}`);
console.log(`near the stated unit price   ${count(({ nearUnit }) => nearUnit, anchored)}`);
console.log(`  or argued                  ${count(({ nearUnit, argued }) => nearUnit || argued, anchored)}`);
console.log(`stated frictions found       ${share(stated - total(({ missed }) => missed.length), stated)}`);
console.log(`audits against the text      ${count(({ against }) => against.length > 0)}`);
console.log(
  `claims against the text      ${share(
    total(({ against }) => against.length),
    total(({ claims }) => claims.length),
  )}`,
);
console.log(`bytes, median and largest    ${sizes[sizes.length >> 1]} and ${sizes.at(-1)}`);
const alike = likenesses(sellers);
console.log(`likeness within a route      ${median(alike).toFixed(3)} (median of ${alike.length} pairs)`);
console.log(`words of the buyer           ${(100 * ownShare(sellers)).toFixed(1)} %`);

if (options.frictions)
  for (const friction of [...new Set(Object.values(FRICTION_WORDS))].sort()) {
    const labelled = sellers.filter(({ label }) => label.frictions.includes(friction));
    const found = labelled.filter(({ missed }) => !missed.includes(friction));
    const more = sellers.filter(
      ({ claims, label }) => claims.includes(friction) && !label.frictions.includes(friction),
    );
    const against = more.filter((one) => one.against.includes(friction));
    console.log(
      `${friction.padEnd(20)} found ${share(found.length, labelled.length)}, unlabelled ${more.length}, ruled out ${against.length}`,
    );
  }

if (options.show)
  for (const one of sellers) {
    const faults = [
      !one.right && !one.leftOpen && `archetype ${one.word}, wanted ${one.label.archetype}`,
      !one.inBand && `price ${one.price} for ${one.units}, band ${one.label.priceBand.join('-')}`,
      !one.nearUnit &&
        `price ${one.price} for ${one.units}, stated ${one.unit} ${one.label.unitPriceQuote ?? ''}`,
      one.missed.length > 0 && `missed ${one.missed.join(', ')}`,
      one.against.length > 0 && `against the text ${one.against.join(', ')}`,
    ].filter((fault) => fault !== false);
    if (faults.length > 0) console.log(`${one.id}: ${faults.join('; ')}`);
  }
