import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { privateKeyToAddress } from 'viem/accounts';
import { afterAll, describe, expect, it } from 'vitest';
import { solanaKeyFromSeed } from '../adapters/svm/key.ts';
import { sandboxAccount } from '../sandbox/accounts.ts';
import { SOLANA_ACCOUNTS } from '../sandbox/solana-accounts.ts';
import { base58, fromBase58 } from '../values/base58.ts';
import { ANVIL_KEY_ADDRESSES } from '../values/known-keys.ts';
import { FURTHER_EVM } from '../values/networks.ts';
import { type Environment, readConfig } from './config.ts';
import { VARIABLES } from './variables.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const secretFile = (name: string, text: string, mode = 0o600) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
};

/** A key that nobody publishes, and an address that is not its own. */
const SETTLER_KEY = `0x${'5a17'.repeat(16)}`;
const PAY_TO = '0x1111111111111111111111111111111111111111';
const PRODUCTION: Environment = {
  ASSAY_MODE: 'production',
  PUBLIC_URL: 'https://api.example',
  EVM_RPC_URL: 'https://rpc.example/key',
  SETTLER_KEY,
  PAY_TO_EVM: PAY_TO,
};

const faultsOf = (env: Environment) =>
  readConfig(env).faults.map(({ variable, message }) => `${variable} ${message}`);

/** A key of nobody's, and its address. */
const SEED = new Uint8Array(32).fill(5);
const SOLANA_PAYEE = solanaKeyFromSeed(SEED).address;
const SOLANA_SECRET = base58(Uint8Array.from([...SEED, ...fromBase58(SOLANA_PAYEE, 32)!]));

describe('TRUSTED_PROXIES', () => {
  it('is this machine when nothing is said, and a fault when it is no list of addresses', () => {
    const trusts = (env: Environment, address: string) =>
      readConfig(env).config.trustedProxies.check(address);
    expect([trusts({}, '127.0.0.1'), trusts({}, '10.0.0.1')]).toEqual([true, false]);
    const set = { TRUSTED_PROXIES: '10.0.0.0/8' };
    expect([trusts(set, '127.0.0.1'), trusts(set, '10.0.0.1')]).toEqual([false, true]);
    expect(faultsOf({ ...PRODUCTION, TRUSTED_PROXIES: 'proxy.internal, 10.0.0.1' })).toEqual([
      'TRUSTED_PROXIES holds something else than IP addresses and ranges like 10.0.0.0/8',
    ]);
  });
});

describe('without any setting', () => {
  it('is a sandbox on this machine only', () => {
    const { config, faults } = readConfig({});
    expect(faults).toEqual([]);
    expect(config).toMatchObject({
      mode: 'sandbox',
      port: 4021,
      host: '127.0.0.1',
      publicUrl: undefined,
      dataDir: '.data',
      networks: { base: { rpcUrl: undefined, payTo: undefined } },
    });
    expect(config.signingKeysFile).toBe(join('.data', 'signing-keys.json'));
  });

  it('takes empty settings for none', () => {
    expect(readConfig(Object.fromEntries(Object.keys(VARIABLES).map((name) => [name, ' ']))).faults).toEqual(
      [],
    );
  });
});

describe('production', () => {
  it('starts with what it needs', () => {
    const { config, faults } = readConfig(PRODUCTION);
    expect(faults).toEqual([]);
    expect(config).toMatchObject({
      mode: 'production',
      publicUrl: 'https://api.example',
      networks: { base: { payTo: PAY_TO }, polygon: { rpcUrl: undefined, payTo: undefined } },
      settlerKey: SETTLER_KEY,
    });
  });

  it.each(FURTHER_EVM)('sells on $label with both of its settings, and never for test money', (row) => {
    const { name, variables, isTest } = row;
    const settings = { [variables.rpcUrl]: 'https://node.example', [variables.payTo]: PAY_TO };
    const { config } = readConfig({ ...PRODUCTION, ...settings });
    expect(config.networks[name]).toEqual({ rpcUrl: 'https://node.example', payTo: PAY_TO });
    const test = `${variables.rpcUrl} is of a test network, whose money is worth nothing: sandbox only`;
    const always = isTest ? [test] : [];
    expect(faultsOf({ ...PRODUCTION, ...settings })).toEqual(always);
    for (const name of Object.keys(settings)) {
      const rest = Object.fromEntries(Object.entries(settings).filter(([each]) => each !== name));
      expect(faultsOf({ ...PRODUCTION, ...rest })).toEqual([...always, `${name} is missing`]);
    }
    const own = {
      ...PRODUCTION,
      ...settings,
      [variables.payTo]: privateKeyToAddress(SETTLER_KEY as `0x${string}`),
    };
    expect(faultsOf(own)).toContain(
      `SETTLER_KEY belongs to ${variables.payTo}: the key that pays gas must not be the one that is paid`,
    );
    const nobody = { ...PRODUCTION, ...settings, [variables.payTo]: `0x${'0'.repeat(40)}` };
    expect(faultsOf(nobody)).toContain(`${variables.payTo} is the zero address`);
  });

  it('lists everything that is missing at once', () => {
    expect(
      faultsOf({ ASSAY_MODE: 'production' })
        .map((each) => each.split(' ')[0])
        .sort(),
    ).toEqual(['EVM_RPC_URL', 'PAY_TO_EVM', 'PUBLIC_URL', 'SETTLER_KEY']);
  });

  it('shows of the operator what is set', () => {
    expect(readConfig(PRODUCTION).config.operator).toEqual({});
    const set = {
      OPERATOR_NAME: 'Example Ltd',
      OPERATOR_CONTACT: 'mailto:shop@example.com',
      OPERATOR_TERMS: 'https://example.com/terms',
    };
    expect(readConfig({ ...PRODUCTION, ...set }).config.operator).toEqual({
      name: 'Example Ltd',
      contact: 'mailto:shop@example.com',
      terms: 'https://example.com/terms',
    });
  });

  it('lists everything that is wrong at once, by name and never by value', () => {
    const values = {
      ASSAY_MODE: 'production',
      PORT: '70000',
      PUBLIC_URL: 'http://secret.example/path?query=secret',
      EVM_RPC_URL: 'ws://secret.example/v2/secretkey',
      SETTLER_KEY: 'secret-and-not-hex',
      PAY_TO_EVM: '0xsecret',
      OPERATOR_CONTACT: 'secret at example.com',
      OPERATOR_TERMS: 'http://secret.example/terms',
      SOURCE_URL: 'javascript:secret',
      OWNER_PAYERS: '0xsecret1,0xsecret2',
      OPERATOR_TOKEN: 'secret-too-short',
      METRICS_PORT: 'secret',
      LOG_LEVEL: 'secret',
    };
    const found = faultsOf(values);
    expect(new Set(found.map((each) => each.split(' ')[0]))).toEqual(
      new Set(Object.keys(values).filter((name) => name !== 'ASSAY_MODE')),
    );
    expect(found.join('\n')).not.toMatch(/secret|70000/);
  });

  it.each<[string, Environment, RegExp]>([
    [
      'a public test key that pays',
      { SETTLER_KEY: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80' },
      /^SETTLER_KEY is a public test key$/,
    ],
    [
      'an address of a public test key',
      { PAY_TO_EVM: [...ANVIL_KEY_ADDRESSES][3]! },
      /^PAY_TO_EVM is an address of a public test key$/,
    ],
    ['the zero address', { PAY_TO_EVM: `0x${'0'.repeat(40)}` }, /^PAY_TO_EVM is the zero address$/],
    [
      'one key for gas and income',
      {
        PAY_TO_EVM: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
        SETTLER_KEY: '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
      },
      /SETTLER_KEY belongs to PAY_TO_EVM/,
    ],
    ['http', { PUBLIC_URL: 'http://api.example' }, /^PUBLIC_URL is not https$/],
    ['a path in the address', { PUBLIC_URL: 'https://api.example/v1' }, /^PUBLIC_URL has a path/],
    [
      'a wrong checksum',
      { PAY_TO_EVM: '0x70997970c51812dc3a010c7d01b50e0d17dc79C8' },
      /^PAY_TO_EVM is not an EVM address/,
    ],
    ['a key that is no key of the curve', { SETTLER_KEY: `0x${'0'.repeat(64)}` }, /^SETTLER_KEY /],
    ['a key beyond the curve', { SETTLER_KEY: `0x${'f'.repeat(64)}` }, /^SETTLER_KEY /],
    ['Solana without a node', { PAY_TO_SOLANA: SOLANA_PAYEE }, /^SOLANA_RPC_URL is missing, though/],
    ['Solana without a recipient', { SOLANA_RPC_URL: 'https://s.example' }, /^PAY_TO_SOLANA is missing/],
    ['Solana without a fee payer', { PAY_TO_SOLANA: SOLANA_PAYEE }, /^SOLANA_FEE_PAYER_KEY is missing/],
    ['a Solana address that is none', { PAY_TO_SOLANA: '0xsecret' }, /^PAY_TO_SOLANA is not an address$/],
    [
      "the sandbox's Solana seller",
      { PAY_TO_SOLANA: SOLANA_ACCOUNTS[1]!.address },
      /^PAY_TO_SOLANA is an address of a public test key$/,
    ],
    [
      "the sandbox's fee payer",
      { SOLANA_FEE_PAYER_KEY: base58(Buffer.from(SOLANA_ACCOUNTS[0]!.secretKey, 'base64')) },
      /^SOLANA_FEE_PAYER_KEY is a public test key$/,
    ],
    ['half a Solana key', { SOLANA_FEE_PAYER_KEY: SOLANA_PAYEE }, /^SOLANA_FEE_PAYER_KEY is neither/],
    [
      'one Solana key for fees and income',
      { PAY_TO_SOLANA: SOLANA_PAYEE, SOLANA_FEE_PAYER_KEY: SOLANA_SECRET },
      /^SOLANA_FEE_PAYER_KEY belongs to PAY_TO_SOLANA/,
    ],
    ['a short token', { OPERATOR_TOKEN: 'x'.repeat(31) }, /^OPERATOR_TOKEN is shorter/],
  ])('refuses %s', (_what, env, expected) => {
    const found = faultsOf({ ...PRODUCTION, ...env });
    expect(
      found.some((each) => expected.test(each)),
      found.join('; '),
    ).toBe(true);
  });

  it('is not entered by a misspelt mode: that is a fault', () => {
    for (const mode of ['Production', 'prod', 'PRODUCTION', 'test'])
      expect(faultsOf({ ...PRODUCTION, ASSAY_MODE: mode })).toEqual([
        'ASSAY_MODE is neither sandbox nor production',
      ]);
  });
});

describe('several workers', () => {
  const SECOND = `0x${'5a18'.repeat(16)}`;
  const TWO = {
    ...PRODUCTION,
    WORKERS: '2',
    DATABASE_URL: 'postgres://db.example/assay',
    SETTLER_KEY: `${SETTLER_KEY},\n${SECOND}`,
    METRICS_PORT: '9100',
  };

  it('have a settler key and a metrics port each', () => {
    expect(faultsOf(TWO)).toEqual([]);
    expect([1, 2].map((worker) => readConfig(TWO, worker).config)).toMatchObject([
      { settlerKey: SETTLER_KEY, metricsPort: 9_100 },
      { settlerKey: SECOND, metricsPort: 9_101 },
    ]);
  });

  it.each<[string, Environment, RegExp]>([
    ['no workers', { WORKERS: '0' }, /^WORKERS is not a whole number from 1 to 64$/],
    ['too many', { WORKERS: '65' }, /^WORKERS is not/],
    ['half a worker', { WORKERS: '1.5' }, /^WORKERS is not/],
    ['one journal file for two', { DATABASE_URL: undefined }, /^DATABASE_URL is missing, and WORKERS/],
    ['one key for two', { SETTLER_KEY }, /^SETTLER_KEY has 1 different keys for 2 workers/],
    ['the same key twice', { SETTLER_KEY: `${SETTLER_KEY},${SETTLER_KEY}` }, /^SETTLER_KEY has 1 different/],
    [
      'the same key for both, and one that nobody uses',
      { SETTLER_KEY: `${SETTLER_KEY},${SETTLER_KEY},${SECOND}` },
      /^SETTLER_KEY has 1 different/,
    ],
    [
      'the same key in two spellings',
      { SETTLER_KEY: `${SECOND},${SECOND.slice(2).toUpperCase()}` },
      /^SETTLER_KEY has 1 different/,
    ],
    ['more metrics ports than there are', { METRICS_PORT: '65535' }, /^METRICS_PORT is 65535: no port/],
    [
      'a second key that is public',
      { SETTLER_KEY: `${SETTLER_KEY},${sandboxAccount('settler').privateKey}` },
      /^SETTLER_KEY is a public test key$/,
    ],
  ])('are refused with %s', (_what, env, expected) => {
    expect(faultsOf({ ...TWO, ...env } as Environment).join('\n')).toMatch(expected);
  });

  it('need no keys where a facilitator settles', () => {
    const env = { ...TWO, SETTLER_KEY: undefined, FACILITATOR_URL: 'https://f.example' };
    expect(faultsOf(env as unknown as Environment)).toEqual([]);
  });
});

describe('secrets from files', () => {
  it('are read, without the line end', () => {
    const { config, faults } = readConfig({
      ...PRODUCTION,
      SETTLER_KEY: undefined as never,
      SETTLER_KEY_FILE: secretFile('settler', `${SETTLER_KEY}\n`),
      OPERATOR_TOKEN_FILE: secretFile('operator', `${'t'.repeat(40)}\n`),
      DATABASE_URL_FILE: secretFile('database', 'postgres://assay:secret@db.example/assay\n'),
    });
    expect(faults).toEqual([]);
    expect(config).toMatchObject({
      settlerKey: SETTLER_KEY,
      operatorToken: 't'.repeat(40),
      databaseUrl: 'postgres://assay:secret@db.example/assay',
    });
  });

  it.each([0o640, 0o604, 0o644])('are refused when others can read them (%i)', (mode) => {
    const env = {
      ...PRODUCTION,
      SETTLER_KEY: undefined as never,
      SETTLER_KEY_FILE: secretFile('open', SETTLER_KEY, mode),
    };
    expect(faultsOf(env)).toContain('SETTLER_KEY_FILE names a file that others can read: chmod 600');
  });

  it('that are not there are a fault, without their path', () => {
    const found = faultsOf({ SETTLER_KEY_FILE: '/no/such/secret-place' });
    expect(found).toEqual(['SETTLER_KEY_FILE names a file that cannot be read']);
  });
});

it.each(['', ' ', '-1', '65536', '1e3', '80.5', 'http', '0x50'])('PORT=%j', (port) => {
  expect(readConfig({ PORT: port }).faults.length).toBe(port.trim() === '' ? 0 : 1);
});

it('reads owner payers in any spelling and spacing', () => {
  const { config, faults } = readConfig({
    OWNER_PAYERS: ' 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 ,0x1111111111111111111111111111111111111111,',
  });
  expect(faults).toEqual([]);
  expect([...config.owners]).toEqual(['0x70997970c51812dc3a010c7d01b50e0d17dc79c8', PAY_TO]);
});
