import { describe, expect, it } from 'vitest';
import { reportedTo } from './addressed.ts';
import { told } from './dictionary/anew.ts';
import { dangles, offersAnother } from './fates.testing.ts';
import { match } from './match.ts';
import { SIGNATURES } from './tables/index.ts';
import { ofReport } from './told.ts';

const SAYS_WHO = /^(?:Buyer|Seller|Facilitator|Seller or facilitator): /;

describe('the fix of a report', () => {
  it('says who does what, in a first sentence that is short', () => {
    for (const { id, fix } of SIGNATURES) {
      expect(fix, id).toMatch(SAYS_WHO);
      const [first] = told(fix).split(/(?<=[a-z0-9)`"]\.) (?=[A-Z])/);
      expect(first!.length, id).toBeLessThanOrEqual(260);
    }
  });

  it('stands for its reader, with the other side behind it', () => {
    const long =
      'read `PAYMENT-RESPONSE` before the status, and show the body beside it in the log of the call';
    const fix = `Buyer: ${long}. Seller: answer 503.`;
    const told = (reader: 'buyer' | undefined, likely: 'buyer' | undefined) =>
      reportedTo(fix, { reader, likely, acts: 'seller' });
    expect(told('buyer', 'buyer')).toEqual([`R${long.slice(1)}.`, 'For the seller: answer 503.']);
    expect(told(undefined, 'buyer')).toEqual([`If you buy: ${long}.`, 'If you sell: answer 503.']);
    expect(told(undefined, undefined)).toEqual(['If you sell: answer 503.', `If you buy: ${long}.`]);
  });

  it('offers no other payment where the outcome is open', () => {
    const open = SIGNATURES.flatMap(({ says }) => says.map((fragments) => `x402: ${fragments.join(' … ')}`))
      .flatMap((errorText) => match({ errorText }).matches)
      .filter(({ money, reports }) => money.moved !== 'no' && reports.length > 0);
    expect(open.length).toBeGreaterThan(30);
    for (const { smallestFix } of open) {
      const [, reported] = smallestFix.split('Reported fix: ');
      expect(offersAnother(reported ?? ''), smallestFix).toBe(false);
      expect(smallestFix).not.toMatch(/[⟦⟧]/);
      expect(dangles(smallestFix), smallestFix).toBe(false);
    }
    const marked = SIGNATURES.filter(({ fix }) => fix.includes('⟦'));
    expect(marked.length).toBeGreaterThan(2);
    for (const { id, fix } of marked)
      for (const [, offer] of fix.matchAll(/⟦([^⟧]*)⟧/g)) {
        expect(ofReport(fix, 'no'), id).toContain(offer);
        for (const money of ['maybe', 'yes'] as const) expect(ofReport(fix, money), id).not.toContain(offer);
      }
  });

  it.each([
    ['x402: bridge communication error', 'ordinary account'],
    ['x402: erc-6492', 'ordinary account'],
    ['x402: mutation_state', 'repeat the request'],
  ])('so neither does the answer to "%s"', (errorText, offer) => {
    const { money, smallestFix } = match({ errorText }).matches[0]!;
    expect(money.moved).toBe('maybe');
    const [, reported = ''] = smallestFix.split('Reported fix: ');
    expect(reported.length).toBeGreaterThan(20);
    expect(reported).not.toContain(offer);
  });
});
