/** Proves the systemd units as far as systemd's own tools judge them. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { optionsOf } from '../options.ts';
import { ROOT } from './trial.ts';

const HELP = `Usage: node scripts/deploy/unit.ts

Has systemd-analyze read the units of ops/systemd, and judge what a service that was taken over could still do. Needs:
apt-get install systemd`;
optionsOf(HELP, {});

/** In tenths: 3.0 of 10, where a unit without any restriction has 9.6. */
const MOST_EXPOSED = 30;
const COMMAND = '/opt/assay/bin/assay';

const folder = mkdtempSync(join(tmpdir(), 'assay-unit-'));
try {
  const run = (...args: string[]) =>
    execFileSync('systemd-analyze', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  for (const [name, starts] of [
    ['assay.service', 'serve'],
    ['assay-edition.service', 'edition pull'],
  ] as const) {
    const unit = join(folder, name);
    const text = readFileSync(join(ROOT, 'ops/systemd', name), 'utf8');
    if (!text.includes(`ExecStart=${COMMAND} ${starts}`))
      throw new Error(`${name} does not start ${COMMAND} ${starts}`);
    // The program need not be installed here.
    writeFileSync(unit, text.replace(COMMAND, process.execPath));
    const warnings = run('verify', unit);
    if (warnings.trim() !== '') throw new Error(warnings);
    const judged = run('security', '--offline=true', `--threshold=${MOST_EXPOSED}`, '--no-pager', unit);
    console.log(`${judged.trim().split('\n').at(-1)!.replace('→ ', '')} (at most ${MOST_EXPOSED / 10})`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
