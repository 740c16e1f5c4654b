import { describe, expect, it } from 'vitest';
import { repeated } from '../../../repeated.testing.ts';
import { partsOf } from '../addressed.ts';
import { carefullyTold } from '../assured.ts';
import { ONLY_ONCE, told } from '../dictionary/anew.ts';
import { filled, textDetailsIn } from '../found.ts';
import { chancesOf } from '../learnt.ts';
import { match } from '../match.ts';
import { flatten } from '../read.ts';
import { sentencesOfFix } from '../sentences.ts';
import { TOLD } from './cases.testing.ts';
import { TOLD_MORE } from './hits.testing.ts';
import { ALSO_ON_ANY_DAY } from './hits-everyday.testing.ts';
import { CASES, readingOf } from './index.ts';

const fixOf = (errorText: string) => match({ errorText }).matches[0]?.smallestFix;
const ANY_ONCE = new RegExp(ONLY_ONCE, 'gi');
const hitOf = (id: string): string => TOLD[id] ?? TOLD_MORE[id]![0];

describe('cases', () => {
  it('have a name of their own, and a text each', () => {
    expect(repeated(CASES.map(({ id }) => id))).toEqual([]);
    expect(repeated(CASES.map(({ fix }) => fix))).toEqual([]);
    const told = [...Object.keys(TOLD), ...Object.keys(TOLD_MORE)];
    expect(told.sort()).toEqual(CASES.map(({ id }) => id).sort());
  });

  it.each(CASES.map((each) => [each.id, each] as const))(
    '%s is found, and first',
    (id, { of, fix, acts }) => {
      const text = hitOf(id);
      const answer = match({ errorText: text });
      expect(of).toContain(answer.cause);
      expect(answer.matches[0]).toMatchObject({ case: id, fixStatus: 'by what the text says' });
      // What is done first is never left out: for whoever reads it, and for the one who acts where nobody says who it is.
      const found = textDetailsIn(text, readingOf(flatten(text)), chancesOf(text).buys);
      const { lead, own } = partsOf(told(fix));
      const side = found.reader ?? (acts === 'nobody' ? undefined : acts);
      const [step] = sentencesOfFix((side && own[side]) ?? Object.values(own)[0] ?? lead);
      const { smallestFix, money } = answer.matches[0]!;
      const asTold = money.moved === 'no' ? String : carefullyTold;
      // What has to be known before another payment is said within it.
      const bare = (said: string) =>
        asTold(said)
          .toLowerCase()
          .replaceAll(/[(), ]/g, '');
      expect(bare(smallestFix.replace(ANY_ONCE, ''))).toContain(bare(filled(step!, found)));
      expect(sentencesOfFix(smallestFix).length, smallestFix).toBeLessThanOrEqual(3);
    },
  );

  it.each(Object.entries(TOLD_MORE))('%s is not found in what only lies near', (id, [, miss]) => {
    expect(match({ errorText: miss }).matches.map((each) => each.case)).not.toContain(id);
  });

  it.each(Object.entries(ALSO_ON_ANY_DAY))('%s is found in other words, too', (id, [hit, miss]) => {
    expect(match({ errorText: hit }).matches[0]?.case).toBe(id);
    expect(match({ errorText: miss }).matches.map((each) => each.case)).not.toContain(id);
  });

  it('are short enough to be read, and say who does it', () => {
    for (const { id, fix, acts } of CASES) {
      const { lead, own } = partsOf(told(fix));
      const parts = Object.values(own);
      for (const part of parts.length > 0 ? parts : [''])
        expect(sentencesOfFix([lead, part].join(' ')).length, id).toBeLessThanOrEqual(3);
      if (parts.length > 0) expect(sentencesOfFix(lead).length, id).toBeLessThanOrEqual(1);
      expect(Math.max(0, ...parts.map(({ length }) => length)) + lead.length, id).toBeLessThanOrEqual(540);
      if (/\b(?:Buyer|Seller|Facilitator):/.test(fix) && acts !== 'nobody')
        expect(fix.toLowerCase(), id).toMatch(/buyer|seller|facilitator|client/);
    }
  });
});

describe('the closer evidence wins', () => {
  it.each([
    ['simulation_failed', 'x402 verify invalid_payload: contract call failed: execution reverted'],
    ['smart_wallet_signature', `x402 invalid_exact_evm_payload_signature 0x00…${'6492'.repeat(16)}`],
    [
      'cors_or_browser',
      'x402: No payment requirements found; in DevTools the header is there, headers.get gives null',
    ],
    ['price_above_cap', 'mcpc --x402-max-amount 0.01 refused: the tool asks $0.05'],
    // A message that guesses at its own reason, and one that every failure is wrapped in.
    [
      'server_misconfigured',
      'Facilitator does not support exact on eip155:8453. Make sure to call initialize() to fetch supported kinds from facilitators.',
    ],
    ['malformed_challenge', 'mpp payment failed'],
  ])('%s', (cause, text) => {
    const answer = match({ errorText: text });
    expect([answer.cause, answer.matches[0]?.confidence]).toEqual([cause, 'possible']);
  });

  it('and without one the general sentence names what to look at', () => {
    expect(fixOf('invalid_exact_evm_payload_signature')).toContain('recoverTypedDataAddress');
    expect(fixOf('invalid_exact_evm_insufficient_balance')).toContain('balanceOf');
  });

  it('nothing is put down to a case in another trade', () => {
    for (const text of [
      'Your card was declined. Payment method "visa" is not supported.',
      'The JWT is missing or expired, log in again',
      'Chrome blocked:mixed-content for an image on our blog',
    ])
      expect(match({ errorText: text }).status, text).toBe('no_match');
  });
});
