import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { validate } from 'mppx/discovery';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SANDBOX_BUYERS } from '../../src/sandbox/chain.ts';
import { disposeServices, type Hosted, temporaryFolder } from '../support/service.ts';
import { openStreet, PRICE, type Street, type TempoTools, tempoTools } from './support.ts';

/** The command line of mppx as a buyer, and as the judge of a seller. */

const CLI = join(dirname(createRequire(import.meta.url).resolve('mppx')), 'bin.js');
const REROUTE = pathToFileURL(join(import.meta.dirname, 'reroute.mjs')).href;

let street: Street;
let tools: TempoTools;
let service: Hosted;

beforeAll(async () => {
  street = await openStreet();
  tools = tempoTools(street.tempo.rpcUrl);
  // Its realm is to be the name that the judge calls it by.
  const { url } = await street.start();
  const port = new URL(url).port;
  await disposeServices();
  service = await street.start({ port: Number(port), env: { PUBLIC_URL: `http://localhost:${port}` } });
});
afterAll(async () => {
  await disposeServices();
  await street.close();
});

const site = () => `http://localhost:${new URL(service.url).port}`;

async function mppx(...args: string[]): Promise<string> {
  const home = temporaryFolder();
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    XDG_CONFIG_HOME: home,
    MPPX_PRIVATE_KEY: SANDBOX_BUYERS[4]!.privateKey,
    MPPX_RPC_URL: street.tempo.rpcUrl,
    TEMPO_AT: street.tempo.rpcUrl,
    NODE_OPTIONS: `--import=${REROUTE}`,
    NO_COLOR: '1',
  };
  const run = promisify(execFile)(process.execPath, [CLI, ...args], { env, cwd: home, timeout: 100_000 });
  const { stdout, stderr } = await run.catch((error: { stdout: string; stderr: string }) => error);
  return stdout + stderr;
}

describe('mppx on the command line', () => {
  it('buys', async () => {
    const before = await tools.sellerBalance();
    const printed = await mppx(`${site()}/api/sample?word=shell`, '-i');
    expect(printed).toMatch(/"said":\s*"shell"/);
    expect(printed).toMatch(/payment-receipt/i);
    expect((await tools.sellerBalance()) - before).toBe(PRICE);
  });

  it('finds nothing wrong with this seller, an actual payment included', async () => {
    const report = JSON.parse(jsonIn(await mppx('validate', site(), '-y', '-j'))) as unknown;
    const found = resultsIn(report);
    expect(found.length).toBeGreaterThan(20);
    expect(found.filter(({ severity }) => severity !== 'pass')).toEqual([]);
    expect(found.map(({ label }) => label).join('\n')).toContain('On-chain transaction');
  });
});

describe('discovery', () => {
  it('is what the library that reads it calls valid, and names the offer', async () => {
    const found = (await (await fetch(`${site()}/openapi.json`)).json()) as object;
    expect(validate(found).filter((each) => each.severity === 'error')).toEqual([]);
    expect(found).toMatchObject({
      paths: {
        '/api/sample': {
          get: {
            'x-payment-info': {
              offers: [{ intent: 'charge', method: 'tempo', amount: '100000', currency: street.tempo.asset }],
            },
          },
        },
      },
    });
  });
});

interface Result {
  readonly severity: string;
  readonly label: string;
}

const jsonIn = (text: string): string => text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);

/** Every finding in the report, wherever it hangs. */
function resultsIn(tree: unknown): Result[] {
  if (tree === null || typeof tree !== 'object') return [];
  const own = 'severity' in tree && 'label' in tree && typeof tree.label === 'string' ? [tree as Result] : [];
  return [...own, ...Object.values(tree).flatMap(resultsIn)];
}
