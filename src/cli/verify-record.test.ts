import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { openSigningKeys } from '../adapters/signing-keys.ts';
import { paymentSafety } from '../checks/buyer-agent-payment-safety/check.ts';
import type { SafetyAnswer } from '../checks/buyer-agent-payment-safety/schema.ts';
import { Stage } from '../checks/stage.suite.ts';
import { attestsWith } from '../ports.ts';
import { EXAMPLE_AS_OF } from '../rehearsal.ts';
import { recordVerifyCommand } from './verify-record.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-record-'));
afterEach(() => {
  process.exitCode = undefined;
  vi.restoreAllMocks();
});
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string, content: unknown): string => {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};
const keysAt = (name: string) =>
  openSigningKeys(join(folder, name), 'https://api.example', { create: true, now: 0 });
const service = keysAt('service.json');
const keys = file('jwks.json', service.jwks);
const example = paymentSafety.example as { challenge: string };
const challenge = file('challenge.txt', example.challenge);
const decoded = JSON.parse(atob(example.challenge)) as { accepts: object[]; resource: object };
const { record } = (await new Stage().ask(paymentSafety, { ...example, record: true })) as SafetyAnswer;
const says = record!.says;
const attest = attestsWith(service.signer);
const jws = await attest('payment-preflight', says);

async function verified(text: unknown, flags: readonly string[] = [], seconds = 0) {
  process.exitCode = undefined;
  const said: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line) => void said.push(line));
  vi.spyOn(console, 'error').mockImplementation((line) => void said.push(line));
  const path = file('record', text);
  const command = recordVerifyCommand(() => EXAMPLE_AS_OF + seconds * 1000);
  await command.parseAsync(['node', 'record', path, '--keys', keys, ...flags]);
  return { exit: process.exitCode ?? 0, text: said.join('\n') };
}
const of = (change: object) =>
  file('other.json', { ...decoded, accepts: decoded.accepts.map((entry) => ({ ...entry, ...change })) });

it('holds for the payment that it is of, as a JWS and in the saved answer', async () => {
  for (const text of [jws, { jws, says }, { score: 100, record: { jws, says } }])
    expect(await verified(text, ['--challenge', challenge, '--json'])).toEqual({
      exit: 0,
      text: JSON.stringify(says),
    });
  expect((await verified(jws, ['--challenge', of({})])).exit).toBe(0);
});

it.each<[string, object]>([
  ['recipient', { payTo: '0x2222222222222222222222222222222222222222' }],
  ['amount', { amount: '10001' }],
  ['network', { network: 'eip155:1' }],
  ['asset', { asset: '0x2222222222222222222222222222222222222222' }],
  ['scheme', { scheme: 'upto' }],
])('does not hold for another %s', async (_name, change) => {
  expect((await verified(jws, ['--challenge', of(change)])).exit).toBe(1);
});

it('does not hold for another resource', async () => {
  const other = file('resource.json', { ...decoded, resource: { url: 'https://api.weather.example/other' } });
  expect((await verified(jws, ['--challenge', other])).exit).toBe(1);
});

it('does not hold once it has expired', async () => {
  expect((await verified(jws, [], 299)).exit).toBe(0);
  expect((await verified(jws, [], 300)).exit).toBe(1);
});

it('does not hold under another key, changed, or when it is something else that we signed', async () => {
  const stranger = attestsWith(keysAt('stranger.json').signer);
  const [head, , signature] = jws.split('.');
  const body = btoa(JSON.stringify({ record: 'payment-preflight', says: { ...says, score: 99 } }));
  for (const text of [
    await stranger('payment-preflight', says),
    [head, body.replaceAll('=', ''), signature].join('.'),
    await attest('other', says),
    await service.signer.sign(says),
    await service.signer.sign({ record: 'payment-preflight', ...says }),
  ])
    expect((await verified(text)).exit).toBe(1);
});

it('ends with 2 when there is nothing to read', async () => {
  for (const text of ['hello', {}, { record: null }]) expect((await verified(text)).exit).toBe(2);
  expect((await verified(jws, ['--challenge', file('none', 'hello')])).exit).toBe(2);
});
