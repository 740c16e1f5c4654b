import { Command, Option } from 'commander';
import { STOPS } from '../buyer/stops.ts';
import { BEHAVIOURS } from '../lab/behaviours.ts';
import { BUILDS, CLIENT_LANGUAGES, type ClientLanguage, CURRENT } from '../lab/builds.ts';
import { installBuild, placeOf, whyAbsent, whyNoToolchain } from '../lab/install.ts';
import { matrix } from '../lab/matrix.ts';
import { RECORDS } from '../lab/records.ts';
import { runLab } from '../lab/run.ts';
import { gradeCommand } from './lab-grade.ts';
import { replayCommand } from './lab-replay.ts';
import { labServeCommand } from './lab-serve.ts';
import { showCommand } from './lab-show.ts';

const out = () => new Option('--out <dir>', 'folder of the records').default(RECORDS);

export const labCommand = (): Command =>
  new Command('lab')
    .description('run real client builds against a scripted seller and record what they do')
    .addCommand(runCommand())
    .addCommand(replayCommand())
    .addCommand(installCommand())
    .addCommand(labServeCommand())
    .addCommand(gradeCommand())
    .addCommand(showCommand());

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

/** What is named must be there; of what is not named, the records say why it was not run. */
function refuseWithoutClients(command: Command, asked: readonly string[] | undefined): void {
  if (BUILDS.length === 0)
    command.error('error: the installed package has no client builds: run the lab in a checkout', {
      exitCode: STOPS.usage.exit,
    });
  const absent = BUILDS.filter(({ id }) => asked?.includes(id)).flatMap((build) => {
    const why = whyAbsent(build);
    return why === undefined ? [] : [`${build.id} cannot run: ${why}`];
  });
  if (absent.length > 0) command.error(`error: ${absent.join('; ')}`, { exitCode: STOPS.usage.exit });
}

const installCommand = (): Command =>
  new Command('install')
    .description(
      `install the client builds of a language, outside this folder, each archive compared with its lock file`,
    )
    .argument('<language...>', `of ${CLIENT_LANGUAGES.join(', ')}`)
    .option('--client <ids...>', 'only these builds of them')
    .action(async (languages: readonly string[], flags: { client?: string[] }, command: Command) => {
      refuseUnknown(
        command,
        'language',
        languages,
        CLIENT_LANGUAGES.map((id) => ({ id })),
      );
      refuseUnknown(command, 'client', flags.client, BUILDS);
      for (const language of CLIENT_LANGUAGES.filter((each) => languages.includes(each)))
        if (!(await installLanguage(language, flags.client))) process.exitCode = 1;
    });

/** Installs what is not there yet, where the language's own tools are. False when an installation failed; the others are in place. */
async function installLanguage(language: ClientLanguage, only?: readonly string[]): Promise<boolean> {
  const wanted = BUILDS.filter(
    (build) =>
      build.language === language && (only?.includes(build.id) ?? true) && whyAbsent(build) !== undefined,
  );
  const why = wanted.length > 0 ? await whyNoToolchain(language) : undefined;
  if (why !== undefined) {
    console.error(`${language}: ${why}; its builds are not run here`);
    return true;
  }
  let ok = true;
  for (const build of wanted) {
    // Builds of one lock file share a place.
    if (whyAbsent(build) === undefined) continue;
    try {
      await installBuild(build);
      console.log(`${build.id}: installed in ${placeOf(build)}`);
    } catch (error) {
      ok = false;
      console.error(error instanceof Error ? error.message : String(error));
    }
  }
  if (wanted.length === 0) console.log(`${language}: every build is installed`);
  return ok;
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
