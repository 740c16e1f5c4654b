import type { FaultPoint, Faults } from './faults.ts';
import { faultsOf } from './faults.ts';
import { Loop } from './loop.ts';
import { type Random, randomFrom } from './random.ts';
import { TokenChain } from './token-chain.ts';
import { Wallets } from './wallet.ts';

/** Saturday 21 November 2026, 10:00 UTC: any instant will do, as long as every run begins at the same one. */
const START = Date.UTC(2026, 10, 21, 10);

/** A promise that never settles: what a dead process waits for. */
export const never = <T>(): Promise<T> => new Promise<T>(() => {});

/** One service process: what it holds in memory ends with it, what it says to the outside goes through here. */
export class Process {
  alive = true;
  booting = true;
  pausedUntil = 0;
  /** What this process's clock differs by from that of the first. */
  skewMs = 0;
  /** Set while the journal or the chain failed it, so that what it then says about readiness is not held against it. */
  disturbed = false;
  readonly name: string;
  private readonly loop: Loop;

  constructor(name: string, loop: Loop) {
    this.name = name;
    this.loop = loop;
  }

  /** Runs `step` in this process: not when it is dead, later when it stands still. */
  resume(step: () => void): void {
    if (!this.alive) return;
    if (this.pausedUntil > this.loop.now)
      this.loop.after(this.pausedUntil - this.loop.now, () => this.resume(step));
    else step();
  }
}

export interface Violation {
  readonly invariant: string;
  readonly detail: string;
}

/** Everything that exists outside of the processes, and everything that a run wrote down. */
export class World {
  readonly loop = new Loop(START);
  readonly random: Random;
  readonly faults: Faults;
  readonly wallets = new Wallets();
  readonly chain: TokenChain;
  readonly violations: Violation[] = [];
  readonly lines: string[] | undefined;
  /** Newest block of a node that stopped, while it answers: what came after it could not be seen. */
  stoppedAt: number | undefined;
  /** How often the service's clock has stepped. */
  clockSteps = 0;
  /** Crashes a process now; set by the fleet. */
  crash: (process: Process) => void = () => {};

  constructor(options: {
    seed: number;
    stream: number;
    focus: FaultPoint | undefined;
    without: ReadonlySet<FaultPoint>;
    trace: boolean;
  }) {
    this.random = randomFrom(options.seed, options.stream);
    this.lines = options.trace ? [] : undefined;
    this.faults = faultsOf(this.random, options.focus, options.without, (point) =>
      this.note(() => `FAULT ${point}`),
    );
    this.chain = new TokenChain(this.loop, (transfer) => this.wallets.isSigned(transfer));
  }

  /** A line of the trace; not even built when nobody reads it. */
  note(line: () => string): void {
    if (this.lines) this.lines.push(`${((this.loop.now - START) / 1_000).toFixed(3).padStart(8)}  ${line()}`);
  }

  violate(invariant: string, detail: string): void {
    this.violations.push({ invariant, detail });
    this.note(() => `VIOLATION ${invariant}: ${detail}`);
  }

  /** `act` happens outside after a delay, its result comes back to the process after another. */
  cross<T>(process: Process, outMs: number, act: () => T | Promise<T>, backMs: number): Promise<T> {
    if (!process.alive) return never();
    if (this.random.chance(0.02) && this.faults.strikes('process.pause'))
      process.pausedUntil = this.loop.now + this.random.between(2_000, 60_000);
    return new Promise((resolve, reject) => {
      const back = (answer: () => void) => void this.loop.after(backMs, () => process.resume(answer));
      const refuse = (error: unknown) => back(() => reject(error));
      this.loop.after(outMs, () => {
        try {
          const result = act();
          if (result instanceof Promise) result.then((value) => back(() => resolve(value)), refuse);
          else back(() => resolve(result));
        } catch (error) {
          refuse(error);
        }
      });
    });
  }
}
