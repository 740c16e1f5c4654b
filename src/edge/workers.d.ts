/** What this Worker uses of the Workers runtime, and nothing else: it is all that may be imported from there. */
declare module 'cloudflare:workers' {
  import type { DurableStorage } from '../adapters/durable/store.ts';

  export interface DurableState {
    readonly storage: DurableStorage & {
      getAlarm(): Promise<number | null>;
      setAlarm(at: number): Promise<void>;
    };
    blockConcurrencyWhile<T>(work: () => Promise<T>): Promise<T>;
  }

  export abstract class DurableObject<Env> {
    protected readonly ctx: DurableState;
    protected readonly env: Env;
    constructor(ctx: DurableState, env: Env);
  }
}
