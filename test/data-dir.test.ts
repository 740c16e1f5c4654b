import { execFile } from 'node:child_process';
import { chmodSync, existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSigningKeys } from '../src/adapters/signing-keys.ts';
import { openStore } from '../src/adapters/sql/open.ts';
import { assayCommand, sharedChain } from './shared/index.ts';
import { disposeServices, type Service, startService, temporaryFolder } from './support/service.ts';

let rpcUrl: string;
let service: Service;

beforeAll(async () => {
  ({ rpcUrl } = await sharedChain());
  service = await startService({ rpcUrl });
});
afterAll(disposeServices);

interface Ended {
  readonly code: number;
  readonly said: string;
}

/** What a command says, with nothing of this machine's settings. */
async function assay(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  const command = await assayCommand();
  return new Promise((resolve) =>
    execFile(
      process.execPath,
      [command, ...args],
      { env: { PATH: process.env.PATH ?? '', PORT: '0', LEDGER_LAB: 'off', ...env }, timeout: 90_000 },
      (error, out, err) => resolve({ code: error ? Number(error.code ?? -1) : 0, said: `${out}${err}` }),
    ),
  );
}

describe('a second process on one DATA_DIR', () => {
  const REFUSED =
    'assay cannot start: another process uses DATA_DIR: stop it, or set DATA_DIR to another folder\n';

  it('is refused in one line, whoever settles, and the running one keeps its journal', async () => {
    const journal = join(service.dataDir, 'journal.sqlite');
    const { ino } = statSync(journal);
    const others: Record<string, string>[] = [
      {},
      { EVM_RPC_URL: rpcUrl, FACILITATOR_URL: 'http://127.0.0.1:9' },
    ];
    const ended = await Promise.all(
      others.map((env) => assay(['serve'], { DATA_DIR: service.dataDir, ...env })),
    );
    for (const each of ended) expect(each).toEqual({ code: 69, said: REFUSED });
    expect(statSync(journal).ino).toBe(ino);
    expect(existsSync(`${journal}.previous`)).toBe(false);
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  });
});

describe('a journal that is deleted under the service', () => {
  it('is noticed without a sale, and ends it with 70', async () => {
    const { dataDir, ended, output } = await startService({ rpcUrl });
    rmSync(join(dataDir, 'journal.sqlite'));
    expect(await ended).toBe(70);
    expect(output()).toContain('"where":"journal","error":"Failure JOURNAL_REPLACED"');
  });
});

describe('files of keys and payments', () => {
  it('are made for their owner alone', () => {
    for (const name of ['journal.sqlite', 'journal.sqlite-wal', 'journal.sqlite-shm', 'signing-keys.json'])
      expect([name, statSync(join(service.dataDir, name)).mode & 0o777]).toEqual([name, 0o600]);
  });

  it('that others can read are refused, and left as they are', async () => {
    const journal = join(temporaryFolder(), 'journal.sqlite');
    await (await openStore({ path: journal }, () => {})).close();
    chmodSync(journal, 0o640);
    await expect(openStore({ path: journal }, () => {})).rejects.toThrow(
      `${journal} can be read by others: chmod 600`,
    );
    expect(statSync(journal).mode & 0o777).toBe(0o640);

    const keys = join(temporaryFolder(), 'signing-keys.json');
    const open = () => openSigningKeys(keys, 'http://127.0.0.1', { create: true, now: 0 });
    open();
    chmodSync(keys, 0o604);
    expect(open).toThrow('can be read by others: chmod 600');
  });
});

describe('a command that fails', () => {
  const SECRET = 'topsecret';
  const RPC = `http://me:${SECRET}@127.0.0.1:9/${SECRET}`;
  const COMMANDS = [
    ['serve'],
    ['doctor'],
    ['books'],
    ['journal', 'reconcile', '--rpc', RPC],
    ['keys', 'rotate'],
    ['backup', '/nonexistent/copy.sqlite'],
  ];

  it('says so without a stack trace or an RPC address', async () => {
    const folder = temporaryFolder();
    for (const name of ['journal.sqlite', 'signing-keys.json'])
      writeFileSync(join(folder, name), `not what it should be, ${SECRET}`, { mode: 0o600 });
    const ended = await Promise.all(
      COMMANDS.map((args) => assay(args, { DATA_DIR: folder, EVM_RPC_URL: RPC })),
    );
    for (const [i, { code, said }] of ended.entries()) {
      expect([COMMANDS[i], code]).not.toEqual([COMMANDS[i], 0]);
      expect(said).toMatch(/^assay|fault/);
      expect(said).not.toMatch(/^\s+at |node:internal|127\.0\.0\.1:9\b/m);
      expect(said).not.toContain(SECRET);
    }
  });
});
