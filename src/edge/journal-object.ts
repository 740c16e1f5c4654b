import { DurableObject, type DurableState } from 'cloudflare:workers';
import type { Counts } from '../accounting/counters.ts';
import { durableOutbox, type Outbox } from '../adapters/durable/outbox.ts';
import { durableStore } from '../adapters/durable/store.ts';
import { type DurableTally, durableTally } from '../adapters/durable/tally.ts';
import { sqlJournal } from '../adapters/sql/journal.ts';
import { migrate } from '../adapters/sql/migrations.ts';
import { sweep } from '../gate/reconcile.ts';
import type { Journal } from '../ports.ts';
import { DAY_SECONDS, SECOND_MS } from '../values/time.ts';
import type { EdgeEnv } from './config.ts';
import { type Last, reportFailure } from './failure.ts';
import { type Outside, openOutside, webEntropy } from './outside.ts';
import type { JournalObject, ShardStatus } from './shards.ts';

/** Rows of one push to the origin. */
const BATCH = 50;
/** How long moves collect before they are pushed; twice as long after each look or push that led nowhere, up to six times. */
const PUSH_AFTER_MS = { sandbox: 100, production: 1_000 } as const;
const MOST_DOUBLED = 6;
/** Anything may still be asked about a payment for a day; two are kept. */
const KEEP_MS = 2 * DAY_SECONDS * SECOND_MS;
const PRUNE_EVERY_MS = 3_600_000;
const SWEEP_ROWS = 20;

/** One shard of the edge's journal, on SQLite in a Durable Object. It finishes its own rows by alarm, with nobody asking. */
export class EdgeJournal extends DurableObject<EdgeEnv> implements JournalObject {
  readonly #journal: Journal;
  readonly #kept: Promise<{ readonly outbox: Outbox; readonly tally: DurableTally }>;
  #outside: Promise<Outside | undefined> | undefined;
  #failures = 0;
  /** Looks at rows, one after another, of which none could be decided. */
  #undecided = 0;
  #prunedAt = 0;

  constructor(ctx: DurableState, env: EdgeEnv) {
    super(ctx, env);
    const store = durableStore(ctx.storage);
    this.#journal = sqlJournal(store);
    this.#kept = ctx.blockConcurrencyWhile(async () => {
      await migrate(store, Date.now());
      return {
        outbox: durableOutbox(ctx.storage),
        tally: durableTally(ctx.storage, () => webEntropy.hex(16)),
      };
    });
  }

  async call<O extends keyof Journal>(
    operation: O,
    args: Parameters<Journal[O]>,
  ): Promise<Awaited<ReturnType<Journal[O]>>> {
    const act = this.#journal[operation] as (...given: Parameters<Journal[O]>) => ReturnType<Journal[O]>;
    const result = await act(...args);
    if (operation !== 'get') await this.#arm();
    return result;
  }

  async status(): Promise<ShardStatus> {
    return (await this.#kept).outbox.status();
  }

  async count(counts: Counts): Promise<void> {
    (await this.#kept).tally.add(counts);
    await this.#arm();
  }

  async note(failure: Last): Promise<void> {
    (await this.#kept).outbox.note(JSON.stringify(failure));
  }

  async noted(): Promise<Last | undefined> {
    const text = (await this.#kept).outbox.noted();
    return text === undefined ? undefined : (JSON.parse(text) as Last);
  }

  /** Never throws: the platform repeats a failed alarm only a few times, this one comes back by itself. */
  async alarm(): Promise<void> {
    const { outbox } = await this.#kept;
    try {
      this.#outside ??= openOutside(this.env);
      const outside = await this.#outside;
      if (!outside) throw new Error('the configuration is not whole');
      const { clock, entropy, settler } = outside;
      const { seen, pending } = await sweep(
        { journal: this.#journal, settler, clock, entropy },
        { limit: SWEEP_ROWS },
      );
      this.#undecided = seen > 0 && pending === seen ? this.#undecided + 1 : 0;
      await this.#push(outside);
      this.#prune(outbox);
      this.#failures = 0;
    } catch (error) {
      reportFailure('alarm', error);
      this.#failures++;
    }
    await this.#arm();
  }

  #prune(outbox: Outbox): void {
    if (Date.now() - this.#prunedAt < PRUNE_EVERY_MS) return;
    this.#prunedAt = Date.now();
    outbox.prune(Date.now() - KEEP_MS);
  }

  async #push({ pushJournal }: Outside): Promise<void> {
    const { outbox, tally } = await this.#kept;
    for (let rows = outbox.waiting(BATCH); rows.length > 0; rows = outbox.waiting(BATCH)) {
      await pushJournal({ rows });
      outbox.confirm(rows.at(-1)!.seq);
    }
    const counted = tally.waiting();
    if (!counted) return;
    await pushJournal({ rows: [], totals: counted.totals });
    tally.confirm(counted.version);
  }

  /** There is one alarm and setting it replaces it: it is only ever moved earlier, so that no traffic can starve it. */
  async #arm(): Promise<void> {
    const { outbox, tally } = await this.#kept;
    const after = (fruitless: number): number =>
      Date.now() +
      PUSH_AFTER_MS[this.env.EDGE_MODE === 'sandbox' ? 'sandbox' : 'production'] *
        2 ** Math.min(fruitless, MOST_DOUBLED);
    const push = outbox.status().waiting > 0 || tally.waiting() ? after(this.#failures) : undefined;
    const lease = outbox.nextLease();
    const sweepAt =
      lease === undefined ? undefined : Math.max(lease + 1, after(Math.max(this.#failures, this.#undecided)));
    const next = Math.min(push ?? Number.POSITIVE_INFINITY, sweepAt ?? Number.POSITIVE_INFINITY);
    const armed = await this.ctx.storage.getAlarm();
    if (Number.isFinite(next) && (armed === null || armed > next)) await this.ctx.storage.setAlarm(next);
  }
}
