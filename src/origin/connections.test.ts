import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBody } from '../http/body.ts';
import { createOriginServer, HTTP_LIMITS, type OriginServer } from './server.ts';

let server: OriginServer;
let port: number;
const seen: string[] = [];
const problems: unknown[] = [];

beforeAll(async () => {
  const limits = {
    ...HTTP_LIMITS,
    headersTimeout: 300,
    requestTimeout: 600,
    connectionsCheckingInterval: 50,
    maxRequestsPerSocket: 3,
  };
  server = createOriginServer(
    {
      standing: () => undefined,
      answer: async (request) => {
        seen.push(`${request.method} ${request.url}`);
        if (request.method === 'POST') problems.push(await readBody(request, 1_000));
        return { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' };
      },
    },
    {},
    limits,
  );
  port = await server.listen(0, '127.0.0.1');
});
afterAll(() => server.drain(0));

/** A client that reads and never closes by itself: what came, and whether it was ended and cut off. */
const silent = (...parts: readonly string[]) => silentTo(port, ...parts);

function silentTo(to: number, ...parts: readonly string[]) {
  const socket: Socket = connect({ port: to, host: '127.0.0.1', allowHalfOpen: true });
  let received = '';
  let isEnded = false;
  socket.setEncoding('latin1').on('data', (text: string) => (received += text));
  socket.on('end', () => (isEnded = true)).on('error', () => {});
  for (const part of parts) socket.write(part);
  return { socket, received: () => received, isEnded: () => isEnded };
}
const answered = async (...parts: readonly string[]) => {
  const { socket, received } = silent(...parts);
  await expect.poll(received, { interval: 10 }).toContain('\r\n\r\n');
  await setTimeout(20);
  socket.destroy();
  return received();
};
const REQUEST = 'GET /a HTTP/1.1\r\nHost: here\r\n\r\n';

describe('a connection', () => {
  it('that was told to close is closed', async () => {
    const { socket, received, isEnded } = silent(REQUEST.repeat(3));
    await expect.poll(isEnded, { interval: 10 }).toBe(true);
    expect(
      received()
        .match(/^Connection: .*$/gim)
        ?.at(-1),
    ).toMatch(/close/i);
    expect(received()).not.toContain(' 503 ');
    socket.destroy();
  });

  it.each([
    ['sends no request', []],
    ['sends half a head', ['GET /a HTTP/1.1\r\n']],
    ['sends half a body', ['POST /a HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n\r\nhalf']],
    ['sends nonsense', ['nonsense\r\n\r\n']],
  ])('whose client %s and stays silent is destroyed soon after its answer', async (_, parts) => {
    const { socket, received } = silent(...parts);
    await expect
      .poll(received, { interval: 10 })
      .toMatch(/^HTTP\/1.1 4\d\d .*"error":"(request_timeout|invalid_request)"/s);
    // A destroyed connection answers what is sent to it with a reset.
    await setTimeout(1_200);
    const reset = new Promise((resolve) => socket.once('close', resolve));
    socket.write('x');
    await setTimeout(50);
    socket.write('x');
    await reset;
  });

  it('that was refused and ended is refused once, whatever comes behind', async () => {
    const { socket, received } = silent('nonsense\r\n\r\n');
    await expect.poll(received, { interval: 10 }).toContain('invalid_request');
    const thrown: unknown[] = [];
    const note = (error: unknown) => thrown.push(error);
    process.on('uncaughtException', note);
    for (let i = 0; i < 3; i += 1) {
      socket.write('nonsense\r\n\r\n');
      await setTimeout(30);
    }
    process.off('uncaughtException', note);
    expect(thrown).toEqual([]);
    expect(received().match(/^HTTP\/1\.1 /gm)).toHaveLength(1);
    socket.destroy();
  });

  it('that was cut in the middle of an upload is no failure', async () => {
    const before = problems.length;
    const { socket } = silent('POST /a HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n\r\nhalf');
    await setTimeout(100);
    socket.destroy();
    await expect
      .poll(() => problems.slice(before), { interval: 10 })
      .toEqual([{ problem: { code: 'request_timeout' } }]);
  });
});

it('a server that drains waits for an answer under way, and not for ever', async () => {
  const asked = Promise.withResolvers<void>();
  const stuck = createOriginServer(
    {
      standing: () => undefined,
      answer: () => {
        asked.resolve();
        return new Promise(() => {});
      },
    },
    {},
  );
  const { socket, isEnded } = silentTo(await stuck.listen(0, '127.0.0.1'), REQUEST);
  await asked.promise;
  await stuck.drain(50);
  await expect.poll(isEnded, { interval: 10 }).toBe(true);
  socket.destroy();
});

describe('a request of an unusual form', () => {
  it.each([
    ['HTTP/1.0 without Host', 'GET /b HTTP/1.0\r\n\r\n', 'GET http://localhost/b'],
    [
      'an absolute target',
      'GET http://else.example/b?c=d HTTP/1.1\r\nHost: here\r\n\r\n',
      'GET http://else.example/b?c=d',
    ],
    [
      'an absolute target without a path',
      'GET http://else.example HTTP/1.1\r\nHost: here\r\n\r\n',
      'GET http://else.example/',
    ],
  ])('%s is answered', async (_, request, url) => {
    expect(await answered(request)).toMatch(/^HTTP\/1.1 200 /);
    expect(seen.at(-1)).toBe(url);
  });

  it.each([
    ['HTTP/1.1 without Host', 'GET /b HTTP/1.1\r\n\r\n', 400, 'invalid_request'],
    ['a host that is none', 'GET /b HTTP/1.1\r\nHost: a b<c\r\n\r\n', 400, 'invalid_request'],
    [
      'an absolute target of another scheme',
      'GET ftp://x/b HTTP/1.1\r\nHost: here\r\n\r\n',
      404,
      'not_found',
    ],
    [
      'an absolute target with a path of another spelling',
      'GET http://x/%62 HTTP/1.1\r\nHost: here\r\n\r\n',
      404,
      'not_found',
    ],
    ['a method that is none', 'N;P /b HTTP/1.1\r\nHost: here\r\n\r\n', 400, 'invalid_request'],
  ])('%s is a problem document', async (_, request, status, code) => {
    const text = await answered(request);
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(text.toLowerCase()).toContain('content-type: application/problem+json');
    expect(text).toContain(`"error":"${code}"`);
  });
});
