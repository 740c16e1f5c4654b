import { describe, expect, it } from 'vitest';
import { addressed } from './addressed.ts';
import { showsPayment } from './assured.ts';
import { TOLD } from './cases/cases.testing.ts';
import { TOLD_MORE } from './cases/hits.testing.ts';
import { CASES, readingOf } from './cases/index.ts';
import { ONLY_ONCE, told, toldOnceMoved, toldWhileOpen, withCondition } from './dictionary/anew.ts';
import { CAUSES, type Cause } from './dictionary/causes.ts';
import { dictionary } from './dictionary/index.ts';
import { FATES } from './dictionary/meaning.ts';
import type { Family } from './families.ts';
import { contradictions, dangles, offersAnother, risksMoney } from './fates.testing.ts';
import { OF_DIALECT, OF_FAMILY } from './general/families.ts';
import { GENERAL } from './general/index.ts';
import { match } from './match.ts';
import { PASTED } from './pasted.testing.ts';
import { flatten } from './read.ts';
import type { MatchAnswer } from './schema.ts';
import { shortened } from './sentences.ts';
import { SIGNATURES } from './tables/index.ts';

const fateOf = ({ money: { moved, sendSameAgain, signAnew } }: MatchAnswer['matches'][number]) => ({
  money: moved,
  resend: sendSameAgain,
  sign: signAnew,
});

const NOTHING_FOUND = {
  reader: undefined,
  likely: undefined,
  family: undefined,
  dialect: undefined,
  language: undefined,
  packages: [],
};
const EVERY_FIX = [
  ...[...CASES, ...Object.values(CAUSES), ...dictionary()].map(({ fix }) => fix),
  ...[...Object.values(OF_FAMILY), ...Object.values(OF_DIALECT), GENERAL].flatMap((each) =>
    Object.values(each),
  ),
  ...SIGNATURES.map(({ fix }) => fix),
];
const ONCE = new RegExp(ONLY_ONCE, 'i');
const finished = (...asked: Parameters<typeof addressed>): string =>
  withCondition(shortened(addressed(...asked)));
const bareOf = (fix: string): string => fix.replace(/⟦\?[^⟧]*⟧/g, '');
/** What an offer says where it says its own condition. */
const OWN_CONDITION =
  /expired|\bvoid\b|validBefore|[Nn]o explorer|[Nn]ot used|on chain for it|unpaid call|no(?: payment)? header|No payment header|it is past|^[Ff]alse:|block hash has/;

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

  it('mark what offers another payment, so that it can be left out beside "Money moved"', () => {
    for (const fix of EVERY_FIX) {
      expect(offersAnother(toldOnceMoved(fix)), fix).toBe(false);
      expect(toldOnceMoved(fix), fix).not.toMatch(/[^.]\.\.(?!\.)/);
    }
  });

  it('by which account, entry, tool or challenge it is said', () => {
    for (const fix of UNMARKED_ONCE) expect(offersAnother(fix), fix).toBe(true);
    for (const fix of [
      'Do not pay from another account.',
      'The client pays another entry.',
      'Nobody can pay by hand.',
      'Check: pay another entry: it says 200.',
      'Send the same payment again.',
    ])
      expect(offersAnother(fix), fix).toBe(false);
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
        expect(dangles(each.smallestFix), each.smallestFix).toBe(false);
        if (each.money.moved !== 'no') expect(each.moneyRisk, errorText).not.toBe('none');
      }
  });
});

/** Sentences of our tables that offered another payment without a mark. */
const UNMARKED_ONCE = [
  'Another path or query: Buyer: fetch and pay the challenge of exactly this URL.',
  'Sign the next voucher for the last accepted cumulative amount plus the price of this call.',
  'They differ: pay the challenge of exactly this request.',
  'Buyer: pay another entry of the challenge, in a token that you hold.',
  'Buyer: pay from an ordinary account (EOA) that the Safe funds with a small budget.',
  'Buyer: deploy the wallet with one transaction, or pay from an ordinary account (EOA).',
  'not 0x is a smart wallet; Buyer: pay from an ordinary account.',
  'Method is POST: Buyer: pay with `-X POST` (awal sends GET otherwise).',
  'Buyer: drop the price you kept, call once without payment, and sign the `amount` of that 402.',
  'Only the unpaid call went out: call again.',
  '1: Buyer: pay with a v1 client, or with @x402/fetch.',
  'Buyer: pay another entry of `accepts`, or approve Permit2 once when the entry says so.',
  'Reverts still: close the channel, and open one with a larger deposit from a fresh challenge.',
  'Call by `<<pay>>`, which signs an entry and repeats the call.',
  'Use `make_http_request_with_x402` to pay at once within `maxPaymentUsdc`.',
  'Buyer: let the agent call `retry_http_request_with_x402` with one of `acceptablePaymentOptions`.',
  'Then try the same challenge with @x402/fetch and an ordinary key.',
];

describe('beside words that leave open whether money moved no fix offers another payment', () => {
  const texts = [
    ...Object.values(TOLD),
    ...Object.values(TOLD_MORE).flat(),
    ...PASTED.map(([, text]) => text),
    ...dictionary().map(({ text }) => `x402: ${text}`),
    ...SIGNATURES.flatMap(({ says }) => says.map((fragments) => `x402: ${fragments.join(' … ')}`)),
  ];

  it.each(['the wallet was charged', '0.01 USDC debited on chain'])('where "%s" stands in it', (charge) => {
    for (const text of texts)
      for (const { smallestFix: fix, money, case: held } of match({ errorText: `${text}; ${charge}` })
        .matches) {
        if (money.signAnew === 'next_call') continue;
        expect(money.moved, `${held} ${text}`).not.toBe('no');
        expect(offersAnother(fix), `${held} ${text}: ${fix}`).toBe(false);
      }
  });

  it('and says first to look for the charge', () => {
    const own = 'x402 facilitator: {"isValid":false,"invalidReason":"invalid_exact_evm_payload_signature"}';
    expect(match({ errorText: `${own}, the wallet was charged` }).matches[0]!.smallestFix).toMatch(
      /^Your text tells of a charge: look in the explorer first for that transfer/,
    );
    expect(match({ errorText: own }).matches[0]!.smallestFix).toContain('pay from an ordinary account');
  });

  it('says it to who reads, and of which call, and what holds if it is not there', () => {
    const own =
      'x402 {"isValid":false,"invalidReason":"invalid_exact_evm_payload_signature"}, wallet was charged';
    for (const [who, said] of [
      ['our agent paid their api', /it paid this call: ask the seller for the answer.* sign nothing new\./],
      ['my express server, all our buyers get it', /, the buyer is owed the answer or the money:/],
      ['', /whoever paid asks the seller/],
    ] as const) {
      const fix = match({ errorText: `${own}; ${who}` }).matches[0]!.smallestFix;
      expect(fix, who).toMatch(said);
      expect(fix, who).toMatch(/^Your text tells .* to `payTo` of this call, for its `amount`; /);
      if (who.startsWith('my')) expect(fix).not.toContain('ask the seller');
    }
  });

  it('but under the condition that the chain shows no earlier one, which stands once, before the first offer', () => {
    const open = (fix: string) => withCondition(toldWhileOpen(fix));
    const condition = `O${ONLY_ONCE.slice(1)}`;
    expect(open('Raise it. ⟦Sign a fresh challenge;⟧ look. ⟦Then call again.⟧ Check: 200.')).toBe(
      `Raise it. ${condition}, sign a fresh challenge; look. Then call again. Check: 200.`,
    );
    expect(open('Look, `a. B` there: ⟦pay it. Then close it.⟧')).toBe(
      `Look, \`a. B\` there: ${ONLY_ONCE}, pay it. Then close it.`,
    );
    expect(open('Look there⟦, or pay by hand⟧.')).toBe(`Look there (${ONLY_ONCE}), or pay by hand.`);
    expect(open('⟦Seller: Pay it.⟧')).toBe(`Seller: ${ONLY_ONCE}, pay it.`);
    const own = 'Look there. ⟦?Expired unused: sign a fresh challenge.⟧';
    expect(open(own)).toBe(told(own));
    expect(told(own)).toBe('Look there. Expired unused: sign a fresh challenge.');
    const several = 'x402 EURC instead of USDC, asset_mismatch, retry timed out';
    const fixes = match({ errorText: several }).matches.map(({ smallestFix }) => smallestFix);
    const offered = fixes.filter((fix) => fix.includes('swap into exactly that contract'));
    expect(offered).not.toEqual([]);
    for (const fix of offered) {
      const [before, after] = fix.split(ONCE);
      expect(after, fix).toContain('swap into exactly that contract');
      expect(offersAnother(before!), fix).toBe(false);
    }
  });

  it('and each offer of each fix has it, or says one of its own', () => {
    const found = { ...NOTHING_FOUND, reader: undefined };
    for (const fix of EVERY_FIX) {
      const said = finished(fix, 'nobody', found, 'invalid_signature', '', toldWhileOpen);
      // Without the offers that say their own, those that are left stand behind the condition.
      const bare = finished(bareOf(fix), 'nobody', found, 'invalid_signature', '', toldWhileOpen);
      const [before, ...after] = bare.split(ONCE);
      expect(offersAnother(before!), fix).toBe(false);
      expect(after.length, fix).toBeLessThan(2);
      if (!fix.includes('⟦')) expect(said, fix).not.toMatch(ONCE);
      expect(said, fix).not.toMatch(/[⟦⟧]/);
      for (const [, own] of fix.matchAll(/⟦\?([^⟧]*)⟧/g)) expect(own, fix).toMatch(OWN_CONDITION);
    }
  });

  it('and no side is left with a label alone, whoever reads and whatever became of the money', () => {
    const rows = [
      ...CASES.map(({ fix, acts, of: [cause] }) => ({ fix, acts, cause })),
      ...dictionary().map(({ fix, acts, cause }) => ({ fix, acts, cause })),
      ...(Object.keys(CAUSES) as Cause[]).map((cause) => ({ ...CAUSES[cause], cause })),
    ];
    const families: readonly Family[] = ['evm', 'svm', 'other'];
    for (const { fix, acts, cause } of rows)
      for (const reader of [undefined, 'buyer', 'seller', 'facilitator'] as const)
        for (const family of families)
          for (const spoken of [told, toldOnceMoved, toldWhileOpen]) {
            const said = finished(fix, acts, { ...NOTHING_FOUND, reader, family }, cause, '', spoken);
            expect(said.trim()).not.toBe('');
            expect(dangles(said), said).toBe(false);
          }
    expect(dangles('Look there. Buyer:')).toBe(true);
    expect(dangles('Buyer: Seller: correct it.')).toBe(true);
    expect(dangles('If you buy: For the seller: correct it.')).toBe(true);
    expect(dangles('Buyer: correct it. Check: 200.')).toBe(false);
  });
});

describe('beside "Money moved" no fix offers another payment', () => {
  it('of a case that leaves it open, where the text shows the charge', () => {
    const refused =
      'tempo request: HTTP 402: {"type":"https://paymentauth.org/problems/verification-failed","title":"Verification Failed"}';
    const [open] = match({ errorText: refused }).matches;
    expect(open).toMatchObject({ case: 'verification-failed-of-mpp', money: { moved: 'maybe' } });
    expect(open!.smallestFix).toContain('pay one fresh challenge');
    const [paid] = match({
      errorText: `${refused}; tempo wallet whoami: 0.0255 USDC.e less than before`,
    }).matches;
    expect(paid).toMatchObject({
      case: 'verification-failed-of-mpp',
      money: { moved: 'yes', signAnew: 'no' },
    });
    expect(paid!.smallestFix).toMatch(/^Money moved: sign nothing new/);
    expect(paid!.smallestFix).toContain('`challengeId`.');
    expect(paid!.smallestFix).not.toMatch(/fresh/);
  });

  it('by who reads it', () => {
    const settled = 'x402 settlement_failed, success:true, transaction:0x12ab';
    for (const [who, first] of [
      ['our agent paid their api', /^Money moved: sign nothing new; give the seller that transaction/],
      ['my express server, all our buyers get it', /^Money moved: the buyer is owed the answer/],
      ['', /^Money moved: whoever paid signs nothing new/],
    ] as const)
      expect(match({ errorText: `${settled}; ${who}` }).matches[0]!.smallestFix).toMatch(first);
  });

  it('and nothing else of it is lost', () => {
    for (const [fix, left] of [
      ['⟦Fetch a fresh challenge.⟧ Keep `a; b. c`.', 'Keep `a; b. c`.'],
      ['Raise it; ⟦if not, sign a fresh challenge.⟧ Check: done?', 'Raise it. Check: done?'],
      ['It is so. ⟦Only once it is void sign anew;⟧ look again.', 'It is so. Look again.'],
      ['Look there⟦, then sign it again⟧.', 'Look there.'],
      ['Look there. ⟦Void: sign it again.⟧ ⟦Else call again.⟧ Keep it.', 'Look there. Keep it.'],
      ['Look there; ⟦sign it again;⟧ keep it.', 'Look there; keep it.'],
      ['Hold it⟦ and sign it again;⟧ keep it.', 'Hold it; keep it.'],
    ] as const) {
      expect(toldOnceMoved(fix)).toBe(left);
      expect(told(fix)).toBe(fix.replace(/[⟦⟧]/g, ''));
    }
    expect(offersAnother('Sign a fresh challenge.')).toBe(true);
    for (const fix of ['Look at the chain before you pay again: it is paid.', 'Do not pay again for it.'])
      expect(offersAnother(fix)).toBe(false);
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

  it('not of a payment that was sent before, and not by what a later call did not sign', () => {
    for (const errorText of [
      'PAYMENT-RESPONSE: {"success":false,"errorReason":"transaction_failed","transaction":""} then our wrapper retried, nothing was signed the second time',
      'x402 settle failed: transaction_failed. Log of the retry: nothing was signed',
      'x402 facilitator /settle: transaction_failed. Client log: retry stopped before it signs',
      'invalid_exact_evm_transaction_failed at settle; a later attempt never signs',
    ])
      for (const { money } of match({ errorText }).matches) {
        expect(money.moved, errorText).not.toBe('no');
        expect(money.sendSameAgain, errorText).not.toBe('nothing_signed');
        expect(money.signAnew, errorText).not.toBe('yes');
      }
    const url = 'mppx client: x402 challenge resource does not match response URL, nothing was signed';
    expect(match({ errorText: url }).money?.sendSameAgain).toBe('nothing_signed');
    const sent = match({ errorText: `${url}, PAYMENT-SIGNATURE was sent` });
    expect(sent.money).toMatchObject({ sendSameAgain: 'no', signAnew: 'once_void' });
    const settled = match({ errorText: 'x402 settlement_failed, nothing was signed' });
    expect(settled).toMatchObject({ cause: 'settlement_failed', money: { moved: 'maybe' } });
  });

  it('a settlement that failed is no charge, and one that is shown is a whole row of the table', () => {
    for (const errorText of [
      'x402 facilitator: failed to settle 0x3f9a77: execution reverted, transaction_failed',
      'x402: payment was not settled 0x3f9a77 transaction reverted',
      'x402 settle tx 0x12ab34 reverted',
      "x402 settlement_failed, it wasn't settled 0x3f9a77",
      `x402: settled 0x${'ab'.repeat(32)} and reverted`,
      'x402 settlement_failed; basescan shows no success for this tx, status reverted',
    ])
      for (const { money } of match({ errorText }).matches) expect(money.moved, errorText).toBe('maybe');
    for (const errorText of [
      'x402 settlement_failed, payment settled 0x3f9a77',
      'x402: settle ok tx 0x3f9a77, and the paid call timed out with no answer',
      'x402 settlement_failed; basescan shows status success, no answer came',
      'x402: invalid_signature, success:true, transaction:0x12ab',
    ])
      for (const { money } of match({ errorText }).matches) {
        expect(money.moved, errorText).toBe('yes');
        expect(Object.values(FATES), errorText).toContainEqual({
          money: money.moved,
          resend: money.sendSameAgain,
          sign: money.signAnew,
        });
      }
  });

  it('nothing was bought where the answer was lost', () => {
    for (const errorText of [
      'x402: the first call returned 504 after the payment was sent; I sent it again and got 402: transaction hash already used',
      'x402: first attempt returned an error page, on the retry 402: payment already used',
      'mpp: previous request returned 500, second request with same credential: 409 already redeemed',
      'mpp: The first call returned 502 Bad Gateway, so I sent the same credential again: 402 transaction hash already used for a payment',
      'mpp 402: transaction hash already used for a payment, the second call reuses the credential',
      'mpp 402: hash already used. The first call did not succeed, so I sent the same credential again',
      'mpp 402 verification failed: transaction hash already used for a payment. Call 1 gave 503 after the payment succeeded, call 2 reuses the credential',
      'mpp 402 verification failed: transaction hash already used for a payment. The previous call returned nothing, our log is ok, call 2 reuses the credential',
    ])
      for (const each of match({ errorText }).matches) {
        expect(each.case, errorText).not.toBe('credential-for-a-second-call');
        expect(each.money.signAnew, errorText).not.toBe('next_call');
      }
    const answered =
      'mpp 402 verification failed: transaction hash already used for a payment. The first call returned 200, call 2 reuses the credential';
    expect(match({ errorText: answered }).matches[0]).toMatchObject({
      case: 'credential-for-a-second-call',
      money: { signAnew: 'next_call' },
    });
  });

  it('and no case promises that nothing moved where a code says that it may have', () => {
    const answer = match({
      errorText:
        'mppx: settlement_pending; CORS policy: middleware answers 402 without Access-Control-Allow-Origin',
    });
    for (const { money } of answer.matches) expect(money.moved).not.toBe('no');
    const silent = Object.values(TOLD).filter((text) => {
      const { unsigned, unmoved, ...reading } = readingOf(flatten(text));
      return !unsigned && !unmoved && showsPayment(reading);
    });
    for (const { money, confidence } of silent.flatMap((errorText) => match({ errorText }).matches))
      if (confidence === 'possible') {
        expect(money.moved).not.toBe('no');
        expect(money.sendSameAgain).not.toBe('nothing_signed');
        expect(money.signAnew).not.toBe('yes');
      }
  });
});
