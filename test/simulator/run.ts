import { Buyers } from './buyers.ts';
import { Checks, type Excuse } from './checks.ts';
import { type Code, realCode } from './code.ts';
import { ALL_POINTS, type FaultPoint } from './faults.ts';
import { Fleet, type FleetOptions } from './fleet.ts';
import { inVirtualWorld } from './loop.ts';
import { LOST, Network } from './network.ts';
import type { Habit, SignedPayment } from './purchase.ts';
import { Strangers } from './strangers.ts';
import type { Transaction } from './token-chain.ts';
import { type Violation, World } from './world.ts';

/** One run: a few buyers, one or two processes, things go wrong; then nothing goes wrong any more; then everything is checked. */

export interface RunOptions {
  readonly seed: number;
  /** The fault that this run is about; others may join in. */
  readonly point?: FaultPoint | undefined;
  readonly without?: ReadonlySet<FaultPoint> | undefined;
  readonly trace?: boolean | undefined;
  readonly code?: Code | undefined;
  readonly mutate?: FleetOptions['mutate'];
  readonly skipRecovery?: boolean | undefined;
  /** Forces every run to this settler. */
  readonly settler?: FleetOptions['settler'] | undefined;
  /** Every node is slow: blocks pass between two reads. */
  readonly slowNodes?: boolean | undefined;
  /** Forces every run through viem and JSON-RPC. */
  readonly throughViem?: boolean | undefined;
  /** Forces every run through the HTTP application. */
  readonly throughApp?: boolean | undefined;
  /** Told of the world before anything happens in it: for whoever looks on and asks what is true. */
  readonly watch?: ((world: World, buyers: Buyers) => void) | undefined;
}

export interface RunResult {
  readonly seed: number;
  readonly point: FaultPoint | undefined;
  readonly violations: readonly Violation[];
  readonly fired: ReadonlyMap<FaultPoint, number>;
  readonly events: number;
  readonly sold: number;
  /** Refusals that are not held against the service (docs/simulator.md), by why. */
  readonly excused: ReadonlyMap<Excuse, number>;
  /** The same seed gives the same digest: virtual time, events and answers. */
  readonly digest: string;
  readonly trace: readonly string[] | undefined;
}

const TROUBLE_MS = 150_000;
/** A node that stopped is seen to be wrong only once an authorization has run out. */
const STOPPED_TROUBLE_MS = 420_000;
const QUIET_MS = 45 * 60_000;
const REDELIVERY_TRIES = 4;

const HABITS: readonly Habit[] = [
  'careful',
  'careful',
  'careful',
  'careful',
  'stock',
  'stock_identified',
  'reuser',
  'forger',
  'batcher',
  'copier',
  'prober',
];

export async function simulate(options: RunOptions): Promise<RunResult> {
  const { seed, point, without = new Set(), trace = false, code = realCode } = options;
  const stream = point === undefined ? 0 : ALL_POINTS.indexOf(point) + 1;
  const world = new World({ seed, stream, focus: point, without, trace });
  const { random, faults, loop, chain } = world;

  let fleet!: Fleet;
  return inVirtualWorld(
    loop,
    (url, init) => fleet.fetch(url, init),
    async () => {
      const processes = random.chance(0.35) ? 2 : 1;
      const drawn = random.chance(0.5) ? 'evm' : 'facilitator';
      const settler = options.settler ?? drawn;
      const sharedKey = random.chance(0.15);
      const throughViem = random.chance(0.3) || (options.throughViem ?? false);
      // Ordinary accounts through viem too: only their looks and transactions are shared.
      world.wallets.contracts = throughViem && seed % 2 === 0;
      const throughApp = options.throughApp ?? random.chance(0.08);
      world.note(
        () =>
          `seed ${seed} point ${point ?? 'none'}: ${processes} process(es), ${settler} settler${throughViem ? ', through viem' : ''}${throughApp ? ', over HTTP' : ''}`,
      );
      fleet = new Fleet({
        world,
        code,
        settler,
        processes,
        sharedKey,
        throughApp,
        throughViem,
        slowNodes: options.slowNodes ?? false,
        onRun: (subject) => checks.handlerRan(subject),
        mutate: options.mutate,
        skipRecovery: options.skipRecovery,
      });
      const network = new Network(world, fleet, {
        shown: (call) => checks.shown(call),
        answered: (call, answer) => checks.answered(call, answer),
        arrived: (call, answer) => checks.arrived(call, answer),
      });
      const buyers = new Buyers(world, network);
      const checks = new Checks(world, fleet, buyers);
      const strangers = new Strangers(world, buyers);
      const broadcast = (tx: Transaction) => {
        checks.sent(tx);
        strangers.broadcast(tx);
      };
      fleet.node.onBroadcast = broadcast;
      fleet.facilitator.onBroadcast = broadcast;
      options.watch?.(world, buyers);

      // Sometimes a crowd, sometimes one by one.
      const spreadMs = random.pick([500, 4_000, 15_000]);
      for (let i = random.between(2, 3); i > 0; i--)
        buyers.start(random.pick(HABITS), random.between(0, spreadMs));
      planClocks(world, fleet);
      const allDone = () => buyers.purchases.every(({ done }) => done);
      await loop.run(allDone, loop.now + (point === 'chain.stopped_node' ? STOPPED_TROUBLE_MS : TROUBLE_MS));

      world.note(() => 'the faults cease');
      faults.cease();
      fleet.heal();
      chain.pausedUntil = 0;
      const resting = () =>
        allDone() &&
        chain.idle &&
        [...fleet.disk.rows.values()].every(({ state }) => state !== 'claimed' && state !== 'settling');
      if (!(await loop.run(resting, loop.now + QUIET_MS)))
        world.violate('liveness', unfinished(fleet, buyers));
      else await afterwards(world, buyers, checks, settler === 'evm' && processes > 1 && sharedKey);
      // A request that a process held back may have come to life meanwhile.
      await loop.run(resting, loop.now + 600_000);
      checks.atRest(buyers.revealed);
      const sold = checks.received().length;
      return {
        seed,
        point,
        violations: world.violations,
        fired: faults.fired,
        events: loop.events,
        sold,
        excused: checks.excused,
        digest: `${loop.events}-${loop.now}-${sold}-${random.hex(8)}`,
        trace: world.lines,
      };
    },
  );
}

/** Clock faults have a time of their own: they do not wait to be met. */
function planClocks({ random, faults, loop }: World, fleet: Fleet): void {
  const jump = (ms: number) => fleet.setClocks(ms);
  for (let i = 0; i < 3; i++) {
    loop.after(random.between(0, 60_000), () => faults.strikes('clock.forward') && jump(600_000));
    loop.after(random.between(0, 60_000), () => faults.strikes('clock.backward') && jump(-600_000));
  }
}

/** I3 and recovery: what was paid is delivered again; and a new buyer is served at once. */
async function afterwards(world: World, buyers: Buyers, checks: Checks, sharedLane: boolean): Promise<void> {
  const { loop } = world;
  const owed = checks
    .received()
    .flatMap(({ payment }) => (payment && payment.sentWith.size > 0 ? [payment] : []));
  let pending = owed.length;
  for (const payment of owed) void redeliver(world, buyers, checks, payment).then(() => pending--);
  if (!(await loop.run(() => pending === 0, loop.now + 300_000)))
    world.violate('liveness', 'redeliveries do not end');

  const fresh = buyers.start('careful', 0);
  if (!(await loop.run(() => fresh.done, loop.now + 300_000)))
    world.violate('liveness', 'a new buyer is not served after all is well');
  // Two processes on one settler key take each other's nonces: safe, and slow. One key a process is the rule.
  else if (fresh.payments.length !== 1 && !sharedLane)
    world.violate(
      'liveness',
      `a new buyer had to approve ${fresh.payments.length} payments after all is well`,
    );
}

/** The same bytes again, to the request that the payment was first shown with; one of these requests is the one it paid for. */
async function redeliver(
  world: World,
  buyers: Buyers,
  checks: Checks,
  payment: SignedPayment,
): Promise<void> {
  let last = '';
  for (let tries = 0; tries < REDELIVERY_TRIES; tries++) {
    for (const request of payment.sentWith) {
      const [method, subject] = request.split(' ') as ['GET' | 'POST', string];
      const answer = await buyers.present(payment, 30_000, { method, subject });
      if (answer !== LOST && (answer.status === 200 || checks.isOver(payment, answer))) return;
      last = answer === LOST ? 'no answer' : `${answer.status} ${answer.why}`;
    }
    await world.loop.sleep(5_000);
  }
  world.violate(
    'I3 always deliverable',
    `payment ${payment.key.slice(0, 6)} (${payment.purchase.habit}) moved money and is not delivered: ${last}`,
  );
}

function unfinished(fleet: Fleet, buyers: Buyers): string {
  const rows = [...fleet.disk.rows.values()].filter(
    ({ state }) => state === 'claimed' || state === 'settling',
  );
  const waiting = buyers.purchases.filter(({ done }) => !done);
  return `${rows.map(({ key, state }) => `${key.slice(0, 6)} ${state}`).join(', ') || 'no row'} unfinished; ${waiting.map(({ subject, habit }) => `${subject} (${habit})`).join(', ') || 'nobody'} waiting`;
}
