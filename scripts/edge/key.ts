/**
 * `npm run -s edge:key -- .data/edge-key.json .data/edge-jwks.json`: makes the edge's key. The private half goes into a new file
 * that only its owner reads, the public half, which the origin is told, into another one. No file is overwritten.
 */
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Ed25519Jwk, thumbprintOf } from '../../src/adapters/edge/web-signer.ts';

const [secret, shown, ...more] = process.argv.slice(2);
if (!secret || !shown || more.length > 0 || secret.startsWith('-')) {
  console.error(
    'edge:key: name two new files, for the private key and the public one: .data/edge-key.json .data/edge-jwks.json',
  );
  process.exit(2);
}
for (const file of [secret, shown])
  if (existsSync(file)) {
    console.error(`edge:key: ${file} exists, and no key is overwritten: name another file`);
    process.exit(2);
  }
for (const file of [secret, shown]) mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as Ed25519Jwk;
const { kty, crv, x } = jwk;
writeFileSync(secret, `${JSON.stringify(jwk)}\n`, { flag: 'wx', mode: 0o600 });
writeFileSync(shown, `${JSON.stringify({ keys: [{ kty, crv, x, kid: await thumbprintOf(jwk) }] })}\n`, {
  flag: 'wx',
});
