import { attackCases, parseCases } from '../test/attacks/case.ts';
import { type LabOptions, remoteLab, startLab } from '../test/attacks/lab.ts';
import { countsOf, tableOf } from '../test/attacks/report.ts';
import { type RunOptions, runCase, type Verdict } from '../test/attacks/runner.ts';
import { disposeServices } from '../test/support/service.ts';
import { optionsOf } from './options.ts';

const HELP = `Attacks a service with every row of test/attacks/cases.json.

  node scripts/attacks.ts                    a service and a chain of its own
  node scripts/attacks.ts --through-edge     the same behind an edge in workerd: every row goes through it
  node scripts/attacks.ts --url http://…     a running service; what only its operator can see stays unchecked
    --rpc http://…      JSON-RPC of its chain (default: the one that GET /sandbox lends, on loopback)
    --edge http://…     an edge in front of it, for the rows that go through one
    --only id,area,…    some rows
    --cases file.json   other rows in the same form
    --timing            judge figures that depend on the machine's speed too
    --json              one JSON document on standard output

Exits with 1 when a row fails.`;

const values = optionsOf(HELP, {
  url: { type: 'string' },
  rpc: { type: 'string' },
  edge: { type: 'string' },
  'through-edge': { type: 'boolean', default: false },
  only: { type: 'string' },
  cases: { type: 'string' },
  timing: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
});

process.exitCode = await main();

async function main(): Promise<number> {
  const all = values.cases === undefined ? attackCases : parseCases(await readJson(values.cases));
  const only = values.only?.split(',');
  const rows = only ? all.filter(({ id, area }) => only.includes(id) || only.includes(area)) : all;
  const url = values.url?.replace(/\/$/, '');
  const edge = values['through-edge'];
  if (edge && url !== undefined)
    throw new Error('--through-edge starts a service of its own: leave out --url');
  const lab =
    url === undefined
      ? await startLab({ mpp: true, solana: true, edge })
      : await remoteLab(url, { rpcUrl: values.rpc, edgeUrl: values.edge });
  const ownLab = (needed: LabOptions) => startLab({ ...needed, edge });
  const options: RunOptions = { timing: values.timing, ...(url === undefined && { ownLab }) };
  const verdicts: Verdict[] = [];
  try {
    for (const row of rows) {
      const verdict = await runCase(row, lab, options);
      verdicts.push(verdict);
      if (!values.json)
        process.stderr.write(verdict.state === 'passed' ? '.' : verdict.state === 'failed' ? 'F' : '-');
    }
  } finally {
    await lab.stop();
    await disposeServices();
  }
  console.log(
    values.json
      ? JSON.stringify({ url: lab.url, counts: countsOf(verdicts), verdicts }, null, 1)
      : `\n${tableOf(verdicts)}`,
  );
  return verdicts.some(({ state }) => state === 'failed') ? 1 : 0;
}

async function readJson(path: string): Promise<unknown> {
  const { readFile } = await import('node:fs/promises');
  return JSON.parse(await readFile(path, 'utf8')) as unknown;
}
