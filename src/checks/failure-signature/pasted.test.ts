import { describe, expect, it } from 'vitest';
import { showsPayment } from './assured.ts';
import { readingOf } from './cases/index.ts';
import { CAUSES, SHOWN_BY } from './dictionary/causes.ts';
import { match } from './match.ts';
import { PASTED, UNRELATED } from './pasted.testing.ts';
import { flatten } from './read.ts';
import { CAUSE_OF } from './tables/causes.ts';
import { SIGNATURES } from './tables/index.ts';

const ask = (errorText: string, statusCode?: number) =>
  match({ errorText, ...(statusCode !== undefined && { statusCode }) } as Parameters<typeof match>[0]);

describe('failures as they are pasted', () => {
  const rows = PASTED.map(([cause, text, statusCode]) => ({ cause, text, statusCode }));
  it.each(rows)('$cause: $text', ({ cause, text, statusCode }) => {
    const answer = ask(text, statusCode);
    expect(answer.cause, JSON.stringify(answer.matches.map((each) => [each.cause, each.id]))).toBe(cause);
    expect(answer.matches.length).toBeLessThanOrEqual(3);
  });

  it.each(UNRELATED)('nothing is matched in: %s', (text) => {
    expect(ask(text)).toMatchObject({ status: 'no_match', cause: null, money: null, matches: [] });
  });
});

describe('however it is written', () => {
  const CODE = 'invalid_exact_evm_insufficient_balance';
  const header = btoa(
    JSON.stringify({ success: false, errorReason: CODE, transaction: '', network: 'eip155:8453' }),
  );
  it.each([
    ['JSON with spaces', `{ "isValid" : false , "invalidReason" : "${CODE}" }`],
    ['JSON in JSON', JSON.stringify({ body: JSON.stringify({ errorReason: CODE }) })],
    ['colours', `\u001b[31m${CODE}\u001b[0m`],
    ['a variant', 'Err(FacilitatorError::InvalidExactEvmInsufficientBalance)'],
    ['a header in base64', `payment-response: ${header}`],
    ['prose', `the seller said ${CODE}, which I do not understand`],
    ['a log with another error', `x402 verify failed: 402\n  at run (a.js:1:2)\n{"errorReason":"${CODE}"}`],
  ])('%s', (_name, text) => {
    const { cause, matches } = ask(text);
    expect([cause, matches[0]?.confidence]).toEqual(['insufficient_funds', 'strong']);
  });

  it('a value stands in every hole, and the end may be missing', () => {
    const said = 'Error: No facilitator registered for scheme: "exact" and network: \'eip155:137\'';
    expect(ask(said).matches[0]).toMatchObject({ cause: 'unsupported_scheme', confidence: 'strong' });
    expect(ask(said.slice(0, 62)).cause).toBe('unsupported_scheme');
  });

  it('what a validator would have allowed is no failure', () => {
    const answer = ask(
      'ZodError x402: invalid_enum_value, options: ["insufficient_funds", "invalid_scheme", "invalid_network"], received "x"',
    );
    expect(answer.matches.map(({ cause }) => cause)).not.toContain('insufficient_funds');
  });
});

describe('money', () => {
  it('is said to be where it was only by a code or a message, or where no word tells of a payment', () => {
    expect(ask('invalid_exact_evm_insufficient_balance').money).toMatchObject({ moved: 'no' });
    for (const [, text, statusCode] of PASTED) {
      const { matches, money } = ask(text, statusCode);
      if (matches[0]!.confidence === 'possible' && showsPayment(readingOf(flatten(text))))
        expect(money!.moved, text).not.toBe('no');
    }
  });

  it('is told of every match, with where to ask about a payment that was signed', () => {
    for (const [, text, statusCode] of PASTED) {
      const answer = ask(text, statusCode);
      expect(answer.money).toEqual(answer.matches[0]!.money);
      for (const { money, confidence } of answer.matches) {
        expect(money.recovery === null).toBe(
          confidence === 'strong' && money.sendSameAgain === 'nothing_signed',
        );
        const reading = readingOf(flatten(text));
        if (confidence === 'possible' && !reading.unmoved && showsPayment(reading))
          expect(money.moved, text).not.toBe('no');
      }
    }
    expect(
      ask('All payment requirements were rejected by spendControls.maxAmountPerPayment ($1, including USDC)')
        .money!.recovery,
    ).toBeNull();
  });

  it('is never signed for anew while the outcome is open', () => {
    for (const text of ['{"errorReason":"settlement_pending"}', 'x402 paid call: socket hang up ECONNRESET'])
      expect(ask(text).money).toMatchObject({ moved: 'maybe', sendSameAgain: 'yes', signAnew: 'no' });
  });
});

it('every report has a cause, and every cause says how it shows', () => {
  expect(SIGNATURES.filter(({ id, causeId }) => !(causeId ?? CAUSE_OF[id])).map(({ id }) => id)).toEqual([]);
  expect(Object.keys(SHOWN_BY).sort()).toEqual(Object.keys(CAUSES).sort());
  expect(Object.keys(CAUSES)).toHaveLength(48);
});
