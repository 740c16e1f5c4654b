import { symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { assay } from './support/command.ts';
import { shelveEdition } from './support/edition.ts';
import { disposeServices, type Service, startService, temporaryFolder } from './support/service.ts';

/** A sandbox on a platform for which npm brings no anvil: the package is hidden from the process. */

const HIDE = `const { Module } = require('node:module');
const find = Module._resolveFilename;
Module._resolveFilename = function (name, ...rest) {
  if (process.env.HIDDEN.split(' ').some((each) => String(name).startsWith(each)))
    throw Object.assign(new Error('hidden by a test'), { code: 'MODULE_NOT_FOUND' });
  return find.call(this, name, ...rest);
};
`;
const folder = temporaryFolder();
writeFileSync(join(folder, 'hide.cjs'), HIDE);
const without = (...packages: string[]) => ({
  NODE_OPTIONS: `--require "${join(folder, 'hide.cjs')}"`,
  HIDDEN: packages.join(' '),
  PATH: dirname(process.execPath),
});

afterAll(disposeServices);

const get = async (service: Service, path: string) => {
  const answer = await fetch(service.url + path);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};
const buy = (service: Service, ...args: string[]) =>
  assay(['buy', ...args, '--yes', '--url', service.url], { cwd: folder });
const CHECK = [
  'opportunity-check',
  '--subject',
  'a.example/v1',
  '--goal',
  'Worth one call?',
  '--max',
  '0.01',
];

describe('without anvil', () => {
  it('the sandbox says how to get it, sells on Solana, and offers nothing that it cannot settle', async () => {
    const dataDir = temporaryFolder();
    await shelveEdition(dataDir);
    const service = await startService({ dataDir, env: without('@foundry-rs/') });
    // After the line that it is ready.
    await expect
      .poll(service.output)
      .toMatch(
        /^Base and Tempo are off: no anvil for \S+: .*npm install --no-save @foundry-rs\/anvil-.*ANVIL_PATH/m,
      );
    expect(await get(service, '/readyz')).toMatchObject({
      status: 200,
      body: { status: 'chain_off', conditions: { chain: 'chain_off', edition: 'ok', solana: 'ok' } },
    });
    expect((await get(service, '/.well-known/x402')).body).toMatchObject({ resources: [] });
    expect(Object.keys((await get(service, '/sandbox')).body['rpc'] as object)).toEqual(['solana']);

    const sold = await buy(
      service,
      ...['agent-commerce-reliability-ledger', '--max', '0.10', '--network', 'solana'],
    );
    expect(sold.err).toMatch(/Money {6}\$0\.10 was paid, once/);
    expect(JSON.parse(sold.out)).toMatchObject({ product: 'agent-commerce-reliability-ledger' });
    // No dev buyer holds anything on Base: nothing can be signed by mistake.
    expect((await buy(service, ...CHECK)).err).toContain('this run sent nothing that could be charged');
    expect(await service.stop()).toBe(0);
  });

  it('the one on PATH is used, and everything is sold', async () => {
    const anvil = createRequire(import.meta.url).resolve('@foundry-rs/anvil-linux-amd64/bin/anvil');
    symlinkSync(anvil, join(folder, 'anvil'));
    const env = without('@foundry-rs/');
    const service = await startService({ env: { ...env, PATH: env.PATH + delimiter + folder } });
    expect(service.output()).not.toContain('are off');
    expect((await buy(service, ...CHECK)).err).toMatch(/Money {6}\$0\.01 was paid, once/);
  });

  it('and without litesvm no chain is left: it does not start, and says what is missing', async () => {
    await expect(startService({ env: without('@foundry-rs/', 'litesvm') })).rejects.toThrow(
      /before it was ready \(69\):[\s\S]*Solana is off: litesvm is not installed[\s\S]*assay cannot start: no anvil for \S+: [^\n]*ANVIL_PATH/,
    );
  });
});
