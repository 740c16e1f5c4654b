import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amount, drawn } from '../../amount.testing.ts';
import { auditCaseOf } from './case.ts';
import { FACTS, generated } from './cases.testing.ts';
import { agentRevenueAudit } from './product.ts';
import { AUDIT_LIMITS, type AuditInput } from './schema.ts';
import { FRICTIONS } from './tables/frictions.ts';
import { PLAN } from './tables/plan.ts';
import { ROUTES } from './tables/routes.ts';
import { readText } from './weigh.ts';
import { fillSlots } from './words.ts';

/** A text may begin with a mark, or hold nothing else. Whoever was let through to pay gets an audit all the same. */

const { run, input: schema } = agentRevenueAudit.forms[0]!;
const FIELDS = Object.keys(AUDIT_LIMITS) as (keyof typeof AUDIT_LIMITS)[];
const LEADING = ['"', '“', '”', '«', "'", '`', '\n"'];
const BARE = ['"""', '“”', '«»', "'", '...', '{buyer}', '🙂', '\u200b', '\u2060\u200d', '\u0301', '-', '\\'];

/** One seller of each route, with what each friction about selling asks to be true of it. */
const SELLERS: readonly AuditInput[] = ROUTES.map(({ cues }, i) => ({
  serviceName: 'Alder',
  currentOffer: `${Object.keys(cues)[0]?.replaceAll('~', 'ing') ?? 'Answers'}. ${i % 2 ? '$29/mo for 10,000 calls' : '$0.006 per call, 60 requests per minute'}, card only, an API key.`,
  targetBuyer: 'travel agents',
  currentPaymentRail: 'Stripe subscription',
  riskTolerance: 'low',
  source: 'test',
  buyerType: 'owner',
  currentProblem: i % 3 ? '900 challenges and no payments' : 'Buyers were charged and got nothing.',
}));

const FIRST = SELLERS.filter(
  (_, i) => ROUTES.findIndex(({ archetype }) => archetype === ROUTES[i]!.archetype) === i,
);

function audited(input: AuditInput): string {
  const { one, questions } = auditCaseOf(readText(input));
  const answer = run(schema.parse(input) as never, FACTS) as Record<string, unknown>;
  const { bestFirstPaidRoute: _, facts: __, archetype: ___, ...prose } = answer;
  return JSON.stringify([prose, questions, one.frictions.map(({ effect }) => effect)]);
}

test('a quotation mark at the start of the buyer stops no audit', () => {
  for (const [i, input] of SELLERS.entries())
    expect(audited({ ...input, targetBuyer: `${i % 2 ? '"' : '“'}travel" agents` })).toContain('your buyers');
});

test.each(FIELDS)('marks in %s, over a seller of every archetype', (field) => {
  const texts = [...LEADING.map((mark) => `${mark}travel" agents`), ...BARE];
  for (const [i, input] of FIRST.entries())
    expect(audited({ ...input, [field]: texts[i % texts.length] })).not.toMatch(/\bundefined\b|""/);
});

test('a buyer without a letter or digit is called what he is', () => {
  for (const text of BARE.filter((one) => one !== '{buyer}'))
    expect(audited({ ...SELLERS[0]!, targetBuyer: text }), text).toContain('your buyers');
});

const piece = fc.oneof(
  fc.constantFrom(
    ...LEADING,
    ...BARE,
    '雲',
    'Ñ',
    ' ',
    ', ',
    '. ',
    '$29/mo',
    '$0.006 per call',
    'card only',
    'no refund',
  ),
  fc.constantFrom(...SELLERS.map(({ currentOffer }) => currentOffer.slice(0, 24))),
  fc.string({ unit: 'grapheme-ascii', maxLength: 6 }),
);
const text = fc
  .array(piece, { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join('').slice(0, 40))
  .filter((value) => /\S/u.test(value) && value.isWellFormed());

test('generated texts in any field stop no audit', () => {
  const base = fc.constantFrom(...SELLERS, ...generated(40, 5));
  const fields = fc.record(Object.fromEntries(FIELDS.map((field) => [field, text])), { requiredKeys: [] });
  fc.assert(
    fc.property(base, fields, (seller, own) => {
      expect(audited({ ...seller, ...own }).length).toBeGreaterThan(1_000);
    }),
    { numRuns: amount(40, 120), seed: drawn(20261123) },
  );
});

/** Whatever a text lacks, and whatever it says, each row has a sentence left. */
test('the last sentence of a friction and the exit of a day need no more than every audit knows', () => {
  const { slots } = auditCaseOf(readText({ serviceName: '"', currentOffer: '"', targetBuyer: '"' })).one;
  const known = { ...slots, said: 'it' };
  const sure = (parts: readonly unknown[], own: object = {}) => {
    const last = parts.at(-1);
    expect(typeof last).toBe('string');
    expect(() => fillSlots(last as string, { ...known, ...own })).not.toThrow();
  };
  for (const { effect, fix, done } of FRICTIONS) for (const parts of [effect, fix, done]) sure(parts);
  for (const { exit, when = [] } of PLAN) sure(exit, Object.fromEntries(when.map((name) => [name, name])));
});
