import { describe, expect, it } from 'vitest';
import { USDC } from '../../values/assets.ts';
import { answerOpportunity } from './answer.ts';
import { readChallenge } from './challenge.ts';
import { opportunityCheck } from './product.ts';
import { requestSchema } from './schema.ts';

const AS_OF = Date.UTC(2026, 10, 22);
const SECONDS = AS_OF / 1_000;

const entry = (given: object = {}) => ({
  scheme: 'exact',
  network: USDC.base.network,
  asset: USDC.base.asset,
  payTo: `0x${'11'.repeat(20)}`,
  amount: '20000',
  maxTimeoutSeconds: 120,
  ...given,
});
const challenge = (...accepts: object[]) => ({ x402Version: 2, accepts });
const signalsOf = (given: object | string) =>
  readChallenge(given as never, AS_OF).evidence.map(({ row, state }) => `${state} ${row.id}`);
const base64 = (value: object) => btoa(JSON.stringify(value));

const VALID = ['present challenge_valid_402', 'present price_visible'];

describe('a challenge as evidence', () => {
  it('shows form, price, network and asset, as an object and as the header', () => {
    for (const given of [challenge(entry()), base64(challenge(entry()))]) {
      expect(signalsOf(given)).toEqual([...VALID, 'present network_asset_match']);
      expect(readChallenge(given, AS_OF).price).toBe(20_000n);
    }
  });

  it('takes the entry that is paid with among several', () => {
    const solana = entry({ network: USDC.solana.network, asset: USDC.solana.asset, amount: '9' });
    expect(readChallenge(challenge(solana, entry()), AS_OF).price).toBe(20_000n);
  });

  it('reads version 1 with its own names', () => {
    const { amount, ...rest } = entry({ network: 'base' });
    expect(signalsOf({ x402Version: 1, accepts: [{ ...rest, maxAmountRequired: amount }] })).toEqual([
      ...VALID,
      'present network_asset_match',
    ]);
  });

  it.each([
    ['another network', challenge(entry({ network: 'eip155:84532' })), 'network_mismatch'],
    ['another token', challenge(entry({ asset: `0x${'22'.repeat(20)}` })), 'asset_unknown'],
    ['another scheme', challenge(entry({ scheme: 'upto' })), 'network_mismatch'],
  ])('names %s, and no price', (_what, given, signal) => {
    expect(signalsOf(given)).toEqual([...VALID, `present ${signal}`]);
    expect(readChallenge(given, AS_OF).price).toBeNull();
  });

  it.each([
    ['no object', 'not base64 at all!'],
    ['no version', { accepts: [entry()] }],
    ['no entry', challenge()],
    ['an entry without a recipient', challenge(entry({ payTo: undefined }))],
    ['an amount in dollars', challenge(entry({ amount: '0.02' }))],
    ['an amount that is a number', challenge(entry({ amount: 20_000 }))],
  ])('is malformed with %s', (_what, given) => {
    expect(signalsOf(given)).toEqual(['present challenge_malformed']);
  });

  it('says that a signed offer is over, from the second after its end', () => {
    const offering = (validUntil: number) => ({
      ...challenge(entry()),
      extensions: {
        'offer-receipt': {
          info: { offers: [{ format: 'jws', signature: `a.${base64({ validUntil })}.c` }] },
        },
      },
    });
    expect(signalsOf(offering(SECONDS))).not.toContain('present offer_expired_or_invalid');
    expect(signalsOf(offering(SECONDS - 1))).toContain('present offer_expired_or_invalid');
  });
});

describe('a request with a challenge', () => {
  const ask = (goal: string, given: object | string = challenge(entry()), constraints: string[] = []) =>
    answerOpportunity(
      requestSchema.parse({
        subject: 'https://api.weather.example/v1',
        goal,
        challenge: given,
        constraints,
      }),
      { asOf: AS_OF, release: 'test' },
    );

  it('counts the price that the seller asks before the one that the goal expects', () => {
    const { commercial, trustProfile } = ask('Decide on $0.01 per call for 10 calls worth $0.50 each');
    expect(commercial.pricePerCallUsd).toBe('0.02');
    expect(commercial.origin.price).toBe('challenge');
    expect(trustProfile.evidence).toContainEqual(
      expect.objectContaining({ signal: 'price_drift_up', state: 'present', source: 'observed' }),
    );
  });

  it('finds no drift where the goal expects the price, and none where it names no price', () => {
    const drift = (goal: string) =>
      ask(goal).trustProfile.evidence.find(({ signal }) => signal === 'price_drift_up');
    expect(drift('Decide on $0.02 per call for 10 calls')).toMatchObject({ state: 'absent' });
    expect(drift('Decide on ten calls')).toBeUndefined();
  });

  it('never spends more than a stated limit, whatever the challenge asks', () => {
    const { action, commercial } = ask('Worth it?', challenge(entry({ amount: '5000000' })), ['budget $1']);
    expect(action).toBe('do_not_pay');
    expect(commercial.maxRationalSpendUsd).toBe('0.00');
  });

  it('is not refused for the addresses in it, nor is anything of it in the answer', () => {
    const body = {
      subject: 'api.weather.example',
      goal: 'Worth one call?',
      challenge: base64(challenge(entry())),
    };
    const [post] = opportunityCheck.forms;
    expect(post!.judge!.refusalOf(body)).toBeUndefined();
    expect(JSON.stringify(ask(body.goal, body.challenge))).not.toContain('0x1111');
  });
});
