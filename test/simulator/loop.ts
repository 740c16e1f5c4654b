/** Virtual time. Nothing in a run waits for a real timer; an hour of payments takes milliseconds. */

export interface Timer {
  readonly at: number;
  readonly order: number;
  fire: (() => void) | undefined;
}

const real = {
  Date: globalThis.Date,
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setImmediate: globalThis.setImmediate,
  fetch: globalThis.fetch,
  Request: globalThis.Request,
};

/** Promise continuations all run before the next macrotask: after this, nothing is left to do at this instant. */
const settle = (): Promise<void> => new Promise((resolve) => void process.nextTick(resolve));

/** A queue of events by time, and for equal times by the order in which they were scheduled. */
export class Loop {
  now: number;
  events = 0;
  private order = 0;
  private readonly heap: Timer[] = [];

  constructor(start: number) {
    this.now = start;
  }

  after(ms: number, fire: () => void): Timer {
    const timer: Timer = { at: this.now + Math.max(0, ms), order: this.order++, fire };
    this.push(timer);
    return timer;
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => void this.after(ms, resolve));
  }

  /** Runs events until `done`, or until there are none before `end`. False when `end` came first. */
  async run(done: () => boolean, end: number): Promise<boolean> {
    for (await settle(); !done(); ) {
      const timer = this.pop();
      if (!timer || timer.at > end) {
        if (timer) this.push(timer);
        this.now = Math.max(this.now, end);
        return done();
      }
      if (!timer.fire) continue;
      this.now = timer.at;
      this.events++;
      timer.fire();
      await settle();
    }
    return true;
  }

  private push(timer: Timer): void {
    const { heap } = this;
    let i = heap.push(timer) - 1;
    while (i > 0) {
      const up = (i - 1) >> 1;
      if (!before(timer, heap[up]!)) break;
      heap[i] = heap[up]!;
      i = up;
    }
    heap[i] = timer;
  }

  private pop(): Timer | undefined {
    const { heap } = this;
    const top = heap[0];
    const last = heap.pop();
    if (!top || !last || heap.length === 0) return top;
    let i = 0;
    for (;;) {
      let down = 2 * i + 1;
      if (down >= heap.length) break;
      if (down + 1 < heap.length && before(heap[down + 1]!, heap[down]!)) down++;
      if (!before(heap[down]!, last)) break;
      heap[i] = heap[down]!;
      i = down;
    }
    heap[i] = last;
    return top;
  }
}

const before = (a: Timer, b: Timer): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

/** Most of these come long after their request has ended, and a DOMException costs more than the request. */
const TIMED_OUT = new Error('timed out');

/** What viem's HTTP transport builds and then does not use. The real one costs 20 µs a call. */
class UnusedRequest {}

/**
 * Runs `work` in a world whose clock, timers and network are ours, for libraries that reach for globals: viem keeps
 * a cache by `Date.now()`, times out and retries by `setTimeout`, and asks its node by `fetch`.
 */
export async function inVirtualWorld<T>(
  loop: Loop,
  fetch: (url: string, init: { body: string; signal?: AbortSignal | null }) => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  class VirtualDate extends real.Date {
    constructor(...args: unknown[]) {
      super(...((args.length === 0 ? [loop.now] : args) as [number]));
    }
    static override now(): number {
      return loop.now;
    }
  }
  const timers = new Set<unknown>();
  const virtual = {
    Date: VirtualDate,
    setTimeout: (fire: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
      const timer = loop.after(ms, () => fire(...args));
      timers.add(timer);
      return timer;
    },
    clearTimeout: (timer: unknown) => {
      if (timers.delete(timer)) (timer as Timer).fire = undefined;
      else real.clearTimeout(timer as NodeJS.Timeout);
    },
    fetch,
    Request: UnusedRequest,
  };
  Object.assign(globalThis, virtual);
  const { timeout } = AbortSignal;
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController();
    loop.after(ms, () => controller.abort(TIMED_OUT));
    return controller.signal;
  };
  // viem makes an error object for every request, in case it times out; nobody reads their stacks.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return await work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    AbortSignal.timeout = timeout;
    const { setImmediate: _kept, ...restored } = real;
    Object.assign(globalThis, restored);
  }
}
