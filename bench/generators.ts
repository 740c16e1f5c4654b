import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bring } from '../scripts/bring.ts';
import type { Shots } from './cannon.ts';

/**
 * Who sends the calls: our own generator, which costs least, and two that others wrote. Each says how many answers had the
 * status that the call must have; one of another status ends the run.
 */

export const GENERATORS = ['own', 'autocannon', 'wrk'] as const;
export type Generator = (typeof GENERATORS)[number];

interface Sent {
  readonly perSecond: number;
  readonly calls: number;
}

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** Brings what npm has; undefined where this machine cannot have it. */
export async function ready(generator: Generator): Promise<string | undefined> {
  if (generator === 'autocannon') await bring('bench/generators');
  if (generator !== 'wrk' || spawnSync('wrk', ['--version']).error === undefined) return undefined;
  return 'wrk is not here: apt-get install wrk';
}

/** Answers a second to one call, from a process of its own. */
export const rateBy = (generator: Generator, shots: Shots): Promise<Sent> => SENDERS[generator](shots);

const SENDERS: Readonly<Record<Generator, (shots: Shots) => Promise<Sent>>> = {
  async own(shots) {
    const output = await outputOf(process.execPath, [path('./cannon.ts'), JSON.stringify(shots)]);
    const { answers, seconds } = JSON.parse(output) as { answers: number; seconds: number };
    return { perSecond: answers / seconds, calls: answers };
  },

  async autocannon({ origin, call, seconds, connections }) {
    const { method, body, status } = call;
    const output = await outputOf(process.execPath, [
      path('./generators/node_modules/autocannon/autocannon.js'),
      ...['--json', '--connections', String(connections), '--duration', String(seconds), '--method', method],
      ...headersOf(call).flatMap(([name, value]) => ['--headers', `${name}=${value}`]),
      ...(body === undefined ? [] : ['--body', JSON.stringify(body)]),
      origin + call.path,
    ]);
    const { requests, duration, statusCodeStats, errors } = JSON.parse(output) as {
      requests: { total: number };
      duration: number;
      errors: number;
      statusCodeStats: Record<string, { count: number }>;
    };
    const calls = statusCodeStats[status]?.count ?? 0;
    if (errors > 0 || calls !== requests.total)
      throw new Error(`${call.path} was answered ${JSON.stringify(statusCodeStats)}, ${errors} errors`);
    return { perSecond: calls / duration, calls };
  },

  async wrk({ origin, call, seconds, connections }) {
    const folder = mkdtempSync(join(tmpdir(), 'assay-wrk-'));
    try {
      const script = join(folder, 'call.lua');
      writeFileSync(script, luaOf(call));
      const output = await outputOf('wrk', [
        ...['--threads', '1', '--connections', String(connections), '--duration', `${Math.ceil(seconds)}s`],
        ...['--script', script, origin + call.path],
      ]);
      const [, total, took] = /(\d+) requests in ([\d.]+)s/.exec(output) ?? [];
      const others = Number(/Non-2xx or 3xx responses: (\d+)/.exec(output)?.[1] ?? 0);
      const calls = Number(total);
      // It only tells good answers from others: all must be of the kind that is expected.
      if (!(calls > 0) || others !== (call.status < 400 ? 0 : calls) || output.includes('Socket errors'))
        throw new Error(`${call.path} was not answered ${call.status} each time: ${output}`);
      return { perSecond: calls / Number(took), calls };
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

const headersOf = ({ body, headers = {} }: Shots['call']): [string, string][] =>
  Object.entries({
    accept: 'application/json',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...headers,
  });

const luaOf = (call: Shots['call']): string =>
  [
    `wrk.method = ${JSON.stringify(call.method)}`,
    ...headersOf(call).map(
      ([name, value]) => `wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`,
    ),
    ...(call.body === undefined ? [] : [`wrk.body = [==[${JSON.stringify(call.body)}]==]`]),
  ].join('\n');

function outputOf(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve(text) : reject(new Error(`${args[0]} ended with ${code}`)),
    );
  });
}
