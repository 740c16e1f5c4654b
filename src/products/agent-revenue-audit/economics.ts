import { nanoLabel } from './amount.ts';
import { statedPrice } from './facts.ts';
import { CAPS, priceLabel, type Solved, stepUp } from './price.ts';
import type { PriceRationale } from './schema.ts';
import type { StatedFacts } from './stated.ts';
import { RULES } from './tables/bands.ts';
import { countedUnits, type Slots } from './words.ts';

type Economics = Pick<
  PriceRationale,
  'statedUnit' | 'unitsPerPurchase' | 'offAnchor' | 'points' | 'economics'
>;
type Row = Economics['economics'][number];

/** Today's revenue against the agent's price, from stated figures only. What is not stated has no row. */
export function unitEconomics(solved: Solved, slots: Slots, reading: StatedFacts): Economics {
  const { price, units, stated, ceiling } = solved;
  const named = statedPrice(reading);
  const target = stepUp(price);
  return {
    statedUnit:
      stated === undefined
        ? null
        : { usd: nanoLabel(stated / units), unit: named?.fact.quote ?? reading.wholePrice!.fact.quote },
    unitsPerPurchase: Number(units),
    offAnchor: offAnchor(solved) ?? null,
    points: {
      open: priceLabel(price),
      target: priceLabel(target),
      ceiling: priceLabel(ceiling > target ? ceiling : target),
    },
    economics: rowsOf(solved, slots, reading),
  };
}

/** A price that stands further from the stated one than a reader expects, with the bound that put it there. */
export function offAnchor({ price, stated, floor, cap, how }: Solved): string | undefined {
  if (stated === undefined) return undefined;
  const { lowest, highest } = RULES.stated;
  if (price * BigInt(lowest) >= stated && price <= stated * BigInt(highest)) return undefined;
  if (price > stated)
    return `${priceLabel(price)} covers the stated cost with the floor of ${nanoLabel(floor)}`;
  return how === 'ladder' && price <= cap
    ? `${priceLabel(price)} is all that the stated clients sign (${nanoLabel(cap)})`
    : `${priceLabel(price)} is bounded by the value that was stated`;
}

function rowsOf(
  { price, units, today, unitCost, breakEven }: Solved,
  slots: Slots,
  reading: StatedFacts,
): Row[] {
  const { monthlyFee, fixedCost } = reading;
  const out: Row[] = [];
  const row = (what: string, figure: string, from: string) => out.push({ what, figure, from });
  if (today !== undefined) {
    row(`revenue today for ${slots.aNoun}`, nanoLabel(today), quoteOf(reading));
    row(`agent price for ${slots.aNoun}`, priceLabel(price), `${percent(price, today)} of today`);
  }
  if (monthlyFee)
    row(
      `revenue today from one monthly plan of ${slots.plural}`,
      nanoLabel(monthlyFee.value),
      monthlyFee.fact.quote,
    );
  if (monthlyFee && price > 0n)
    row(
      `${slots.plural} that cost as much as the plan`,
      `${(monthlyFee.value + price - 1n) / price}`,
      `a buyer who leaves the plan and buys fewer ${slots.plural} than this pays you less`,
    );
  if (unitCost !== undefined)
    row(
      `margin on ${slots.aNoun}`,
      price > unitCost ? nanoLabel(price - unitCost) : 'none',
      reading.unitCost!.fact.quote,
    );
  if (breakEven !== null && fixedCost)
    row(
      `${slots.plural} a month that cover the fixed cost`,
      countedUnits(breakEven, 'purchase'),
      fixedCost.fact.quote,
    );
  if (units > 1n) row('price of one unit in the pack', nanoLabel(price / units), `${units} units`);
  const limit = price <= CAPS.v1 ? 'all' : price <= CAPS.v2 ? 'all but v1' : 'none';
  row('clients that sign unasked', limit, `up to ${nanoLabel(CAPS.v2)}, v1 up to ${nanoLabel(CAPS.v1)}`);
  return out;
}

const quoteOf = (reading: StatedFacts): string =>
  (statedPrice(reading) ?? reading.wholePrice ?? reading.monthlyFee)?.fact.quote ?? '';
const percent = (part: bigint, whole: bigint): string => `${(part * 100n + whole / 2n) / whole} %`;
