#!/usr/bin/env node
// The command, as the package that `npm run pack` makes starts it. It brings no Node: one clear line on an older one.
import * as modules from 'node:module';
import { fileURLToPath } from 'node:url';

const NEEDED = 24;
if (Number(process.versions.node.split('.')[0]) < NEEDED) {
  console.error(
    `assay needs Node ${NEEDED} or newer; you have ${process.version}. Install Node ${NEEDED} first.`,
  );
  process.exit(2);
}
// A third of a start is compiling what the last one compiled. Where nothing can be written, nothing is kept.
modules.enableCompileCache(fileURLToPath(new URL('../.cache/compile', import.meta.url)));
await import(new URL('../dist/assay.mjs', import.meta.url).href);
