import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TEMPORARY } from '../../src/adapters/temporary.testing.ts';
import { type EvmSandbox, startEvmSandbox } from '../../src/sandbox/chain.ts';
import { type PostgresServer, startPostgres } from '../postgres/server.ts';
import { Bundles } from './bundles.ts';
import { fundedPeople } from './people.ts';

/**
 * What is dear and can be shared by all files of a run: a chain, a PostgreSQL, the service as one file. It lives in
 * vitest's own process, is started when the first file asks for it, and ends with the run. Files ask over HTTP.
 */
export interface Door {
  readonly url: string;
  close(): Promise<void>;
}

export async function openDoor(): Promise<Door> {
  const chain = once(startEvmSandbox);
  const postgres = once(() => startPostgres(TEMPORARY));
  const bundles = new Bundles();
  /** One after the other: schemas are counted, and one key funds everybody. */
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  };
  const answers: Readonly<Record<string, (asked: URLSearchParams) => Promise<object>>> = {
    '/chain': async () => {
      const { rpcUrl } = await chain.get();
      return { rpcUrl, people: await inTurn(() => fundedPeople(rpcUrl)) };
    },
    '/schema': async () => ({ url: await inTurn(async () => (await postgres.get()).createSchema()) }),
    '/edge': async () => ({ file: await bundles.edge() }),
    '/bundle': async (asked) => ({ file: await bundles.of(asked.get('entry')!) }),
  };
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://door');
    try {
      response.end(JSON.stringify(await answers[pathname]!(searchParams)));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await Promise.all([chain.begun?.then(stop), postgres.begun?.then(stop)]);
      bundles.remove();
    },
  };
}

const stop = (running: EvmSandbox | PostgresServer): Promise<void> => running.stop();

/** Started when it is asked for first. */
function once<T>(start: () => Promise<T>): { get(): Promise<T>; begun: Promise<T> | undefined } {
  const kept: { get(): Promise<T>; begun: Promise<T> | undefined } = {
    begun: undefined,
    get: () => {
      kept.begun ??= start();
      return kept.begun;
    },
  };
  return kept;
}
