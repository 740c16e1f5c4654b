/** One part of the fault campaign: every fault of campaign/faults/rows.ts on one setup, under paid load. */

import { faultLeg, lineOf } from './campaign/faults/leg.ts';
import { openMarket } from './campaign/faults/market.ts';
import { appendCells, matrix } from './campaign/faults/matrix.ts';
import { FAULTS } from './campaign/faults/rows.ts';
import { SETUPS } from './campaign/faults/setups.ts';
import { optionsOf } from './options.ts';

const HELP = `Usage: node scripts/faults.ts [options]

Strikes a service with faults under paid load of stock clients. Prints how long after each fault's end the first sale
came, and exits 1 when that took more than five seconds or when buyers, journal and chain disagree.

  --setup NAME   ${Object.keys(SETUPS).join(', ')} (default sqlite)
  --only a,b     these faults: ${FAULTS.map(({ name }) => name).join(', ')}
  --size SIZE    smoke, short or full: how long each lasts (default full)
  --log FILE     adds the cells of the table to this file, one a line as JSON`;

const values = optionsOf(HELP, {
  setup: { type: 'string', default: 'sqlite' },
  only: { type: 'string' },
  size: { type: 'string', default: 'full' },
  log: { type: 'string' },
});

process.exitCode = await main();

async function main(): Promise<number> {
  const setup = SETUPS[values.setup];
  const wanted = values.only?.split(',');
  const faults = FAULTS.filter(({ name }) => wanted?.includes(name) ?? true);
  const { size } = values;
  if (
    !setup ||
    faults.length < (wanted?.length ?? 1) ||
    !(size === 'smoke' || size === 'short' || size === 'full')
  ) {
    console.error('no such setup, fault or size; see --help');
    return 2;
  }
  const market = await openMarket(setup);
  // Services and disks do not end with this process by themselves.
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void market.close().finally(() => process.exit(1)));
  try {
    const cells = await faultLeg(market, faults, size, (cell) => {
      console.error(lineOf(cell));
      if (values.log !== undefined) appendCells(values.log, [cell]);
    });
    console.log(matrix(cells));
    return cells.some((cell) => cell.faults.length > 0) ? 1 : 0;
  } finally {
    await market.close();
  }
}
