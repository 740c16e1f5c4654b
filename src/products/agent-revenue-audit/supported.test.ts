import { expect, test } from 'vitest';
import { readFrictions } from './frictions.ts';
import { auditInput } from './schema.ts';

const claimsOf = (currentOffer: string, more: Record<string, string> = {}) =>
  readFrictions(
    auditInput.parse({ serviceName: 'Alder', currentOffer, targetBuyer: 'agents', ...more }),
  ).claims.map(({ row, basis, evidence }) => [row.id, basis, evidence.map(({ quote }) => quote).join(' | ')]);
const claimOf = (id: string, ...text: Parameters<typeof claimsOf>) =>
  claimsOf(...text).find(([one]) => one === id);

test('a friction is quoted by the clause that says it, not by a word of it', () => {
  expect(claimOf('F33', 'Tide tables, and you need an account with us first')).toEqual([
    'F33',
    'stated',
    'and you need an account with us first',
  ]);
});

test('what a rule meets in words that do not say it alone is named without a quote', () => {
  const [, basis, quote] = claimOf('F33', 'Tide tables. Standalone or as a step in the onboarding flow.')!;
  expect([basis, quote]).toEqual(['derived', '']);
});

test('cards and waits that no words state alone are not claimed', () => {
  expect(
    claimOf('F22', 'GPU container in one call, the answer carries the address of the box, for one night'),
  ).toBeUndefined();
});

test('what is imagined rules nothing out', () => {
  const text = 'Authorization after you open an account and verify the company';
  expect(claimOf('F33', text)?.[1]).toBe('stated');
  expect(
    claimOf('F33', text, { currentProblem: 'If agents pay without account, I will be blocked' })?.[1],
  ).toBe('stated');
  expect(claimOf('F33', text, { currentProblem: 'Agents pay without account' })).toBeUndefined();
});
