import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { STOPS } from '../buyer/stops.ts';
import { BEHAVIOURS } from '../lab/behaviours.ts';
import { BUILDS, CURRENT } from '../lab/builds.ts';
import { matrix } from '../lab/matrix.ts';
import { RECORDS, readRecord } from '../lab/records.ts';
import { caseOf, compare, differenceText, runAgain } from '../lab/replay.ts';
import { runLab } from '../lab/run.ts';

const out = () => new Option('--out <dir>', 'folder of the records').default(RECORDS);

export const labCommand = (): Command =>
  new Command('lab')
    .description('run real client builds against a scripted seller and record what they do')
    .addCommand(runCommand())
    .addCommand(replayCommand());

interface RunFlags {
  readonly client?: readonly string[];
  readonly current?: boolean;
  readonly behaviour?: readonly string[];
  readonly out: string;
  readonly json?: boolean;
}

const runCommand = (): Command =>
  new Command('run')
    .description('put every question to every client build; one record per case')
    .option('--client <id...>', `only these builds: ${BUILDS.map(({ id }) => id).join(', ')}`)
    .addOption(new Option('--current', `only these builds: ${CURRENT.join(', ')}`).conflicts('client'))
    .option('--behaviour <id...>', 'only these behaviours, for example B04')
    .addOption(out())
    .option('--json', 'print one line of JSON per case, and nothing else')
    .action(async (flags: RunFlags, command: Command) => {
      refuseUnknown(command, 'client', flags.client, BUILDS);
      refuseUnknown(command, 'behaviour', flags.behaviour, BEHAVIOURS);
      const clients = flags.current ? CURRENT : flags.client;
      refuseWithoutClients(command, clients);
      const startedAt = Date.now();
      const progress = process.stderr.isTTY === true && !flags.json;
      const { records } = await runLab({
        clients: clients ?? [],
        behaviours: flags.behaviour ?? [],
        out: flags.out,
        now: Date.now,
        onRecord({ caseId, verdict, observed }, done, total) {
          if (flags.json) console.log(JSON.stringify({ caseId, verdict, observed }));
          if (progress) process.stderr.write(`\r\u001b[K${done}/${total}  ${verdict}  ${caseId}`);
        },
      });
      if (progress) process.stderr.write('\r\u001b[K');
      if (!flags.json) {
        console.log(matrix(records));
        console.log(`records in ${flags.out}, ${((Date.now() - startedAt) / 1_000).toFixed(1)} s`);
      }
      if (records.some(({ verdict }) => verdict === 'lab_error')) process.exitCode = 1;
    });

const replayCommand = (): Command =>
  new Command('replay')
    .description('run one recorded case again, alone, and compare; exit code 1 if it differs')
    .argument('<caseId>', 'for example B04.x402-fetch-2.27.0, or B05.x402-fetch-2.27.0+FX-001')
    .addOption(out())
    .action(async (caseId: string, flags: { readonly out: string }, command: Command) => {
      const wanted = caseOf(caseId);
      if (!wanted) return command.error(`error: no such case`, { exitCode: STOPS.usage.exit });
      const recorded = recordOr(command, flags.out, caseId);
      const comparison = compare(recorded, await runAgain(wanted, Date.now));
      console.log(differenceText(caseId, comparison));
      if (!comparison.equal) process.exitCode = 1;
    });

/** The builds are development packages: a service in production has no use for them. */
function refuseWithoutClients(command: Command, asked: readonly string[] | undefined): void {
  const { resolve } = createRequire(import.meta.url);
  const missing = BUILDS.filter(({ id }) => asked?.includes(id) ?? true).filter(
    ({ package: name }) => !(resolve.paths(name) ?? []).some((folder) => existsSync(join(folder, name))),
  );
  if (missing.length === 0) return;
  command.error(
    `error: ${missing.map(({ package: name }) => name).join(', ')} is not installed: the lab needs "npm ci" without --omit=dev`,
    { exitCode: STOPS.usage.exit },
  );
}

function recordOr(command: Command, folder: string, caseId: string): ReturnType<typeof readRecord> {
  try {
    return readRecord(folder, caseId);
  } catch {
    return command.error(`error: ${folder} holds no valid record of this case: run "assay lab run" first`, {
      exitCode: STOPS.usage.exit,
    });
  }
}

function refuseUnknown(
  command: Command,
  name: string,
  given: readonly string[] | undefined,
  known: readonly { readonly id: string }[],
): void {
  if ((given ?? []).every((id) => known.some((each) => each.id === id))) return;
  command.error(`error: --${name} must be one of ${known.map(({ id }) => id).join(', ')}`, {
    exitCode: STOPS.usage.exit,
  });
}
