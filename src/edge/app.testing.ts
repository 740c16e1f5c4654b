import { generateKeyPairSync } from 'node:crypto';
import type { EdgeEnv } from './config.ts';
import type { JournalNamespace } from './shards.ts';

/** A whole configuration, with names that lead nowhere. */
export const edgeEnv = (journal: object) =>
  ({
    PUBLIC_URL: 'https://api.example',
    ORIGIN_URL: 'http://origin.test',
    PAY_TO_EVM: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    FACILITATOR_URL: 'http://facilitator.test',
    EVM_RPC_URL: 'http://node.test',
    EDGE_SIGNING_JWK: JSON.stringify(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })),
    EDGE_ISSUER: 'assay-edge',
    EDGE_AUDIENCE: 'https://api.example',
    JOURNAL: journal as JournalNamespace,
  }) satisfies EdgeEnv;

/** A payment for a challenge: whole in form, with a signature that nobody made. */
export function paidBy(challenge: Response, now: number, nonce = '0c'): string {
  const required = JSON.parse(
    Buffer.from(challenge.headers.get('payment-required')!, 'base64').toString(),
  ) as { accepts: { payTo: string; amount: string }[]; resource: object };
  const accepted = required.accepts[0]!;
  const authorization = {
    from: `0x${'a1'.repeat(20)}`,
    to: accepted.payTo,
    value: accepted.amount,
    validAfter: '0',
    validBefore: String(Math.floor(now / 1_000) + 100),
    nonce: `0x${nonce.repeat(32)}`,
  };
  const payload = { signature: `0x${'ab'.repeat(65)}`, authorization };
  return Buffer.from(
    JSON.stringify({ x402Version: 2, resource: required.resource, accepted, payload, extensions: {} }),
  ).toString('base64');
}
