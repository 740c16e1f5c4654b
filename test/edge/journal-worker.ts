import { durableStore } from '../../src/adapters/durable/store.ts';
import { sqlBooks } from '../../src/adapters/sql/books.ts';
import { sqlReported } from '../../src/adapters/sql/reported.ts';
import { sqlTickets } from '../../src/adapters/sql/tickets.ts';
import type { EdgeEnv } from '../../src/edge/config.ts';
import { EdgeJournal } from '../../src/edge/journal-object.ts';

/** A Worker that is nothing but a door to one journal object: what a test asks for is done in the real workerd. */

export interface Ask {
  readonly object: string;
  readonly port: 'journal' | Beside;
  readonly operation: string;
  readonly args: readonly unknown[];
}

const BESIDE = { tickets: sqlTickets, books: sqlBooks, reported: sqlReported };
type Beside = keyof typeof BESIDE;

/** The journal object, with the tickets, the books and the reported receipts that the contract suite needs beside it. */
export class SuiteJournal extends EdgeJournal {
  async beside(port: Beside, operation: string, args: readonly unknown[]): Promise<unknown> {
    const store = durableStore(this.ctx.storage);
    const made = BESIDE[port](store);
    return (made as unknown as Record<string, (...given: unknown[]) => unknown>)[operation]!(...args);
  }
}

interface Env extends EdgeEnv {
  readonly SUITE: { idFromName(name: string): object; get(id: object): SuiteJournal };
}

export default {
  async fetch(request: Request, { SUITE }: Env): Promise<Response> {
    const { object, port, operation, args: sent } = (await request.json()) as Ask;
    // JSON has no undefined, and no argument of a port is null.
    const args = sent.map((each) => each ?? undefined);
    const journal = SUITE.get(SUITE.idFromName(object));
    const result =
      port === 'journal'
        ? await journal.call(operation as 'get', args as [string])
        : await journal.beside(port, operation, args);
    return Response.json({ result: result ?? null });
  },
};
