import { describe, expect, it } from 'vitest';
import { assured, carefullyTold, saysUnmoved } from './assured.ts';
import { TOLD } from './cases/cases.testing.ts';
import { TOLD_MORE } from './cases/hits.testing.ts';
import { CASES, readingOf } from './cases/index.ts';
import { CAUSES } from './dictionary/causes.ts';
import { FATES } from './dictionary/meaning.ts';
import { match } from './match.ts';
import { PASTED } from './pasted.testing.ts';
import { flatten } from './read.ts';
import { SIGNATURES } from './tables/index.ts';

const first = (errorText: string, statusCode?: number) =>
  match({ errorText, ...(statusCode !== undefined && { statusCode }) }).matches[0]!;
const EARLY = [
  'x402 client: Payment amount 5000000 exceeds maximum allowed 1000000',
  'our x402 agent, cap is 1 USDC: Error: Payment amount 70000 exceeds maximum allowed 20000',
  "x402 402 with accepts: [], the client throws 'no payment options'",
  "File pay.py, ModuleNotFoundError: No module named 'x402.mechanisms.evm'",
  'x402 verify refused: recipient mismatch, authorization.to is not payTo of this challenge',
];
const TRACES = [
  'an earlier call was paid',
  'tx 0x12ab34',
  'POST /settle answered 400',
  'two debits on chain',
  'the first try timed out',
  'payment already used for call 8812',
  'its support says it went onchain',
];

describe('nothing moved', () => {
  it.each(EARLY)('is said where a case ends before: %s', (text) => {
    const { money, smallestFix } = first(text, 402);
    expect(money.moved).toBe('no');
    // All that this match leaves open stays open: no new payment beside one that may be alive.
    expect(['once_void', 'yes']).toContain(money.signAnew);
    expect(smallestFix).not.toBe('');
  });

  it.each(TRACES)('is not said beside a trace of a payment: %s', (trace) => {
    for (const text of EARLY) {
      const { money, confidence } = first(`${text}; ${trace}`, 402);
      if (confidence === 'possible') expect(money.moved, text).not.toBe('no');
    }
  });

  it('is no word of a fate that leaves it open, nor of a case that is only alike', () => {
    const reading = readingOf(flatten('x402: nothing to choose from'));
    expect(assured(reading, FATES.unsigned, true)).toBe(true);
    expect(assured(reading, FATES.unsigned, false)).toBe(false);
    expect(assured(reading, FATES.open, true)).toBe(false);
    expect(assured(reading, FATES.good, true)).toBe(false);
  });
});

describe('a debit that a text shows', () => {
  const late = 'execute_x402_endpoint: MCP tool call timed out after 60000 ms, tried 4x, sBTC balance';
  it.each([
    `${late} 400 -> 0 sats, all confirmed on chain`,
    'x402 tool: no answer in 3 attempts, each of them confirmed on chain',
  ])('is money that moved, once for each try: %s', (text) => {
    const { money, case: held, smallestFix } = first(text);
    expect(held).toBe('each-try-was-charged');
    expect(money).toMatchObject({ moved: 'yes', sendSameAgain: 'no', signAnew: 'no' });
    expect(saysUnmoved(smallestFix)).toBe(false);
  });
  it.each([`${late} unchanged`, `${late} 0 -> 400 sats after a deposit`])('is none here: %s', (text) => {
    expect(readingOf(flatten(text)).charged).toBe(false);
    expect(first(text).case).not.toBe('each-try-was-charged');
  });

  it('what was broadcast and not seen yet is open, however it was answered', () => {
    for (const text of [
      'facilitator: broadcast ok, sig 4mQx, polled GetTransaction for 30 s, nothing. We return success=false with it',
      'x402 settle on solana: broadcasted, getSignatureStatuses gives null, we gave up and answered success:false to the seller',
    ]) {
      const { case: held, money, smallestFix } = first(text);
      expect(held, text).toBe('broadcast-and-not-seen');
      expect(money).toMatchObject({ moved: 'maybe', signAnew: 'no' });
      expect(smallestFix).toContain('not 402');
    }
    for (const text of [
      'x402 facilitator: broadcast ok, polled, then custom program error 0x1, nothing delivered',
      'x402 facilitator: simulation failed, not broadcast, nothing to poll',
    ])
      expect(first(text).case, text).not.toBe('broadcast-and-not-seen');
  });

  it('no fix of a bad request calls it unpaid', () => {
    expect(saysUnmoved(CAUSES.request_invalid.fix)).toBe(false);
  });
});

describe('a fix and its `money` say one thing', () => {
  it('in every case, as it is told where money may have moved', () => {
    const sure = CASES.filter(({ fix }) => saysUnmoved(fix));
    expect(sure.length).toBeGreaterThan(30);
    for (const { id, fix } of sure) expect(saysUnmoved(carefullyTold(fix)), id).toBe(false);
    for (const [id, { fix }] of Object.entries(CAUSES))
      expect(saysUnmoved(carefullyTold(fix)), id).toBe(false);
    expect(carefullyTold('Nothing was signed. So nothing was charged.')).toBe(
      'This failure by itself signs nothing. So this failure by itself charges nothing.',
    );
  });

  it('where a fix leaves it open, it says so under a condition', () => {
    for (const { id, fix, fate } of CASES)
      if (FATES[fate].money !== 'no')
        for (const clause of fix.split(/(?<=[.;]) /).filter(saysUnmoved))
          expect(clause, id).toMatch(/[:,]|\bif\b|\breverted\b/i);
  });

  it('in every answer', () => {
    const texts = [
      ...Object.values(TOLD),
      ...Object.values(TOLD_MORE).flat(),
      ...PASTED.map(([, text]) => text),
      ...SIGNATURES.flatMap(({ says }) => says.map((fragments) => `x402: ${fragments.join(' … ')}`)),
    ];
    for (const errorText of texts)
      for (const { smallestFix, money, case: held, cause } of match({ errorText }).matches) {
        const own = CASES.find(({ id }) => id === held);
        const unmoved = own ? FATES[own.fate].money === 'no' : CAUSES[cause].money === 'no';
        if (money.moved !== 'no' && unmoved) expect(saysUnmoved(smallestFix), errorText).toBe(false);
      }
  });
});
