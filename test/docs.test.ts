import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { PROMISES } from '../src/documents/meanings.ts';
import { IN_CAMPAIGN, rowsOf } from './support/campaign.ts';
import {
  type Expected,
  examplesIn,
  examplesStage,
  folder,
  itDoesWhatItSays,
  paidSoFar,
  perform,
  service,
} from './support/doc-examples.ts';
import { lossyWay } from './support/lossy.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
/** The pages that pay with a client each, and the one that checks what was bought, in the order of their files. */
const PAGES: Readonly<Record<string, Expected>> = {
  'docs/before-paying.md': {
    reading: {
      prints:
        /^Statement 1: paid_then_failed, seen by you, 10 calls\.\nStatement 2 moves nothing: [\s\S]*\nGoal: one call costs \$0\.01\.\n[\s\S]*\nConstraint 1: all calls together may cost \$50\.00\./,
    },
    look: { prints: /^10000 units to 0x[0-9a-fA-F]{40} on eip155:8453/ },
  },
  'docs/pay-reference.md': {
    library: {
      prints: /^\$0\.01 to 0x[0-9a-fA-F]{40}, chargeable for 120 seconds\n[a-z_]+: /,
      buys: 1,
    },
  },
  'docs/pay-fetch.md': { fetch: { prints: /^[a-z_]+: /, buys: 1 } },
  'docs/pay-axios.md': { axios: { prints: /^200 [a-z_]+: /, buys: 1 } },
  'docs/pay-mpp.md': { mpp: { prints: /^200 sha256:[0-9a-f]{64} true/, buys: 1 } },
  'docs/pay-mcp.md': { mcp: { prints: /^[a-z_]+: [\s\S]*success: true/, buys: 1 } },
  'docs/verify-receipt.md': {
    verify: { prints: /^10000 units to 0x[0-9a-fA-F]{40} in 0x[0-9a-f]{64}, for exactly these bytes/ },
  },
};
const EXAMPLES = Object.keys(PAGES).flatMap(examplesIn);
const exampleOf = (name: string) => EXAMPLES.find((each) => each.name === name)!;

examplesStage();
/** `npm test` buys by both in other files: copies.test.ts and mcp.test.ts. */
const BOUGHT_ELSEWHERE = IN_CAMPAIGN ? [] : ['axios', 'mcp'];
describe.each(Object.keys(PAGES))('%s', (file) => itDoesWhatItSays(file, PAGES[file]!, BOUGHT_ELSEWHERE));

describe('the caps of the pages that pay', () => {
  const caps = [
    ['library', "max: '0.01'", "max: '0.009'"],
    ['fetch', "'$0.01'", "'$0.009'"],
    ['mcp', "'$0.01'", "'$0.009'"],
    ['axios', '10_000n', '9_999n'],
    ['mpp', '100_000n', '99_999n'],
  ] as const;
  it.each(rowsOf(caps, (_, i) => i === 0))(
    'hold for %s: one unit less and nothing is bought',
    async (name, cap, lower) => {
      const { language, text } = exampleOf(name);
      expect(text).toContain(cap);
      const before = await paidSoFar();
      await expect(perform(language, text.replace(cap, lower))).rejects.toThrow();
      expect(await paidSoFar()).toBe(before);
    },
  );
});

describe('a lost answer', () => {
  const examples = ['fetch', 'axios', 'mcp'].map(exampleOf);

  it.each(rowsOf(examples, (_, i) => i === 0))(
    'never makes $name pay twice, nor does a second run',
    async ({ language, name, text }) => {
      const way = await lossyWay(service.url);
      const before = await paidSoFar();
      const { prints } = PAGES[`docs/pay-${name}.md`]![name]!;
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
  const { language, text } = exampleOf('library');
  const cwd = join(folder, 'another-package');
  mkdirSync(join(cwd, 'node_modules'), { recursive: true });
  writeFileSync(join(cwd, 'package.json'), '{"name":"another","type":"module"}');
  symlinkSync(root, join(cwd, 'node_modules', 'assay'));
  expect(await perform(language, text, { cwd })).toMatch(/chargeable/);
});

describe('the verifier of docs/verify-receipt.md', () => {
  const { text } = exampleOf('verify');

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
