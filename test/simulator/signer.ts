import { hash } from 'node:crypto';
import type { Signer } from '../../src/ports.ts';

const KEY = 'the simulator signs with this';
const mac = (input: string): string => hash('sha256', `${KEY}|${input}`, 'base64url');
const HEADER = Buffer.from(JSON.stringify({ alg: 'EdDSA', kid: 'did:web:sim.invalid#key' })).toString(
  'base64url',
);

/** The form of a compact JWS and its promise (only we can make one, anybody altering it is found out) at a tenth of the cost. */
export const macSigner: Signer = {
  kid: 'did:web:sim.invalid#key',
  async sign(payload) {
    const input = `${HEADER}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}`;
    return `${input}.${mac(input)}`;
  },
  async verify(jws) {
    const [head, payload, signature, ...rest] = jws.split('.');
    if (rest.length > 0 || !payload || signature !== mac(`${head}.${payload}`)) return undefined;
    return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as object;
  },
};
