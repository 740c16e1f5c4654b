import { execFile, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { BUILDS } from '../src/lab/builds.ts';
import { commandOf, whyNotApart } from '../src/lab/foreign.ts';
import { placeOf, whyAbsent } from '../src/lab/install.ts';
import { IN_CAMPAIGN } from './support/campaign.ts';

/** `assay lab serve` as another project's CI runs it: a careful client ends with 0, a careless one with 1. */

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const OWN = [process.execPath, 'test/support/lab-client.ts'];

const serve = (behaviour: string, client: readonly string[], ...flags: readonly string[]) =>
  new Promise<{ code: number; line: { verdict: string; observed: string } | undefined; said: string }>(
    (resolve) => {
      execFile(
        process.execPath,
        ['bin/assay.mjs', 'lab', 'serve', '--behaviour', behaviour, '--json', ...flags, '--', ...client],
        { cwd: ROOT },
        (error, stdout, stderr) => {
          const last = stdout.trim().split('\n').at(-1) ?? '';
          resolve({
            code: error ? Number(error.code) : 0,
            line: last.startsWith('{') ? JSON.parse(last) : undefined,
            said: stderr,
          });
        },
      );
    },
  );

describe('a client of Node', () => {
  it('that sends the same payment again passes', async () => {
    const { code, line } = await serve('B09', [...OWN, 'careful']);
    expect([code, line?.verdict]).toEqual([0, 'pass']);
    expect(line?.observed).toContain('1 transfer to the seller');
  });

  it('that pays again fails', async () => {
    const { code, line } = await serve('B09', [...OWN, 'careless']);
    expect([code, line?.verdict]).toEqual([1, 'fail']);
    expect(line?.observed).toContain('2 transfers to the seller');
  });
});

describe('a client that runs elsewhere', () => {
  it('is judged when its report is posted', async () => {
    const child = spawn(process.execPath, ['bin/assay.mjs', 'lab', 'serve', '--behaviour', 'B04', '--json'], {
      cwd: ROOT,
    });
    let said = '';
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const desk = await new Promise<string>((resolve) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        const found = /curl -d \S+ (\S+)/.exec(said)?.[1];
        if (found) resolve(found);
      });
    });
    const address = /Address +(\S+)/.exec(said)![1]!;
    expect((await fetch(address)).status).toBe(402);
    expect((await fetch(desk, { method: 'POST', body: 'no report' })).status).toBe(400);
    await fetch(desk, { method: 'POST', body: '{"status":402,"error":null}' });
    expect(await ended).toBe(0);
    expect(said).toContain('"verdict":"pass"');
  });
});

it('refuses what cannot be served, with the reason', async () => {
  const { code, said } = await serve('B44', ['true']);
  expect(code).toBe(2);
  expect(said).toContain('whose clock the lab can set');
});

/** The lab's own workers read the same case: on one behaviour each is right, on another wrong. */
const others =
  IN_CAMPAIGN && (await whyNotApart()) === undefined
    ? ['py-x402-httpx-2.25.0', 'go-x402-2.11.0', 'rs-x402-reqwest-2.0.2']
    : [];
describe.runIf(others.length > 0)('clients of other languages', () => {
  it.each(others)('%s passes where it is careful and fails where it is not', async (id) => {
    const build = BUILDS.find((each) => each.id === id)!;
    if (whyAbsent(build) !== undefined) return;
    const command = commandOf(build, placeOf(build));
    expect((await serve('B07', command)).code).toBe(0);
    expect((await serve('B09', command)).code).toBe(1);
  });
});
