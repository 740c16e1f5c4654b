import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import {
  createPublicClient,
  HttpRequestError,
  MethodNotSupportedRpcError,
  ResponseBodyTooLargeError,
  RpcRequestError,
  TimeoutError,
} from 'viem';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CHAIN_PATIENCE } from './chain.ts';
import { nodeHttp } from './node-http.ts';

type Handler = (answer: ServerResponse, asked: { readonly id: number; readonly method: string }) => void;

let server: Server;
let url: string;
let handlers: Handler[];
/** Questions of requests that held several. */
let together: { id: number; method: string; params: unknown }[];
let asked: { method: string; params: unknown; connection: Socket; authorization: string | undefined }[];

const reply =
  (body: object, status = 200): Handler =>
  (answer, { id }) => {
    answer.writeHead(status, { 'content-type': 'application/json' });
    answer.end(JSON.stringify({ jsonrpc: '2.0', id, ...body }));
  };

/** Backwards, as nodes may. */
const replyEach =
  (several: typeof together): Handler =>
  (answer) => {
    const said = several.map(({ id, params }) => ({ jsonrpc: '2.0', id, result: (params as unknown[])[0] }));
    answer.end(JSON.stringify(said.reverse()));
  };

beforeEach(async () => {
  handlers = [];
  asked = [];
  together = [];
  server = createServer(async (incoming: IncomingMessage, answer) => {
    let text = '';
    for await (const chunk of incoming.setEncoding('utf8')) text += chunk;
    const several = JSON.parse(text) as (typeof together)[number] | typeof together;
    if (Array.isArray(several)) {
      together.push(...several);
      return (handlers.shift() ?? replyEach(several))(answer, several[0]!);
    }
    const said = several;
    const { method, params } = said;
    asked.push({
      method,
      params,
      connection: incoming.socket,
      authorization: incoming.headers.authorization,
    });
    (handlers.shift() ?? reply({ result: '0x7' }))(answer, said);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterEach(async () => {
  vi.useRealTimers();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

/** As it is: what an answer must look like is a matter of its own (answers.ts). */
const open = (rpcUrl = url) => createPublicClient({ cacheTime: 0, transport: nodeHttp(rpcUrl) });
const balance = () => open().getBalance({ address: `0x${'1a'.repeat(20)}` });
/** What viem wraps an error in is its own business; callers look for the cause. */
const thrown = async (work: Promise<unknown>): Promise<Error[]> => {
  const causes: Error[] = [];
  let error: unknown = await work.then(
    () => new Error('nothing was thrown'),
    (each: unknown) => each,
  );
  for (; error instanceof Error; error = error.cause) causes.push(error);
  return causes;
};
const isOne = (errors: Error[], kind: abstract new (...args: never[]) => Error) =>
  errors.some((error) => error instanceof kind);

describe('JSON-RPC over node:http', () => {
  it('asks and reads, over one connection', async () => {
    const client = open();
    handlers = [reply({ result: '0x10' }), reply({ result: '0x11' })];
    expect([await client.getBlockNumber(), await client.getBlockNumber()]).toEqual([16n, 17n]);
    expect(asked.map(({ method }) => method)).toEqual(['eth_blockNumber', 'eth_blockNumber']);
    expect(asked[0]!.connection).toBe(asked[1]!.connection);
  });

  it('keeps the words of the node, of any length and in any pieces', async () => {
    const long = `0x${'ab'.repeat(200_000)}`;
    handlers = [
      (answer, { id }) => {
        const text = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id, result: long, extra: 'é→' }));
        for (let at = 0; at < text.length; at += 7_919) answer.write(text.subarray(at, at + 7_919));
        answer.end();
      },
    ];
    expect(await open().getCode({ address: `0x${'1a'.repeat(20)}` })).toBe(long);
  });

  it('sends the credentials of an address as Basic authorization', async () => {
    await open(url.replace('//', '//me:secret@')).getBlockNumber();
    expect(asked[0]!.authorization).toBe(`Basic ${btoa('me:secret')}`);
  });

  it('passes on an error of the node as viem does, with any status, and does not ask again', async () => {
    const error = { code: -32004, message: 'no such method' };
    handlers = [reply({ error }), reply({ error }, 400)];
    for (let i = 0; i < 2; i++) {
      const errors = await thrown(balance());
      expect([isOne(errors, RpcRequestError), isOne(errors, MethodNotSupportedRpcError)]).toEqual([
        true,
        true,
      ]);
    }
    expect(asked).toHaveLength(2);
  });

  it.each<[string, Handler]>([
    ['an error status', (answer) => answer.writeHead(503).end('<html>busy</html>')],
    ['an answer that is not JSON', (answer) => answer.writeHead(200).end('<html>hello</html>')],
    ['a connection that breaks', (answer) => answer.destroy()],
    [
      'an answer that breaks off',
      (answer) => {
        answer.writeHead(200, { 'content-length': '100' });
        answer.write('{"jsonrpc"', () => answer.destroy());
      },
    ],
  ])('cannot ask through %s: said after one more try', async (_what, handler) => {
    handlers = [handler, handler];
    expect(isOne(await thrown(balance()), HttpRequestError)).toBe(true);
    expect(handlers).toEqual([]);
    handlers = [handler];
    expect(await balance()).toBe(7n);
  });

  it('follows no redirect', async () => {
    handlers = [(answer) => answer.writeHead(302, { location: url }).end()];
    expect(isOne(await thrown(balance()), HttpRequestError)).toBe(true);
    expect(asked).toHaveLength(1);
  });

  it('reads no more than 10 MB', async () => {
    const endless: Handler = (answer) => {
      const more = () => {
        while (!answer.destroyed && answer.write(Buffer.alloc(1_000_000, 'x')));
      };
      answer.on('drain', more);
      answer.writeHead(200);
      more();
    };
    handlers = [endless, endless];
    expect(isOne(await thrown(balance()), ResponseBodyTooLargeError)).toBe(true);
  });

  it.each<[string, Handler]>([
    ['nothing comes', () => {}],
    ['the answer never ends', (answer) => answer.writeHead(200).write('{')],
  ])('waits three seconds, twice, when %s', async (_what, silent) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    handlers = [silent, silent];
    const errors = thrown(balance());
    for (const times of [1, 2]) {
      await vi.waitFor(() => expect(asked).toHaveLength(times), { interval: 1 });
      await vi.advanceTimersByTimeAsync(CHAIN_PATIENCE.timeout + CHAIN_PATIENCE.retryDelay * 4);
    }
    expect(isOne(await errors, TimeoutError)).toBe(true);
  });

  describe('of receipts that are asked for at the same moment', () => {
    const hashOf = (n: number) => `0x${String(n).padStart(64, '0')}`;
    const receipts = (client: ReturnType<typeof open>, count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, n) =>
          client.request({ method: 'eth_getTransactionReceipt', params: [hashOf(n) as `0x${string}`] }),
        ),
      );
    const hashes = (count: number) => Array.from({ length: count }, (_, n) => hashOf(n));

    it('is one request, each with its own answer', async () => {
      expect(await receipts(open(), 20)).toEqual(hashes(20));
      expect([together.length, asked.length]).toEqual([20, 0]);
    });

    it.each<[string, Handler]>([
      ['an error status', (answer) => answer.writeHead(500).end('{"message":"Batch of more than 3"}')],
      ['one error for all', reply({ error: { code: -32600, message: 'batch too large' } })],
      ['fewer answers', (answer) => answer.end('[null]')],
    ])('is one request each where a node says %s, then and from then on', async (_what, refusal) => {
      const client = open();
      handlers = [refusal, ...hashes(6).map((hash) => reply({ result: hash }))];
      expect((await receipts(client, 3)).toSorted()).toEqual(hashes(3));
      expect((await receipts(client, 3)).length).toBe(3);
      expect([together.length, asked.length]).toEqual([3, 6]);
    });

    it('fails for all of them when nobody can be asked', async () => {
      handlers = [(answer) => answer.destroy(), (answer) => answer.destroy()];
      expect(isOne(await thrown(receipts(open(), 2)), HttpRequestError)).toBe(true);
      expect(asked).toEqual([]);
    });
  });

  it('says when nobody is there', async () => {
    const nobody = open('http://127.0.0.1:1/').getBlockNumber();
    expect(isOne(await thrown(nobody), HttpRequestError)).toBe(true);
  });
});
