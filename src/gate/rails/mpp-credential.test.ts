import { Challenge, Credential } from 'mppx';
import { expect, it } from 'vitest';
import { USDC_TEMPO_TERMS } from '../assets.ts';
import { SELLER } from '../testing.ts';
import { CHALLENGE_SECONDS, issue } from './mpp-challenge.ts';
import { readMppCredential } from './mpp-credential.ts';

const NOW = 1_795_000_000_000;
const PATH = '/api/sample';
const issuer = { realm: 'shop.example', secrets: ['a-secret-of-these-tests-32-bytes!'] } as const;
const offer = {
  scheme: 'exact',
  ...USDC_TEMPO_TERMS,
  payTo: SELLER,
  amount: '100000',
  maxTimeoutSeconds: CHALLENGE_SECONDS,
  extra: {},
} as const;

/** A minute beyond its challenge, a transaction would keep its outcome open, and its blocks to be read, for longer. */
it.each([
  [CHALLENGE_SECONDS, 'in_time'],
  [CHALLENGE_SECONDS + 60, 'in_time'],
  [CHALLENGE_SECONDS + 61, 'authorization_window_too_long'],
  [86_400, 'authorization_window_too_long'],
])('a transaction that ends %i seconds after its challenge was made: %s', async (seconds, expected) => {
  const about = { offer, path: PATH, title: 'Sample', now: NOW, order: '0f', fingerprint: undefined };
  const { header } = issue(issuer, about);
  const credential = Credential.serialize({
    challenge: Challenge.deserialize(header),
    payload: { type: 'transaction', signature: '0x76' },
  });
  const read = await readMppCredential((name) => (name === 'authorization' ? credential : undefined), NOW, {
    ...{ issuer, offer, path: PATH },
    readTransaction: async (raw) => ({
      ...{ raw, hash: `0x${'ab'.repeat(32)}`, from: SELLER.toLowerCase() },
      validBefore: NOW / 1_000 + seconds,
    }),
  });
  expect(read.kind === 'payment' ? read.timing(NOW) : read).toBe(expected);
});
