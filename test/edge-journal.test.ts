import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { bundleEdge } from '../scripts/edge/bundle.ts';
import { COMPATIBILITY_DATE, startWorkerd } from '../scripts/edge/run.ts';
import { journalSuite } from '../src/adapters/journal.suite.ts';
import { TEMPORARY } from '../src/adapters/temporary.testing.ts';
import type { UsedTickets } from '../src/adapters/tickets.ts';
import type { Books, Journal, Reported } from '../src/ports.ts';
import type { Ask } from './edge/journal-worker.ts';

/** The contract of every journal, kept by a Durable Object in the real workerd: the object itself, its storage, its RPC. */

const dir = mkdtempSync(join(TEMPORARY, 'assay-durable-'));
let workerd: Awaited<ReturnType<typeof startWorkerd>>;
let code: string;
/** Asked past miniflare, which does as much work for each question as the object for its answer. */
let url: URL;
/** A connection for each question: workerd closes a kept one after five idle seconds, and a question sent just then hangs up. */
const agent = new Agent({ keepAlive: false });
let objects = 0;

const start = async (): Promise<void> => {
  workerd = await startWorkerd({
    name: 'assay-suite',
    modules: [{ type: 'ESModule', path: 'worker.mjs', contents: code }],
    compatibilityDate: COMPATIBILITY_DATE,
    cf: false,
    durableObjects: { SUITE: { className: 'SuiteJournal', useSQLite: true } },
    durableObjectsPersist: dir,
  });
  url = await workerd.ready;
};

beforeAll(async () => {
  ({ code } = await bundleEdge('test/edge/journal-worker.ts'));
  await start();
});
afterAll(async () => {
  agent.destroy();
  await workerd.dispose();
  rmSync(dir, { recursive: true, force: true });
});

/** Everything that is called on it happens in the object of this name. Not a thenable: it is returned from async functions. */
const door = <T>(object: string, port: Ask['port']): T =>
  new Proxy(
    {},
    {
      get: (_none, operation: string) =>
        operation === 'then' ? undefined : (...args: unknown[]) => ask({ object, port, operation, args }),
    },
  ) as T;

async function ask(what: Ask): Promise<unknown> {
  const { status, text } = await posted(JSON.stringify(what));
  if (status !== 200) throw new Error(text);
  return (JSON.parse(text) as { result: unknown }).result ?? undefined;
}

const posted = (body: string) =>
  new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const asked = request(url, { method: 'POST', agent }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode, text })).on('error', reject);
    });
    asked.on('error', reject).end(body);
  });

journalSuite('Durable Object', async () => {
  const object = `object-${++objects}`;
  const journal = door<Journal>(object, 'journal');
  return {
    journal,
    second: door<Journal>(object, 'journal'),
    tickets: door<UsedTickets>(object, 'tickets'),
    books: [door<Books>(object, 'books'), door<Books>(object, 'books')],
    reported: [door<Reported>(object, 'reported'), door<Reported>(object, 'reported')],
    reopen: async () => {
      await workerd.dispose();
      await start();
      return journal;
    },
    close: async () => {},
  };
});
