import { describe, expect, it } from 'vitest';
import { TOLD } from './cases/cases.testing.ts';
import { TOLD_MORE } from './cases/hits.testing.ts';
import { CASES, readingOf } from './cases/index.ts';
import { CAUSES } from './dictionary/causes.ts';
import { dictionary } from './dictionary/index.ts';
import { FATES } from './dictionary/meaning.ts';
import { contradictions, risksMoney } from './fates.testing.ts';
import { match } from './match.ts';
import { PASTED } from './pasted.testing.ts';
import { flatten } from './read.ts';
import type { MatchAnswer } from './schema.ts';
import { SIGNATURES } from './tables/index.ts';

const fateOf = ({ money: { moved, sendSameAgain, signAnew } }: MatchAnswer['matches'][number]) => ({
  money: moved,
  resend: sendSameAgain,
  sign: signAnew,
});

describe('no fix contradicts what is said of money', () => {
  it('a contradiction is seen', () => {
    const { dead, good, open, paid, unsigned } = FATES;
    for (const [fix, fate] of [
      ['This payment can never settle: do not resend.', good],
      ['Fund `from` and send the same payment again.', dead],
      ['Fetch a fresh challenge.', open],
      ['Sign a fresh challenge.', paid],
      ['Sign nothing new before that.', unsigned],
      ['Nothing was signed: raise the cap.', good],
    ] as const)
      expect(contradictions(fix, fate), fix).not.toEqual([]);
  });

  it('a fix that charges for nothing, or twice, is seen', () => {
    const { good, open, doubtful } = FATES;
    for (const [fix, fate] of [
      ['200: it was passing; POST the same body to /settle again, it charges once.', open],
      ['It passes: Seller: /settle the same payment again after some seconds.', good],
      ['Seller: try /settle again after a pause.', good],
      ['Buyer: fetch a fresh challenge.', doubtful],
      ['Sign anew.', open],
    ] as const)
      expect(risksMoney(fix, fate), fix).not.toEqual([]);
    for (const [fix, fate] of [
      ['Seller: try /settle again only while the call of the buyer still waits.', open],
      ['Read authorizationState; false: fetch a fresh challenge.', doubtful],
      ['Fetch a fresh challenge.', good],
    ] as const)
      expect(risksMoney(fix, fate), fix).toEqual([]);
  });

  it('in a case, a report, a cause, a code or a message', () => {
    const rows = [
      ...CASES.map(({ id, fix, fate }) => ({ id, fix, ...FATES[fate] })),
      ...SIGNATURES.flatMap(({ id, fix, fate }) => (fate ? [{ id, fix, ...FATES[fate] }] : [])),
      ...Object.entries(CAUSES).map(([id, row]) => ({ id, ...row })),
      ...dictionary(),
    ];
    for (const { id, fix, ...fate } of rows) {
      expect(contradictions(fix, fate), id).toEqual([]);
      expect(risksMoney(fix, fate), id).toEqual([]);
    }
  });

  it('answer, whatever was pasted', () => {
    const texts = [
      ...Object.values(TOLD),
      ...Object.values(TOLD_MORE).flat(),
      ...PASTED.map(([, text]) => text),
      ...SIGNATURES.flatMap(({ says }) => says.map((fragments) => `x402: ${fragments.join(' … ')}`)),
    ];
    for (const errorText of texts)
      for (const each of match({ errorText }).matches) {
        expect(contradictions(each.smallestFix, fateOf(each)), errorText).toEqual([]);
        // Doubt about the match makes `money` of the answer darker than that of its text: the fields say when to sign.
        expect(risksMoney(each.smallestFix, FATES.good), errorText).toEqual([]);
        if (each.money.moved !== 'no') expect(each.moneyRisk, errorText).not.toBe('none');
      }
  });
});

describe('money is what the closest thing says', () => {
  it('a case before the code beside it', () => {
    const { matches } = match({ errorText: 'x402 settle: {"errorReason":"failed_to_execute_transfer"}' });
    expect(matches[0]).toMatchObject({
      id: 'FR-008',
      case: 'settle-says-failed-to-execute',
      acts: 'seller',
      money: { moved: 'maybe', sendSameAgain: 'no', signAnew: 'once_void' },
    });
  });

  it('a report before its cause', () => {
    const challenge = {
      x402Version: 2,
      accepts: [{ network: 'eip155:8453', amount: '1', extra: { name: 'USDC', version: '2' } }],
    };
    const report = match({ challenge }).matches.find(({ id }) => id === 'FR-043' || id === 'FR-008');
    expect(report?.money.sendSameAgain).toBe('no');
  });

  it('a confirmation that failed leaves open whether it was paid', () => {
    for (const code of [
      'invalid_exact_solana_transaction_confirmation_failed',
      'settle_exact_svm_transaction_confirmation_timed_out',
    ])
      expect(match({ errorText: code })).toMatchObject({
        cause: 'settlement_pending_or_unknown',
        money: { moved: 'maybe', signAnew: 'no' },
      });
  });

  it('unless the text says that it came to no signature, or to a charge', () => {
    const url = 'x402 challenge resource "https://a.internal/x" does not match response URL';
    const told = (text: string) => match({ errorText: text }).matches[0]!.money;
    expect(told(`mppx client throws before it signs: ${url}`)).toMatchObject({
      moved: 'no',
      sendSameAgain: 'nothing_signed',
      signAnew: 'yes',
    });
    expect(told(`mppx client: ${url}`).moved).toBe('maybe');
    expect(told(`mppx client never signs: ${url}, success:true, transaction:0x12ab`).moved).toBe('yes');
  });

  it('and no case promises that nothing moved where a code says that it may have', () => {
    const answer = match({
      errorText:
        'mppx: settlement_pending; CORS policy: middleware answers 402 without Access-Control-Allow-Origin',
    });
    for (const { money } of answer.matches) expect(money.moved).not.toBe('no');
    const silent = Object.values(TOLD).filter((text) => {
      const { unsigned, unmoved } = readingOf(flatten(text));
      return !unsigned && !unmoved;
    });
    for (const { money, confidence } of silent.flatMap((errorText) => match({ errorText }).matches))
      if (confidence === 'possible') {
        expect(money.moved).not.toBe('no');
        expect(money.sendSameAgain).not.toBe('nothing_signed');
        expect(money.signAnew).not.toBe('yes');
      }
  });
});
