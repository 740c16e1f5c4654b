import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { LONGEST } from '../config/longest-first.ts';
import { proofsWithFewer } from '../scripts/campaign/proofs.ts';
import {
  appendRecord,
  type Done,
  passedBefore,
  readRecords,
  versionOfTree,
} from '../scripts/campaign/records.ts';
import { performStep } from '../scripts/campaign/step.ts';
import { CAMPAIGNS } from '../scripts/campaign/table.ts';
import { repeated } from '../src/repeated.testing.ts';
import { disposeServices, temporaryFolder } from './support/service.ts';

/** What `npm run campaign` is made of. */

afterAll(disposeServices);
const root = new URL('../', import.meta.url).pathname;
const run = { size: 'short', seed: 7, version: 'abc' } as const;
const done: Done = {
  ...run,
  campaign: 'fuzz',
  step: 'one',
  passed: true,
  seconds: 1,
  at: 'now',
  file: 'f',
  tail: '',
};

describe.each(CAMPAIGNS)('campaign $name', (campaign) => {
  it('has parts that are there, each under a name of its own, at both sizes', () => {
    for (const size of ['short', 'full'] as const) {
      const steps = campaign.steps(size, 7, 'folder');
      expect(steps.length).toBeGreaterThan(0);
      expect(repeated(steps.map(({ name }) => name))).toEqual([]);
      for (const { args } of steps)
        for (const file of args.filter((arg) => /\.(ts|mjs)$/.test(arg)))
          expect(existsSync(join(root, file)), file).toBe(true);
    }
  });

  it('follows its seed where it says so, and only there', () => {
    const parts = (seed: number) => JSON.stringify(campaign.steps('full', seed, 'folder'));
    expect(parts(7) !== parts(8)).toBe(campaign.seeded !== undefined);
  });

  it('has a smoke in `npm test`: a file with these tests', () => {
    const { file, tests } = campaign.smoke;
    const text = readFileSync(join(root, file), 'utf8');
    for (const part of tests.split(' > ')) expect(text).toContain(part);
  });
});

it('a file that makes fewer cases in `npm test` belongs to a campaign that makes the others, and the page says to which', () => {
  const proofs = proofsWithFewer();
  expect(proofs.length).toBeGreaterThan(50);
  expect(proofs.filter(({ campaigns }) => campaigns.length === 0)).toEqual([]);
  const page = readFileSync(join(root, 'docs/testing.md'), 'utf8');
  const lines = page.split('\n').filter((line) => line.includes('some cases of each kind'));
  for (const { file, campaigns } of proofs) {
    const line = lines.find((each) => each.includes(`\`${file}\``));
    for (const name of campaigns) expect(line, file).toContain(`\`${name}\``);
  }
});

it('the page says what each campaign proves, and where its smoke is', () => {
  const page = readFileSync(join(root, 'docs/testing.md'), 'utf8');
  for (const { name, proves, smoke } of CAMPAIGNS) {
    const line = page.split('\n').find((each) => each.startsWith(`| \`${name}\``));
    expect(line, name).toContain(proves);
    expect(line, name).toContain(smoke.file);
  }
  const rows = page
    .split('\n')
    .filter((line) => CAMPAIGNS.some(({ name }) => line.startsWith(`| \`${name}\` |`)));
  expect(rows).toHaveLength(CAMPAIGNS.length);
});

it('the files that begin a run of `npm test` are there', () => {
  expect(repeated(LONGEST)).toEqual([]);
  for (const file of LONGEST) expect(existsSync(join(root, file)), file).toBe(true);
});

describe('a campaign that is taken up again', () => {
  it('passes over what passed with the same code, size and seed, and nothing else', () => {
    const file = join(temporaryFolder(), 'log.jsonl');
    appendRecord(file, { ...done, passed: false, step: 'two' });
    appendRecord(file, done);
    const found = (change: Partial<Done> = {}, campaign = 'fuzz', step = 'one') =>
      passedBefore(readRecords(file), { ...run, ...change }, campaign, step);
    expect(found()).toEqual(done);
    expect([
      found({ version: 'abd' }),
      found({ seed: 8 }),
      found({ size: 'full' }),
      found({}, 'canary'),
      found({}, 'fuzz', 'two'),
    ]).toEqual([undefined, undefined, undefined, undefined, undefined]);
  });

  it('reads a log whose last line was torn apart, and writes on after it', () => {
    const file = join(temporaryFolder(), 'log.jsonl');
    appendRecord(file, done);
    appendFileSync(file, '{"campaign":"fu');
    expect(readRecords(file)).toEqual([done]);
    appendRecord(file, { ...done, step: 'two' });
    expect(readRecords(file).map(({ step }) => step)).toEqual(['one', 'two']);
    rmSync(file);
    expect(readRecords(file)).toEqual([]);
  });

  it('knows changed code from the commit', async () => {
    expect(await versionOfTree()).toMatch(/^([0-9a-f]{12}(-[0-9a-f]{8})?|unknown-\d+)$/);
  });
});

describe('a part', () => {
  const part = (code: string) => ({ name: 'part', args: ['-e', code] });
  const perform = (code: string) =>
    performStep(part(code), { size: 'short', seed: 7 }, join(temporaryFolder(), 'out.log'), () => {});

  it('passes by its exit code, and is told size and seed', async () => {
    const told = 'console.log(process.env.CAMPAIGN_SIZE, process.env.CAMPAIGN_SEED)';
    expect(await perform(told)).toMatchObject({ passed: true, tail: 'short 7\n' });
    expect(await perform('process.exit(1)')).toMatchObject({ passed: false });
    expect(await perform("process.kill(process.pid, 'SIGKILL')")).toMatchObject({ passed: false });
  });

  it('keeps the end of what it prints, at most 2 kB', async () => {
    const { tail } = await perform("console.log('a'.repeat(5_000) + 'end')");
    expect(tail.length).toBe(2_000);
    expect(tail).toMatch(/end\n$/);
  });
});

it('a log that is no file of its kind is a usage error, and nothing beside it is removed', () => {
  const folder = temporaryFolder();
  const asked = spawnSync(process.execPath, ['scripts/campaign.ts', '--again', '--log', folder], {
    cwd: root,
    encoding: 'utf8',
  });
  expect([asked.status, asked.stderr]).toEqual([2, '--log names a file that ends with .jsonl; see --help\n']);
  expect(existsSync(folder)).toBe(true);
});
