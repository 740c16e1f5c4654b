import { execFile } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assayCommand } from './shared/index.ts';
import { type Balances, openRails, type Rails } from './support/rails.ts';
import { temporaryFolder } from './support/service.ts';

/** `assay buy` as its help teaches it: ledger and witness, on every rail, and what was kept sent again. */

const LEDGER = 'agent-commerce-reliability-ledger';
const WITNESS = 'x402-compatibility-witness';
const folder = temporaryFolder();

let rails: Rails;
let before: Balances;

beforeAll(async () => {
  rails = await openRails();
});
afterAll(() => rails.close());
beforeEach(async () => {
  before = await rails.balances();
});

const paid = async () => {
  const now = await rails.balances();
  return [now.base - before.base, now.solana - before.solana, now.tempo - before.tempo].map(Number);
};

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}
const buy = async (...args: string[]): Promise<Ended> => {
  const command = await assayCommand();
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [command, 'buy', ...args, '--yes', '--url', rails.service.url],
      { cwd: folder, env: { PATH: process.env.PATH ?? '' }, maxBuffer: 20_000_000 },
      (error, out, err) => resolve({ code: (error?.code as number | undefined) ?? 0, out, err }),
    );
  });
};

const WAYS = [
  ['on Base', [], [100_000, 0, 0]],
  ['on Solana', ['--network', 'solana'], [0, 100_000, 0]],
  ['over MPP', ['--rail', 'mpp'], [0, 0, 100_000]],
] as const;

describe.each(WAYS)('the ledger %s', (name, way, charged) => {
  it('is bought once, kept, and delivered again from what was kept without another charge', async () => {
    const file = join(folder, `${name}.json`);
    const bought = await buy(LEDGER, '--max', '0.10', ...way, '--save', file);
    expect(bought.err).toMatch(
      /\n {2}Money {6}\$0\.10 was paid, once: the seller signed for transaction \w+\n$/,
    );
    expect(bought.code).toBe(0);
    expect(JSON.parse(bought.out)).toMatchObject({ product: LEDGER });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const again = await buy('--resume', file);
    expect([again.code, again.out]).toEqual([0, bought.out]);
    expect(await paid()).toEqual(charged);
    // Nothing of it holds the key that signed.
    expect(readFileSync(file, 'utf8')).not.toMatch(/privateKey|secretKey/);
  });

  it('is not bought with a file that holds no key, of which nothing is said', async () => {
    const file = join(folder, 'no-key');
    writeFileSync(file, 'correct horse battery staple');
    const ended = await buy(LEDGER, '--max', '0.10', ...way, '--key-file', file);
    expect([ended.code, ended.out]).toEqual([16, '']);
    expect(ended.err).toMatch(
      /stopped: no_wallet .*\n {2}the key file holds no (EVM|Solana) key [^\n]*\n {2}Money {6}this run sent nothing[^\n]*\n$/,
    );
    expect(ended.err).not.toMatch(/horse/);
    expect(await paid()).toEqual([0, 0, 0]);
  });

  it('is not bought above the limit', async () => {
    const ended = await buy(LEDGER, '--max', '0.09', ...way);
    expect([ended.code, ended.out]).toEqual([13, '']);
    expect(await paid()).toEqual([0, 0, 0]);
  });
});

it('what policy refuses is not bought, and the fields and rules to mend are named', async () => {
  const mailbox = 'jane.roe@gmail.com';
  const question = ['--subject', 'api.weather.example', '--goal', `Is it worth $0.01? Ask ${mailbox}`];
  const ended = await buy('opportunity-check', ...question, '--max', '0.01');
  // Only the seller says that the payment which it was sent was not looked at.
  expect([ended.code, ended.out]).toEqual([22, '']);
  expect(ended.err).toMatch(/stopped: refused_payment \(paid: seller_says_no\)/);
  expect(ended.err).toMatch(
    /HTTP 422, the seller says: "request_refused \(sensitiveData\) \[goal: sensitiveData:pii\.email\]/,
  );
  expect(ended.err).not.toContain(mailbox);
  expect(await paid()).toEqual([0, 0, 0]);
});

it('two rails cannot be asked for at once', async () => {
  const ended = await buy(LEDGER, '--max', '0.10', '--rail', 'mpp', '--network', 'solana');
  expect([ended.code, ended.err]).toEqual([2, expect.stringContaining('leave --rail mpp out')]);
});

describe('a witness', () => {
  const build = ['--client', '@x402/fetch', '--client-version', '2.27.0', '--protocol', 'x402v2'];

  it('is matched for free first, then bought with the match', async () => {
    const ended = await buy(WITNESS, ...build, '--max', '0.25');
    expect(ended.err).toMatch(/Match {6}exact: version 2\.27\.0 was run, \d+ cases/);
    expect(ended.code).toBe(0);
    expect(JSON.parse(ended.out)).toMatchObject({
      product: WITNESS,
      subject: { client: '@x402/fetch', version: '2.27.0' },
    });
    expect(await paid()).toEqual([250_000, 0, 0]);
  });

  it('is asked for in a file as well', async () => {
    const body = join(folder, 'preflight.json');
    writeFileSync(
      body,
      JSON.stringify({ client: 'mppx', clientVersion: '0.11.3', protocol: 'mpp', method: 'GET' }),
    );
    const ended = await buy(WITNESS, '--body', body, '--max', '0.25');
    expect([ended.code, JSON.parse(ended.out).match]).toEqual([0, 'same_minor']);
    expect(await paid()).toEqual([250_000, 0, 0]);
  });

  it.each([
    [['--client', '@x402/fetch', '--client-version', '1.0.0', '--protocol', 'x402v2'], 11, 'Run were: 2.0.0'],
    [
      ['--client', 'curl', '--client-version', '8.0.0', '--protocol', 'x402v2'],
      11,
      'No build of this client',
    ],
    [['--client', '@x402/fetch'], 2, '--client-version'],
  ])('%j ends with %i before anything is asked for', async (given, code, says) => {
    const ended = await buy(WITNESS, ...given, '--max', '0.25');
    expect([ended.code, ended.err]).toEqual([code, expect.stringContaining(says)]);
    expect(await paid()).toEqual([0, 0, 0]);
  });
});
