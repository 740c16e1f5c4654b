import { describe, expect, it } from 'vitest';
import { amount, drawn } from '../../amount.testing.ts';
import { combine } from './combine.ts';
import { best, stakesOf } from './commercial.ts';
import { maxRationalSpend } from './decide.ts';
import { type Evidence, signalEvidence, strongest, weightOf } from './evidence.ts';
import { CONSTANTS, SIGNALS } from './tables/index.ts';
import { type OrderTerms, readOrder } from './terms.ts';
import { AS_OF_DAY, pick, randomEvidence, seeded } from './testing.ts';
import { evaluateCase, type ReadCase, valueOfInformation } from './whatif.ts';

const SETS = amount(2_000, 10_000);
const SLACK = 1e-12;

const GOALS = [
  'decide on $0.01 per call for 500 calls',
  'pay $0.02 per call worth $0.05',
  'buy a $5 per call report worth $60',
  'scale to 5000 calls at $0.001 per call worth $0.002',
  'decide whether to buy',
];
const termsOf = (goal: string): OrderTerms =>
  readOrder({ goal, subject: '', knownSignals: [], constraints: [] }, AS_OF_DAY).terms;

function caseOf(evidence: readonly Evidence[], terms: OrderTerms): ReadCase {
  const rest = { wishes: [], asOfDay: AS_OF_DAY, risenTo: null, previewUnread: false, unread: false };
  return { evidence, terms, stakes: stakesOf(terms), ...rest };
}

const spend = (one: ReadCase): bigint => maxRationalSpend(evaluateCase(one).rule, one.terms);

interface Run {
  readonly before: readonly Evidence[];
  readonly after: readonly Evidence[];
  readonly added: Evidence;
  readonly terms: OrderTerms;
}

/** Random evidence, and the same with one more piece of a signal not touched before. */
function* runs(seed: number, count: number): Generator<Run> {
  const chance = seeded(drawn(seed));
  const goals = GOALS.map(termsOf);
  while (count > 0) {
    const before = strongest(Array.from({ length: Math.floor(chance() * 12) }, () => randomEvidence(chance)));
    const added = randomEvidence(chance);
    if (before.some(({ row }) => row.id === added.row.id)) continue;
    count -= 1;
    yield { before, after: strongest([...before, added]), added, terms: pick(goals, chance) };
  }
}

const clamped = (logit: number): boolean => Math.abs(logit) >= CONSTANTS.logitClamp.value - SLACK;

describe('combining evidence', () => {
  it('gives exactly the prior and its interval without evidence', () => {
    const nothing = combine([]);
    expect(nothing.probability).toBeCloseTo(0.2, 15);
    expect(nothing.interval80.map((bound) => bound.toFixed(3))).toEqual(['0.051', '0.538']);
    expect([nothing.floor, nothing.ceiling]).toEqual([...nothing.interval80]);
    expect(nothing.coverage).toBe(0);
  });

  it('stays finite, ordered and within bounds on 10,000 random sets', () => {
    for (const { after } of runs(1, SETS)) {
      const { probability: p, interval80, floor, ceiling, coverage, support } = combine(after);
      expect(p).toBeGreaterThanOrEqual(0.0099);
      expect(p).toBeLessThanOrEqual(0.9901);
      expect(interval80[0]).toBeLessThan(p);
      expect(interval80[1]).toBeGreaterThan(p);
      expect(floor).toBeLessThanOrEqual(p);
      expect(ceiling).toBeGreaterThanOrEqual(p);
      expect(coverage).toBeLessThanOrEqual(1 + SLACK);
      expect(support).toBeLessThanOrEqual(coverage);
    }
  });

  it.each(SIGNALS.map((row) => [row.id, row] as const))(
    '%s alone moves the probability its own way',
    (id, row) => {
      expect(Math.sign(combine([signalEvidence(id)]).probability - 0.2)).toBe(Math.sign(row.present));
      if (row.absent !== null) {
        expect(Math.sign(combine([signalEvidence(id, 'absent')]).probability - 0.2)).toBe(
          Math.sign(row.absent),
        );
      }
    },
  );

  it('is monotone in context: good evidence never lowers, bad evidence never raises probability or bounds', () => {
    for (const { before, after, added } of runs(2, SETS)) {
      const [a, b] = [combine(before), combine(after)];
      const sign = Math.sign(weightOf(added));
      expect(sign * (b.probability - a.probability)).toBeGreaterThanOrEqual(0);
      if (sign > 0) {
        expect(b.ceiling).toBeGreaterThanOrEqual(a.ceiling - SLACK);
        expect(b.floor).toBeGreaterThanOrEqual(a.floor - SLACK);
        expect(b.support).toBeGreaterThanOrEqual(a.support);
      }
      if (sign < 0) {
        expect(b.floor).toBeLessThanOrEqual(a.floor + SLACK);
        expect(b.ceiling).toBeLessThanOrEqual(a.ceiling + SLACK);
        expect(b.support).toBeLessThanOrEqual(a.support + SLACK);
      }
    }
  });

  it('never moves the near bound of the published interval toward the other side', () => {
    for (const { before, after, added } of runs(3, SETS)) {
      const [a, b] = [combine(before), combine(after)];
      if (clamped(a.logit) || clamped(b.logit)) continue;
      if (weightOf(added) > 0) expect(b.interval80[0]).toBeGreaterThanOrEqual(a.interval80[0] - SLACK);
      if (weightOf(added) < 0) expect(b.interval80[1]).toBeLessThanOrEqual(a.interval80[1] + SLACK);
    }
  });

  it('does not depend on order or repetition', () => {
    const chance = seeded(drawn(4));
    for (const { after } of runs(5, 2_000)) {
      const shuffled = [...after, ...after].sort(() => chance() - 0.5);
      expect(combine(strongest(shuffled))).toEqual(combine(after));
    }
  });

  it('caps what can be seen without paying, however much of it there is', () => {
    const free = SIGNALS.filter(
      (row) => row.present > 0 && row.free && !['offer', 'history', 'payto', 'operator'].includes(row.group),
    );
    const { probability, logit } = combine(free.map((row) => signalEvidence(row.id)));
    expect(free.length).toBeGreaterThan(12);
    expect(probability).toBeLessThan(0.53);
    expect(logit - Math.log(0.25)).toBeLessThanOrEqual(1.5);
  });

  it('returns to the prior when equal weights of an uncapped group cancel', () => {
    const operator = signalEvidence('known_operator');
    const against = { ...operator, row: { ...operator.row, id: 'opposite', present: -operator.row.present } };
    const { probability, conflict } = combine([operator, against]);
    expect(probability).toBeCloseTo(0.2, 15);
    expect(conflict).toBeCloseTo(0.7, 12);
  });

  it('counts a second signal of a group for half', () => {
    const parts = combine([
      signalEvidence('signed_receipt_verified'),
      signalEvidence('receipt_header_observed'),
    ]).contributions;
    expect(parts.map(({ logOdds }) => logOdds)).toEqual([1.3, 0.45]);
  });

  it('counts a claim less than an observation, and old less than new', () => {
    const p = (source: Evidence['source'], ageDays: number | null) =>
      combine([signalEvidence('prior_paid_200', 'present', source, ageDays)]).probability;
    expect(p('claimed', null)).toBeLessThan(p('observed', null));
    expect(p('claimed', null)).toBeGreaterThan(0.2);
    expect(p('observed', 1)).toBe(p('observed', null));
    expect(p('observed', 30)).toBeLessThan(p('observed', 2));
    expect(p('observed', 300)).toBeGreaterThanOrEqual(0.2);
  });
});

describe('deciding', () => {
  it('never lets bad news unlock money nor good news lock it', () => {
    let moved = 0;
    for (const { before, after, added, terms } of runs(6, SETS)) {
      const [a, b] = [spend(caseOf(before, terms)), spend(caseOf(after, terms))];
      if (a !== b) moved += 1;
      if (weightOf(added) > 0) expect(b).toBeGreaterThanOrEqual(a);
      if (weightOf(added) <= 0) expect(b).toBeLessThanOrEqual(a);
    }
    expect(moved).toBeGreaterThan(SETS / 200);
  });

  it('never expects to lose by looking: the value of information is not negative', () => {
    let positive = 0;
    for (const { after, terms } of runs(7, 300)) {
      const one = caseOf(after, terms);
      const now = evaluateCase(one);
      for (const { chance, ifPresent, ifAbsent, usd } of valueOfInformation(one, now)) {
        const expected =
          chance * best(ifPresent.combined.probability, one.stakes) +
          (1 - chance) * best(ifAbsent.combined.probability, one.stakes);
        const mean = chance * ifPresent.combined.probability + (1 - chance) * ifAbsent.combined.probability;
        expect(expected - best(now.combined.probability, one.stakes)).toBeGreaterThanOrEqual(-1e-9);
        expect(mean).toBeCloseTo(now.combined.probability, 9);
        expect(usd).toBeGreaterThanOrEqual(0);
        if (usd > 0) positive += 1;
      }
    }
    expect(positive).toBeGreaterThan(50);
  });

  it('never values the best course below doing nothing', () => {
    const chance = seeded(drawn(8));
    for (const goal of GOALS) {
      const stakes = stakesOf(termsOf(goal));
      for (let i = 0; i < 500; i += 1) expect(best(chance(), stakes)).toBeGreaterThanOrEqual(0);
    }
  });
});
