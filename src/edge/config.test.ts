import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EDGE_VARIABLES, type EdgeEnv, readEdgeConfig } from './config.ts';
import type { JournalNamespace } from './shards.ts';

const names = Object.keys(EDGE_VARIABLES) as (keyof typeof EDGE_VARIABLES)[];
const needed = names.filter((name) => !EDGE_VARIABLES[name].startsWith('optional'));
const secret = names.filter((name) => /\bsecret\b/.test(EDGE_VARIABLES[name]));

const WHOLE: EdgeEnv = {
  JOURNAL: {} as JournalNamespace,
  PUBLIC_URL: 'https://api.example',
  ORIGIN_URL: 'https://origin.api.example',
  PAY_TO_EVM: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  FACILITATOR_URL: 'https://facilitator.example',
  EVM_RPC_URL: 'https://node.example',
  EDGE_SIGNING_JWK: JSON.stringify(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })),
  EDGE_ISSUER: 'assay-edge',
  EDGE_AUDIENCE: 'https://api.example',
};
const faultsOf = (env: EdgeEnv) => {
  const read = readEdgeConfig(env);
  return 'faults' in read ? read.faults : [];
};

describe('the variables of the Worker', () => {
  it('are whole with those that are not optional, and every one of them is missed', () => {
    expect(faultsOf(WHOLE)).toEqual([]);
    expect([...faultsOf({})].sort()).toEqual(['JOURNAL', ...needed].sort());
    for (const name of needed) expect(faultsOf({ ...WHOLE, [name]: '' })).toEqual([name]);
  });

  it.each([
    ['PUBLIC_URL', 'http://api.example'],
    ['PUBLIC_URL', 'https://api.example/v1'],
    ['ORIGIN_URL', 'origin.api.example'],
    ['PAY_TO_EVM', '0x70997970C51812dc3A010C7d01b50e0d17dc79c8'],
    ['FACILITATOR_URL', 'facilitator'],
    ['EVM_RPC_URL', 'node'],
    ['EDGE_SIGNING_JWK', '{"kty":"OKP","crv":"Ed25519","x":"AA"}'],
    ['EDGE_SIGNING_JWK', 'not JSON'],
  ] as const)('%s is not %s', (name, value) => {
    expect(faultsOf({ ...WHOLE, [name]: value })).toEqual([name]);
  });

  it('allow a public address without TLS in sandbox only', () => {
    const env = { ...WHOLE, PUBLIC_URL: 'http://127.0.0.1:8787', EDGE_MODE: 'sandbox' };
    expect(readEdgeConfig(env)).toMatchObject({ config: { sandbox: true } });
    expect(faultsOf({ ...env, EDGE_MODE: 'production' })).toEqual(['PUBLIC_URL']);
  });

  it('settle everything without EDGE_SETTLED, and nothing when it is empty', () => {
    const settled = (env: EdgeEnv) => {
      const read = readEdgeConfig({ ...WHOLE, ...env });
      return 'config' in read && read.config.settled;
    };
    expect(settled({})).toBeUndefined();
    expect(settled({ EDGE_SETTLED: '' })).toEqual(new Set());
    expect(settled({ EDGE_SETTLED: 'a, b' })).toEqual(new Set(['a', 'b']));
  });

  it('stand in every environment of wrangler.jsonc as far as they are needed and no secret', () => {
    const text = readFileSync(new URL('../../wrangler.jsonc', import.meta.url), 'utf8');
    const { env } = JSON.parse(text.replaceAll(/^\s*\/\/.*$/gm, '')) as {
      env: Record<string, { vars: Record<string, string> }>;
    };
    expect(Object.keys(env)).toEqual(['staging', 'production']);
    const expected = needed.filter((name) => !secret.includes(name));
    for (const { vars } of Object.values(env)) expect(Object.keys(vars).sort()).toEqual(expected.toSorted());
  });
});
