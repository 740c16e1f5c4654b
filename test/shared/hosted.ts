import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runnable } from './index.ts';

/** What a host is asked for, and what it tells. */
export interface Asked {
  readonly id: number;
  readonly what:
    | { readonly do: 'run'; readonly args: readonly string[]; readonly cwd: string; readonly env: Env }
    | { readonly do: 'serve'; readonly env: Env; readonly sold?: Sold }
    | { readonly do: 'stop'; readonly id: number };
}
/** Other catalogues than ours. */
export type Sold = 'mpp' | 'solana';
type Env = Readonly<Record<string, string>>;
export interface CommandEnded {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}
export type Told = { readonly id: number } & (
  | { readonly ended: CommandEnded }
  | { readonly line: string }
  | { readonly done: true }
  | { readonly failed: string }
);

const HOST = fileURLToPath(new URL('./host.ts', import.meta.url));
type Listener = (told: Told) => void;

/** One for all files that run in this process: it starts when the first of them asks, and ends with this process. */
interface Host {
  readonly child: ChildProcess;
  readonly listeners: Map<number, Listener>;
}
let host: Promise<Host> | undefined;
let ids = 0;

async function open(): Promise<Host> {
  const child = fork(await runnable(HOST), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const listeners = new Map<number, Listener>();
  child.on('message', (told: Told) => listeners.get(told.id)?.(told));
  await new Promise<void>((resolve, reject) => {
    listeners.set(0, () => resolve());
    child.once('exit', (code) => reject(new Error(`the host ended with ${code}`)));
  });
  child.once('exit', (code) => {
    host = undefined;
    for (const [id, listener] of listeners) listener({ id, failed: `the host ended with ${code}` });
  });
  child.unref();
  child.channel!.unref();
  return { child, listeners };
}

async function ask(what: Asked['what'], heard: (line: string) => void = () => {}): Promise<[number, Told]> {
  host ??= open();
  const { child, listeners } = await host;
  const id = ++ids;
  // While something is under way, this process waits for it.
  child.channel!.ref();
  const told = await new Promise<Told>((resolve) => {
    listeners.set(id, (each) => ('line' in each ? heard(each.line) : resolve(each)));
    child.send({ id, what } satisfies Asked);
  });
  if (what.do !== 'serve') listeners.delete(id);
  if ('failed' in told) throw new Error(told.failed);
  return [id, told];
}

/** Runs a command line in the host. */
export async function runHosted(args: readonly string[], cwd: string, env: Env): Promise<CommandEnded> {
  const [, told] = await ask({ do: 'run', args, cwd, env });
  return (told as { readonly ended: CommandEnded }).ended;
}

/** Starts a service in the host; answers how to stop it. */
export async function serveHosted(
  env: Env,
  sold: Sold | undefined,
  heard: (line: string) => void,
): Promise<() => Promise<void>> {
  const [id] = await ask({ do: 'serve', env, ...(sold && { sold }) }, heard);
  return async () => void (await ask({ do: 'stop', id }));
}
