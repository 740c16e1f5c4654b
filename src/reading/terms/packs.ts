import { ONE } from '../quantities/numerals.ts';
import type { Placed } from '../quantities/quantity.ts';
import { type Token, wordAt } from '../quantities/tokens.ts';
import { CALL_NOUNS, singular } from '../quantities/units.ts';
import type { MoneyTerm } from './money-role.ts';

/** Terms that several quantities make together: what one of them is by itself does not count then. */
export type Together = ReadonlyMap<Placed, readonly MoneyTerm[]>;

const PER_ATOMIC = 1_000_000n;
const up = (top: bigint, bottom: bigint): bigint => (top + bottom - 1n) / bottom;

const price = (money: Placed, many: bigint): MoneyTerm => ({
  ...{ role: 'price', amount: up((money.amount * ONE) / many, PER_ATOMIC) },
  ...{ from: money.from, to: money.to },
});
const calls = (one: Placed, amount: bigint): MoneyTerm => ({
  ...{ role: 'calls', amount: amount / ONE },
  ...{ from: one.from, to: one.to },
});

/** What stands together in a text: money for many, packs, calls that hold many, things that are each called for. */
export function togetherIn(placed: readonly Placed[], tokens: readonly Token[], text: string): Together {
  const found = new Map<Placed, readonly MoneyTerm[]>();
  packs(placed, tokens, found);
  if (found.size === 0) holders(placed, tokens, found);
  if (found.size === 0) moneyForMany(placed, tokens, text, found);
  eachOf(placed, tokens, found);
  return found;
}

type Found = Map<Placed, readonly MoneyTerm[]>;
const PACK = /^(?:packs?|bundles?|batch(?:es)?|blocks?|boxes|box|sets?)$/;
const isWhole = (one: Placed | undefined): one is Placed =>
  (one?.kind === 'count' || one?.kind === 'number') &&
  one.amount >= ONE &&
  one.amount % ONE === 0n &&
  !one.per;

/** "A pack of 50 is 2 dollars, buy four packs": the price of one, and how many there are in all. */
function packs(placed: readonly Placed[], tokens: readonly Token[], found: Found): void {
  const size = placed.find(
    (one) =>
      isWhole(one) &&
      one.amount > ONE &&
      wordAt(tokens, one.first - 1) === 'of' &&
      PACK.test(wordAt(tokens, one.first - 2)),
  );
  const money = placed.filter(
    ({ kind, per, bound, high }) =>
      kind === 'money' && bound === null && high === null && (!per || PACK.test(per.noun ?? '')),
  );
  if (!size || money.length !== 1) return;
  const wanted = placed.find((one) => one !== size && isWhole(one) && PACK.test(`${one.noun ?? ''}s`));
  const right = placed.find((one) => isWhole(one) && one.next === size.first - 2);
  const packed = wanted ?? right;
  found.set(money[0]!, [price(money[0]!, size.amount)]);
  found.set(size, packed ? [calls(size, (size.amount * packed.amount) / ONE)] : []);
  if (packed) found.set(packed, []);
}

const HOLDS =
  /^(?:covers?|holds?|takes?|handles?|carries|includes?|contains?|returns?|processes|fits|checks)$/;

/** "One call covers 20 queries; we have 400 queries": 20 calls. */
function holders(placed: readonly Placed[], tokens: readonly Token[], found: Found): void {
  const one = placed.find((each, i) => {
    const held = placed[i + 1];
    return isWhole(each) && each.amount === ONE && isWhole(held) && HOLDS.test(wordAt(tokens, each.next));
  });
  const held = one && placed[placed.indexOf(one) + 1]!;
  const all = placed.find(
    (each) => each !== held && isWhole(each) && each.noun === held?.noun && each !== one,
  );
  if (!one || !held?.noun || !all || all.bound !== null || held.next < held.first) return;
  found.set(one, []);
  found.set(held, []);
  found.set(all, [calls(all, up(all.amount, held.amount) * ONE)]);
}

/** "18 containers, 3 times each", "27 countries, one call each", "for each of our 130 customers one score". */
function eachOf(placed: readonly Placed[], tokens: readonly Token[], found: Found): void {
  placed.forEach((one, i) => {
    if (!isWhole(one) || found.has(one) || one.bound !== null) return;
    if (shared(one, placed.slice(0, i), placed[i + 1], tokens, found)) return;
    const things = eachBehind(one, placed.slice(0, i), tokens) ?? eachNamed(one, placed, tokens);
    if (!things || found.has(things) || things.bound !== null) return;
    found.set(one, []);
    found.set(things, [calls(things, (things.amount * one.amount) / ONE)]);
  });
}

/** "Half a million rows, one call per 1,000 rows". */
function shared(
  one: Placed,
  before: readonly Placed[],
  next: Placed | undefined,
  tokens: readonly Token[],
  found: Found,
): boolean {
  const things = before.findLast((each) => isWhole(each) && each.noun === next?.noun);
  if (!next || !things || !isWhole(next) || next.noun === null || !ASKED.test(one.noun ?? '')) return false;
  if (wordAt(tokens, one.next) !== 'per' || next.first !== one.next + 1) return false;
  found.set(one, []);
  found.set(next, []);
  found.set(things, [calls(things, up(things.amount * one.amount, next.amount * ONE) * ONE)]);
  return true;
}

const ASKED = /^(?:time|call|request|query|lookup|check)$/;

/** "3 times each", "1 call per country". */
function eachBehind(one: Placed, before: readonly Placed[], tokens: readonly Token[]): Placed | undefined {
  if (!ASKED.test(one.noun ?? '')) return undefined;
  const things = before.filter(isWhole).at(-1);
  const [text, next] = [wordAt(tokens, one.next), wordAt(tokens, one.next + 1)];
  const named = /^(?:per|for|a)$/.test(text) && singular(next) === things?.noun;
  return /^(?:each|apiece)$/.test(text) || named ? things : undefined;
}

/** "One report for each of 12 subsidiaries", "for each of our 130 customers one credit score". */
function eachNamed(one: Placed, placed: readonly Placed[], tokens: readonly Token[]): Placed | undefined {
  if (one.amount !== ONE) return undefined;
  return placed.find((things) => {
    if (things === one || !isWhole(things) || things.noun === null) return false;
    const back = /^(?:our|the|my|these|those)$/.test(wordAt(tokens, things.first - 1)) ? 2 : 1;
    return wordAt(tokens, things.first - back) === 'of' && wordAt(tokens, things.first - back - 1) === 'each';
  });
}

const BUYS =
  /^(?:buys?|gets?|gives?|covers?|for|=|for (?:a|the) (?:total|overall|combined)(?: (?:cost|price|fee))? of)$/;
/** What is worth or wired is no purchase of many. */
const NO_PACKAGE =
  /\b(?:worth|value[ds]?|saves?|earns?|budget|deposit\w*|wir(?:e|ing)|raised?|have|has|got|afford)\b[^,;.]*$/;
const ORDERS = /\b(?:pay|spend|buy|i|we|want|need|get|run|purchase|order|to)\b/;

/** "$2 buys 100 credits", "100 calls for $5": money for many is divided by how many. */
function moneyForMany(placed: readonly Placed[], tokens: readonly Token[], text: string, found: Found): void {
  if (placed.some(({ kind, per }) => kind === 'money' && per?.over === 'call')) return;
  placed.forEach((one, i) => {
    const next = placed[i + 1];
    if (!next || next.first > one.next + 6 || one.bound !== null || next.bound !== null) return;
    if (NO_PACKAGE.test(text.slice(Math.max(0, one.from - 24), one.from))) return;
    const [money, count] = one.kind === 'money' ? [one, next] : [next, one];
    if (money.kind !== 'money' || count.kind !== 'count' || money.per) return;
    if (money.high !== null || count.high !== null) return;
    if (count.amount <= ONE || count.per || count.outOf !== null) return;
    const credits = count.noun === 'credit' || count.noun === 'token';
    const joins = tokens.slice(one.next, next.first).map(({ text: word }) => word);
    if (!BUYS.test(joins.join(' ')) && !(credits && /^costs?$/.test(joins.join(' ')))) return;
    if (credits && !creditIsCall(text)) return;
    const asked = one === count || ORDERS.test(text.slice(Math.max(0, one.from - 24), one.from));
    found.set(money, [price(money, count.amount)]);
    found.set(count, asked && !credits && count.amount % ONE === 0n ? [calls(count, count.amount)] : []);
  });
}

const creditIsCall = (text: string): boolean => {
  const found =
    /\b(\w+) (?:uses?|costs?|takes?|burns?|consumes?|is) (?:one|1|an?|a single) (?:credit|token)\b/.exec(
      text,
    );
  return (
    (found !== null && CALL_NOUNS.has(singular(found[1]!))) ||
    /(?:one|1|a) credit (?:per|a|is one|= ?1) ?(?:call|request|lookup|query)?/.test(text)
  );
};
