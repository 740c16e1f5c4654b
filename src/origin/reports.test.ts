import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompiledQuery } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Chain } from '../adapters/evm/chain.ts';
import { openChain } from '../adapters/evm/chain.ts';
import { nodeHttp } from '../adapters/evm/node-http.ts';
import { facilitatorSettler } from '../adapters/facilitator/settler.ts';
import { openWire } from '../adapters/facilitator/wire.ts';
import { openPostgres, plainFailure } from '../adapters/sql/postgres-store.ts';
import { openSqlite } from '../adapters/sql/sqlite-store.ts';
import { StoreBusy } from '../adapters/sql/store.ts';
import { openSolanaChain } from '../adapters/svm/chain.ts';
import { USDC_BASE_TERMS } from '../gate/assets.ts';
import { SELLER } from '../gate/testing.ts';
import { errorName } from '../values/failure.ts';
import type { Payment, SignedAuthorization } from '../values/payment.ts';

/** What an operator reads when something outside fails: a line that says only "Error" helps nobody. */

const SECRET = 'what-somebody-else-said';
/** A node that refuses with its own words, at `/500` with an error status. */
const node = createServer((request, response) => {
  response.writeHead(request.url === '/500' ? 500 : 200, { 'content-type': 'application/json' });
  const error = { code: -32005, message: SECRET };
  response.end(request.url === '/500' ? SECRET : JSON.stringify({ jsonrpc: '2.0', id: 1, error }));
});
const folder = mkdtempSync(join(tmpdir(), 'assay-reports-'));
let url: string;
let nobody: string;
beforeAll(async () => {
  await new Promise<void>((listening) => node.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(node.address() as AddressInfo).port}`;
  const gone = createServer();
  await new Promise<void>((listening) => gone.listen(0, '127.0.0.1', listening));
  nobody = `127.0.0.1:${(gone.address() as AddressInfo).port}`;
  await new Promise((closed) => gone.close(closed));
});
afterAll(() => {
  node.close();
  rmSync(folder, { recursive: true, force: true });
});

const failing = (work: () => Promise<unknown>): Promise<unknown> =>
  work().then(
    () => expect.unreachable('it worked'),
    (error: unknown) => error,
  );
const answering = (status: number, body: string) => async () => new Response(body, { status });
const wireTo = (fetch: () => Promise<Response>) => openWire({ url: 'http://f.example', fetch });
const unreachable = () => Promise.reject(new TypeError(SECRET));
const evmChain = (rpcUrl: string) => openChain({ rpcUrl, transport: nodeHttp(rpcUrl) });
const databaseError = (code: string) =>
  Object.assign(new pg.DatabaseError(`${SECRET} is no bigint`, 1, 'error'), { code });
const sqlite = async (sql: string) => {
  const store = await openSqlite(join(folder, 'journal.sqlite'));
  try {
    await store.run(CompiledQuery.raw(sql));
  } finally {
    await store.close();
  }
};

const FAILURES: Readonly<Record<string, readonly [() => unknown, string]>> = {
  'a facilitator that is not there': [
    () => failing(() => wireTo(unreachable).supported()),
    'NoAnswer SUPPORTED_UNREACHABLE',
  ],
  'a facilitator with an error status': [
    () => failing(() => wireTo(answering(502, SECRET)).supported()),
    'NoAnswer SUPPORTED_STATUS_502',
  ],
  'a facilitator that talks of something else': [
    () => failing(() => wireTo(answering(200, JSON.stringify({ said: SECRET }))).supported()),
    'NoAnswer SUPPORTED_WRONG_SHAPE',
  ],
  'too many calls for the database': [() => new StoreBusy(), 'StoreBusy BUSY'],
  'PostgreSQL that is not there': [
    () => failing(() => openPostgres(`postgres://${SECRET}@${nobody}/assay`)),
    'Failure ECONNREFUSED',
  ],
  'a statement that PostgreSQL refuses': [() => plainFailure(databaseError('57014')), 'Failure 57014'],
  'a row that PostgreSQL would quote': [() => plainFailure(databaseError('22P02')), 'Failure 22P02'],
  'PostgreSQL that is silent': [() => plainFailure(new Error('Query read timeout')), 'Failure READ_TIMEOUT'],
  'PostgreSQL that went away': [
    () => plainFailure(new Error('Connection terminated unexpectedly')),
    'Failure CONNECTION_LOST',
  ],
  'PostgreSQL without a free connection': [
    () => plainFailure(new Error('timeout exceeded when trying to connect')),
    'Failure CONNECT_TIMEOUT',
  ],
  'PostgreSQL in words that are new': [() => plainFailure(new Error(SECRET)), 'Failure UNKNOWN'],
  'a statement that SQLite refuses': [
    () => failing(() => sqlite(`select '${SECRET}' from nowhere`)),
    'Failure SQLITE_1',
  ],
  'a Base node that is not there': [
    () => failing(() => evmChain(`http://${nobody}/${SECRET}`).now()),
    'HttpRequestError < Error ECONNREFUSED',
  ],
  'a Base node with an error status': [
    () => failing(() => evmChain(`${url}/500`).now()),
    'HttpRequestError 500',
  ],
  'a Base node that refuses': [
    () => failing(() => evmChain(url).now()),
    'LimitExceededRpcError -32005 < RpcRequestError -32005',
  ],
  'a Solana node with an error status': [
    () => failing(() => openSolanaChain({ rpcUrl: `${url}/500` }).genesisHash()),
    'Failure GETGENESISHASH_500',
  ],
  'a Solana node that refuses': [
    () => failing(() => openSolanaChain({ rpcUrl: url }).genesisHash()),
    'Failure GETGENESISHASH_REFUSED_32005',
  ],
  'a Solana node that is not there': [
    () => failing(() => openSolanaChain({ rpcUrl: `http://${nobody}` }).genesisHash()),
    'TypeError < Error ECONNREFUSED',
  ],
};

describe('a line says what failed, in nobody else’s words', () => {
  it.each(Object.keys(FAILURES))('%s', async (what) => {
    const [fail, said] = FAILURES[what]!;
    const error = await fail();
    expect(errorName(error)).toBe(said);
    expect(error).toBeInstanceOf(Error);
  });

  it.each([
    [
      { success: false, errorReason: 'unknown', network: '', transaction: '' },
      'SETTLE_REFUSES_WITHOUT_SAYING_THAT_NOTHING_WAS_SENT',
    ],
    [
      { success: true, network: 'eip155:1', transaction: `0x${'1'.repeat(64)}` },
      'SETTLE_NAMES_ANOTHER_NETWORK',
    ],
    [{ success: true, payer: SECRET }, 'SETTLE_NAMES_ANOTHER_PAYER'],
  ])('a settlement that decides nothing: %j', async (answer, code) => {
    const reports: [string, unknown][] = [];
    const { settle } = facilitatorSettler({
      url: 'http://f.example',
      chain: { sight: async () => ({ used: false, time: 0n, isBehind: false }) } as unknown as Chain,
      fetch: answering(200, JSON.stringify(answer)),
      clock: { now: () => 1_795_000_000_000, sleep: async () => {} },
      report: (where, error) => void reports.push([where, errorName(error)]),
    });
    const offer = {
      ...USDC_BASE_TERMS,
      scheme: 'exact',
      amount: '10000',
      payTo: SELLER,
      maxTimeoutSeconds: 120,
    };
    const payment = {
      offer,
      payer: `0x${'2'.repeat(40)}`,
      proof: { authorization: { validBefore: '1' }, signature: '0x' },
    } as unknown as Payment<SignedAuthorization>;
    expect(await settle(payment, async () => true)).toEqual({ kind: 'unknown' });
    expect(reports).toEqual([['settle', `Undecided ${code}`]]);
  });

  it('and that is what is written', () => {
    const script = `
      import { telemetry } from ${JSON.stringify(new URL('./telemetry.ts', import.meta.url).href)};
      import { StoreBusy } from ${JSON.stringify(new URL('../adapters/sql/store.ts', import.meta.url).href)};
      const { report, flush } = telemetry('error');
      report('counters', new StoreBusy());
      flush();
    `;
    const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      encoding: 'utf8',
    });
    expect(JSON.parse(stderr)).toMatchObject({ where: 'counters', error: 'StoreBusy BUSY' });
    expect(stderr).not.toContain('waiting for the database');
  });
});
