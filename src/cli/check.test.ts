import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { discoveryDeclaration } from '../checks/discovery-declaration/check.ts';
import { checkCommand } from './check.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-check-'));
const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

async function checked(...args: string[]) {
  process.exitCode = undefined;
  const out: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line) => void out.push(line));
  vi.spyOn(console, 'error').mockImplementation((line) => void out.push(line));
  await checkCommand().parseAsync(['node', 'check', 'declaration', ...args]);
  return { exit: process.exitCode ?? 0, text: out.join('\n') };
}

const WRONG = (discoveryDeclaration.example as { declaration: string }).declaration;
const LISTED = '{"version":1,"resources":["https://api.weather.example/v1/forecast"]}';

it('ends with 1 when a rule fails, and says which and from where', async () => {
  const { exit, text } = await checked(file('402.json', WRONG), '--status', '402');
  expect(exit).toBe(1);
  expect(text).toContain('mixed_versions (https://');
});

it('ends with 0 when none does', async () => {
  expect((await checked(file('x402', LISTED))).exit).toBe(0);
});

it('ends with 2 when there is nothing to read', async () => {
  expect((await checked(file('none.txt', 'hello'))).exit).toBe(2);
  expect((await checked(join(folder, 'absent'))).exit).toBe(2);
});

it('prints the corrected declaration alone', async () => {
  const { text } = await checked(file('402.json', WRONG), '--corrected');
  expect(JSON.parse(text).accepts[0]).toMatchObject({ network: 'eip155:8453', amount: '10000' });
});
