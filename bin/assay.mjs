#!/usr/bin/env node
// The command. Assay runs on Node 24; npm brings it on Linux, so an older Node only hands over to it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as modules from 'node:module';
import { fileURLToPath } from 'node:url';

const NEEDED = 24;
const major = Number(process.versions.node.split('.')[0]);
const main = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));

// npm scripts find the Node that npm brought first. Where the Node that npm itself runs on is good enough, it is used.
const isBundled = (path) =>
  path.startsWith(fileURLToPath(new URL('../node_modules/node-linux-', import.meta.url)));
const { npm_node_execpath: own, npm_config_user_agent: agent = '' } = process.env;
const [, ownMajor] = /\bnode\/v(\d+)/.exec(agent) ?? [];
if (process.execve && own && isBundled(process.execPath) && !isBundled(own) && Number(ownMajor) >= NEEDED) {
  process.removeAllListeners('warning');
  process.execve(own, [own, ...process.execArgv, ...process.argv.slice(1)]);
}

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
