import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type Abi, toEventSelector, toFunctionSelector } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { ANVIL_KEY_ADDRESSES } from '../values/known-keys.ts';
import { MULTICALL3_ABI, USDC_ABI } from './abi.ts';
import { SANDBOX_ACCOUNTS } from './accounts.ts';
import { resolveAnvil } from './anvil.ts';
import artefact from './contracts.artefact.json' with { type: 'json' };

/** Selectors, return types and mutability of functions, and topics with indexed flags of events, sorted. */
const surface = (abi: Abi): string[] =>
  abi
    .map((item) => {
      if (item.type === 'function') {
        const returns = item.outputs.map((output) => output.type).join();
        return `function ${toFunctionSelector(item)} ${item.name} ${item.stateMutability} ${returns}`;
      }
      if (item.type === 'event') {
        const indexed = item.inputs.map((input) => (input.indexed ? 1 : 0)).join('');
        return `event ${toEventSelector(item)} ${item.name} ${indexed}`;
      }
      return item.type;
    })
    .sort();

describe('the typed interfaces', () => {
  it.each([
    ['UsdcSandbox', USDC_ABI, artefact.UsdcSandbox.abi],
    ['Multicall3', MULTICALL3_ABI, artefact.Multicall3.abi],
  ])('%s: every row is in the compiled contract', (_name, typed, compiled) => {
    expect(surface(compiled as Abi)).toEqual(expect.arrayContaining(surface(typed)));
  });
});

describe('the sandbox accounts', () => {
  it('are the keys of their addresses', () => {
    for (const account of SANDBOX_ACCOUNTS) {
      expect(privateKeyToAccount(account.privateKey).address).toBe(account.address);
    }
  });

  it('are exactly the addresses that production refuses', () => {
    const known = SANDBOX_ACCOUNTS.map((account) => account.address.toLowerCase());
    expect([...ANVIL_KEY_ADDRESSES].sort()).toEqual(known.sort());
  });

  it('have one settler, one seller, seven buyers and one empty buyer, by index', () => {
    expect(SANDBOX_ACCOUNTS.map((account) => account.index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(SANDBOX_ACCOUNTS.map((account) => account.role)).toEqual([
      'settler',
      'seller',
      ...Array(7).fill('buyer'),
      'empty',
    ]);
  });
});

describe('resolveAnvil', () => {
  it('says in one line what to do on a platform that has no package', () => {
    expect(() => resolveAnvil('sunos-sparc', '')).toThrow(
      /^no anvil for sunos-sparc: [^\n]*ANVIL_PATH[^\n]*$/,
    );
  });

  it('names the package that npm left out', () => {
    const [platform, name] =
      process.platform === 'win32'
        ? ['darwin-arm64', 'anvil-darwin-arm64']
        : ['win32-x64', 'anvil-win32-amd64'];
    expect(() => resolveAnvil(platform, '')).toThrow(`npm install --no-save @foundry-rs/${name}@`);
  });

  it('takes the one on PATH where npm brought none, and only a program', () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-anvil-'));
    try {
      const anvil = join(folder, 'anvil');
      writeFileSync(anvil, '', { mode: 0o600 });
      expect(() => resolveAnvil('sunos-sparc', folder)).toThrow('no anvil');
      chmodSync(anvil, 0o700);
      expect(resolveAnvil('sunos-sparc', ['/nowhere', folder].join(delimiter))).toBe(anvil);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
