import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lossyWay } from './support/lossy.ts';
import { disposeServices, type Hosted, startHosted, temporaryFolder } from './support/service.ts';

const run = promisify(execFile);
const root = new URL('../', import.meta.url).pathname;
const readme = readFileSync(`${root}README.md`, 'utf8');

/** The README's first purchase, as a newcomer would copy it. */
describe('README', () => {
  let service: Hosted;
  beforeAll(async () => {
    service = await startHosted();
  });
  afterAll(disposeServices);
  const paidSoFar = async () =>
    ((await (await fetch(`${service.url}/api/cash-register`)).json()) as { paidCompletions: number })
      .paidCompletions;

  it('buys with the official client exactly as printed, once, though answers are lost', async () => {
    const [, example] = /<!-- example:first-purchase -->\n```js\n([\s\S]*?)```/.exec(readme)!;
    const cwd = temporaryFolder();
    symlinkSync(join(root, 'node_modules'), join(cwd, 'node_modules'));
    const way = await lossyWay(service.url);
    const perform = (url: string, text = example!) =>
      run(process.execPath, ['--input-type=module', '-e', text], {
        cwd,
        env: { ...process.env, ASSAY_URL: url },
      });
    expect((await perform(service.url)).stdout).toMatch(/^200 [a-z_]+: /);
    expect(await paidSoFar()).toBe(1);
    way.lose('half of it', 'all of it', 'all of it', 'all of it', 'all of it');
    const quick = example!.replace('tried * 1000', '0');
    await expect(perform(way.url, quick)).rejects.toThrow(/not known whether it was paid/);
    expect((await perform(way.url, quick)).stdout).toMatch(/^200 [a-z_]+: /);
    expect(await paidSoFar()).toBe(2);
    expect(readdirSync(cwd)).toEqual(['node_modules']);
    await way.close();
  });

  it('buys with the reference buyer as printed, and the receipt verifies offline', async () => {
    const [, command, answer] =
      /<!-- derived:first-purchase -->\n```sh\nnpm run -s assay -- ([\s\S]*?)\n```[\s\S]*?\n> (.*)\n/.exec(
        readme,
      )!;
    const printed = `${process.execPath} bin/assay.mjs ${command} --yes --url ${service.url}`;
    const { stdout, stderr } = await run('sh', ['-c', printed], { cwd: root });
    const bought = JSON.parse(stdout) as { recommendation: string };
    expect(bought).toMatchObject({
      product: 'opportunity-check',
      status: 'complete',
      recommendation: answer,
    });
    expect(stderr).toContain('verified against the seller');
  });
});
