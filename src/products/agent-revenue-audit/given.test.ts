import { expect, test } from 'vitest';
import { amount } from '../../amount.testing.ts';
import { nanoToDollars } from './amount.ts';
import { answerAudit } from './answer.ts';
import { auditCaseOf } from './case.ts';
import { FACTS, generated } from './cases.testing.ts';
import { agentRevenueAudit } from './product.ts';
import { AUDIT_LIMITS, type AuditInput, auditInput } from './schema.ts';
import { RULES } from './tables/bands.ts';
import { QUESTIONS } from './tables/cues.ts';
import { FACT_ROWS, MAX_FACTS } from './tables/facts.ts';
import { FRICTIONS } from './tables/frictions.ts';
import { readText } from './weigh.ts';

type Facts = NonNullable<AuditInput['facts']>;
const input = (currentOffer: string, ...facts: [id: string, value: string][]): AuditInput =>
  auditInput.parse({
    serviceName: 'Alder',
    targetBuyer: 'agents',
    currentOffer,
    ...(facts.length > 0 && { facts: facts.map(([id, value]) => ({ id, value })) }),
  });
const audit = (offer: string, ...facts: [string, string][]) => answerAudit(input(offer, ...facts), FACTS);
const price = (...args: Parameters<typeof audit>) => audit(...args).priceRationale!.chosen;
const frictions = (...args: Parameters<typeof audit>) => audit(...args).frictionDetails.map(({ id }) => id);

test('a given fact goes before the text', () => {
  expect(price('OCR of scans at $0.04 a page')).toBe('$0.05');
  expect(price('OCR of scans at $0.04 a page', ['unitPrice', '0.02'])).toBe('$0.025');
  expect(price('OCR of scans', ['unitCost', '0.1'])).toBe('$0.30');
  expect(audit('OCR of scans', ['kind', 'translation']).archetype.id).toBe('translation');
  expect(audit('Something', ['returns', 'weather forecast']).archetype.id).toBe('data_lookup');
  expect(audit('MCP server with 12 tools', ['topTool', 'Find Flight']).bestFirstPaidRoute.path).toBe(
    '/v1/tools/find-flight',
  );
});

test('an exact decimal stays exact, and is quoted as it was given', () => {
  const { facts, priceRationale } = audit('SMS API', ['unitPrice', '0.0079']);
  expect(facts).toContainEqual(expect.objectContaining({ id: 'unitPrice', field: 'facts', quote: '0.0079' }));
  expect(priceRationale!.statedUnit).toEqual({ usd: '$0.0079', unit: '0.0079' });
});

test('yes states a friction, no rules it out, unknown takes it back', () => {
  expect(frictions('OCR of scans')).not.toContain('F01');
  expect(frictions('OCR of scans', ['apiKey', 'yes'])).toContain('F01');
  expect(frictions('OCR of scans with an API key')).toContain('F01');
  for (const value of ['no', 'unknown'])
    expect(frictions('OCR of scans with an API key', ['apiKey', value])).not.toContain('F01');
  expect(frictions('OCR of scans', ['delivery', 'async'])).toContain('F22');
  expect(frictions('OCR of scans, takes 2 minutes', ['delivery', 'sync'])).not.toContain('F22');
  const unknown = audit('OCR of scans at $0.04 a page', ['unitPrice', 'unknown']);
  expect(unknown.priceRationale!.statedUnit).toBeNull();
  expect(unknown.questions.join()).toContain('What do buyers pay');
});

test('what a fact may be is closed', () => {
  const bad: unknown[] = [
    [{ id: 'unitPrice', value: 0.04 }],
    [{ id: 'unitPrice', value: '$0.04' }],
    [{ id: 'unitPrice', value: '1e3' }],
    [{ id: 'unitPrice', value: '-1' }],
    [{ id: 'apiKey', value: 'maybe' }],
    [{ id: 'kind', value: 'unclear' }],
    [{ id: 'nothing', value: 'yes' }],
    [{ id: 'unit', value: 'a"b' }],
    [{ id: 'unit', value: 'x'.repeat(41) }],
    [
      { id: 'apiKey', value: 'yes' },
      { id: 'apiKey', value: 'no' },
    ],
    Array.from({ length: MAX_FACTS + 1 }, (_, i) => ({ id: FACT_ROWS[i]!.id, value: 'unknown' })),
  ];
  const body = { serviceName: 'A', currentOffer: 'B', targetBuyer: 'C' };
  for (const facts of bad)
    expect(auditInput.safeParse({ ...body, facts }).success, JSON.stringify(facts)).toBe(false);
  for (const { id } of FACT_ROWS)
    expect(auditInput.safeParse({ ...body, facts: [{ id, value: 'unknown' }] }).success, id).toBe(true);
});

test('the longest body with the longest facts stays under 16 kB', () => {
  const words = FACT_ROWS.filter(({ type }) => type === 'words').map(({ id }) => ({
    id,
    value: 'x'.repeat(40),
  }));
  const facts = [
    ...words,
    { id: 'failuresCharged', value: 'unknown' },
    { id: 'monthlyMinimum', value: 'unknown' },
  ];
  const texts = Object.entries(AUDIT_LIMITS).map(([field, limit]) => [field, '🙂'.repeat(limit)]);
  const body = { ...Object.fromEntries(texts), facts: facts.slice(0, MAX_FACTS) };
  expect(auditInput.safeParse(body).error).toBeUndefined();
  expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(16_000);
});

test('policy reads the words of a fact', () => {
  const { judge } = agentRevenueAudit.forms[0]!;
  const refusal = (value: string) =>
    judge!.refusalOf({ ...input('OCR'), facts: [{ id: 'topTool', value }] })?.stopReason;
  expect(refusal('sk_live_4eC39HqLyjWDarjtT1zdp7dc')).toBe('sensitiveData');
  expect(refusal('find-flight')).toBeUndefined();
});

test('rows of facts and questions refer to each other', () => {
  const ids = FACT_ROWS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { friction } of FACT_ROWS)
    if (friction) expect(FRICTIONS.map(({ id }) => id)).toContain(friction);
  for (const { fact } of QUESTIONS) expect(['kind', ...ids]).toContain(fact);
});

/** What a reader would call another audit. */
const decided = (facts: Facts, from: AuditInput): string => {
  const { bestFirstPaidRoute, priceRationale, frictionDetails, sevenDayRevenuePlan } = answerAudit(
    { ...from, facts },
    FACTS,
  );
  const { path, price, priceAtomic } = bestFirstPaidRoute;
  const { economics, breakEvenCallsPerMonth, floor } = priceRationale!;
  const days = sevenDayRevenuePlan.map((day) => day.split(' — ')[0]);
  return JSON.stringify([
    path,
    price,
    priceAtomic,
    economics,
    breakEvenCallsPerMonth,
    floor,
    frictionDetails,
    days,
  ]);
};

function likely(id: string, from: AuditInput): string[] {
  const { solved, kind } = auditCaseOf(readText(from)).one;
  const rows = QUESTIONS.filter(({ fact }) => fact === id);
  if (id === 'kind')
    return [...kind.candidates.slice(1).map((one) => one.id), ...rows.flatMap(({ tries }) => tries)];
  if (FACT_ROWS.find((row) => row.id === id)!.type !== 'usd') return rows.flatMap(({ tries }) => tries);
  const unit = solved.price / solved.units;
  return [unit / 10n, unit / 4n, unit, unit * 3n, unit * 4n, unit * 30n]
    .filter((nano) => nano > 0n)
    .map(nanoToDollars);
}

test('every question has an answer that changes the audit, and the one that moves most comes first', () => {
  const counts = new Map<string, number>();
  for (const from of generated(amount(15, 40), 9)) {
    const { questions } = auditCaseOf(readText(from));
    expect(questions.length).toBeLessThanOrEqual(RULES.maxQuestions);
    expect(questions.map(({ worth }) => worth)).toEqual(
      questions.map(({ worth }) => worth).sort((a, b) => b - a),
    );
    const before = decided([], from);
    for (const { id, asks } of questions) {
      counts.set(id, (counts.get(id) ?? 0) + 1);
      const tries = likely(id, from).map((values) => {
        const [value, paid] = values.split(' ');
        return decided([{ id, value }, ...(paid ? [{ id: 'paid', value: paid }] : [])] as Facts, from);
      });
      expect(
        tries.some((after) => after !== before),
        asks,
      ).toBe(true);
    }
  }
  expect(counts.size).toBeGreaterThan(6);
});
