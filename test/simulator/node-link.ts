import type { Hex } from 'viem';
import type { FaultPoint } from './faults.ts';
import { type Node, RpcError, validBeforeOf } from './node.ts';
import { BLOCK_MS } from './token-chain.ts';
import type { Process, World } from './world.ts';

/** Longer than any lease. */
export const PAUSE_MS = [46_000, 90_000] as const;

const RECEIPT: ReadonlySet<string> = new Set(['eth_getTransactionReceipt', 'sim_receipt']);

/** How one send goes wrong, in the words of the fault table. */
const SEND_FAULTS = [
  'settler.lost_request',
  'settler.accept_then_timeout',
  'settler.error_after_settle',
  'settler.pending',
  'settler.success_without_transaction',
  'settler.wrong_network',
  'settler.duplicate_answer',
  'settler.slow_answer',
] as const satisfies readonly FaultPoint[];
export type SendFault = (typeof SEND_FAULTS)[number];

export const sendFault = (world: World): SendFault | undefined =>
  SEND_FAULTS.find((point) => world.faults.strikes(point));

/** Between a process and its node: delays, outages, and answers that do not say what happened. */
/**
 * How long a transaction waits until a block may take it. A pending one waits longer than anybody waits for it, and
 * often until the very last block in which its authorization is good.
 */
export function minableAfter(
  { random, loop }: World,
  fault: SendFault | undefined,
  validBefore: number,
): number {
  if (fault !== 'settler.pending') return random.chance(0.2) ? random.between(2_000, 8_000) : 0;
  const lastBlock = validBefore * 1_000 - loop.now - BLOCK_MS - 1;
  return random.chance(0.5) && lastBlock > 0 ? lastBlock : random.between(21_000, 170_000);
}

export class NodeLink {
  private readonly world: World;
  private readonly node: Node;
  private readonly process: Process;
  private readonly slow: boolean;
  private downUntil = 0;
  private staleUntil = 0;
  private swallowUntil = 0;
  private stopped: { readonly at: number; readonly aloneUntil: number; readonly until: number } | undefined;

  constructor(world: World, node: Node, process: Process, slow: boolean) {
    this.world = world;
    this.node = node;
    this.process = process;
    this.slow = slow;
  }

  request(
    method: string,
    params: readonly unknown[],
    signal: AbortSignal | null | undefined,
  ): Promise<Reply> {
    const { world, process } = this;
    const { random, faults } = world;
    if (method === 'eth_sendRawTransaction') return this.send(params[0] as Hex, signal);
    if (this.downUntil <= world.loop.now && faults.strikes('settler.reconcile_unavailable'))
      this.downUntil = world.loop.now + random.between(2_000, 40_000);
    if (this.downUntil > world.loop.now && !faults.ceased) {
      process.disturbed = true;
      return random.chance(0.5) ? this.lost(signal) : world.cross(process, 5, () => httpError(502), 5);
    }
    if (this.staleUntil <= world.loop.now && faults.strikes('chain.stale_node'))
      this.staleUntil = world.loop.now + random.between(2_000, 30_000);
    if (RECEIPT.has(method) && this.stopped === undefined && faults.strikes('chain.stopped_node'))
      this.stop();
    const isStale = this.staleUntil > world.loop.now && !faults.ceased && random.chance(0.5);
    const behind = this.isStopped() ? this.behindStopped() : isStale ? random.between(1, 3) : 0;
    return world.cross(
      process,
      this.delay(),
      () => answered(() => world.chain.seenFrom(behind, () => this.node.answer(method, params))),
      this.delay(),
    );
  }

  /**
   * One of the nodes behind the address stands still. At first it is the one that the balancer prefers, then each call
   * goes to it or to one that is well. Where it was when it stopped may be long ago.
   */
  private stop(): void {
    const { world } = this;
    const { random, loop, chain } = world;
    const aloneUntil = loop.now + random.pick([0, 20_000, 150_000, 200_000]);
    const at = chain.height() - random.pick([0, 0, 1, 20]);
    this.stopped = { at, aloneUntil, until: aloneUntil + random.between(20_000, 200_000) };
    world.stoppedAt = Math.min(at, world.stoppedAt ?? at);
    world.note(() => `${this.process.name}: a node stopped at block ${at}`);
  }

  /** Whether this call goes to the node that stopped. */
  private isStopped(): boolean {
    const { random, loop, faults } = this.world;
    const { stopped } = this;
    if (!stopped || faults.ceased || loop.now > stopped.until) return false;
    return loop.now < stopped.aloneUntil || random.chance(0.5);
  }

  private behindStopped(): number {
    return Math.max(0, this.world.chain.height() - this.stopped!.at);
  }

  /** Mostly a few milliseconds; now and then, and often on a slow node, long enough for blocks to pass between two reads. */
  private delay(): number {
    const { random } = this.world;
    const [slow, slowest] = this.slow ? [0.3, 0.5] : [0.05, 0.01];
    if (random.chance(slow)) return random.between(300, 1_400);
    return random.chance(slowest) ? random.between(1_000, 1_900) : random.between(1, 30);
  }

  private send(raw: Hex, signal: AbortSignal | null | undefined): Promise<Reply> {
    const { world, process, node } = this;
    const { random, faults, loop } = world;
    const fault = this.swallowUntil > loop.now && !faults.ceased ? 'settler.lost_request' : sendFault(world);
    const minableIn = minableAfter(world, fault, validBeforeOf(raw));
    if (fault === 'settler.lost_request') {
      this.swallowUntil = Math.max(this.swallowUntil, loop.now + 20_000);
      return this.lost(signal);
    }
    if (fault === 'settler.success_without_transaction' || fault === 'settler.wrong_network')
      return world.cross(
        process,
        this.delay(),
        () => ok(fault === 'settler.wrong_network' ? `0x${'77'.repeat(32)}` : null),
        this.delay(),
      );
    // It has no peers: what it takes nobody else sees.
    if (this.isStopped()) return world.cross(process, this.delay(), () => ok(null), this.delay());
    if (faults.strikes('chain.refuses_bytes')) node.refused.add(raw);
    const deliver = () => {
      const answer = answered(() => node.send(raw, minableIn));
      if (faults.strikes('crash.during_settle')) world.crash(process);
      return answer;
    };
    if (fault === 'settler.accept_then_timeout') {
      loop.after(this.delay(), deliver);
      return this.lost(signal);
    }
    if (fault === 'settler.error_after_settle')
      return world.cross(
        process,
        this.delay(),
        () => {
          deliver();
          return httpError(502);
        },
        5,
      );
    if (fault === 'settler.duplicate_answer')
      return world.cross(
        process,
        this.delay(),
        () => {
          deliver();
          return answered(() => node.send(raw, minableIn));
        },
        5,
      );
    if (fault === 'settler.slow_answer') {
      // In process there is no answer to be slow, but the process itself: it stands still until its lease is over.
      loop.after(this.delay() + 1, () => {
        process.pausedUntil = loop.now + random.between(...PAUSE_MS);
      });
    }
    return world.cross(process, this.delay(), deliver, this.delay());
  }

  /** No answer: only the caller's own timeout ends it. */
  private lost(signal: AbortSignal | null | undefined): Promise<Reply> {
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () =>
        reject(Object.assign(new Error('aborted'), { name: 'AbortError' })),
      );
    });
  }
}

/** What viem reads of a response, and what it says without the JSON around it. */
interface Reply {
  readonly ok: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly headers: { get(name: string): string | null };
  readonly body: null;
  readonly said: Said;
  readonly text: () => Promise<string>;
}
interface Said {
  readonly jsonrpc?: string;
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

const headers = { get: (name: string) => (name === 'Content-Type' ? 'application/json' : null) };
const reply = (status: number, said: Said): Reply => ({
  ok: status < 300,
  status,
  statusText: String(status),
  headers,
  body: null,
  said,
  text: async () => JSON.stringify(said),
});
const ok = (result: unknown) => reply(200, { jsonrpc: '2.0', id: 1, result });
const httpError = (status: number) => reply(status, {});

function answered(ask: () => unknown) {
  try {
    return ok(ask());
  } catch (error) {
    if (error instanceof RpcError)
      return reply(200, { jsonrpc: '2.0', id: 1, error: { code: error.code, message: error.message } });
    throw error;
  }
}
