import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { answerAudit, MOST_BYTES } from './answer.ts';
import { auditCaseOf } from './case.ts';
import { FACTS, generated } from './cases.testing.ts';
import { likenesses, median, ownShare } from './likeness.testing.ts';
import { auditInput } from './schema.ts';
import { TOPICS } from './tables/expert.ts';
import { FRICTIONS } from './tables/frictions.ts';
import { PLAN } from './tables/plan.ts';
import { ROUTES } from './tables/routes.ts';
import { readText } from './weigh.ts';

/** Audits of whole sets of sellers: how long they are, how much of them is the seller's, and how much everybody gets. */

const sellersOf = (set: string) =>
  readFileSync(`data/audit/${set}/sellers.jsonl`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => auditInput.parse(JSON.parse(line).body));

const SETS = ['dev', 'stranger'].map((set) => ({
  set,
  audits: sellersOf(set).map((input) => ({
    name: input.serviceName,
    input,
    audit: answerAudit(input, FACTS),
  })),
}));

test.each(SETS)('two sellers of one route get advice of their own: $set', ({ audits }) => {
  expect(median(likenesses(audits))).toBeLessThanOrEqual(0.35);
  expect(ownShare(audits)).toBeGreaterThanOrEqual(0.08);
});

const RICH = ROUTES.map(({ cues }) => ({
  serviceName: 'Alder',
  currentOffer: `${Object.keys(cues).slice(0, 2).join(' and ').replaceAll('~', 'ing') || 'Answers'} at /v1/one and /v1/records. $29/mo for 10,000 calls, an API key, 60 requests per minute, results may not be resold, takes 90 seconds. Agents compare us with Northwind and Contoso. Failed calls are billed too.`,
  targetBuyer: 'back-office agents of small companies in Europe',
  currentPaymentRail: 'Stripe and x402 on Base',
  currentProblem: '900 challenges and 3 payments last month.',
}));

test('an audit stays under 24 kB, for every archetype and of the richest text', () => {
  for (const input of [...SETS.flatMap(({ audits }) => audits.map((one) => one.input)), ...RICH]) {
    const audit = answerAudit(input, FACTS);
    expect(Buffer.byteLength(JSON.stringify(audit)), input.currentOffer).toBeLessThan(MOST_BYTES);
  }
});

const TERMS = {
  serviceName: 'Alder',
  currentOffer:
    'OCR API, $0.02 per page, 500 free calls a month, idempotency keys, refund policy: not charged on failure.',
  targetBuyer: 'agents',
};

describe('what is said only where it is known', () => {
  const slots = [
    ...SETS.flatMap(({ audits }) => audits.map(({ input }) => input)),
    ...generated(200, 9),
    ...RICH,
    TERMS,
  ].map((input) => Object.keys(auditCaseOf(readText(input)).one.slots));
  const filled = new Set(['said', ...slots.flat()]);

  test.each([
    ['friction', FRICTIONS],
    ['day', PLAN],
    ['topic', TOPICS],
  ])('every slot of a %s is filled by some text', (_, rows) => {
    const named = [...JSON.stringify(rows).matchAll(/\{([a-zA-Z]{1,20})\}/gu)].map((match) => match[1]!);
    expect(named.length).toBeGreaterThan(20);
    expect([...new Set(named)].filter((name) => !filled.has(name))).toEqual([]);
  });
});
