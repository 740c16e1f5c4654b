import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { exampleOf, expand } from '../macros.ts';
import { PAID_ROUTES } from '../payments.ts';
import type { Scene } from '../scene.ts';
import { send } from '../send.ts';
import { type Check, type Checks, each, hold, jsonOf, seen } from './check.ts';

/** Audit tickets, preflight matches and payment identifiers. */

/** A ticket may cost this much at rest. */
const BYTES_PER_TICKET = 1_000;

/** Buys the example with a ticket, in the way that the attack should not have spoilt. */
const stillUsable =
  (name: string): Check =>
  async ({ lab, memory }) => {
    const audit = PAID_ROUTES.audit!;
    const scope = { lab, memory };
    const answer = await send(lab.url, {
      method: audit.method,
      target: audit.path,
      headers: {
        'content-type': 'application/json',
        'x-svc-audit-authorization': await expand(`{{ticket:${name}}}`, scope),
        'payment-signature': await expand('{{sig:audit}}', scope),
      },
      body: JSON.stringify(exampleOf(lab, audit.path)),
      as: undefined,
    });
    hold(answer.status === 200, `with its own payload it answers ${answer.status}`);
  };

/** What the table of tickets and its indexes take, however much of it is still in the write-ahead log. */
const ticketBytes = ({ lab }: Scene): number => {
  const { dataDir } = seen(lab.inside, 'the journal');
  const database = new DatabaseSync(join(dataDir, 'journal.sqlite'), { readOnly: true });
  try {
    const ofTickets =
      "select sum(pgsize) as bytes from dbstat join sqlite_schema using (name) where tbl_name = 'tickets'";
    return Number(database.prepare(ofTickets).get()?.bytes);
  } finally {
    database.close();
  }
};

export const TICKETS: Checks = {
  'ticket A is still usable for its own payload': stillUsable('A'),
  'refused before a payment is looked at': each((exchange) => {
    const { error } = jsonOf(exchange);
    hold(/^ticket_/.test(String(error)), `error is ${String(error)}`);
    hold(exchange.headers.get('payment-required') === null, 'it carries a challenge');
  }),
  'refused, or a challenge that names what is needed first': each((exchange) => {
    const { error, preconditions } = jsonOf(exchange);
    if (exchange.status !== 402) return hold(/^ticket_/.test(String(error)), `error is ${String(error)}`);
    const [first] = (preconditions ?? []) as { header?: unknown; issuer?: unknown }[];
    hold(/^x-svc-audit-authorization$/i.test(String(first?.header)), 'the challenge names no ticket header');
    hold(String(first?.issuer).includes('/api/buyer-payment-scope-check/check'), 'it names no issuer');
  }),
  'one and the same body for all of them': ({ exchanges }) => {
    const bodies = new Set(exchanges.map(({ status, text }) => `${status} ${text}`));
    hold(exchanges.length > 1 && bodies.size === 1, `${bodies.size} different refusals`);
  },
  'a bounded number of bytes at rest for each ticket': (scene) => {
    const issued = scene.exchanges.filter(({ status }) => status === 200).length;
    hold(issued > 0, 'no ticket was issued');
    const bytes = ticketBytes(scene) / issued;
    scene.figures.set('bytes for each ticket', Math.round(bytes));
    hold(bytes < BYTES_PER_TICKET, `${Math.round(bytes)} bytes for each ticket`);
  },
};
