/**
 * `npm run -s edge:key -- edge-key.json > edge-jwks.json`: makes the edge's key. The private half goes into a new file
 * that only its owner reads, the public half, which the origin is told, to standard output.
 */
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { type Ed25519Jwk, thumbprintOf } from '../../src/adapters/edge/web-signer.ts';

const [file] = process.argv.slice(2);
if (file === undefined || file.startsWith('-') || existsSync(file)) {
  console.error('edge:key: name a file for the private key that does not exist: edge:key -- edge-key.json');
  process.exit(2);
}
const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as Ed25519Jwk;
const { kty, crv, x } = jwk;
writeFileSync(file, `${JSON.stringify(jwk)}\n`, { flag: 'wx', mode: 0o600 });
console.log(JSON.stringify({ keys: [{ kty, crv, x, kid: await thumbprintOf(jwk) }] }));
