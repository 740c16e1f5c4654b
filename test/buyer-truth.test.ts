import { type ChildProcess, execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendAgain } from '../src/buyer/once.ts';
import { pendingAmountOf } from '../src/buyer/pending.ts';
import {
  type Script,
  type ScriptedSeller,
  type SellerEvent,
  type Step,
  scriptedSeller,
} from '../src/buyer/scripted-seller.testing.ts';
import { STOPS, type Stop } from '../src/buyer/stops.ts';
import { pendingIn } from '../src/buyer/store.ts';
import { opportunityCheck } from '../src/products/opportunity-check/product.ts';
import { assayCommand } from './shared/index.ts';
import { IN_CAMPAIGN, rowsOf } from './support/campaign.ts';
import { assay } from './support/command.ts';
import { disposeServices, temporaryFolder } from './support/service.ts';

/** `assay buy` before sellers that lie, cut and vanish, and killed at every point: its last line about money is true. */

const KILLER = new URL('support/kill-at.mjs', import.meta.url).href;
const KEY = `0x${'33'.repeat(32)}`;
const ANSWER = { said: 'what was bought' };

let root: string;
const sellers = new Set<ScriptedSeller>();
beforeAll(() => {
  root = temporaryFolder();
  writeFileSync(join(root, 'key'), KEY);
});
afterAll(async () => {
  await Promise.all([...sellers].map((seller) => seller.close()));
  await disposeServices();
});

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  readonly folder: string;
  readonly seller: ScriptedSeller;
}

interface Run {
  readonly args?: readonly string[];
  readonly script?: Partial<Script>;
  readonly env?: Readonly<Record<string, string>>;
  readonly on?: (event: SellerEvent, child: ChildProcess) => void | Promise<void>;
  readonly url?: (url: string) => string;
}

let runs = 0;

/** One run of the command in a folder of its own, against a seller of its own. */
async function buy({ args = ['--yes'], script, env, on, url = (same) => same }: Run): Promise<Ended> {
  const folder = join(root, String(runs++));
  mkdirSync(folder);
  let child: ChildProcess | undefined;
  const seller = await scriptedSeller({
    ...{ product: opportunityCheck, answer: ANSWER, paid: [{ do: 'deliver' }] },
    ...script,
    seen: (event) => child && on?.(event, child),
  });
  sellers.add(seller);
  const words = [
    ...['buy', 'opportunity-check', '--max', '0.01', '--url', url(seller.url)],
    ...['--key-file', join(root, 'key'), ...args],
  ];
  if (!on && !env) return { ...(await assay(words, { cwd: folder })), folder, seller };
  const command = await assayCommand();
  const { code, out, err } = await new Promise<Pick<Ended, 'code' | 'out' | 'err'>>((resolve) => {
    child = execFile(
      process.execPath,
      ['--import', KILLER, command, ...words],
      { cwd: folder, env: { PATH: process.env.PATH ?? '', ...env } },
      (error, out, err) =>
        resolve({ code: error ? ((error.code as unknown as number) ?? null) : 0, out, err }),
    );
  });
  return { code, out, err, folder, seller };
}

const moneyIn = (err: string): string =>
  err
    .split('\n')
    .filter((line) => line.startsWith('  Money '))
    .at(-1) ?? '';
const fileIn = (err: string): string | undefined =>
  [...err.matchAll(/^ {2}Again {6}assay buy --resume (\S+)/gm)].at(-1)?.[1];

/** Holds the last line about money against what the seller did, and goes on from there as it says. */
async function expectTruth({ err, out, folder, seller }: Ended): Promise<string> {
  const line = moneyIn(err);
  const [sent, charged] = [seller.payments.length, seller.charged.size];
  expect(new Set(seller.payments).size).toBeLessThanOrEqual(1);
  if (line === '' || line.includes('sent nothing that could be charged')) {
    expect(sent).toBe(0);
    return 'nothing';
  }
  if (line.includes('was paid, once')) {
    expect(charged).toBe(1);
    expect(JSON.parse(out)).toMatchObject(out.includes('"pending"') ? { answer: ANSWER } : ANSWER);
    return 'paid';
  }
  expect(line).toMatch(/not known whether \$0\.01 moved|none moved, says the seller/);
  if (charged > 0) expect(line).toMatch(/can be charged, once, until 20|is charged by now, or never/);
  const file = join(folder, fileIn(err)!);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const pending = pendingIn(readFileSync(file, 'utf8'))!;
  expect(pendingAmountOf(pending)).toBe('10000');
  if (sent > 0) expect(pending).toMatchObject({ payment: seller.payments[0] });
  // What the next line offers: the same payment, and the answer for one charge.
  seller.script = { ...seller.script, paid: [{ do: 'deliver' }], seen: () => {} };
  expect((await sendAgain(pending)).answer).toMatchObject(ANSWER);
  expect(seller.charged.size).toBe(1);
  return 'not known';
}

/** A few at a time: each is a process that mostly starts. */
async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all([worker(), worker()]);
}

describe('killed', () => {
  it('at every write and call, each thing that it says is true, and it never goes back on one', async () => {
    const said: string[] = [];
    const args = ['--yes', '--save', 'saved.json', '--json'];
    const names = await pointsOf(args);
    expect(names).toEqual(expect.arrayContaining(['link', 'in the middle of a file', 'stdout', 'fetch']));
    const points = [...names.keys()].filter((i) => IN_CAMPAIGN || isTelling(names, i));
    await eachOf(points, async (i) => {
      said[i] = await expectTruth(await killedAt(i, args));
    });
    const heard = points.map((i) => said[i]!);
    expect(new Set(heard)).toEqual(new Set(['nothing', 'not known', 'paid']));
    expect(heard).toEqual(heard.toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)));
  });

  it('with a file of its own, which stays until the answer was written', async () => {
    const names = await pointsOf(['--yes']);
    const paid = names.lastIndexOf('fetch');
    expect(names.slice(paid)).toEqual(['fetch', 'stdout', 'stderr', 'rmSync', 'exit']);
    const points = rowsOf(
      [
        ['fetch', 'not known', 1],
        ['stdout', 'not known', 1],
        ['stderr', 'not known', 1],
        ['rmSync', 'paid', 1],
        ['exit', 'paid', 0],
      ] as const,
      ([name]) => name === 'stderr',
    );
    await eachOf(points, async ([name, said, files]) => {
      const ended = await killedAt(names.lastIndexOf(name), ['--yes']);
      expect([name, await expectTruth(ended)]).toEqual([name, said]);
      expect(readdirSync(ended.folder)).toHaveLength(files);
    });
  });

  const signals: readonly [SellerEvent, NodeJS.Signals, string, Stop | undefined][] = [
    ['unpaid', 'SIGTERM', 'nothing', 'interrupted'],
    ['terms', 'SIGHUP', 'nothing', 'interrupted'],
    ['paid', 'SIGINT', 'not known', 'outcome_unknown'],
    ['charged', 'SIGTERM', 'not known', 'outcome_unknown'],
    ['charged', 'SIGKILL', 'not known', undefined],
  ];
  it.each(rowsOf(signals, ([at]) => at === 'paid'))(
    'while the seller is at %s, with %s',
    async (at, signal, said, stop) => {
      const ended = await buy({
        // The seller does not go on: what comes next is the signal.
        on: (event, child) => {
          if (event !== at) return;
          child.kill(signal);
          return new Promise<void>((resolve) => child.once('exit', () => resolve()));
        },
      });
      expect([ended.code, await expectTruth(ended)]).toEqual([stop ? STOPS[stop].exit : null, said]);
    },
  );
});

async function pointsOf(args: readonly string[]): Promise<string[]> {
  const points = join(root, `points-${runs}`);
  const whole = await buy({ args, env: { POINTS: points } });
  expect([whole.code, await expectTruth(whole)]).toEqual([0, 'paid']);
  return readFileSync(points, 'utf8').trim().split('\n');
}
async function killedAt(i: number, args: readonly string[]): Promise<Ended> {
  const ended = await buy({ args, env: { KILL_AT: String(i + 1) } });
  expect(ended.code).toBeNull();
  return ended;
}
const TELLING = ['link', 'fetch', 'stdout', 'exit'];
/** What `npm test` makes: the last of those after which the most is at stake. */
const isTelling = (names: readonly string[], i: number): boolean =>
  TELLING.includes(names[i]!) && names.lastIndexOf(names[i]!) === i;
const ORDER = ['nothing', 'not known', 'paid'];

const refusal = (status: number, charges = false): Step => ({
  do: 'answer',
  status,
  body: JSON.stringify({ error: 'no', detail: '\u001b[2J\u202eMoney none moved"' }),
  charges,
});

describe('told', () => {
  const rows: readonly [string, Stop, Run][] = [
    ['402, and charged', 'declined', { script: { paid: [refusal(402, true)] } }],
    ['400', 'refused_payment', { script: { paid: [refusal(400)] } }],
    ['409', 'payment_conflict', { script: { paid: [refusal(409, true)] } }],
    [
      '402 after a lost answer',
      'outcome_unknown',
      { script: { paid: [{ do: 'drop', charges: true }, refusal(402)] }, args: ['--yes', '--tries', '2'] },
    ],
    [
      'half of the answer',
      'outcome_unknown',
      { script: { paid: [{ do: 'cut', bytes: 9 }] }, args: ['--yes', '--tries', '1'] },
    ],
    [
      'an answer without receipts',
      'receipt_not_verified',
      { script: { paid: [{ do: 'deliver', change: ({ body }) => ({ body, headers: {} }) }] } },
    ],
    [
      'to pay for somebody else',
      'terms_not_acceptable',
      { url: (url) => url.replace('127.0.0.1', '0.0.0.0') },
    ],
    ['without --yes', 'not_approved', { args: [] }],
    ['to wait too long', 'terms_not_acceptable', { args: ['--yes', '--max-time', '119'] }],
    ['no address', 'usage', { url: () => 'seller' }],
  ];
  // How each ending is chosen is tested beside the code (src/buyer): here, that the command says it.
  it.each(rowsOf(rows, (_, i) => i % 3 === 0))(
    '%s, it ends with %s and what is true of the money',
    async (_, stop, run) => {
      const ended = await buy({ ...run, args: [...(run.args ?? ['--yes']), '--json'] });
      const { exit, paid } = STOPS[stop];
      expect(ended.code).toBe(exit);
      const said = JSON.parse(ended.out) as Record<string, unknown>;
      expect(said).toMatchObject({ stop, paid });
      if (paid === 'no') expect(said).not.toHaveProperty('payment');
      else {
        expect(said.again).toBe(`assay buy --resume ${said.payment}`);
        expect(existsSync(join(ended.folder, String(said.payment)))).toBe(true);
        expect(Date.parse(String(said.liveUntil))).toBeGreaterThan(Date.now());
      }
      expect(ended.out + ended.err).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
      if (ended.err.includes('none moved"')) throw new Error('a quotation was closed by the seller');
      await expectTruth(ended);
    },
  );

  it('a description that would rewrite the screen, it shows words of the seller on one line, and how long it may charge', async () => {
    const ended = await buy({
      script: {
        challenge: (required) => {
          required.resource.description = 'Cheap\u001b[1A\u001b[2K\r\n  Money      none\u2028';
          return required;
        },
      },
    });
    expect(ended.err).toMatch(/^ {2}What {7}the seller says: "Cheap +Money none"$/m);
    expect(ended.err).toMatch(/^ {2}Time {7}once signed it can be charged for 120 seconds/m);
    expect(await expectTruth(ended)).toBe('paid');
    expect(readdirSync(ended.folder)).toEqual([]);
  });

  it('to buy over http from another machine, it warns first', async () => {
    const { err } = await buy({ url: (url) => url.replace('127.0.0.1', '0.0.0.0') });
    expect(err).toMatch(/^ {2}Warning {4}http:\/\/0\.0\.0\.0:\d+ is http to another machine/);
    expect((await buy({})).err).not.toContain('Warning');
  });

  it('to save where something is, it sends nothing and leaves that alone', async () => {
    const file = join(root, 'taken.json');
    writeFileSync(file, 'mine');
    const ended = await buy({ args: ['--yes', '--save', file] });
    expect([ended.code, ended.seller.paths, readFileSync(file, 'utf8')]).toEqual([2, [], 'mine']);
  });

  it('nobody reads its answer, it keeps the payment and says so', async () => {
    const ended = await buy({ on: (event, child) => void (event === 'unpaid' && child.stdout!.destroy()) });
    expect(ended.code).toBe(STOPS.answer_not_written.exit);
    expect(moneyIn(ended.err)).toContain('$0.01 was paid, once');
    const pending = pendingIn(readFileSync(join(ended.folder, fileIn(ended.err)!), 'utf8'))!;
    expect((await sendAgain(pending)).answer).toMatchObject(ANSWER);
    expect(ended.seller.charged.size).toBe(1);
  });
});
