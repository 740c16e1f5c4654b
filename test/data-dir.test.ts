import { chmodSync, existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSigningKeys } from '../src/adapters/signing-keys.ts';
import { openStore } from '../src/adapters/sql/open.ts';
import { sharedChain } from './shared/index.ts';
import { assay, ownProcess } from './support/command.ts';
import {
  disposeServices,
  type Hosted,
  startHosted,
  startService,
  temporaryFolder,
} from './support/service.ts';

let rpcUrl: string;
let service: Hosted;

beforeAll(async () => {
  ({ rpcUrl } = await sharedChain());
  service = await startHosted({ rpcUrl });
});
afterAll(disposeServices);

/** Nothing of this machine's settings. */
const SETTINGS = { PORT: '0', LEDGER_LAB: 'off' };

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
      others.map((env) => ownProcess(['serve'], { env: { ...SETTINGS, DATA_DIR: service.dataDir, ...env } })),
    );
    for (const each of ended) expect(each).toEqual({ code: 69, out: '', err: REFUSED });
    expect(statSync(journal).ino).toBe(ino);
    expect(existsSync(`${journal}.previous`)).toBe(false);
    await expect.poll(async () => (await fetch(`${service.url}/readyz`)).status).toBe(200);
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
      COMMANDS.map((args) => assay(args, { env: { ...SETTINGS, DATA_DIR: folder, EVM_RPC_URL: RPC } })),
    );
    for (const [i, { code, out, err }] of ended.entries()) {
      const said = out + err;
      expect([COMMANDS[i], code]).not.toEqual([COMMANDS[i], 0]);
      expect(said).toMatch(/^assay|fault/);
      expect(said).not.toMatch(/^\s+at |node:internal|127\.0\.0\.1:9\b/m);
      expect(said).not.toContain(SECRET);
    }
  });
});
