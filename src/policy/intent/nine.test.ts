import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { evaluate } from '../policy.ts';
import { withoutTerms } from './sale.ts';

interface Row {
  readonly cls: string;
  readonly kind: string;
  readonly text: string;
}
const rows = readFileSync(new URL('../../../data/policy/nine.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row);
const requests = rows.filter(({ cls }) => cls !== 'ok');
const SUFFIX = 'x402 API endpoint, $0.02 per call, Base';

/** The share of requests that are stopped in their class, each in a goal and as the reason of a payment. */
function share(suffix: string): number {
  const stopped = requests.flatMap(({ cls, text }) =>
    [evaluate({ goal: text + suffix }), evaluate({ reason: text + suffix }, { requireScope: false })].map(
      ({ policyCheck }) => policyCheck.stopReason === cls,
    ),
  );
  return stopped.filter(Boolean).length / stopped.length;
}

describe('requests in the languages of the table', () => {
  it.each([
    ['alone', ''],
    ['before the terms of a sale in the same sentence', `, ${SUFFIX}`],
    ['before a sentence of them', `. ${SUFFIX}`],
  ])('are told %s', (_where, suffix) => {
    expect(share(suffix)).toBeGreaterThanOrEqual(0.95);
  });

  it.each(rows.filter(({ cls }) => cls === 'ok'))('leaves a purchase question alone: $text', ({ text }) => {
    expect(evaluate({ goal: text }).policyCheck.stopReason).toBeNull();
  });
});

describe('the terms of a sale', () => {
  it.each([
    [`Should we sue the vendor, ${SUFFIX}`, 'Should we sue the vendor'],
    [`Should we sue the vendor ${SUFFIX}`, 'Should we sue the vendor '],
    [`${SUFFIX}: should we sue the vendor?`, 'should we sue the vendor?'],
    ['Is the tax API worth $0.02 per call?', undefined],
    ['Should we buy 200 calls to the weather API for $0.02 per call on Base?', undefined],
  ])('%s', (text, bare) => {
    expect(withoutTerms(text)).toBe(bare);
  });
});
