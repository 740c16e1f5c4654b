import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { Command } from 'commander';
import { VARIABLES } from '../origin/variables.ts';
import {
  DATA,
  faultOf,
  filesFor,
  folderFaultOf,
  nextSteps,
  SETUP_QUESTIONS,
  type SetupPlace,
  type SetupQuestion,
} from './init-files.ts';

/** Exit codes: nothing was written. */
const NOT_OVERWRITTEN = 1;
const USAGE = 2;

/** `PUBLIC_URL` as `--public-url`. */
const flagOf = ({ name }: SetupQuestion): string => `--${name.toLowerCase().replaceAll('_', '-')}`;

export function initCommand(): Command {
  const command = new Command('init')
    .description(
      'ask for the settings of a server that sells for real money, and write them with a systemd unit; nothing is overwritten',
    )
    .option('--out <folder>', 'where the settings go', '/etc/assay')
    .option('--prefix <folder>', 'where the package is installed', '/opt/assay')
    .option('--data-dir <folder>', 'where journal and keys are', DATA)
    .option('--set <NAME=value...>', 'a further setting of `assay serve --help`', [])
    .option('--yes', 'ask nothing: take the options as they are');
  for (const question of SETUP_QUESTIONS) command.option(`${flagOf(question)} <value>`, question.asks);
  return command
    .addHelpText(
      'after',
      '\nExit 0 written, 1 a file exists already, 2 a setting is missing or wrong. Keys are never asked for: they are files of their own.',
    )
    .action((options: Given) => init(options));
}

type Given = SetupPlace & { readonly set: readonly string[]; readonly yes?: boolean } & Readonly<
    Record<string, unknown>
  >;

async function init(options: Given): Promise<void> {
  const place: SetupPlace = {
    out: resolve(options.out),
    prefix: resolve(options.prefix),
    dataDir: resolve(options.dataDir),
  };
  const folders = [
    ['--out', place.out],
    ['--prefix', place.prefix],
    ['--data-dir', place.dataDir],
  ] as const;
  // Before anything is asked: answers would be lost.
  const wrong = folders.flatMap(([flag, folder]) => {
    const fault = folderFaultOf(folder);
    return fault === undefined ? [] : [`${flag} ${fault}`];
  });
  const { settings, faults } = wrong.length > 0 ? { settings: {}, faults: wrong } : await settingsOf(options);
  if (faults.length > 0) {
    console.error(`nothing was written:\n${faults.map((each) => `  ${each}`).join('\n')}`);
    process.exitCode = USAGE;
    return;
  }
  const files = filesFor(settings, place);
  const there = files.filter(({ path }) => existsSync(path));
  if (there.length > 0) {
    console.error(
      `nothing was written, because these files exist: ${there.map(({ path }) => path).join(', ')}. Move them, or choose another folder with --out`,
    );
    process.exitCode = NOT_OVERWRITTEN;
    return;
  }
  mkdirSync(place.out, { recursive: true, mode: 0o700 });
  // `wx`: what somebody else made meanwhile stays too.
  for (const { path, mode, text } of files) writeFileSync(path, text, { flag: 'wx', mode });
  console.log(`wrote ${files.map(({ path }) => path).join(', ')}`);
  console.log(
    `\nNext, as root:\n\n${nextSteps(settings, place)
      .map((each) => `  ${each}`)
      .join('\n')}\n\nThen put a proxy with TLS in front: docs/deploy.md.`,
  );
}

interface Settings {
  readonly settings: Readonly<Record<string, string>>;
  readonly faults: readonly string[];
}

async function settingsOf(options: Given): Promise<Settings> {
  const given = new Map<string, string>();
  const faults: string[] = [];
  const ask = options.yes ? undefined : asker();
  for (const question of SETUP_QUESTIONS) {
    const flag = options[camel(question.name)];
    const value = typeof flag === 'string' ? flag.trim() : await ask?.about(question);
    const fault = faultOf(question, value ?? '');
    if (fault) faults.push(`${question.name} ${fault} (${flagOf(question)})`);
    else if (value) given.set(question.name, value);
  }
  ask?.end();
  for (const each of options.set) {
    const [, name = each, value = ''] = /^([A-Z_]+)=(.*)$/s.exec(each) ?? [];
    const fault = Object.hasOwn(VARIABLES, name)
      ? faultOf({ name: name as SetupQuestion['name'], asks: '' }, value)
      : 'is not a setting of this service';
    if (fault) faults.push(`${name} ${fault} (--set)`);
    else given.set(name, value);
  }
  return { settings: Object.fromEntries(given), faults };
}

/** Asks again while an answer is wrong. The end of the input answers the rest with nothing. */
function asker() {
  const lines = createInterface({ input: stdin, output: stdout, terminal: stdin.isTTY });
  const read = lines[Symbol.asyncIterator]();
  return {
    async about(question: SetupQuestion): Promise<string> {
      for (;;) {
        stdout.write(`${question.name}: ${question.asks}\n> `);
        const { value, done } = await read.next();
        if (done) return '';
        const answer = String(value).trim();
        const fault = faultOf(question, answer);
        if (!fault) return answer;
        stdout.write(`${question.name} ${fault}.\n`);
      }
    },
    end: () => lines.close(),
  };
}

/** `PUBLIC_URL` as commander names it: `publicUrl`. */
const camel = (name: string): string =>
  name.toLowerCase().replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
