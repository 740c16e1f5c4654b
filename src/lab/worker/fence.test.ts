import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const FENCE = new URL('./fence.ts', import.meta.url).href;

/** Runs lines in a process of their own, since the fence cannot be taken down again. */
async function inProcess(lines: string): Promise<unknown> {
  const script = `import { pinClock, raiseFence, seedChance } from '${FENCE}';\n${lines}`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  return JSON.parse(stdout);
}

describe('the process of a client', () => {
  it('reaches the names of the lab and nothing else, by whatever address', async () => {
    const server = createServer((_request, response) => response.end('seller'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    try {
      const seen = await inProcess(`
        raiseFence({ 'seller.example': ${port} });
        const { get } = await import('node:http');
        const { createSocket } = await import('node:dgram');
        const byFetch = (url) => fetch(url).then((r) => r.text(), (e) => e.cause?.name ?? e.name);
        const byHttp = (url) => new Promise((done) => get(url, (r) => done(r.statusCode)).on('error', (e) => done(e.name)));
        let datagram = 'sent';
        try { createSocket('udp4').send('x', 53, '127.0.0.1'); } catch (error) { datagram = error.name; }
        console.log(JSON.stringify([
          await byFetch('http://seller.example/'),
          await byFetch('http://127.0.0.1:${port}/'),
          await byFetch('http://localhost:${port}/'),
          await byFetch('https://mainnet.base.org/'),
          await byHttp('http://127.0.0.1:${port}/'),
          datagram,
        ]));
        process.exit(0);`);
      expect(seen).toEqual(['seller', 'LabFence', 'LabFence', 'LabFence', 'LabFence', 'LabFence']);
    } finally {
      server.close();
    }
  });

  it('lives at a given instant', async () => {
    const seen = await inProcess(`
      const set = pinClock();
      set(1767225600000);
      const first = [Date.now(), new Date().toISOString(), new Date(0).toISOString(), new Date() instanceof Date];
      await new Promise((done) => setTimeout(done, 5));
      console.log(JSON.stringify([...first, Date.now()]));`);
    expect(seen).toEqual([
      1767225600000,
      '2026-01-01T00:00:00.000Z',
      '1970-01-01T00:00:00.000Z',
      true,
      1767225600000,
    ]);
  });

  it('draws the same chance for the same seed, and never twice the same', async () => {
    const draw = `
      const seed = seedChance();
      const draw = () => Buffer.from(crypto.getRandomValues(new Uint8Array(40))).toString('hex');
      const { randomBytes } = await import('node:crypto');
      seed('a'); const a = [draw(), draw(), crypto.randomUUID(), randomBytes(32).toString('hex')];
      seed('b'); const b = draw();
      seed('a'); const again = [draw(), draw(), crypto.randomUUID(), randomBytes(32).toString('hex')];
      console.log(JSON.stringify({ a, b, again }));`;
    const { a, b, again } = (await inProcess(draw)) as { a: string[]; b: string; again: string[] };
    expect(again).toEqual(a);
    expect(new Set([...a, b]).size).toBe(5);
    expect(a[2]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});
