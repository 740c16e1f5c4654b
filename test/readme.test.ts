import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { disposeServices, type Service, startService } from './support/service.ts';

const run = promisify(execFile);
const root = new URL('../', import.meta.url).pathname;
const readme = readFileSync(`${root}README.md`, 'utf8');

/** The README's first purchase, as a newcomer would copy it. */
describe('README', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ source: true });
  });
  afterAll(disposeServices);

  it('buys with the official client exactly as printed', async () => {
    const [, example] = /<!-- example:first-purchase -->\n```js\n([\s\S]*?)```/.exec(readme)!;
    const env = { ...process.env, ASSAY_URL: service.url };
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', example!], {
      cwd: root,
      env,
    });
    expect(stdout).toMatch(/^200 [a-z_]+: /);
  });

  it('buys with the reference buyer as printed, and the receipt verifies offline', async () => {
    const [, goal] = /buy opportunity-check --subject (\S+) --goal/.exec(readme)!;
    const buy = [
      'bin/assay.mjs',
      'buy',
      'opportunity-check',
      '--subject',
      goal!,
      '--goal',
      'Worth one $0.01 call?',
      '--max',
      '0.01',
    ];
    const { stdout, stderr } = await run(process.execPath, [...buy, '--yes', '--url', service.url], {
      cwd: root,
    });
    expect(JSON.parse(stdout)).toMatchObject({ product: 'opportunity-check', status: 'complete' });
    expect(stderr).toContain('verified against the seller');
  });
});
