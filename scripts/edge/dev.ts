/**
 * The Worker in front of an origin, on this machine: `ORIGIN_URL=http://127.0.0.1:4021 PORT=8787 npm run edge:dev`.
 * Without keys of its own it makes one and prints what the origin has to be started with.
 */
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Ed25519Jwk, thumbprintOf } from '../../src/adapters/edge/web-signer.ts';
import { startEdge } from './run.ts';

const { env } = process;
const port = Number(env.PORT ?? 8787);
const dataDir = env.DATA_DIR ?? '.data/edge';
const publicUrl = env.PUBLIC_URL ?? `http://127.0.0.1:${port}`;
const jwk = await signingJwk(join(dataDir, 'edge-key.json'));

const edge = await startEdge({
  port,
  dataDir: join(dataDir, 'journal'),
  variables: {
    ORIGIN_URL: env.ORIGIN_URL ?? 'http://127.0.0.1:4021',
    PUBLIC_URL: publicUrl,
    // The sandbox's seller.
    PAY_TO_EVM: env.PAY_TO_EVM ?? '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    FACILITATOR_URL: env.FACILITATOR_URL ?? 'http://127.0.0.1:4022',
    ...(env.EVM_RPC_URL && { EVM_RPC_URL: env.EVM_RPC_URL }),
    EDGE_SIGNING_JWK: JSON.stringify(jwk),
    EDGE_ISSUER: env.EDGE_ISSUER ?? 'assay-edge',
    EDGE_AUDIENCE: env.EDGE_AUDIENCE ?? publicUrl,
    ...(env.EDGE_SETTLED !== undefined && { EDGE_SETTLED: env.EDGE_SETTLED }),
    EDGE_MODE: 'sandbox',
  },
});
const { kty, crv, x } = jwk;
const publicKeys = JSON.stringify({ keys: [{ kty, crv, x, kid: await thumbprintOf(jwk) }] });
console.log(`edge listening on ${edge.url}`);
console.log(`start the origin with PUBLIC_URL=${publicUrl} EDGE_PUBLIC_JWKS='${publicKeys}'`);
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => void edge.stop().then(() => process.exit(0)));

async function signingJwk(path: string): Promise<Ed25519Jwk> {
  if (env.EDGE_SIGNING_JWK) return JSON.parse(env.EDGE_SIGNING_JWK) as Ed25519Jwk;
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true });
    const made = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
    writeFileSync(path, `${JSON.stringify(made)}\n`, { mode: 0o600 });
  }
  return JSON.parse(readFileSync(path, 'utf8')) as Ed25519Jwk;
}
