import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { assayCommand, BUNDLED, runnable } from '../shared/index.ts';
import { disposeServices, type Hosted, startHosted, temporaryFolder } from './service.ts';

/** The examples of the documents, run as a reader would run them, in a folder of their own, against a service. */

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const PRINTED = 'http://127.0.0.1:4021';

/** Fenced examples that carry `run:name`, as a reader would copy them. */
export const examplesIn = (file: string) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/^```(\w+) run:([\w-]+)\n([\s\S]*?)^```$/gm)].map(
    ([, language, name, text]) => ({ language: language!, name: name!, text: text! }),
  );

export let service: Hosted;
export let folder: string;
let env: Record<string, string>;

/** For the file that runs them. */
export function examplesStage(): void {
  beforeAll(async () => {
    service = await startHosted();
    folder = temporaryFolder();
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    symlinkSync(join(root, 'src'), join(folder, 'src'));
    await packageIn(folder);
    const { buyers, rpc, seller } = (await (await fetch(`${service.url}/sandbox`)).json()) as {
      buyers: { privateKey: string }[];
      rpc: { tempo: string };
      seller: { tempo: string };
    };
    env = {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      // Half of a short program is compiling what the one before it compiled.
      NODE_COMPILE_CACHE: join(root, '.cache', 'compile'),
      ASSAY_URL: service.url,
      BUYER_KEY: buyers[0]!.privateKey,
      TEMPO_RPC_URL: rpc.tempo,
      SELLER: seller.tempo,
    };
  });
  afterAll(disposeServices);
}

/** The examples import `assay/buyer` and run `assay`: most of what they take is loading it, so `npm test` gives them bundles. */
async function packageIn(folder: string): Promise<void> {
  const described = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    exports: Record<string, string>;
  };
  if (BUNDLED) {
    const source = join(root, described.exports['./buyer']!);
    const made = join(dirname(await runnable(source)), basename(source).replace('.ts', '.mjs'));
    writeFileSync(join(folder, 'buyer.mjs'), `export * from '${made}';\n`);
    described.exports['./buyer'] = './buyer.mjs';
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, 'bin/assay.mjs'), `import '${await assayCommand()}';\n`);
  } else symlinkSync(join(root, 'bin'), join(folder, 'bin'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify(described));
}

export async function perform(
  language: string,
  text: string,
  { cwd = folder, url = service.url }: { cwd?: string; url?: string } = {},
): Promise<string> {
  const printed = text.replaceAll(PRINTED, url);
  const options = { cwd, env: { ...env, ASSAY_URL: url } };
  const { stdout } =
    language === 'sh'
      ? await run('/bin/sh', ['-ec', printed], options)
      : await run(process.execPath, ['--input-type=module-typescript', '-e', printed], options);
  return stdout;
}

export const paidSoFar = async () =>
  ((await (await fetch(`${service.url}/api/cash-register`)).json()) as { paidCompletions: number })
    .paidCompletions;

/** What each example must print, and how many answers it buys. */
export type Expected = Readonly<Record<string, { readonly prints: RegExp; readonly buys?: number }>>;

/** `but`: examples that are not run. */
export function itDoesWhatItSays(file: string, expected: Expected, but: readonly string[] = []): void {
  const examples = examplesIn(file);

  it('has the examples that are expected, and no other fence claims to run', () => {
    expect(examples.map(({ name }) => name)).toEqual(Object.keys(expected));
  });

  it.each(examples.filter(({ name }) => !but.includes(name)))(
    '$name does what the page says',
    async ({ language, name, text }) => {
      const { prints, buys = 0 } = expected[name]!;
      const before = await paidSoFar();
      expect(await perform(language, text)).toMatch(prints);
      expect(await paidSoFar()).toBe(before + buys);
    },
  );
}
