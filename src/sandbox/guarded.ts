import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What the guard tells its parent. */
export type GuardMessage =
  | { readonly kind: 'started'; readonly pid: number }
  | { readonly kind: 'exited'; readonly code: number | null; readonly signal: string | null }
  | { readonly kind: 'failed'; readonly code: string };

/**
 * How a chain ended: `stopped` by us, `exited` by itself or killed, `failed` to start at all,
 * `lost` its guard, whereupon we ended it.
 */
export interface ChainExit {
  readonly how: 'stopped' | 'exited' | 'failed' | 'lost';
  readonly code: number | string | null;
  readonly signal: string | null;
}

export interface GuardedProcess {
  readonly guardPid: number | undefined;
  /** Pid of the chain itself, once started; undefined if it could not be started. */
  readonly started: Promise<number | undefined>;
  /** Settles when the chain is gone, whatever the reason. Never rejects. */
  readonly exited: Promise<ChainExit>;
  /** Calls `listener` with each chunk that the chain writes; both streams are drained for ever either way. */
  onOutput(listener: (text: string) => void): void;
  /** Ends the chain and settles when it is gone. */
  stop(): Promise<void>;
}

/**
 * Starts a program that dies with this process, also after `kill -9` of this process.
 *
 * - this process dies in any way: its channel to the guard closes, the guard kills the program
 * - the program dies first: `exited` settles with its code
 * - the guard is killed: its exit is seen here, and the program, a member of its group, is killed
 *
 * Left open: guard and parent both killed by pid within the same instant.
 */
export function startGuarded(command: string, args: readonly string[]): GuardedProcess {
  const guard = fork(fileURLToPath(new URL('./chain-guard.ts', import.meta.url)), [command, ...args], {
    detached: true,
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let last: GuardMessage | undefined;
  const started = new Promise<number | undefined>((resolve) => {
    guard.on('message', (message: GuardMessage) => {
      last = message;
      resolve(message.kind === 'started' ? message.pid : undefined);
    });
    guard.once('exit', () => resolve(undefined));
  });
  const exited = end(guard, () => last);
  for (const stream of [guard.stdout, guard.stderr]) stream?.setEncoding('utf8').resume();
  return {
    guardPid: guard.pid,
    started,
    exited,
    onOutput(listener) {
      guard.stdout?.on('data', listener);
      guard.stderr?.on('data', listener);
    },
    async stop() {
      if (guard.connected) guard.disconnect();
      await exited;
    },
  };
}

/**
 * Settles when guard and chain are gone: the guard has exited, and nobody holds the output pipes any more.
 * (Not the child's own `close` event: Node never emits it once this side has disconnected.)
 */
async function end(guard: ChildProcess, last: () => GuardMessage | undefined): Promise<ChainExit> {
  const drained = [guard.stdout, guard.stderr].map(
    (stream) => new Promise<void>((resolve) => stream?.once('close', resolve)),
  );
  const exit = await new Promise<{ code: number | null; signal: string | null } | undefined>((resolve) => {
    guard.once('error', () => resolve(undefined));
    guard.once('exit', (code, signal) => resolve({ code, signal }));
  });
  if (!exit) return { how: 'failed', code: 'guard', signal: null };
  // A guard that ends by itself has seen the chain end; one that was killed has left it running.
  if (exit.code !== 0) killGroup(guard);
  await Promise.all(drained);
  const message = last();
  if (message?.kind === 'exited') return { how: 'exited', code: message.code, signal: message.signal };
  if (message?.kind === 'failed') return { how: 'failed', code: message.code, signal: null };
  return { how: exit.code === 0 ? 'stopped' : 'lost', code: exit.code, signal: exit.signal };
}

/** The group outlives its leader while the chain is in it, so the id cannot belong to a stranger. */
function killGroup(guard: ChildProcess): void {
  if (!guard.pid) return;
  try {
    process.kill(-guard.pid, 'SIGKILL');
  } catch {
    // ESRCH: nobody left in the group.
  }
}
