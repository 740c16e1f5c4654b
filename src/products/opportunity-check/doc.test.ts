import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { drawPlot } from '../../../scripts/plot-opportunity.ts';
import { readable } from '../../reading/text.ts';
import {
  answerOpportunity,
  type OpportunityAnswer,
  type OpportunityRequest,
  ownProof,
  requestSchema,
} from './engine.ts';
import golden from './golden.json' with { type: 'json' };
import { readSignals } from './signals.ts';
import { CONSTANTS, OPPORTUNITY_MODEL_VERSION } from './tables/index.ts';
import { AS_OF_DAY, FACTS, randomEvidence, seeded } from './testing.ts';

const docs = new URL('../../../docs/', import.meta.url);
const page = readFileSync(new URL('opportunity-model.md', docs), 'utf8');
const block = (name: string): string => {
  const found = new RegExp(`<!-- ${name} -->\\s*\`\`\`[a-z]*\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1];
  if (found === undefined) throw new Error(`no block ${name} in the page`);
  return found.trimEnd();
};

interface Catalogue {
  readonly constants: Record<string, { value: number }>;
  readonly groups: { id: string; unpaid: boolean }[];
}

/**
 * The arithmetic of the page, written a second time and fed with nothing but an answer and the published tables: what
 * a reader with a pocket calculator would do.
 */
function follow({ trustProfile: t, commercial: m }: OpportunityAnswer, { constants, groups }: Catalogue) {
  const c = (name: string): number => constants[name]!.value;
  const sigmoid = (logit: number) => 1 / (1 + Math.exp(-logit));
  const unpaid = new Set(groups.filter((group) => group.unpaid).map(({ id }) => id));
  const weighed = t.evidence.filter(({ weight }) => weight !== 0);
  const free = weighed.filter(({ weight, group }) => weight > 0 && unpaid.has(group));
  const visible = free.reduce((sum, e) => sum + e.weight * e.reliability * e.groupDiscount, 0);
  const k = visible === 0 ? 1 : (c('freeCap') * (1 - Math.exp(-visible / c('freeCap')))) / visible;
  const parts = weighed.map((e) => e.weight * e.reliability * e.groupDiscount * (free.includes(e) ? k : 1));
  const milli = (value: number) => Math.round(value * 1000) / 1000;
  const plus = milli(parts.filter((part) => part > 0).reduce((sum, part) => sum + part, 0));
  const minus = milli(-parts.filter((part) => part < 0).reduce((sum, part) => sum + part, 0));
  const prior = Math.log(c('prior') / (1 - c('prior')));
  const logit = Math.max(-c('logitClamp'), Math.min(c('logitClamp'), prior + plus - minus));
  const p = sigmoid(logit);
  const conflict = Math.min(plus, minus) / Math.max(plus, minus, c('conflictFloor'));
  const byGroup = new Map<string, typeof weighed>();
  for (const e of weighed) {
    const key = `${e.group} ${Math.sign(e.weight)}`;
    byGroup.set(key, [...(byGroup.get(key) ?? []), e]);
  }
  const amount = [...byGroup.values()]
    .flatMap((list) =>
      list
        .map((e) => e.reliability)
        .sort((a, b) => b - a)
        .map((r, i) => r * c('groupDiscount') ** i),
    )
    .reduce((sum, r) => sum + r, 0);
  const tau = 1 / c('priorSd') ** 2 + c('evidencePrecision') * amount;
  const sigma = (1 + c('conflictWidening') * conflict) / Math.sqrt(tau);
  const [low, high] = [sigmoid(logit - c('z80') * sigma), sigmoid(logit + c('z80') * sigma)];
  const [price, value, n] = [Number(m.pricePerCallUsd), Number(m.valuePerCallUsd), m.plannedCalls!];
  const [d, f] = [c('deliveryRate'), c('falsePass')];
  const full = Math.min(1, price / (d * value));
  const probe = Math.min(
    full,
    (price * (1 + (n - 1) * f)) / (d * value + (n - 1) * (d * d * value - price * d + price * f)),
  );
  const pass = p * d + (1 - p) * f;
  const evFull = n * (p * d * value - price);
  const evProbe = p * d * value - price + pass * (n - 1) * Math.max(0, ((p * d) / pass) * d * value - price);
  return {
    free,
    visible,
    k,
    plus,
    minus,
    logit,
    p,
    conflict,
    amount,
    tau,
    sigma,
    low,
    high,
    price,
    value,
    n,
    full,
    probe,
    pass,
    evFull,
    evProbe,
  };
}

/** The worked block of the page, from such a calculation. */
function lines(w: ReturnType<typeof follow>): string {
  const x = (value: number, places = 3) => value.toFixed(places);
  return [
    `visible  P0 = ${w.free.map((e) => x(e.weight * e.reliability * e.groupDiscount, 1)).join(' + ')} = ${x(w.visible, 1)}`,
    `cap      k  = 1.5 (1 - e^(-${x(w.visible, 1)} / 1.5)) / ${x(w.visible, 1)} = ${x(w.k, 4)}`,
    `good     P  = 1.2 + ${x(w.k, 4)} x ${x(w.visible, 1)} = ${x(w.plus)}`,
    `bad      N  = ${x(w.minus)}`,
    `log-odds l  = -1.386 + ${x(w.plus)} - ${x(w.minus)} = ${x(w.logit)}`,
    `probability = 1 / (1 + e^-${x(w.logit)}) = ${x(w.p)}`,
    `conflict    = ${x(w.minus)} / ${x(w.plus)} = ${x(w.conflict)}`,
    `precision   = 1 / 1.2^2 + 0.35 x ${x(w.amount, 1)} = ${x(w.tau)}`,
    `sigma       = (1 + 0.5 x ${x(w.conflict)}) / sqrt(${x(w.tau)}) = ${x(w.sigma)}`,
    `interval    = sigmoid(${x(w.logit)} -+ 1.2816 x ${x(w.sigma)}) = ${x(w.low)} to ${x(w.high)}`,
    `p* full     = ${x(w.price, 2)} / (0.98 x ${x(w.value, 2)}) = ${x(w.full)}`,
    `p* probe    = ${x(w.price, 2)} (1 + ${w.n - 1} x 0.05) / (0.98 x ${x(w.value, 2)} + ${w.n - 1} x (0.98^2 x ${x(w.value, 2)} - ${x(w.price, 2)} x 0.98 + ${x(w.price, 2)} x 0.05)) = ${x(w.probe)}`,
    `EV full     = ${w.n} x (${x(w.p, 5)} x 0.98 x ${x(w.value, 2)} - ${x(w.price, 2)}) = $${x(w.evFull, 4)}`,
    `probe passes  ${x(w.p, 5)} x 0.98 + ${x(1 - w.p, 5)} x 0.05 = ${x(w.pass, 5)}`,
    `EV probe    = ${x(w.p, 5)} x 0.98 x ${x(w.value, 2)} - ${x(w.price, 2)} + ${w.n - 1} x (${x(w.p, 5)} x 0.98^2 x ${x(w.value, 2)} - ${x(w.pass, 5)} x ${x(w.price, 2)}) = $${x(w.evProbe, 4)}`,
  ].join('\n');
}

const input: OpportunityRequest = requestSchema.parse(JSON.parse(block('request')));
const worked = answerOpportunity(input, FACTS);
const { catalogue } = ownProof(FACTS) as OpportunityAnswer & { catalogue: Catalogue };

const readAs = (text: string): string =>
  readSignals([readable(text)], AS_OF_DAY)
    .evidence.map(({ row, state, source, ageDays }) => {
      const mark = { claimed: '~', reported: '^', observed: '', derived: '' }[source];
      return `${state === 'absent' ? '!' : ''}${mark}${row.id}${ageDays === null ? '' : `@${ageDays}`}`;
    })
    .join(' ');

describe('docs/opportunity-model.md', () => {
  it('works its example with the engine', () => {
    expect(worked).toMatchObject(JSON.parse(block('answer')));
    expect(block('recommendation')).toBe(worked.recommendation);
    expect(block('summary')).toBe(worked.summary);
    expect(page).toContain(`\`${worked.override!.id}\``);
    expect(block('arithmetic')).toBe(lines(follow(worked, catalogue)));
    expect(page).toContain(OPPORTUNITY_MODEL_VERSION);
  });

  it('reads its statements as it says', () => {
    const rows = [
      ...page.slice(page.indexOf('<!-- reading -->')).matchAll(/^\| ([^|]+) \| (?:`([^`]+)`|nothing) \|$/gm),
    ].slice(0, 14);
    expect(rows).toHaveLength(14);
    for (const [, text = '', expected = ''] of rows) expect([text, readAs(text)]).toEqual([text, expected]);
  });

  it('lists the evidence of the example as the answer does', () => {
    const rows = worked.trustProfile.evidence.map(
      (e) =>
        `| ${[`\`${e.signal}\``, e.group, e.weight, e.reliability, e.groupDiscount, e.capFactor, e.logOdds.toFixed(4)].join(' | ')} |`,
    );
    for (const row of rows) expect(page).toContain(row);
  });

  it('names every constant with its value', () => {
    for (const { id, value } of Object.values(CONSTANTS))
      expect(page.replaceAll(' ', '')).toContain(`\`${id}\`|${value}|`);
  });

  it('shows the plot that the engine draws today', () => {
    expect(readFileSync(new URL('opportunity-model/probability.svg', docs), 'utf8')).toBe(drawPlot());
    expect(page).toContain('(opportunity-model/probability.svg)');
  });
});

describe('a reader with the answer and the tables', () => {
  const agrees = (one: OpportunityAnswer) => {
    const w = follow(one, catalogue);
    const { trustProfile: t, commercial: m } = one;
    expect(w.p).toBeCloseTo(t.probability!, 2);
    expect(w.logit).toBeCloseTo(t.logit!, 2);
    expect(w.sigma).toBeCloseTo(t.sigma!, 3);
    expect([w.low, w.high].map((bound, i) => Math.abs(bound - t.interval80![i]!) < 0.002)).toEqual([
      true,
      true,
    ]);
    expect(w.full).toBeCloseTo(m.breakEvenProbabilityFull!, 3);
    expect(w.probe).toBeCloseTo(m.breakEvenProbabilityProbe!, 3);
    if (m.evSuppressed) return;
    const slack = 0.0001 + w.n * w.value * 0.002;
    expect(Math.abs(w.evFull - m.expectedValueFullUsd!)).toBeLessThan(slack);
    expect(Math.abs(w.evProbe - m.expectedValueProbeUsd!)).toBeLessThan(slack);
  };

  it.each(golden.cases.map((one) => [one.id, one.input] as const))(
    'comes to the same numbers: %s',
    (_, asked) => {
      agrees(answerOpportunity(requestSchema.parse(asked), FACTS));
    },
  );

  it('comes to the same numbers on random evidence', () => {
    const chance = seeded(51);
    for (let i = 0; i < 300; i += 1) {
      const knownSignals = Array.from({ length: 1 + Math.floor(chance() * 14) }, () => {
        const { row, state, source } = randomEvidence(chance);
        return `${state === 'absent' ? '!' : ''}${{ claimed: '~', reported: '^', observed: '', derived: '' }[source]}${row.id}${chance() < 0.3 ? '@2026-09-02' : ''}`;
      });
      agrees(
        answerOpportunity(
          { subject: 'https://a.example', goal: 'Pay $0.01 per call for 50 calls worth $0.02', knownSignals },
          FACTS,
        ),
      );
    }
  });
});
