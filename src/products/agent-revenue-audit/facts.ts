import type { Nano } from './amount.ts';
import { readContext } from './context.ts';
import { readCounts } from './counts.ts';
import { type LexiconHit, type Passage, phraseTable, scan } from './lexicon.ts';
import { type MoneyFacts, readMoney } from './money.ts';
import { ANY_FIGURE } from './patterns.ts';
import type { AuditInput } from './schema.ts';
import type { Fact, Stated, StatedFacts } from './stated.ts';
import { RISK_WORDS, STATEMENTS } from './tables/cues.ts';

const STATEMENT_WORDS = phraseTable(
  Object.entries(STATEMENTS).flatMap(([id, phrases]) => phrases.map((phrase) => [phrase, id] as const)),
);
const RISK = phraseTable(
  Object.entries(RISK_WORDS).flatMap(([id, phrases]) => phrases.map((phrase) => [phrase, id] as const)),
);

/** The fields that are evidence. The service name is a name, `source` is attribution: neither moves an answer. */
export function evidence(input: AuditInput): Passage[] {
  const fields = ['currentOffer', 'currentPaymentRail', 'currentProblem', 'targetBuyer'] as const;
  return fields.flatMap((field) => (input[field] === undefined ? [] : [{ field, text: input[field] }]));
}

/** Reads every stated fact. Pure; linear in the text. */
export function readStatedFacts(input: AuditInput): StatedFacts {
  const passages = evidence(input);
  const money = readMoney(passages);
  const counts = readCounts(passages);
  const hits = scan(passages, STATEMENT_WORDS).filter((hit) => !hit.negated);
  const stated = new Map<string, Fact>();
  for (const hit of hits)
    if (!stated.has(hit.payload) && !isWish(input, hit) && !isAside(input, hit))
      stated.set(hit.payload, statementFact(hit));
  const riskHit = input.riskTolerance
    ? scan([{ field: 'riskTolerance', text: input.riskTolerance }], RISK).find((hit) => !hit.negated)
    : undefined;
  const risk = riskHit ? asRisk(riskHit.payload) : 'medium';
  if (riskHit) stated.set('risk', makeFact('risk', riskHit, risk, `risk tolerance ${risk}`));
  const hasFigure = passages.some(({ text }) => ANY_FIGURE.test(text));
  const context = readContext(input, passages);
  const foreign = foreignOf(money, counts.foreign);
  return {
    ...money,
    ...counts,
    ...(foreign && { foreign }),
    context,
    given: new Map(),
    stated,
    risk,
    hasFigure,
  };
}

/** What is asked in dollars: the price that was taken at a rate goes before another amount beside it. */
function foreignOf(money: MoneyFacts, found: StatedFacts['foreign']): StatedFacts['foreign'] {
  const rated = ratedPrice(money)?.fact;
  if (!rated || (found && rated.quote.includes(found.value))) return found;
  const { field, quote } = rated;
  const fact = { field, quote, value: quote, reads: 'an amount in another currency' };
  return { value: quote, fact: { id: 'foreign', ...fact, confidence: 'high' } };
}

/** The price that anchors the audit, where it was stated in another currency. */
export function ratedPrice(reading: MoneyFacts): Stated<Nano> | undefined {
  const price = statedPrice(reading) ?? reading.wholePrice ?? reading.monthlyFee;
  return price?.rate === undefined ? undefined : price;
}

/** Words around a rail that say that it is wanted, not used. */
const WISHED =
  /\b(?:consider(?:s|ing)?|planning|plans? to|soon|want(?:s|ing)? to|would like|maybe|not yet|looking (?:at|to|into)|interested|could|thinking)\b/iu;

function isWish(input: AuditInput, { payload, field, quote, start }: LexiconHit<string>): boolean {
  if (payload !== 'railX402' && payload !== 'railMpp') return false;
  const text = input[field as 'currentOffer'] ?? '';
  const before = text
    .slice(Math.max(0, start - 50), start)
    .split(/[.;]/u)
    .at(-1)!;
  const after = text.slice(start + quote.length, start + quote.length + 24).split(/[.;]/u)[0]!;
  return WISHED.test(before) || WISHED.test(after);
}

/** `signed URL` is a link and `signed up` a customer, and an invoice or a card may be what is read or sent. */
const NOT_SIGNED =
  /^ {0,2}(?:urls?|links?|in|up|on|off|agreements?|contracts?|by (?:you|the (?:buyer|customer|client)))(?![\p{L}])/iu;
const PAID_BY =
  /(?<![\p{L}])(?:pa(?:y|ys|id|yments?|yable)|accepts?|takes?|bill(?:s|ed|ing)?|by|via|through|only)(?![\p{L}])(?:(?! of )[^.;]){0,16}$/iu;

function isAside(input: AuditInput, { payload, field, quote, start }: LexiconHit<string>): boolean {
  const text = input[field as 'currentOffer'] ?? '';
  if (payload === 'signed')
    return NOT_SIGNED.test(text.slice(start + quote.length, start + quote.length + 24));
  if (payload !== 'railOther' && (payload !== 'railCard' || !/card/iu.test(quote))) return false;
  return field !== 'currentPaymentRail' && !PAID_BY.test(text.slice(Math.max(0, start - 30), start));
}

/** Paid over x402 today: the rail says so, or it is live or counted. */
export function sellsOverX402({ stated, challenges }: StatedFacts): boolean {
  const fact = stated.get('railX402');
  if (!fact) return false;
  return (
    ['currentPaymentRail', 'facts'].includes(fact.field) || stated.has('live') || challenges !== undefined
  );
}

const asRisk = (id: string): StatedFacts['risk'] => (id === 'low' || id === 'high' ? id : 'medium');

const statementFact = (hit: LexiconHit<string>): Fact =>
  makeFact(hit.payload, hit, 'yes', `the text names ${hit.phrase}`);

function makeFact(id: string, at: { field: string; quote: string }, value: string, reads: string): Fact {
  return { id, field: at.field, quote: at.quote.trim(), value, reads, confidence: 'medium' };
}

/** The price of one unit that anchors everything: one with its unit named goes before a bare amount. */
export function statedPrice({
  unitPrice,
  meteredPrice,
}: Pick<StatedFacts, 'unitPrice' | 'meteredPrice'>): Stated<Nano> | undefined {
  const named = unitPrice && /\p{L}/u.test(unitPrice.fact.quote.replace(/USDC?|dollars?|cents?/giu, ''));
  return named ? unitPrice : (meteredPrice ?? unitPrice);
}
