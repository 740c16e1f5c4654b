import { BASE, type Network, SOLANA, TEMPO } from '../../../src/values/payment.ts';
import { SECOND_MS } from '../../../src/values/time.ts';
import { lastWords } from '../audit.ts';
import type { Size } from '../table.ts';
import { Crowd, fetchedAgain, type Probed, type Purchase } from './crowd.ts';
import { disagreements, look, lostSales } from './judge.ts';
import type { Market, Setup } from './market.ts';
import type { Cell } from './matrix.ts';
import type { FaultRow, Struck } from './rows.ts';

/** After a fault's end the first sale must come within this. It is scaled by nothing. */
export const RECOVERY_MAX_MS = 5_000;
/**
 * And payments under way must have ended within this: not when leases or authorizations run out. A look that came to
 * nothing, as with a wrong clock, holds its payer's place for ten seconds.
 */
const DRAIN_MAX_MS = 12_000;
const WARM_MS = 30_000;
const WARM_SALES = 2;
/** How long a new buyer tries, and how long open payments are followed: longer than any authorization can charge. */
const TRY_MS = 60_000;
const PATIENCE_MS = 180_000;
const REDELIVERED = 5;

export const RAIL_NAMES: Readonly<Record<Network, string>> = {
  [BASE]: 'Base',
  [SOLANA]: 'Solana',
  [TEMPO]: 'Tempo',
};

/** In words, as a column of the table. */
export const nameOfSetup = ({ engine, settles, edge, twin }: Setup): string => {
  const isOne = edge && !twin;
  return [engine === 'sqlite' ? 'SQLite' : `PostgreSQL${isOne ? '' : ' ×2'}`, edge ? 'edge' : settles].join(
    ', ',
  );
};

/** Strikes one market with one fault after the other under paid load. A cell for each fault and rail. */
export async function faultLeg(
  market: Market,
  faults: readonly FaultRow[],
  size: Size,
  told: (cell: Cell) => void = () => {},
): Promise<Cell[]> {
  const crowd = new Crowd(market.urls);
  const before = new Map<Network, bigint>();
  for (const { network, balance } of market.chains) before.set(network, await balance());
  const struck = { book: crowd.book, taken: new Set<string>() };
  const ended = watchEnds(market);
  const known = new Set<string>();
  const cells: Cell[] = [];
  for (const fault of faults) {
    const made = await strikeOnce(market, fault, size, crowd, struck);
    await crowd.leave(PATIENCE_MS);
    const seen = await look(market, crowd.book, before, struck.taken);
    const faultsFound = disagreements(seen);
    const common = [
      ...ended(),
      ...(await redeliveries(market, crowd.book, struck.taken)),
      ...((made.isMade && (await fault.afterwards?.(market, lostSales(seen).length))) || []),
    ];
    for (const { network } of market.chains) {
      const found = [...(faultsFound.get(network) ?? []), ...common].filter((each) => !known.has(each));
      for (const each of found) known.add(each);
      const cell = cellOf(market, fault, network, made, crowd.book, found);
      cells.push(cell);
      told(cell);
    }
  }
  return cells;
}

interface Made {
  readonly isMade: boolean;
  readonly beganAt: number;
  readonly endedAt: number;
  /** How long after the end each rail's new buyers had their answers, and after how many tries; undefined: they never had. */
  readonly recovered: ReadonlyMap<Network, Probed | undefined>;
  readonly faults: readonly string[];
}

async function strikeOnce(
  market: Market,
  fault: FaultRow,
  size: Size,
  crowd: Crowd,
  struck: Struck,
): Promise<Made> {
  const concerned = market.chains.filter(({ network }) => !fault.without(market, network));
  const recovered = new Map<Network, Probed | undefined>();
  if (concerned.length === 0) return { isMade: false, beganAt: 0, endedAt: 0, recovered, faults: [] };
  const faults = await warmUp(market, crowd);
  const beganAt = performance.now();
  const end = await fault.strike(market, struck);
  try {
    await new Promise((resolve) => setTimeout(resolve, fault.lastsMs[size]));
  } finally {
    await end();
  }
  const endedAt = performance.now();
  await Promise.all(
    concerned.map(async ({ network, probes }) => {
      const firsts = await Promise.all(
        market.urls.map((url, i) => crowd.probe(probes[i]!, url, endedAt + TRY_MS)),
      );
      const all = firsts.every((first) => first !== undefined);
      const slowest = (of: keyof Probed) => Math.max(...firsts.map((first) => first![of]));
      recovered.set(network, all ? { at: slowest('at') - endedAt, tries: slowest('tries') } : undefined);
    }),
  );
  return { isMade: true, beganAt, endedAt, recovered, faults };
}

/** Buyers come in, and each rail sells. */
async function warmUp(market: Market, crowd: Crowd): Promise<string[]> {
  const from = crowd.book.length;
  crowd.enter(market.chains.flatMap((side) => side.crowd));
  const hasSold = ({ network }: { network: Network }) =>
    crowd.book.slice(from).filter((each) => each.network === network && each.outcome === 'delivered')
      .length >= WARM_SALES;
  for (const until = performance.now() + WARM_MS; performance.now() < until; ) {
    if (market.chains.every(hasSold)) return [];
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return market.chains
    .filter((side) => !hasSold(side))
    .map(({ network }) => `${RAIL_NAMES[network]} did not sell before the fault`);
}

function cellOf(
  market: Market,
  fault: FaultRow,
  network: Network,
  made: Made,
  book: readonly Purchase[],
  found: readonly string[],
): Cell {
  const { beganAt, endedAt } = made;
  const mine = book.filter((each) => each.network === network);
  const where = { setup: nameOfSetup(market.setup), rail: RAIL_NAMES[network]!, fault: fault.name };
  if (!made.recovered.has(network)) {
    const reason = fault.without(market, network) ?? 'not made';
    return { ...where, reason, faults: found };
  }
  const { at: recoveryMs, tries } = made.recovered.get(network) ?? {};
  const during = mine.filter(({ endedAt: at = 0 }) => at > beganAt && at <= endedAt);
  const waiting = mine.filter((each) => each.signedAt <= endedAt && (each.endedAt ?? 0) > endedAt);
  const slowest = waiting.toSorted((a, b) => a.endedAt! - b.endedAt!).at(-1);
  const drainedMs = slowest ? slowest.endedAt! - endedAt : 0;
  return {
    ...where,
    ...(recoveryMs !== undefined && { recoveryMs: Math.round(recoveryMs) }),
    ...(tries !== undefined && { tries }),
    drainedMs: Math.round(drainedMs),
    waiting: waiting.length,
    soldMeanwhile: during.filter(({ outcome }) => outcome === 'delivered').length,
    declined: mine.filter(({ endedAt: at = 0, outcome }) => at > beganAt && outcome === 'declined').length,
    faults: [...made.faults, ...found, ...whatWasLate(recoveryMs, drainedMs, slowest?.said)],
  };
}

/** `recoveryMs`: when the first new buyer had its answer, if one had; `drainedMs`: when the last open payment had ended. */
export function whatWasLate(
  recoveryMs: number | undefined,
  drainedMs: number,
  said?: readonly string[],
): string[] {
  const seconds = (ms: number) => (ms / SECOND_MS).toFixed(1);
  return [
    ...(recoveryMs === undefined ? [`no new buyer was served within ${TRY_MS / SECOND_MS} s`] : []),
    ...((recoveryMs ?? 0) > RECOVERY_MAX_MS ? [`the first sale came after ${seconds(recoveryMs!)} s`] : []),
    ...(drainedMs > DRAIN_MAX_MS
      ? [`a payment that was open ended after ${seconds(drainedMs)} s${lastWords(said)}`]
      : []),
  ];
}

/** One line for people. */
export const lineOf = (cell: Cell): string => `${cell.setup}, ${cell.rail}, ${cell.fault}: ${wordOf(cell)}`;

const wordOf = ({ reason, recoveryMs, drainedMs, waiting, soldMeanwhile, declined, faults }: Cell): string =>
  [
    reason === undefined
      ? `first sale ${recoveryMs ?? '?'} ms after its end, ${waiting} open payments decided within ${drainedMs} ms, ${soldMeanwhile} sold meanwhile, ${declined} declined`
      : `not made: ${reason}`,
    ...faults.map((each) => `FAULT: ${each}`),
  ].join('; ');

/** Said once each: a service that ended by itself. */
function watchEnds({ services }: Market): () => string[] {
  const faults: string[] = [];
  for (const service of services())
    void service.ended.then((code) => {
      if (services().includes(service)) faults.push(`a service ended by itself with ${code}`);
    });
  return () => faults.splice(0);
}

async function redeliveries(
  { urls }: Market,
  book: readonly Purchase[],
  taken: ReadonlySet<string>,
): Promise<string[]> {
  const sample = book
    .filter(({ outcome, transaction }) => outcome === 'delivered' && !taken.has(transaction ?? ''))
    .slice(-REDELIVERED);
  const found = await Promise.all(sample.map((bought, i) => fetchedAgain(bought, urls[i % urls.length]!)));
  return found.filter((each) => each !== undefined);
}
