import type { Random } from './random.ts';

/**
 * The named ways in which a run goes wrong. A campaign that did not fire each of the 29 has not tested it.
 * `core: false` are hazards that the 29 do not name and that real buyers, networks and nodes bring along. `focusOnly`: one
 * of them that stops all sales of a process for minutes, so that a run which is about something else would be about this.
 */
export const FAULT_POINTS = {
  'crash.before_reserve': { core: true, what: 'process dies before the claim is written' },
  'crash.after_reserve': { core: true, what: 'process dies with the claim durable and not acknowledged' },
  'crash.before_settle_call': { core: true, what: 'process dies with `settling` durable and nothing sent' },
  'crash.during_settle': { core: true, what: 'process dies with the transaction sent and no answer' },
  'crash.after_settle_before_commit': {
    core: true,
    what: 'process dies with the money moved and `settled` not written',
  },
  'crash.after_commit_before_first_byte': {
    core: true,
    what: 'process dies with `delivered` durable and nothing answered',
  },
  'crash.mid_body': { core: true, what: 'process dies while the body is on its way' },
  'crash.during_reconcile': {
    core: true,
    what: 'process dies holding the lease of a row that it reconciles',
  },
  'crash.during_boot': { core: true, what: 'process dies in its boot sweep' },
  'settler.lost_request': { core: true, what: 'the settle call never arrives' },
  'settler.accept_then_timeout': { core: true, what: 'the settle call works and its answer is lost' },
  'settler.error_after_settle': { core: true, what: 'the settle call works and the answer is a 5xx' },
  'settler.pending': { core: true, what: 'accepted, and mined long after everybody stopped waiting' },
  'settler.success_without_transaction': { core: true, what: 'success is answered and nothing was sent' },
  'settler.wrong_network': { core: true, what: 'success is answered for another network' },
  'settler.duplicate_answer': {
    core: true,
    what: 'the answer of another settlement is given, or the same one twice',
  },
  'settler.slow_answer': { core: true, what: 'the answer comes when the lease has run out' },
  'settler.reconcile_unavailable': { core: true, what: 'the chain cannot be asked for a while' },
  'chain.reorg': { core: true, what: 'one to three blocks are undone and mined again' },
  'chain.front_run': {
    core: true,
    what: 'a third party takes the authorization from the mempool and mines it first',
  },
  'chain.cancel_race': { core: true, what: 'the payer cancels its authorization while it is being settled' },
  'chain.used_nonce_no_revert': {
    core: true,
    what: 'the token answers success without events when a nonce was used',
  },
  'clock.forward': { core: true, what: 'a process clock jumps ten minutes ahead' },
  'clock.backward': { core: true, what: 'a process clock jumps ten minutes back' },
  'clock.jump_during_ttl': { core: true, what: 'a process clock jumps while a row is leased' },
  'disk.full_at_reserve': { core: true, what: 'the claim cannot be written' },
  'disk.full_at_commit': { core: true, what: 'a later move cannot be written' },
  'disk.io_error': { core: true, what: 'a write fails and may have been made' },
  'edge.settled_origin_unreachable': {
    core: true,
    what: 'an edge broadcasts the authorization and cannot reach us: one that had asked us first, or one that never says a word',
  },
  'net.request_lost': { core: false, what: 'the buyer’s request never arrives' },
  'net.answer_lost': { core: false, what: 'our answer never arrives' },
  'net.duplicate': { core: false, what: 'the same request arrives twice at once' },
  'chain.mempool_drop': { core: false, what: 'a node forgets a transaction that it had taken' },
  'chain.stale_node': {
    core: false,
    what: 'for a while, every other read is answered by a node that is one to three blocks behind',
  },
  'payer.drains': {
    core: false,
    what: 'the payer moves its balance away while it is being charged, then back',
  },
  'process.pause': { core: false, what: 'a process stands still for up to a minute between two steps' },
  'product.throws': { core: false, what: 'the product throws' },
  'authorization.short': {
    core: false,
    what: 'the buyer’s authorization is about to run out when it is sent',
  },
  'chain.refuses_bytes': {
    core: false,
    focusOnly: true,
    what: 'no node ever takes these signed bytes: what they pay for gas is too little by now',
  },
  'chain.stopped_node': {
    core: false,
    focusOnly: true,
    what: 'a node behind the address stops for minutes: it answers every read for a while, then every other one by chance',
  },
  'token.paused': {
    core: false,
    focusOnly: true,
    what: 'the token is paused for up to 40 seconds while a payment is on its way',
  },
} as const satisfies Record<string, { core: boolean; focusOnly?: true; what: string }>;

export type FaultPoint = keyof typeof FAULT_POINTS;
export const ALL_POINTS = Object.keys(FAULT_POINTS) as FaultPoint[];
export const CORE_POINTS = ALL_POINTS.filter((point) => FAULT_POINTS[point].core);

/** Two-phase activation: a run arms its focus and some others; only what is armed may fire, and only so often. */
export interface Faults {
  /** Asked where the fault would strike. */
  strikes(point: FaultPoint): boolean;
  /** Whether this run has the point at all, for faults that are planned rather than met. */
  isArmed(point: FaultPoint): boolean;
  /** From now on nothing goes wrong any more. */
  cease(): void;
  readonly ceased: boolean;
  readonly fired: ReadonlyMap<FaultPoint, number>;
}

const FOCUS = { rate: 0.5, most: 3 };
const OTHER = { rate: 0.12, most: 2, armed: 0.2 };

export function faultsOf(
  random: Random,
  focus: FaultPoint | undefined,
  without: ReadonlySet<FaultPoint>,
  note: (point: FaultPoint) => void,
): Faults {
  const fired = new Map<FaultPoint, number>();
  const armed = new Set(
    ALL_POINTS.filter(
      (point) =>
        ((!('focusOnly' in FAULT_POINTS[point]) && random.chance(OTHER.armed)) || point === focus) &&
        !without.has(point),
    ),
  );
  let on = true;
  return {
    fired,
    isArmed: (point) => on && armed.has(point),
    strikes(point) {
      if (!on || !armed.has(point)) return false;
      const { rate, most } = point === focus ? FOCUS : OTHER;
      const count = fired.get(point) ?? 0;
      if (count >= most || !random.chance(rate)) return false;
      fired.set(point, count + 1);
      note(point);
      return true;
    },
    get ceased() {
      return !on;
    },
    cease() {
      on = false;
    },
  };
}
