import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Build } from './builds.ts';
import { startForeign, whyNotApart } from './foreign.ts';

/** Stands for a client of another language: says in its report what it could reach, dies or is silent when it is told to. */
const WORKER = `
import { createInterface } from 'node:readline';
const reach = (url) => fetch(url).then((r) => r.text(), (e) => e.cause?.code ?? e.name);
console.log('a line that is not for the lab');
console.log(JSON.stringify({ ready: true, runtime: { name: 'test', version: '1' } }));
for await (const line of createInterface({ input: process.stdin })) {
  const { case: id, ask, url, now } = JSON.parse(line);
  if (id === 'dies') process.exit(3);
  const seen = [await reach(url), ...(await Promise.all(PLACES.map(reach))), now, ask.method];
  const report = { case: id, signed: 1, nonces: 1, status: null, error: { name: 'Seen', message: seen.join(' ') } };
  if (id === 'chatters')
    for (const stray of [42, { level: 'info' }, { ready: true }, { ...report, case: 'another', signed: 9 }])
      console.log(JSON.stringify(stray));
  console.log(JSON.stringify(id === 'chatters' ? { ...report, told: 'It was paid.' } : report));
  if (id === 'chatters') console.log(JSON.stringify({ ...report, signed: 8 }));
}`;

const folder = mkdtempSync(join(tmpdir(), 'assay-foreign-'));
const server = createServer((_request, response) => response.end('seller'));
let port: number;
const apart = await whyNotApart();

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const start = (script: string) => {
  writeFileSync(join(folder, 'worker.mjs'), script);
  const build = { id: 'test', language: 'python', run: [process.execPath, '{place}/worker.mjs'] };
  return startForeign(build as unknown as Build, folder, { 'seller.example': port });
};
const order = (caseId: string) => ({ caseId, ask: { method: 'HEAD' as const }, now: 1_767_225_600_000 });

// A machine that permits no namespace runs no client of another language: the lab says so instead.
describe.skipIf(apart !== undefined)('a client of another language', () => {
  it('reaches the names of the lab and nothing else, and reports in a line', async () => {
    const places = [`http://127.0.0.1:${port}/`, 'http://1.1.1.1/', 'http://mainnet.base.org/'];
    const client = await start(`const PLACES = ${JSON.stringify(places)};${WORKER}`);
    const report = await client.run(order('B01.test'));
    await client.stop();
    expect(client.runtime).toEqual({ name: 'test', version: '1' });
    expect(report).toMatchObject({ caseId: 'B01.test', signed: 1, nonces: 1, statusSeen: null });
    const [seller, ours, outside, name, now, method] = report.error!.messagePrefix.split(' ');
    expect([seller, ours, outside, now, method]).toEqual([
      'seller',
      'ECONNREFUSED',
      'ENETUNREACH',
      '1767225600',
      'HEAD',
    ]);
    expect(name).toMatch(/^(EAI_AGAIN|ENOTFOUND)$/);
  });

  it('is heard where it speaks of the case that it was given, whatever else it prints', async () => {
    const client = await start(`const PLACES = [];${WORKER}`);
    const said = [];
    for (const id of ['chatters', 'quiet']) said.push(await client.run(order(id)));
    await client.stop();
    expect(said.map(({ caseId, signed, told }) => [caseId, signed, told])).toEqual([
      ['chatters', 1, 'It was paid.'],
      ['quiet', 1, undefined],
    ]);
  });

  it('that dies says nothing about the client: the lab names its own trouble', async () => {
    const client = await start(`const PLACES = [];${WORKER}`);
    const report = await client.run(order('dies'));
    expect(report.error?.name).toBe('LabWorker');
    expect(client.alive).toBe(false);
  });

  it('that does not load is named with its own last words', async () => {
    await expect(start(`throw new Error('no such package')`)).rejects.toThrow(/test does not load/);
  });
});
