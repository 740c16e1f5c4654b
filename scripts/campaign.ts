/** The long proofs by name (campaign/table.ts), each a process of its own, with a log that takes up what was not done. */

import { mkdirSync, rmSync } from 'node:fs';
import {
  appendRecord,
  type Done,
  passedBefore,
  type Run,
  readRecords,
  versionOfTree,
} from './campaign/records.ts';
import { performStep } from './campaign/step.ts';
import { CAMPAIGNS, type Campaign, DEFAULT_SEED, type Step } from './campaign/table.ts';
import { optionsOf } from './options.ts';

const HELP = `Usage: npm run campaign -- [options]

The long proofs, which take hours: npm test makes a smoke of each. Ends with one line, "N passed, N failed", and exits 1
when one failed. The same command again goes on after the parts that passed, as long as the code is the same.

  --only a,b     these campaigns
  --short        a small form of all that fits into CI: at most ten minutes on two cores
  --seed N       the seed of those that have one (default ${DEFAULT_SEED})
  --log FILE     what was done, one part a line as JSON (default .data/campaign/log.jsonl); output is kept beside it
  --again        makes everything again, whatever the log says
  --list         what there is
  --json         one JSON object at the end, on standard output
  --help         this text

${CAMPAIGNS.map(({ name, amount }) => `  ${name.padEnd(16)} ${amount.full}  (--short: ${amount.short})`).join('\n')}`;

const values = optionsOf(HELP, {
  only: { type: 'string' },
  short: { type: 'boolean', default: false },
  seed: { type: 'string', default: String(DEFAULT_SEED) },
  log: { type: 'string', default: '.data/campaign/log.jsonl' },
  again: { type: 'boolean', default: false },
  list: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
});

if (values.list)
  for (const { name, proves, amount } of CAMPAIGNS) console.log(`${name}: ${proves} (${amount.full})`);
else process.exitCode = await main(chosen(values.only));

async function main(campaigns: readonly Campaign[]): Promise<number> {
  // `--again` removes what stands beside the log: a folder that was named by mistake would go with it.
  if (!values.log.endsWith('.jsonl')) usage('--log names a file that ends with .jsonl');
  const size = values.short ? 'short' : 'full';
  const run: Run = { size, seed: seedIn(values.seed), version: await versionOfTree() };
  const folder = values.log.replace(/\.jsonl$/, '');
  // What a part of it left must not be counted when everything is made again.
  if (values.again) for (const path of [values.log, folder]) rmSync(path, { recursive: true, force: true });
  const version = `${folder}/${run.version}-${size}`;
  mkdirSync(version, { recursive: true });
  const done: Done[] = [];
  for (const [index, campaign] of campaigns.entries()) {
    const title = `${index + 1}/${campaigns.length} ${campaign.name}`;
    say(`${title}: ${campaign.proves} (${campaign.amount[size]})`);
    for (const step of campaign.steps(size, run.seed, version))
      done.push(await perform(campaign, step, run, version));
    if (campaign.report) say(campaign.report(version));
  }
  const failed = campaigns.filter(({ name }) => done.some((each) => each.campaign === name && !each.passed));
  if (values.json) console.log(JSON.stringify({ ...run, parts: done }, null, 2));
  for (const each of done.filter(({ passed }) => !passed))
    say(`FAILED ${each.campaign}, ${each.step}: npm run campaign -- --only ${each.campaign}\n${each.tail}`);
  // With --json standard output is the object alone.
  (values.json ? console.error : console.log)(
    `${campaigns.length - failed.length} passed, ${failed.length} failed`,
  );
  return failed.length > 0 ? 1 : 0;
}

async function perform({ name }: Campaign, step: Step, run: Run, folder: string): Promise<Done> {
  const before = passedBefore(readRecords(values.log), run, name, step.name);
  if (before) {
    say(`  ${step.name}: passed before, at ${before.at}`);
    return before;
  }
  const file = `${folder}/${name} ${step.name}.log`.replaceAll(/[ ,]+/g, '-');
  const { passed, seconds, tail } = await performStep(step, run, file, (line) =>
    say(`  ${step.name}: ${line}`),
  );
  say(`  ${step.name}: ${passed ? 'passed' : 'FAILED'} in ${seconds} s`);
  const at = new Date().toISOString();
  const done: Done = { ...run, campaign: name, step: step.name, passed, seconds, at, file, tail };
  appendRecord(values.log, done);
  return done;
}

function chosen(only: string | undefined): readonly Campaign[] {
  const names = only?.split(',') ?? CAMPAIGNS.map(({ name }) => name);
  return names.map(
    (name) =>
      CAMPAIGNS.find((each) => each.name === name) ?? usage('--only names a campaign that there is not'),
  );
}

function seedIn(text: string): number {
  return /^[1-9][0-9]{0,8}$/.test(text)
    ? Number(text)
    : usage('--seed is not a whole number from 1 to 999999999');
}

function usage(fault: string): never {
  console.error(`${fault}; see --help`);
  process.exit(2);
}

function say(line: string): void {
  console.error(line);
}
