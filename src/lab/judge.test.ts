import { describe, expect, it } from 'vitest';
import type { CaseVerdict } from '../ledger/evidence.ts';
import { BEHAVIOURS } from './behaviours.ts';
import type { LabFacts } from './facts.ts';
import { judge, LAB_TROUBLE } from './judge.ts';
import type { Condition } from './script.ts';

/** A client that did nothing and got nothing: what a condition does not mention stays so. */
const IDLE: LabFacts = {
  requests: 1,
  paid: 0,
  signed: 0,
  nonces: 0,
  settlements: 0,
  status: null,
  threw: false,
  error: null,
  told: null,
  header: null,
  amount: null,
  network: null,
  toSeller: null,
  signatureValid: null,
  validForSeconds: null,
  leaked: false,
  bodyKept: false,
  extensionsKept: false,
  unknownKept: false,
  identifiers: 0,
  credentials: 0,
};

/** Values that fit a matcher and values that do not. */
function examples(matcher: unknown): { readonly fits: unknown; readonly breaks: readonly unknown[] } {
  if (typeof matcher === 'object' && matcher !== null) {
    const { atLeast, atMost, not } = matcher as Record<string, number>;
    if (atLeast !== undefined) return { fits: atLeast, breaks: [atLeast - 1] };
    if (atMost !== undefined) return { fits: atMost, breaks: [atMost + 1] };
    return { fits: typeof not === 'number' ? not + 1 : null, breaks: [not] };
  }
  if (typeof matcher === 'number') return { fits: matcher, breaks: [matcher - 1, matcher + 1] };
  if (typeof matcher === 'boolean') return { fits: matcher, breaks: [!matcher] };
  return { fits: matcher, breaks: [null, `${String(matcher)}0`] };
}

const satisfying = (condition: Condition): LabFacts => ({
  ...IDLE,
  ...Object.fromEntries(Object.entries(condition).map(([name, matcher]) => [name, examples(matcher).fits])),
});

const ROWS = BEHAVIOURS.filter(({ notRun }) => notRun === undefined);
const rulesOf = (verdict: Exclude<CaseVerdict, 'not_run' | 'lab_error'>) =>
  ROWS.flatMap((row) =>
    (row.rules[verdict] ?? []).map((condition, i) => ({ name: `${row.id} ${verdict} ${i}`, row, condition })),
  );

describe('a verdict', () => {
  it.each([...rulesOf('pass'), ...rulesOf('unsupported'), ...rulesOf('fail')])(
    '$name follows from its own facts',
    ({ name, row, condition }) => {
      expect(judge(row, satisfying(condition))).toBe(name.split(' ')[1]);
    },
  );

  it.each(rulesOf('pass'))('$name is lost when any one of its facts changes', ({ row, condition }) => {
    for (const [field, matcher] of Object.entries(condition)) {
      for (const broken of examples(matcher).breaks) {
        const facts = { ...satisfying(condition), [field]: broken };
        expect(judge(row, facts), `${field} = ${String(broken)}`).not.toBe('pass');
      }
    }
  });

  it.each(rulesOf('pass'))(
    '$name is lost when one more authorization was signed and sent',
    ({ row, condition }) => {
      const facts = satisfying(condition);
      const more = {
        signed: facts.signed + 1,
        nonces: facts.nonces + 1,
        paid: facts.paid + 1,
        credentials: facts.credentials + 1,
      };
      expect(judge(row, { ...facts, ...more })).not.toBe('pass');
    },
  );

  it.each(LAB_TROUBLE)('of %s is the lab’s fault, whatever else was seen', (error) => {
    for (const { row, condition } of rulesOf('pass')) {
      expect(judge(row, { ...satisfying(condition), error })).toBe('lab_error');
    }
  });

  it('is lab_error for facts that the row does not know', () => {
    for (const row of ROWS) {
      expect(judge(row, { ...IDLE, signed: -1, paid: -1, status: 418 }), row.id).toBe('lab_error');
    }
  });
});

describe('every row', () => {
  it('that is on a chain says in its pass rule how much moved, unless nothing may be signed', () => {
    for (const row of ROWS.filter(({ chain }) => chain)) {
      for (const condition of row.rules.pass ?? []) {
        expect(condition.settlements !== undefined || condition.amount !== undefined, row.id).toBe(true);
      }
    }
  });

  it('has a way to pass and a way not to', () => {
    for (const row of ROWS) {
      expect(row.rules.pass, row.id).toBeDefined();
      expect(row.rules.fail ?? row.rules.unsupported, row.id).toBeDefined();
    }
  });
});
