import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { write, writerFor } from './writer.ts';

/** What a client is sent, by a Node that has the field in which ready heads are put, and by one that has not. */
async function sentBy(hasField: boolean): Promise<object> {
  const write = writerFor({ keepAliveTimeout: 5_000, maxRequestsPerSocket: 100 });
  const body = new TextEncoder().encode('{"ready":true}');
  const headers = ['Content-Type', 'application/json', 'Content-Length', `${body.byteLength}`];
  let usesField: boolean | undefined;
  const server = createServer({ keepAliveTimeout: 5_000 }, (_, response) => {
    const outgoing = response as ServerResponse & { _header: unknown };
    if (!hasField) outgoing._header = undefined;
    const { writeHead } = outgoing;
    usesField = true;
    outgoing.writeHead = ((...call: Parameters<typeof writeHead>) => {
      usesField = false;
      return writeHead.apply(outgoing, call);
    }) as typeof writeHead;
    write(outgoing, { status: 402, headers, body });
  });
  server.maxRequestsPerSocket = 100;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const asked = request({
    port: (server.address() as AddressInfo).port,
    headers: { connection: 'keep-alive' },
  }).end();
  const [answer] = await once(asked, 'response');
  let text = '';
  for await (const chunk of answer) text += chunk;
  server.closeAllConnections();
  server.close();
  const { date, ...named } = answer.headers;
  return { usesField, status: answer.statusCode, named, hasDate: date !== undefined, text };
}

it('sends the same with the field of Node that heads are put into, and without it', async () => {
  const [quick, common] = [await sentBy(true), await sentBy(false)];
  expect(quick).toMatchObject({ usesField: true, status: 402, text: '{"ready":true}' });
  expect(common).toEqual({ ...quick, usesField: false });
});

it.each(['plain', 'é', 'ÿ', 'price — €2', 'a 🐟', ''])(
  'writes %j as UTF-8 of the length that it says',
  async (body) => {
    const server = createServer((_, outgoing) => write(outgoing, { status: 200, headers: {}, body }));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    server.close();
    expect(bytes).toEqual(Buffer.from(body, 'utf8'));
    expect(answer.headers.get('content-length')).toBe(String(bytes.byteLength));
  },
);
