import type { Arrivals, Books, Clock } from '../ports.ts';
import type { EpochMs } from '../values/time.ts';
import { type KeptBooks, reconcileBooks } from './reconcile-books.ts';

/** How often a node looks whether a comparison is due. */
const LOOK_MS = 60_000;
/** How old a comparison may be that somebody is shown who opens the books. */
const SHOWN_MS = 60_000;
/**
 * After so long a node compares the whole span again, with nothing of what it knows: a node of a chain may have erred. One
 * that had no turn for twice as long does only that: it would read all the time since, and then the span.
 */
const WHOLE_MS = 3_600_000;
/**
 * After a comparison that failed, or that was dear without being the first of its span, readers begin none for so many
 * times what it took, and for so long a question to a chain. One that goes on from the last asks some twenty.
 */
const REST = { times: 5, questionMs: 2_000 } as const;
/** How long that reader waits for a new one. */
const READER_WAITS_MS = 3_000;
/** Between pages of a comparison that runs beside sales: it takes at most a small part of the thread. */
const PAUSE_MS = 50;

export interface Comparisons {
  /** Compares, however old the last result is. */
  now(): Promise<void>;
  /**
   * Somebody opens the books: compares if the last result is over a minute old, and is waited for a moment. Never throws.
   */
  opened(): Promise<void>;
  stop(): void;
}

/** Who wants one, which decides how old a result may be that is left as it is. */
type Due = 'now' | 'timer' | 'reader';

/**
 * Compares the payments of the last `spanMs` now and then, once for all nodes of a database: whoever finds the last
 * result old enough does it and publishes what it found. Each node goes on from what its own last comparison found for
 * good, so that the span grows, until it begins a new one. One comparison runs at a time in a process, and readers of the
 * books begin at most one a minute on all nodes, and more rarely where it costs much: anybody may open the books. More
 * than a span is for the operator to ask for.
 */
export function compareRegularly({
  books,
  chains,
  clock,
  report,
  everyMs,
  spanMs,
  graceMs,
}: {
  readonly books: Books;
  readonly chains: readonly Arrivals[];
  readonly clock: Clock;
  readonly report: (where: string, error: unknown) => void;
  readonly everyMs: number;
  readonly spanMs: number;
  readonly graceMs: number;
}): Comparisons {
  let running: { readonly since: number; readonly done: Promise<void> } | undefined;
  /** Readers do not begin another one before. */
  let readersFrom = Number.NEGATIVE_INFINITY;
  /** What was found for good, in the span that was begun at `wholeAt`. */
  let kept: KeptBooks | undefined;
  let wholeAt = Number.NEGATIVE_INFINITY;
  /** A chain could not be asked: the next look does not wait until all are due. */
  let again = false;
  const failed = (where: string, error: unknown) => {
    again = true;
    report(where, error);
  };
  const compare = async (isWhole: boolean) => {
    const now = clock.now();
    let questions = 0;
    let restMs = () => Math.max(SHOWN_MS, REST.times * (clock.now() - now), REST.questionMs * questions);
    try {
      const found = await reconcileBooks({
        books,
        chains: chains.map((chain) => counted(chain, () => void questions++)),
        since: now - spanMs,
        now,
        graceMs,
        kept: isWhole ? undefined : kept,
        report: failed,
        pause: () => clock.sleep(PAUSE_MS),
      });
      await books.record(found.result);
      // The next one goes on from here, so that it will not cost as much.
      if (isWhole && found.kept.sides.size === chains.length) restMs = () => SHOWN_MS;
      if (isWhole) wholeAt = now;
      kept = found.kept;
    } finally {
      readersFrom = now + restMs();
    }
  };
  const isDue = async (due: Due, now: EpochMs, ageMs: number): Promise<boolean> => {
    try {
      const last = due === 'now' ? undefined : await books.reconciled();
      if (last && last.at > now - ageMs) return false;
      return due !== 'reader' || (await books.takeTurn(now, now - ageMs));
    } catch (error) {
      readersFrom = now + SHOWN_MS;
      throw error;
    }
  };
  const turn = async (due: Due) => {
    const now = clock.now();
    const ageMs = due === 'reader' ? SHOWN_MS : everyMs;
    if (!(await isDue(due, now, ageMs))) return;
    again = false;
    if (kept && now - wholeAt < 2 * WHOLE_MS) await compare(false);
    // Last, so that readers are shown what is new meanwhile.
    if (now - wholeAt >= WHOLE_MS) await compare(true);
  };
  const look = async (due: Due): Promise<void> => {
    if (running) return;
    const done = turn(due)
      .catch((error) => report('reconciliation', error))
      .then(() => {
        running = undefined;
      });
    running = { since: clock.now(), done };
    await done;
  };
  const opened = async () => {
    if (clock.now() >= readersFrom) void look('reader');
    if (!running) return;
    const left = running.since + READER_WAITS_MS - clock.now();
    if (left > 0) await Promise.race([running.done, clock.sleep(left)]);
  };
  const timer = setInterval(() => void look(again ? 'now' : 'timer'), LOOK_MS);
  timer.unref();
  return { now: () => look('now'), opened, stop: () => clearInterval(timer) };
}

/** Tells `ask` of each question that goes to the chain. */
function counted(chain: Arrivals, ask: () => void): Arrivals {
  const asked = <Asked extends readonly unknown[], Said>(question: (...of: Asked) => Said) => {
    return (...of: Asked): Said => {
      ask();
      return question(...of);
    };
  };
  return {
    network: chain.network,
    finalThrough: asked(() => chain.finalThrough()),
    async *since(...from) {
      ask();
      for await (const page of chain.since(...from)) {
        ask();
        yield page;
      }
    },
    paid: asked((receipt) => chain.paid(receipt)),
    timeOf: asked((block) => chain.timeOf(block)),
  };
}
