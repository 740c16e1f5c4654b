import type { Entry } from '../../src/accounting/states.ts';
import type { Books, Journal, Reported } from '../../src/ports.ts';
import type { SignedAuthorization } from '../../src/values/payment.ts';
import type { Code } from './code.ts';
import type { FaultPoint } from './faults.ts';
import { authorizationId } from './token-chain.ts';
import { never, type Process, type World } from './world.ts';

/** How one kind of write goes wrong. */
interface Weakness {
  /** No space: nothing is written and the caller is told so. */
  readonly full: FaultPoint;
  /** The process dies before the write, which may have left it. */
  readonly before?: FaultPoint;
  /** The process dies after the write and before its acknowledgement. */
  readonly after?: FaultPoint;
}

/**
 * The journal's disk: rows outlive processes. What an operation means is the memory journal's business, which passes
 * the same contract suite as the SQL one; here each write happens at one instant, and its acknowledgement comes later
 * or not at all.
 */
export class Disk {
  /** Every row as it was last written. */
  readonly rows = new Map<string, Entry>();
  /** Which authorization each row is about, learned while the row still holds it: whatever the gate takes for a key. */
  readonly authorizationOf = new Map<string, string>();
  /** How often the clock had stepped when an authorization was last claimed. */
  readonly claimedAtStep = new Map<string, number>();
  /** When the first row about an authorization was written: from then on what moves its money is owed an answer. */
  readonly firstClaimedAt = new Map<string, number>();
  /** When a row was delivered, by a clock that is right. */
  readonly deliveredAt = new Map<string, number>();
  private readonly durable: ReturnType<Code['memoryJournal']>;
  private readonly world: World;

  constructor(world: World, memoryJournal: Code['memoryJournal']) {
    this.world = world;
    this.durable = memoryJournal();
  }

  get books(): Books {
    return this.durable.books;
  }

  get reported(): Reported {
    return this.durable.reported;
  }

  /** The journal as one process sees it. */
  connect(process: Process): Journal {
    const { durable } = this;
    const read = <K extends 'get' | 'byIdentifier' | 'heldBy' | 'unfinished'>(name: K) =>
      ((...args: never[]) =>
        this.read(process, () =>
          (durable[name] as (...args: never[]) => Promise<unknown>)(...args),
        )) as Journal[K];
    const write = <K extends keyof Journal>(
      name: K,
      weakness: Omit<Weakness, 'full'> & Partial<Weakness> = {},
    ) =>
      ((...args: never[]) =>
        this.write(process, name, { full: 'disk.full_at_commit', ...weakness }, () =>
          (durable[name] as (...args: never[]) => Promise<unknown>)(...args),
        )) as Journal[K];
    return {
      get: read('get'),
      byIdentifier: read('byIdentifier'),
      heldBy: read('heldBy'),
      unfinished: read('unfinished'),
      claim: write('claim', {
        full: 'disk.full_at_reserve',
        before: 'crash.before_reserve',
        after: 'crash.after_reserve',
      }),
      settling: write('settling', { after: 'crash.before_settle_call' }),
      settled: write('settled', { before: 'crash.after_settle_before_commit' }),
      delivered: write('delivered', { after: 'crash.after_commit_before_first_byte' }),
      released: write('released'),
      failed: write('failed'),
      // Only a reconciler takes a lease.
      lease: (...args) =>
        write('lease', { after: process.booting ? 'crash.during_boot' : 'crash.during_reconcile' })(...args),
    };
  }

  /** Rows about one authorization. There should never be two. */
  rowsOf(id: string): Entry[] {
    return [...this.rows.values()].filter((row) => this.authorizationOf.get(row.key) === id);
  }

  private write(
    process: Process,
    name: string,
    { full, before, after }: Weakness,
    act: () => Promise<unknown>,
  ): Promise<unknown> {
    if (!process.alive) return never();
    const { world } = this;
    const { faults, random, loop } = world;
    const commit = async () => this.keep(await act());
    if (before && faults.strikes(before)) {
      world.crash(process);
      if (random.chance(0.3)) loop.after(1, () => void commit());
      return never();
    }
    if (faults.strikes(full)) return this.fails(process, `${name}: no space left on device`);
    const broken = faults.strikes('disk.io_error');
    const written = !broken || random.chance(0.5);
    return world.cross(
      process,
      random.between(0, 3),
      async () => {
        const result = written ? await commit() : undefined;
        world.note(
          () =>
            `${process.name} journal.${name} ${written ? describe(result) : 'NOT written'}${broken ? ' (error answered)' : ''}`,
        );
        if (after && result !== undefined && faults.strikes(after)) world.crash(process);
        if (broken) return this.fails(process, `${name}: input/output error`);
        return result;
      },
      random.between(0, 3),
    );
  }

  private read(process: Process, act: () => Promise<unknown>): Promise<unknown> {
    const { faults, random } = this.world;
    if (process.alive && faults.strikes('disk.io_error'))
      return this.fails(process, 'read: input/output error');
    return this.world.cross(process, random.between(0, 1), act, random.between(0, 1));
  }

  private fails(process: Process, text: string): Promise<never> {
    process.disturbed = true;
    return this.world.cross(
      process,
      1,
      () => {
        throw new Error(text);
      },
      0,
    );
  }

  private keep(result: unknown): unknown {
    const row = rowOf(result);
    if (!row) return result;
    this.rows.set(row.key, row);
    const id = this.authorizationOf.get(row.key);
    if (id !== undefined && row.state === 'claimed') this.claimedAtStep.set(id, this.world.clockSteps);
    if (row.state === 'delivered' && !this.deliveredAt.has(row.key))
      this.deliveredAt.set(row.key, this.world.loop.now);
    if (row.authorization !== null && !this.authorizationOf.has(row.key)) {
      const { from, nonce } = (JSON.parse(row.authorization) as SignedAuthorization).authorization;
      const learned = authorizationId(from.toLowerCase(), nonce.toLowerCase());
      this.authorizationOf.set(row.key, learned);
      this.claimedAtStep.set(learned, this.world.clockSteps);
      if (!this.firstClaimedAt.has(learned)) this.firstClaimedAt.set(learned, this.world.loop.now);
    }
    return result;
  }
}

function rowOf(result: unknown): Entry | undefined {
  if (typeof result !== 'object' || result === null || !('entry' in result || 'key' in result))
    return undefined;
  return ('entry' in result ? result.entry : result) as Entry;
}

function describe(result: unknown): string {
  const row = rowOf(result);
  const kind =
    typeof result === 'object' && result !== null && 'kind' in result ? `${String(result.kind)} ` : '';
  return row ? `-> ${kind}${row.key.slice(0, 6)} ${row.state}` : '-> not where it was believed to be';
}
