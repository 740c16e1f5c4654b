import { durableStore } from '../../src/adapters/durable/store.ts';
import { sqlTickets } from '../../src/adapters/sql/tickets.ts';
import type { EdgeEnv } from '../../src/edge/config.ts';
import { EdgeJournal } from '../../src/edge/journal-object.ts';
import type { Tickets } from '../../src/ports.ts';

/** A Worker that is nothing but a door to one journal object: what a test asks for is done in the real workerd. */

export interface Ask {
  readonly object: string;
  readonly port: 'journal' | 'tickets';
  readonly operation: string;
  readonly args: readonly unknown[];
}

/** The journal object, with the tickets that the contract suite needs beside it. */
export class SuiteJournal extends EdgeJournal {
  async ticket(operation: keyof Tickets, args: readonly unknown[]): Promise<unknown> {
    const act = sqlTickets(durableStore(this.ctx.storage))[operation] as (...given: unknown[]) => unknown;
    return act(...args);
  }
}

interface Env extends EdgeEnv {
  readonly SUITE: { idFromName(name: string): object; get(id: object): SuiteJournal };
}

export default {
  async fetch(request: Request, { SUITE }: Env): Promise<Response> {
    const { object, port, operation, args } = (await request.json()) as Ask;
    const journal = SUITE.get(SUITE.idFromName(object));
    const result =
      port === 'tickets'
        ? await journal.ticket(operation as keyof Tickets, args)
        : await journal.call(operation as 'get', args as [string]);
    return Response.json({ result: result ?? null });
  },
};
