import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { opportunityCheck } from '../src/products/opportunity-check/product.ts';
import { assay } from './support/command.ts';
import { type Balances, openRails, type Rails } from './support/rails.ts';
import { temporaryFolder } from './support/service.ts';

const PRICE = opportunityCheck.price.label.slice(1);

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

const buy = (...args: string[]) => run(['buy', ...args, '--yes', '--url', rails.service.url]);
const run = (args: readonly string[], more = {}) => assay(args, { cwd: folder, ...more });

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
    // The chain itself says what became of it: nothing is to be signed anew, whatever the seller says.
    const rpc = { 'on Base': rails.base, 'on Solana': rails.solana, 'over MPP': rails.tempo }[name].rpcUrl;
    for (const [status, exit] of [
      [[], 40],
      [['--status', '402'], 43],
    ] as const) {
      const recovered = await run(['recover', file, ...status, '--rpc-url', rpc, '--json']);
      expect([recovered.code, recovered.err]).toEqual([exit, '']);
      expect(JSON.parse(recovered.out).plan.answer).toMatchObject({ counts: true });
    }
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
  const ended = await buy('opportunity-check', ...question, '--max', PRICE);
  // Only the seller says that the payment which it was sent was not looked at.
  expect([ended.code, ended.out]).toEqual([22, '']);
  expect(ended.err).toMatch(/stopped: refused_payment \(paid: seller_says_no\)/);
  expect(ended.err).toMatch(
    /HTTP 422, the seller says: "request_refused \(sensitiveData\) \[goal: sensitiveData:pii\.email/,
  );
  expect(ended.err).not.toContain(mailbox);
  expect(await paid()).toEqual([0, 0, 0]);
});

describe('a challenge that was seen', () => {
  const question = ['--subject', 'api.weather.example', '--goal', 'Decide whether to pay for 10 calls'];
  const ask = ['opportunity-check', ...question, '--max', PRICE, '--challenge-from'];
  const seen = async () => {
    const response = await fetch(`${rails.service.url}/api/${LEDGER}`);
    expect(response.status).toBe(402);
    return response.headers.get('payment-required')!;
  };
  /** The price of the challenge counts before any other. */
  const fromIt = { commercial: { pricePerCallUsd: '0.10', origin: { price: 'challenge' } } };

  it('is read from a file, as curl prints it or decoded, and bought with', async () => {
    const header = await seen();
    const texts = [
      `HTTP/1.1 402 Payment Required\r\ncontent-type: application/json\r\nPAYMENT-REQUIRED: ${header}\r\n\r\n{}`,
      atob(header),
    ];
    for (const text of texts) {
      const file = join(folder, 'challenge.txt');
      writeFileSync(file, text);
      const ended = await buy(...ask, file);
      expect([ended.err.includes(`$${PRICE} was paid, once`), ended.code]).toEqual([true, 0]);
      expect(JSON.parse(ended.out)).toMatchObject(fromIt);
    }
    expect(await paid()).toEqual([20_000, 0, 0]);
  });

  it('is read from standard input', async () => {
    const ended = await run(['buy', ...ask, '-', '--yes', '--url', rails.service.url], {
      input: await seen(),
    });
    expect(ended.code).toBe(0);
    expect(JSON.parse(ended.out)).toMatchObject(fromIt);
    expect(await paid()).toEqual([10_000, 0, 0]);
  });

  it('buys nothing where there is none', async () => {
    const file = join(folder, 'no-challenge.txt');
    writeFileSync(file, 'HTTP/1.1 200 OK\r\n\r\n<p>hello</p>');
    for (const [from, says] of [
      [file, '--challenge-from holds no challenge'],
      [join(folder, 'not-there'), 'cannot be read'],
    ] as const) {
      const ended = await buy(...ask, from);
      expect([ended.code, ended.out, ended.err]).toEqual([2, '', expect.stringContaining(says)]);
    }
    expect(await paid()).toEqual([0, 0, 0]);
  });
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
      JSON.stringify({ client: 'x402-fetch', clientVersion: '1.2.3', protocol: 'x402v1', method: 'GET' }),
    );
    const ended = await buy(WITNESS, '--body', body, '--max', '0.25');
    expect([ended.code, JSON.parse(ended.out).match]).toEqual([0, 'same_minor']);
    expect(await paid()).toEqual([250_000, 0, 0]);
  });

  it.each([
    [['--client', '@x402/fetch', '--client-version', '1.0.0', '--protocol', 'x402v2'], 11, 'Run were: 2.'],
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
