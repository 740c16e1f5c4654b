/**
 * Runs inside a network namespace of its own, as the root of nothing else: gives the lab's names an address on loopback,
 * leads each address out through a socket file, and runs a client of any language. No other address can be reached; files
 * and socket files of this machine can (docs/lab.md).
 */
import { execFileSync, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';

const [sockets, given] = process.argv.slice(2) as [string, string];
const { names, run } = JSON.parse(given) as {
  readonly names: readonly string[];
  readonly run: readonly [string, ...string[]];
};

/** The first address is what everything else of this machine calls itself. */
const addressOf = (index: number): string => `127.0.0.${index + 2}`;

execFileSync('ip', ['link', 'set', 'lo', 'up']);
const hosts = join(sockets, 'hosts');
writeFileSync(
  hosts,
  ['127.0.0.1 localhost', ...names.map((name, i) => `${addressOf(i)} ${name}`), ''].join('\n'),
);
execFileSync('mount', ['--bind', hosts, '/etc/hosts']);

await Promise.all(
  names.map(
    (name, i) =>
      new Promise<void>((resolve) => {
        createServer({ allowHalfOpen: true }, (inner) => {
          const outer = connect({ path: join(sockets, name), allowHalfOpen: true });
          inner.pipe(outer).pipe(inner);
          // An answer that breaks off must break off here, too.
          inner.on('error', () => outer.destroy()).on('close', () => outer.destroy());
          outer.on('error', () => inner.resetAndDestroy()).on('close', () => inner.destroy());
        }).listen(80, addressOf(i), resolve);
      }),
  ),
);

const [program, ...args] = run;
const child = spawn(program, args, { stdio: 'inherit' });
child.once('error', (error) => {
  console.error(error.message);
  process.exit(127);
});
child.once('exit', (code) => process.exit(code ?? 1));
