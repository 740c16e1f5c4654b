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

/** The parent may be gone at any moment. A message that cannot reach it is dropped: `disconnect` says the rest. */
const tell = (message: GuardMessage, then = () => {}) => process.send?.(message, undefined, undefined, then);

const chain = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
chain.once('spawn', () => tell({ kind: 'started', pid: chain.pid ?? 0 }));
chain.once('exit', (code, signal) => tell({ kind: 'exited', code, signal }, () => process.exit(0)));
chain.once('error', (error: NodeJS.ErrnoException) =>
  tell({ kind: 'failed', code: error.code ?? 'unknown' }, () => process.exit(0)),
);

// A sandbox chain keeps nothing, so there is nothing to end politely.
const end = () => chain.kill('SIGKILL');
process.on('disconnect', end);
process.on('SIGTERM', end);
process.on('SIGINT', end);
// Also when this process ends by an error of its own.
process.on('exit', end);
// The parent may die between our start and the line above.
if (!process.connected) end();
