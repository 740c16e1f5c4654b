/** `npm run fix`: formats, applies the safe fixes of the linter, and writes down what got smaller. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bring } from './bring.ts';

await bring('config');
const biome = fileURLToPath(new URL('../config/node_modules/.bin/biome', import.meta.url));
process.exitCode =
  spawnSync(biome, ['check', '--write', ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1;
spawnSync(process.execPath, [fileURLToPath(new URL('ratchet.ts', import.meta.url)), '--lower'], {
  stdio: 'inherit',
});
