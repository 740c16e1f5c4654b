/** `npm run fix`: formats, and applies the safe fixes of the linter. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bring } from './bring.ts';

await bring('config');
const biome = fileURLToPath(new URL('../config/node_modules/.bin/biome', import.meta.url));
process.exitCode =
  spawnSync(biome, ['check', '--write', ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1;
