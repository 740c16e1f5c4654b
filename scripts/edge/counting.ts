/**
 * A module around the Worker that counts what it is billed for: its requests, those of its Durable Objects, the rows
 * that they write, and whom it calls. The Worker's own source is untouched.
 */
export interface Counted {
  readonly workerRequests: number;
  /** Calls of a method of a Durable Object, by method; `alarm` among them. */
  readonly objectRequests: Readonly<Record<string, number>>;
  readonly rowsRead: number;
  readonly rowsWritten: number;
  /** Requests that it sent, by host. */
  readonly subrequests: Readonly<Record<string, number>>;
}

export const COUNTING_MODULE = `
import './counting.mjs';
import worker, { EdgeJournal as Journal } from './worker.mjs';

const counts = globalThis.counted;
const one = (where, name) => { where[name] = (where[name] ?? 0) + 1; };
let watched = false;

export class EdgeJournal extends Journal {
  constructor(ctx, env) {
    if (!watched) watch(Object.getPrototypeOf(ctx.storage.sql));
    watched = true;
    super(ctx, env);
  }
}
for (const name of ['call', 'status', 'count', 'note', 'noted', 'alarm']) {
  const own = Journal.prototype[name];
  EdgeJournal.prototype[name] = function (...given) {
    one(counts.objectRequests, name === 'call' ? 'journal.' + given[0] : name);
    return own.apply(this, given);
  };
}

/** A cursor knows what it cost when it was read to its end, which the adapter does at once. */
function watch(sql) {
  const exec = sql.exec;
  sql.exec = function (...given) {
    const cursor = exec.apply(this, given);
    counts.cursors.push(cursor);
    return cursor;
  };
}

function read() {
  for (const cursor of counts.cursors.splice(0)) {
    counts.rowsRead += cursor.rowsRead;
    counts.rowsWritten += cursor.rowsWritten;
  }
  const { cursors, ...rest } = counts;
  return rest;
}

/** How many times a second one object takes a claim, asked from within the Worker. */
async function shard(env, calls, together) {
  const object = env.JOURNAL.get(env.JOURNAL.idFromName('measured'));
  const hex = (n) => [...crypto.getRandomValues(new Uint8Array(n))].map((b) => b.toString(16).padStart(2, '0')).join('');
  let left = calls;
  const claim = () => ({ ...SAMPLE, key: hex(32), createdAt: Date.now(), leaseUntil: Date.now() + 45_000 });
  const client = async () => { while (left-- > 0) await object.call('claim', [claim()]); };
  const startedAt = Date.now();
  await Promise.all(Array.from({ length: together }, client));
  return { calls, together, ms: Date.now() - startedAt };
}
const SAMPLE = __SAMPLE__;

export default {
  async fetch(request, env, context) {
    const url = new URL(request.url);
    if (url.pathname === '/__counted') return Response.json(read());
    if (url.pathname === '/__shard')
      return Response.json(await shard(env, Number(url.searchParams.get('calls')), Number(url.searchParams.get('together'))));
    counts.workerRequests++;
    return worker.fetch(request, env, context);
  },
};
`;

/** Evaluated before the Worker, so that it finds our fetch in the place of its own. */
export const BEFORE = `
const counts = { workerRequests: 0, objectRequests: {}, rowsRead: 0, rowsWritten: 0, subrequests: {}, cursors: [] };
globalThis.counted = counts;
const real = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const { host } = new URL(typeof input === 'string' ? input : input.url);
  counts.subrequests[host] = (counts.subrequests[host] ?? 0) + 1;
  return real(input, init);
};
`;
