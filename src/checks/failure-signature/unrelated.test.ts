import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { match } from './match.ts';

const TEXTS = readFileSync(
  new URL('../../../data/failures/everyday/unrelated.jsonl', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => (JSON.parse(line) as { text: string }).text);
const matched = (statusCode?: number) =>
  TEXTS.filter(
    (errorText) => match({ errorText, ...(statusCode !== undefined && { statusCode }) }).status === 'matched',
  );

describe('errors of other software', () => {
  it('hardly match, and a status that every server answers is no sign of a payment', () => {
    expect(TEXTS.length).toBeGreaterThan(200);
    // By measurement: they may fall, and must not rise.
    expect(matched().length).toBeLessThanOrEqual(6);
    expect(matched(500).length).toBeLessThanOrEqual(23);
  });

  it('a wallet without gas, a declined transaction and a node that is down are not of paid calls alone', () => {
    const texts = [
      "ValueError: {'code': -32000, 'message': 'insufficient funds for gas * price + value'}",
      'User rejected the request.',
      'Transaction underpriced',
      'could not detect network',
    ];
    for (const text of texts) {
      expect(match({ errorText: text }).status, text).toBe('no_match');
    }
    expect(match({ errorText: 'x402 facilitator: insufficient funds for gas * price + value' }).cause).toBe(
      'gas_or_settler',
    );
    expect(match({ errorText: 'x402 client: User rejected the request.' }).cause).toBe('wallet_rejected');
  });

  it('an amount is no status', () => {
    for (const text of ['502 units', '500 usdc', '500 USDC', '503 tokens'])
      expect(match({ errorText: text }).status, text).toBe('no_match');
    expect(match({ errorText: 'x402: price is 502 units' }).matches.map(({ cause }) => cause)).not.toContain(
      'upstream_error',
    );
    expect(match({ errorText: 'x402 call returned 502' }).cause).toBe('upstream_error');
  });
});
