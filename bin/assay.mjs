#!/usr/bin/env node
// The command. Assay runs on Node 24; npm brings it on Linux, so an older Node only hands over to it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as modules from 'node:module';
import { fileURLToPath } from 'node:url';

const NEEDED = 24;
const major = Number(process.versions.node.split('.')[0]);
const main = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));

if (major >= NEEDED) {
  // A third of a start is compiling what the last one compiled. Kept in this checkout: in a shared folder others could
  // write what runs here. Where nothing can be written, nothing is kept.
  modules.enableCompileCache(fileURLToPath(new URL('../.cache/compile', import.meta.url)));
  await import(main);
} else {
  const node = fileURLToPath(new URL(`../node_modules/node-linux-${process.arch}/bin/node`, import.meta.url));
  if (process.platform !== 'linux' || !existsSync(node)) {
    console.error(
      `assay needs Node ${NEEDED} or newer and this is ${process.version}: run "npm ci" on Linux (npm brings it) or install Node ${NEEDED}.`,
    );
    process.exit(2);
  }
  const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}
