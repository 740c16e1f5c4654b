import { describe, expect, it } from 'vitest';
import { best, expectedFull, expectedProbe, stakesOf } from './commercial.ts';
import { readOrder } from './terms.ts';
import { AS_OF_DAY, seeded } from './testing.ts';

const terms = (goal: string, constraints: string[] = [], knownSignals: string[] = [], subject = '') =>
  readOrder({ goal, subject, knownSignals, constraints }, AS_OF_DAY).terms;
const D = 0.98;
const F = 0.05;

/**
 * Expected dollars by walking the tree instead of the closed form: the seller works or not, the probe passes or not,
 * and after a pass the buyer goes on only if that pays on average.
 */
function byTree(p: number, c: number, v: number, n: number): number {
  const passAndWorks = p * D;
  const pass = passAndWorks + (1 - p) * F;
  const onward = (passAndWorks / pass) * D * v - c;
  let expected = 0;
  for (const works of [true, false]) {
    const weight = works ? p : 1 - p;
    const chance = works ? D : F;
    const probe = (works ? D : 0) * v - c;
    const rest = onward > 0 ? chance * (n - 1) * ((works ? D : 0) * v - c) : 0;
    expected += weight * (probe + rest);
  }
  return expected;
}

describe('expected value', () => {
  it('agrees with the decision tree', () => {
    const chance = seeded(21);
    for (let i = 0; i < 2_000; i += 1) {
      const stakes = {
        c: chance() * 0.1,
        v: chance() * 0.3,
        n: 1 + Math.floor(chance() * 900),
        breakEvenFull: 0,
        breakEvenProbe: 0,
      };
      const p = 0.01 + chance() * 0.98;
      expect(expectedProbe(p, stakes)).toBeCloseTo(byTree(p, stakes.c, stakes.v, stakes.n), 9);
    }
  });

  it('breaks even at the break-even probabilities', () => {
    const chance = seeded(22);
    for (let i = 0; i < 500; i += 1) {
      const [c, multiple, calls] = [
        1 + Math.floor(chance() * 90),
        2 + Math.floor(chance() * 9),
        1 + Math.floor(chance() * 400),
      ];
      const stakes = stakesOf(
        terms(`$0.${String(c).padStart(3, '0')} per call worth $${(c * multiple) / 1000} for ${calls} calls`),
      );
      expect(expectedFull(stakes.breakEvenFull, stakes)).toBeCloseTo(0, 9);
      expect(expectedProbe(stakes.breakEvenProbe, stakes)).toBeCloseTo(0, 9);
      expect(stakes.breakEvenProbe).toBeLessThanOrEqual(stakes.breakEvenFull);
    }
  });

  it('says 1 where no probability breaks even', () => {
    const stakes = stakesOf(terms('$1 per call worth $0.50 for 100 calls'));
    expect([stakes.breakEvenFull, stakes.breakEvenProbe]).toEqual([1, 1]);
    expect(stakesOf(terms('$1 per call worth $0.96 for 2 calls')).breakEvenProbe).toBe(1);
    expect(best(0.99, stakes)).toBe(0);
    expect(stakesOf(terms('$1 per call worth $0')).breakEvenFull).toBe(1);
  });

  it('is convex in p, so that information cannot cost', () => {
    const chance = seeded(23);
    const all = [
      '$0.01 per call for 500 calls',
      '$5 per call worth $60',
      '$0.02 per call worth $0.05 for 7 calls',
    ].map((goal) => stakesOf(terms(goal)));
    for (const stakes of all) {
      for (let i = 0; i < 1_000; i += 1) {
        const [low, high, q] = [chance() * 0.5, 0.5 + chance() * 0.5, chance()];
        const mixed = best(q * high + (1 - q) * low, stakes);
        expect(q * best(high, stakes) + (1 - q) * best(low, stakes)).toBeGreaterThanOrEqual(mixed - 1e-12);
      }
    }
  });
});

describe('terms', () => {
  it('assumes what is missing and says so', () => {
    expect(terms('decide whether to buy')).toMatchObject({
      ...{ price: 20_000n, calls: 1, value: 60_000n, budget: null },
      origin: { price: 'assumed', calls: 'assumed', value: 'assumed', budget: 'none' },
    });
  });

  it('believes the goal before the constraints, and those before subject and signals', () => {
    const price = (...args: Parameters<typeof terms>) => [terms(...args).price, terms(...args).origin.price];
    expect(
      price('pay $0.01 per call', ['price $0.02 per call'], ['price $0.03'], 'api at $0.04 per call'),
    ).toEqual([10_000n, 'goal']);
    expect(price('buy', ['price $0.02 per call'], ['price $0.03'], 'api at $0.04 per call')).toEqual([
      20_000n,
      'constraints',
    ]);
    expect(price('buy', [], ['price $0.03'], 'api at $0.04 per call')).toEqual([40_000n, 'subject']);
    expect(price('buy', [], ['price visible, $0.03 per call'])).toEqual([30_000n, 'knownSignals']);
    expect(price('buy', ['max $0.05 per call'])).toEqual([50_000n, 'limit']);
    expect(price('buy', ['$1'], ['we paid $200 last month'])).toEqual([20_000n, 'assumed']);
  });

  it('takes no value from what describes the seller', () => {
    expect(
      terms('pay $0.01 per call', [], ['every answer is worth $900'], 'api worth $900').origin.value,
    ).toBe('assumed');
  });

  it('plans for no more calls than budget and limits allow', () => {
    const planned = (goal: string, constraints: string[]) => terms(goal, constraints).plannedCalls;
    expect(planned('$0.10 per call, 500 calls', [])).toBe(500);
    expect(planned('$0.10 per call, 500 calls', ['budget $3'])).toBe(30);
    expect(planned('$0.10 per call, 500 calls', ['max 4 paid calls', 'budget $3'])).toBe(4);
    expect(planned('$0.10 per call, 500 calls, budget $0.25', [])).toBe(2);
    expect(planned('$0.10 per call, 500 calls', ['budget $0.01'])).toBe(1);
    expect(planned('$0.10 per call, 9,000,000 calls', [])).toBe(1_000_000);
  });
});
