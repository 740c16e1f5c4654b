import { type Entry, sourcesOf, type State, UNFINISHED } from '../../src/accounting/states.ts';
import type { Claim, Claimed, Journal } from '../../src/ports.ts';
import { DAY_SECONDS, SECOND_MS } from '../../src/values/time.ts';
import type { FaultPoint } from './faults.ts';
import { never, type Process, type World } from './world.ts';

/**
 * The journal's disk: rows outlive processes. A write happens at one instant (it is linearizable), its
 * acknowledgement comes later or not at all. The moves are those of the SQL journal, statement by statement.
 */
export class Disk {
  readonly rows = new Map<string, Entry>();
  readonly identifiers = new Map<string, { paymentKey: string; expiresAt: number }>();
  private readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  /** The journal as one process sees it. */
  connect(process: Process): Journal {
    const { world } = this;
    const write = <T>(point: { full: FaultPoint; before?: FaultPoint; after?: FaultPoint; name: string }, act: () => T): Promise<T> => {
      if (!process.alive) return never();
      const { faults, random } = world;
      if (point.before && faults.strikes(point.before)) {
        world.crash(process);
        // The write may have left the process before it died.
        if (random.chance(0.3)) world.loop.after(1, act);
        return never();
      }
      if (faults.strikes(point.full)) {
        process.disturbed = true;
        return world.cross(process, 1, () => fail(`${point.name}: no space left on device`), 0);
      }
      const broken = faults.strikes('disk.io_error');
      if (broken) process.disturbed = true;
      const written = !broken || random.chance(0.5);
      return world.cross(
        process,
        random.between(0, 3),
        () => {
          const result = written ? act() : undefined;
          world.note(() => `${process.name} journal.${point.name} ${written ? describe(result) : 'NOT written'}${broken ? ' (error answered)' : ''}`);
          if (point.after && result !== undefined && faults.strikes(point.after)) world.crash(process);
          if (broken) fail(`${point.name}: input/output error`);
          return result as T;
        },
        random.between(0, 3),
      );
    };
    const commit = (name: string, extra: { before?: FaultPoint; after?: FaultPoint } = {}) => ({ full: 'disk.full_at_commit' as const, name, ...extra });
    const reconciling = () => (process.booting ? ('crash.during_boot' as const) : ('crash.during_reconcile' as const));

    return {
      get: (key) => this.read(process, () => this.rows.get(key)),
      claim: (claim) =>
        write({ full: 'disk.full_at_reserve', name: 'claim', before: 'crash.before_reserve', after: 'crash.after_reserve' }, () => this.claim(claim)),
      settling: (key, owner, { rawTransaction, transaction, bodyDigest, leaseUntil }) =>
        write(commit('settling', { after: 'crash.before_settle_call' }), () =>
          this.move(key, 'settling', (row) => row.owner === owner, { rawTransaction: rawTransaction ?? null, transaction: transaction ?? null, bodyDigest, leaseUntil }),
        ),
      settled: (key, { transaction, bodyDigest, at }) =>
        write(commit('settled', { before: 'crash.after_settle_before_commit' }), () =>
          this.move(key, 'settled', () => true, { transaction, settledAt: at, ...(bodyDigest !== null && { bodyDigest }), ...FORGOTTEN }),
        ),
      delivered: (key, { at, bodyDigest }) =>
        write(commit('delivered', { after: 'crash.after_commit_before_first_byte' }), () => this.move(key, 'delivered', () => true, { deliveredAt: at, bodyDigest })),
      released: (key, owner, reason) => write(commit('released'), () => this.move(key, 'released', (row) => row.owner === owner, { reason, ...FORGOTTEN })),
      failed: (key, reason) => write(commit('failed'), () => this.move(key, 'failed', () => true, { reason, ...FORGOTTEN })),
      lease: (key, seen, next) =>
        write(commit('lease', { after: reconciling() }), () => {
          const row = this.rows.get(key);
          if (!row || !UNFINISHED.includes(row.state) || row.owner !== seen.owner || row.leaseUntil !== seen.leaseUntil) return undefined;
          return this.put({ ...row, owner: next.owner, leaseUntil: next.leaseUntil });
        }),
      unfinished: (limit) =>
        this.read(process, () =>
          [...this.rows.values()].filter((row) => UNFINISHED.includes(row.state)).sort((a, b) => a.leaseUntil - b.leaseUntil).slice(0, limit),
        ),
    };
  }

  private read<T>(process: Process, act: () => T): Promise<T> {
    const { faults, random } = this.world;
    if (faults.strikes('disk.io_error')) {
      process.disturbed = true;
      return this.world.cross(process, 1, () => fail('read: input/output error'), 0);
    }
    return this.world.cross(process, random.between(0, 1), act, random.between(0, 1));
  }

  private put(row: Entry): Entry {
    this.rows.set(row.key, row);
    return row;
  }

  private move(key: string, to: State, allowed: (row: Entry) => boolean, set: Partial<Entry>): Entry | undefined {
    const row = this.rows.get(key);
    if (!row || !sourcesOf(to).includes(row.state) || !allowed(row)) return undefined;
    return this.put({ ...row, ...set, state: to });
  }

  private claim({ identifierKey, ...claim }: Claim): Claimed {
    const present = this.rows.get(claim.key);
    if (identifierKey !== undefined) {
      const held = this.identifiers.get(identifierKey);
      const holder = held && this.rows.get(held.paymentKey);
      const free = !held || held.expiresAt <= claim.createdAt || (holder && CLAIMABLE.includes(holder.state));
      if (free) this.identifiers.set(identifierKey, { paymentKey: claim.key, expiresAt: claim.createdAt + DAY_SECONDS * SECOND_MS });
      else if (held.paymentKey !== claim.key) return { kind: 'identifier_taken', entry: holder! };
    }
    if (present && !CLAIMABLE.includes(present.state)) return { kind: 'taken', entry: present };
    const entry = this.put({ ...claim, state: 'claimed', bodyDigest: null, transaction: null, reason: null, rawTransaction: null, settledAt: null, deliveredAt: null });
    return { kind: 'fresh', entry };
  }
}

const FORGOTTEN = { authorization: null, rawTransaction: null } as const;
const CLAIMABLE = sourcesOf('claimed');

function fail(text: string): never {
  throw new Error(text);
}

function describe(result: unknown): string {
  if (result === undefined) return '-> not where it was believed to be';
  if (typeof result !== 'object' || result === null) return '';
  const entry = ('entry' in result ? result.entry : result) as Entry;
  return `-> ${'kind' in result ? `${String(result.kind)} ` : ''}${entry.key?.slice(0, 6)} ${entry.state}`;
}
