import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROMISES } from '../src/documents/meanings.ts';
import { assayCommand, BUNDLED, runnable } from './shared/index.ts';
import { rowsOf } from './support/campaign.ts';
import { lossyWay } from './support/lossy.ts';
import { disposeServices, type Hosted, startHosted, temporaryFolder } from './support/service.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../', import.meta.url));
const PRINTED = 'http://127.0.0.1:4021';

/** Fenced examples that carry `run:name`, as a reader would copy them. */
const examplesIn = (file: string) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/^```(\w+) run:([\w-]+)\n([\s\S]*?)^```$/gm)].map(
    ([, language, name, text]) => ({ language: language!, name: name!, text: text! }),
  );

let service: Hosted;
let folder: string;
let env: Record<string, string>;

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

async function perform(
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

const paidSoFar = async () =>
  ((await (await fetch(`${service.url}/api/cash-register`)).json()) as { paidCompletions: number })
    .paidCompletions;

/** What each example must print, and how many answers it buys. */
const EXPECTED: Readonly<Record<string, Readonly<Record<string, { prints: RegExp; buys?: number }>>>> = {
  'docs/buyers.md': {
    reading: {
      prints:
        /^Statement 1: paid_then_failed, seen by you, 10 calls\.\nStatement 2 moves nothing: [\s\S]*\nGoal: one call costs \$0\.01\.\n[\s\S]*\nConstraint 1: all calls together may cost \$50\.00\./,
    },
    look: { prints: /^10000 units to 0x[0-9a-fA-F]{40} on eip155:8453/ },
    library: {
      prints: /^\$0\.01 to 0x[0-9a-fA-F]{40}, chargeable for 120 seconds\n[a-z_]+: /,
      buys: 1,
    },
    fetch: { prints: /^[a-z_]+: /, buys: 1 },
    axios: { prints: /^200 [a-z_]+: /, buys: 1 },
    mpp: { prints: /^200 sha256:[0-9a-f]{64} true/, buys: 1 },
    mcp: { prints: /^[a-z_]+: [\s\S]*success: true/, buys: 1 },
    verify: { prints: /^10000 units to 0x[0-9a-fA-F]{40} in 0x[0-9a-f]{64}, for exactly these bytes/ },
  },
  'docs/first-check.md': {
    ask: { prints: /^10000 units to 0x[0-9a-fA-F]{40} on eip155:8453/ },
    sign: { prints: /^signed once/ },
    pay: { prints: /^0x[0-9a-f]{64}\n[a-z_]+: /, buys: 1 },
  },
  'docs/first-witness.md': { witness: { prints: /^exact match, \d+ cases\n[\s\S]+/, buys: 1 } },
  'docs/first-audit.md': {
    prepare: { prints: /^[a-z_]+\n$/ },
    audit: { prints: /^[A-Z][\s\S]{40}/, buys: 1 },
  },
  'docs/ledger-rows.md': {
    rows: { prints: /^clients: .*@x402\/fetch[\s\S]*\n\d+ rows in \d+ bytes/, buys: 1 },
  },
  'docs/refusals.md': {
    refusal: {
      prints:
        /^428 preflight_required: first POST \/api\/x402-compatibility-witness\/preflight\nbought: x402-compatibility-witness/,
      buys: 1,
    },
  },
  'docs/pay-once.md': { once: { prints: /^answered twice, paid once, in 0x[0-9a-f]{64}/, buys: 1 } },
  'docs/protocol.md': {
    challenge: { prints: /^402\npayment_required exact eip155:8453 10000 \$0\.01/ },
    refusal: { prints: /"error":"invalid_request".*"issues":\[/ },
  },
  'docs/operators.md': {
    doctor: { prints: /fault\(s\) in production mode[\s\S]*PUBLIC_URL[\s\S]*PAY_TO_EVM/ },
    look: { prints: /"status":"ready"[\s\S]*"release":"v[\s\S]*402/ },
    keys: { prints: /keys-example\/signing-keys\.json: 1 key\(s\), new signing key / },
    books: { prints: /^\d+ paid, journal against chain: (agrees|not_run)/ },
  },
};

describe.each(Object.keys(EXPECTED))('%s', (file) => {
  const examples = examplesIn(file);

  it('has the examples that are expected, and no other fence claims to run', () => {
    expect(examples.map(({ name }) => name)).toEqual(Object.keys(EXPECTED[file]!));
  });

  it.each(examples)('$name does what the page says', async ({ language, name, text }) => {
    const { prints, buys = 0 } = EXPECTED[file]![name]!;
    const before = await paidSoFar();
    expect(await perform(language, text)).toMatch(prints);
    expect(await paidSoFar()).toBe(before + buys);
  });
});

describe('the caps of docs/buyers.md', () => {
  const examples = examplesIn('docs/buyers.md');
  const caps = [
    ['library', "max: '0.01'", "max: '0.009'"],
    ['fetch', "'$0.01'", "'$0.009'"],
    ['mcp', "'$0.01'", "'$0.009'"],
    ['axios', '10_000n', '9_999n'],
    ['mpp', '100_000n', '99_999n'],
  ] as const;
  it.each(rowsOf(caps, (_, i) => i < 2))(
    'hold for %s: one unit less and nothing is bought',
    async (name, cap, lower) => {
      const { language, text } = examples.find((each) => each.name === name)!;
      expect(text).toContain(cap);
      const before = await paidSoFar();
      await expect(perform(language, text.replace(cap, lower))).rejects.toThrow();
      expect(await paidSoFar()).toBe(before);
    },
  );
});

describe('a lost answer', () => {
  const examples = examplesIn('docs/buyers.md').filter(({ name }) =>
    ['fetch', 'axios', 'mcp'].includes(name),
  );

  it.each(rowsOf(examples, (_, i) => i === 0))(
    'never makes $name pay twice, nor does a second run',
    async ({ language, name, text }) => {
      const way = await lossyWay(service.url);
      const before = await paidSoFar();
      const { prints } = EXPECTED['docs/buyers.md']![name]!;
      // The run that loses every answer ends before it knows.
      const impatient = text.replace('tried <= 5', 'tried <= 1').replace('tried * 1_000', '0');
      expect(impatient).not.toContain('1_000');
      way.lose('all of it');
      await expect(perform(language, impatient, { url: way.url })).rejects.toThrow(
        /not known whether it was paid/,
      );
      expect(existsSync(join(folder, `${name}.payment`))).toBe(true);
      way.lose('half of it', 'all of it');
      expect(await perform(language, text.replace('tried * 1_000', '0'), { url: way.url })).toMatch(prints);
      expect(await paidSoFar()).toBe(before + 1);
      expect(existsSync(join(folder, `${name}.payment`))).toBe(false);
      await way.close();
    },
  );
});

it('assay/buyer is there for a package that installs a checkout', async () => {
  const { language, text } = examplesIn('docs/buyers.md').find(({ name }) => name === 'library')!;
  const cwd = join(folder, 'another-package');
  mkdirSync(join(cwd, 'node_modules'), { recursive: true });
  writeFileSync(join(cwd, 'package.json'), '{"name":"another","type":"module"}');
  symlinkSync(root, join(cwd, 'node_modules', 'assay'));
  expect(await perform(language, text, { cwd })).toMatch(/chargeable/);
});

describe('the verifier of docs/buyers.md', () => {
  const { text } = examplesIn('docs/buyers.md').find(({ name }) => name === 'verify')!;

  it('fits on 15 lines', () => {
    expect(text.trim().split('\n').filter(Boolean).length).toBeLessThanOrEqual(15);
  });

  it.each([
    ['answer.json', (bytes: string) => bytes.replace('"', ' "')],
    [
      'receipt.jws',
      (jws: string) => jws.replace(/\.(.)/, (_, first: string) => `.${first === 'e' ? 'f' : 'e'}`),
    ],
    [
      'jwks.json',
      (jwks: string) =>
        jwks.replace(/("x":")(.)/, (_, head: string, first: string) => head + (first === 'A' ? 'B' : 'A')),
    ],
  ])('finds a change of %s', async (file, change) => {
    const path = join(folder, file);
    const kept = readFileSync(path, 'utf8');
    const changed = change(kept);
    expect(changed).not.toBe(kept);
    writeFileSync(path, changed);
    await expect(perform('ts', text)).rejects.toThrow();
    writeFileSync(path, kept);
    expect(await perform('ts', text)).toContain('for exactly these bytes');
  });
});

it('README and the landing page make the same promises', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8').replaceAll(/\s+/g, ' ');
  for (const { title, text } of PROMISES) expect(readme).toContain(`**${title}** ${text}`);
});
