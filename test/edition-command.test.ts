import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSigningKeys } from '../src/adapters/signing-keys.ts';
import { writeRecord, writeRun } from '../src/lab/records.ts';
import type { Edition } from '../src/ledger/schema.ts';
import { partOf } from '../src/ledger/selection.ts';
import { soldWhole } from '../src/ledger/shared.ts';
import { sampleRecords } from '../src/ledger/testing.ts';
import { itInCampaign } from './support/campaign.ts';
import { assay as command } from './support/command.ts';
import { disposeServices, temporaryFolder } from './support/service.ts';

/** `assay edition` as an operator runs it, and the verifier of docs/ledger.md as a buyer does. */

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const folder = temporaryFolder();
const dataDir = join(folder, 'data');
const records = join(folder, 'lab');
const run = promisify(execFile);

const assay = (...args: string[]) => command(args, { env: { DATA_DIR: dataDir } });
const file = (name: string) => join(folder, name);
const editionIn = (name: string) => JSON.parse(readFileSync(file(name), 'utf8')) as Edition;

function writeLab(): void {
  rmSync(records, { recursive: true, force: true });
  const observed = sampleRecords(Date.now());
  for (const record of observed) writeRecord(records, record);
  const at = new Date().toISOString();
  const runtime = { name: 'node', version: process.versions.node, os: process.platform };
  writeRun(
    records,
    {
      labVersion: '1.0',
      runtime,
      lockDigest: `sha256:${'0'.repeat(64)}`,
      clock: 0,
      startedAt: at,
      finishedAt: at,
    },
    observed,
  );
}

beforeAll(async () => {
  writeLab();
  expect(await assay('edition', 'build', '--from', records, '--out', file('first.json'))).toMatchObject({
    code: 0,
  });
  expect(
    await assay(
      'edition',
      'build',
      '--from',
      records,
      '--out',
      file('second.json'),
      '--previous',
      file('first.json'),
    ),
  ).toMatchObject({ code: 0 });
  const { jwks } = openSigningKeys(join(dataDir, 'signing-keys.json'), 'http://127.0.0.1:4021', {
    create: false,
    now: 0,
  });
  writeFileSync(file('jwks.json'), JSON.stringify(jwks));
});
afterAll(() => disposeServices());

describe('assay edition build', () => {
  it('makes an edition of the whole run, after the one before it', () => {
    const [first, second] = [editionIn('first.json'), editionIn('second.json')];
    expect(first.compatibilityMatrix).toHaveLength(
      sampleRecords().filter(({ fixId }) => fixId === null).length,
    );
    expect(second.previousDigest).toBe(first.contentDigest);
    expect(second.failureSignatures.some(({ evidence }) => evidence === 'reported')).toBe(true);
    expect(second.routes.map(({ amountAtomic }) => amountAtomic).sort()).toEqual([
      '10000',
      '100000',
      '250000',
      '5000000',
    ]);
  });

  it('says in which languages, and what could not be run, and follows an edition in short form', async () => {
    const short = await assay('edition', 'build', '--from', records, '--short', '--out', file('short.json'));
    expect(short.out).toContain('of 3 client builds (JavaScript 3)');
    expect(short.out).toContain('not run: mppx-0.11.0: B42 was observed');
    expect(readFileSync(file('short.json'), 'utf8')).toContain('"shared":');
    const from = ['--from', records, '--previous', file('short.json'), '--out', file('after-short.json')];
    expect(await assay('edition', 'build', ...from)).toMatchObject({ code: 0 });
    expect(editionIn('after-short.json').previousDigest).toBe(editionIn('short.json').contentDigest);
  });

  itInCampaign('runs the lab where no run is named', async () => {
    // A home in which nothing is installed: the builds of npm ci are run, and the others are named.
    const home = { DATA_DIR: join(folder, 'weekly'), HOME: folder };
    const { code, out } = await command(['edition', 'build', '--out', file('weekly.json')], { env: home });
    expect(code).toBe(0);
    expect(out).toMatch(/cases of \d client builds \(JavaScript \d\)/);
    expect(out).toMatch(/not run: .*go-x402-2\.11\.0.*: it is not installed here/);
    const { verdict } = editionIn('weekly.json').compatibilityMatrix.find(
      ({ id }) => id === 'B09.x402-fetch-2.27.0',
    )!;
    expect(verdict).toBe('fail');
  });

  it.each([
    ['the whole run is gone', () => rmSync(records, { recursive: true }), /holds no finished run of the lab/],
    [
      'one record is gone',
      () => rmSync(join(records, 'cases', 'B01.x402-fetch-2.27.0.json')),
      /B01\.x402-fetch-2\.27\.0, and its record is missing/,
    ],
    [
      'one record was edited',
      () => {
        const path = join(records, 'cases', 'B01.x402-fetch-2.27.0.json');
        writeFileSync(path, readFileSync(path, 'utf8').replace('B01 was observed', 'B01 was improved'));
      },
      /is not the one that the run wrote/,
    ],
  ])('fails when %s', async (_name, spoil, says) => {
    writeLab();
    spoil();
    const { code, err } = await assay('edition', 'build', '--from', records, '--out', file('never.json'));
    expect([code, says.test(err)]).toEqual([1, true]);
    expect(() => readFileSync(file('never.json'))).toThrow();
  });
});

describe('assay edition verify', () => {
  const command = ['edition', 'verify'];
  it('says what holds, and which edition is the first that does not', async () => {
    const chain = [file('first.json'), file('second.json')];
    for (const keys of [[], ['--keys', file('jwks.json')]])
      expect(await assay(...command, ...chain, ...keys)).toMatchObject({ code: 0 });
    const turned = await assay(...command, ...chain.toReversed());
    expect([turned.code, turned.err]).toEqual([
      1,
      expect.stringContaining('first.json: previousDigest is not'),
    ]);
    writeFileSync(
      file('spoilt.json'),
      readFileSync(chain[0]!, 'utf8').replace('was observed', 'was improve_'),
    );
    const spoilt = await assay(...command, file('spoilt.json'), '--json');
    expect([spoilt.code, JSON.parse(spoilt.out)]).toEqual([
      1,
      expect.objectContaining({ ok: false, fault: 'digest' }),
    ]);
    expect((await assay(...command, file('nowhere.json'))).code).toBe(2);
    writeFileSync(file('text.json'), 'not JSON');
    expect((await assay(...command, file('text.json'))).code).toBe(2);
  });
});

itInCampaign('assay verify edition is the same command', async () => {
  const chain = [file('first.json'), file('second.json')];
  const keys = ['--keys', file('jwks.json'), '--json'];
  const asked = [
    [...chain.toReversed(), ...keys],
    [...chain, ...keys],
    chain,
    [file('spoilt.json'), '--json'],
    [file('nowhere.json')],
    [file('text.json')],
  ];
  const codes: number[] = [];
  for (const args of asked) {
    const [first, second] = await Promise.all([
      assay('edition', 'verify', ...args),
      assay('verify', 'edition', ...args),
    ]);
    expect(second).toEqual(first);
    codes.push(first.code);
  }
  expect(codes).toEqual([1, 0, 0, 1, 2, 2]);
});

it('assay edition publish takes the next edition and no other', async () => {
  expect(await assay('edition', 'publish', file('second.json'))).toMatchObject({ code: 0 });
  expect((await assay('edition', 'publish', file('second.json'))).out).toContain('known');
  expect(await assay('edition', 'publish', file('first.json'))).toMatchObject({ code: 1 });
  writeLab();
  expect(await assay('edition', 'build', '--from', records, '--out', file('third.json'))).toMatchObject({
    code: 0,
  });
  expect(editionIn('third.json').previousDigest).toBe(editionIn('second.json').contentDigest);
  expect((await assay('edition', 'publish', file('third.json'))).out).toContain('published');
  expect((await assay('edition', 'publish', file('nowhere.json'))).code).toBe(2);
});

describe('the verifier of docs/ledger.md', () => {
  const [, code] = /```js verifier\n([\s\S]*?)```/.exec(readFileSync(join(ROOT, 'docs/ledger.md'), 'utf8'))!;
  const [, writeOut] = /```js write-out\n([\s\S]*?)```/.exec(
    readFileSync(join(ROOT, 'docs/ledger.md'), 'utf8'),
  )!;
  const verify = async (text: string, sold?: string) => {
    const own = join(folder, `verifier-${Math.abs(text.length)}-${Date.now()}`);
    mkdirSync(own);
    symlinkSync(join(ROOT, 'node_modules'), join(own, 'node_modules'));
    writeFileSync(join(own, 'verify.mjs'), code!);
    writeFileSync(join(own, 'edition.json'), text);
    writeFileSync(join(own, 'jwks.json'), readFileSync(file('jwks.json')));
    if (sold !== undefined) {
      writeFileSync(join(own, 'sold.json'), sold);
      writeFileSync(join(own, 'write-out.mjs'), writeOut!);
      await run(process.execPath, ['write-out.mjs'], { cwd: own });
    }
    return run(process.execPath, ['verify.mjs'], { cwd: own });
  };

  it('has fifteen lines', () => {
    expect(code!.trim().split('\n').length).toBeLessThanOrEqual(15);
  });

  it('holds for what was signed, and for nothing else', async () => {
    const text = readFileSync(file('first.json'), 'utf8');
    expect((await verify(text)).stdout).toBe('holds, current\n');
    await expect(verify(text.replace('was observed', 'was improved'))).rejects.toThrow('changed');
    const other = { ...editionIn('first.json'), signature: editionIn('second.json').signature };
    await expect(verify(JSON.stringify(other))).rejects.toThrow('changed');
  });

  it('holds for an edition as it is sold once it is written out, and the command needs no such step', async () => {
    const sold = JSON.stringify(soldWhole(editionIn('first.json')));
    expect(sold).toContain('"shared":');
    expect((await verify('', sold)).stdout).toBe('holds, current\n');
    await expect(verify('', sold.replace('"fail"', '"pass"'))).rejects.toThrow('changed');
    writeFileSync(file('sold.json'), sold);
    const args = ['edition', 'verify', file('sold.json'), '--keys', file('jwks.json')] as const;
    expect((await assay(...args)).out).toContain('holds');
    const part = partOf(editionIn('first.json'), { behaviour: 'B09' });
    writeFileSync(file('part.json'), JSON.stringify(part));
    expect((await assay('edition', 'verify', file('part.json'), '--keys', file('jwks.json'))).out).toContain(
      `${part.selection.rows} of ${part.selection.of} rows hold`,
    );
  });
});
