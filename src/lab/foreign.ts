import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Build, CLIENTS_FOLDER } from './builds.ts';
import { type BuildProcess, LOAD_MS } from './process.ts';
import type { Ways } from './worker/fence.ts';
import type { Report } from './worker/messages.ts';
import { caseFor, reportSchema } from './worker/spoken.ts';

/** A client in another language than ours: a process that reads one case a line and answers each with a line. */

const readySchema = z.object({
  ready: z.literal(true),
  runtime: z.strictObject({ name: z.string(), version: z.string() }),
});

/** A namespace for everything that could lead out. `--kill-child`: nothing of it outlives us. */
const APART = ['--user', '--map-root-user', '--net', '--mount', '--pid', '--fork', '--kill-child'] as const;

let apart: Promise<string | undefined> | undefined;

/** Why a client cannot be shut off from the network here; undefined when it can. */
export function whyNotApart(): Promise<string | undefined> {
  apart ??= (async () => {
    if (process.platform !== 'linux')
      return 'a client of another language needs a network namespace, which is Linux only';
    const child = spawn('unshare', [...APART, 'ip', 'link', 'set', 'lo', 'up'], { stdio: 'ignore' });
    const code = await new Promise<number | null>((resolve) => {
      child.once('error', () => resolve(127)).once('exit', resolve);
    });
    return code === 0
      ? undefined
      : 'this machine permits no network namespace, so the client could reach the network';
  })();
  return apart;
}

/** What a manifest's `run` says, with the places filled in. */
export const commandOf = ({ run = [], language }: Build, place: string): readonly string[] =>
  run.map((part) => part.replace('{place}', place).replace('{workers}', join(CLIENTS_FOLDER, language)));

/** Leads a socket file to a port of ours. */
async function lead(path: string, port: number): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, (inner) => {
    const outer = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    inner.pipe(outer).pipe(inner);
    inner.on('error', () => outer.destroy()).on('close', () => outer.destroy());
    outer.on('error', () => inner.destroy()).on('close', () => inner.destroy());
  });
  server.listen(path);
  await once(server, 'listening');
  return server;
}

export async function startForeign(build: Build, place: string, ways: Ways): Promise<BuildProcess> {
  const sockets = mkdtempSync(join(tmpdir(), 'assay-lab-'));
  const servers = await Promise.all(
    Object.entries(ways).map(([name, port]) => lead(join(sockets, name), port)),
  );
  const inside = fileURLToPath(new URL('./worker/inside.ts', import.meta.url));
  const asked = JSON.stringify({ names: Object.keys(ways), run: commandOf(build, place) });
  const child = spawn('unshare', [...APART, process.execPath, inside, sockets, asked], {
    cwd: place,
    env: { PATH: process.env.PATH ?? '', HOME: sockets, NODE_NO_WARNINGS: '1', PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const said = listen(child);
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    }
    for (const server of servers) server.close();
    rmSync(sockets, { recursive: true, force: true });
  };
  const ready = await said.next(readySchema, LOAD_MS);
  if (!ready) {
    await stop();
    throw new Error(`the client ${build.id} does not load: ${said.complaint() || 'no reason given'}`);
  }
  return {
    runtime: ready.runtime,
    get alive() {
      return child.exitCode === null && child.signalCode === null;
    },
    async run(order) {
      child.stdin.write(`${JSON.stringify(caseFor(order))}\n`);
      const isOfCase = ({ caseId }: z.infer<typeof reportSchema>) => caseId === order.caseId;
      const answer = await said.next(reportSchema.refine(isOfCase), CASE_MS);
      if (answer) return { kind: 'report', ...answer } satisfies Report;
      const dead = child.exitCode !== null || child.signalCode !== null;
      await stop();
      const error = dead
        ? { name: 'LabWorker', messagePrefix: `the process of the client ended: ${said.complaint()}` }
        : { name: 'LabTimeout', messagePrefix: `no end within ${CASE_MS / 1_000} s` };
      return { kind: 'report', caseId: order.caseId, signed: 0, nonces: 0, statusSeen: null, error };
    },
    stop,
  };
}

/** Longer than for a client in our own language: some open a pool of connections or a thread for each call. */
const CASE_MS = 30_000;
const COMPLAINT_KEPT = 300;

/** Waits for one line at a time. What a client prints besides, JSON or not, is its own affair. */
function listen(child: ChildProcess) {
  let waiting: { readonly hear: (line: unknown) => void; readonly giveUp: () => void } | undefined;
  let complaint = '';
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
    waiting?.giveUp();
  };
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-COMPLAINT_KEPT);
  });
  // Broken by a client that died: its exit says so.
  child.stdin?.on('error', () => {});
  createInterface({ input: child.stdout! }).on('line', (line) => {
    try {
      waiting?.hear(JSON.parse(line));
    } catch {
      // Not for us.
    }
  });
  child.once('exit', end);
  child.once('error', (error) => {
    complaint = error.message;
    end();
  });
  return {
    complaint: () => complaint.trim().split('\n').at(-1) ?? '',
    /** The first line from now on that is what is waited for; undefined when there is none in time. */
    next<T>(wanted: z.ZodType<T>, forMs: number): Promise<T | undefined> {
      return new Promise((resolve) => {
        const done = (found: T | undefined) => {
          clearTimeout(timer);
          waiting = undefined;
          resolve(found);
        };
        const timer = setTimeout(done, forMs, undefined);
        const hear = (line: unknown) => {
          const found = wanted.safeParse(line);
          if (found.success) done(found.data);
        };
        waiting = { hear, giveUp: () => done(undefined) };
        if (hasEnded) done(undefined);
      });
    },
  };
}
