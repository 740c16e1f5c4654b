/**
 * Runs one chain on behalf of a parent and never lets it outlive that parent, `kill -9` included:
 * the kernel closes the channel to the parent, this process sees `disconnect` and kills the chain.
 * Started by `guarded.ts` as `node chain-guard.ts <command> [arguments…]`, in a process group of its own, so that
 * Ctrl-C in a terminal reaches the service only, and the service can finish its payments on a live chain.
 */
import { spawn } from 'node:child_process';
import type { GuardMessage } from './guarded.ts';

const [command, ...args] = process.argv.slice(2);
if (!command || !process.send || !process.connected) {
  console.error('chain-guard is started by the sandbox, not by hand');
  process.exit(2);
}

/** Sends, then ends. A parent that is gone cannot be told anything: ending is all that is left. */
function tellAndEnd(message: GuardMessage): void {
  if (!process.connected) process.exit(0);
  process.send?.(message, undefined, undefined, () => process.exit(0));
}

const chain = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
chain.once('error', (error: NodeJS.ErrnoException) =>
  tellAndEnd({ kind: 'failed', code: error.code ?? 'unknown' }),
);
chain.once('spawn', () => {
  if (process.connected) process.send?.({ kind: 'started', pid: chain.pid ?? 0 } satisfies GuardMessage);
});
chain.once('exit', (code, signal) => tellAndEnd({ kind: 'exited', code, signal }));

// A sandbox chain keeps nothing, so there is nothing to end politely.
const end = () => chain.kill('SIGKILL');
process.on('disconnect', end);
process.on('SIGTERM', end);
process.on('SIGINT', end);
// The parent may die between our start and the line above.
if (!process.connected) end();
