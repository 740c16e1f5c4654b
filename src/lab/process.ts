import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Build } from './builds.ts';
import type { Ways } from './worker/fence.ts';
import type { CaseOrder, FromWorker, Report, ToWorker } from './worker/messages.ts';

/** Longest time for one case; also a client that waits for ever is an observation that ends. */
const CASE_MS = 10_000;
export const LOAD_MS = 60_000;

/** The process of one client build. */
export interface BuildProcess {
  /** What runs it. */
  readonly runtime: { readonly name: string; readonly version: string };
  /** Runs a case. A process that dies or falls silent gives a report with an error of the lab's. */
  run(order: Omit<CaseOrder, 'kind'>): Promise<Report>;
  readonly alive: boolean;
  stop(): Promise<void>;
}

/** Starts Node for a build, without proxies or other settings of ours in its environment. Throws when it does not load. */
export async function startBuild(
  build: Build,
  place: string,
  ways: Ways,
  nodeOption?: string,
): Promise<BuildProcess> {
  const child = fork(fileURLToPath(new URL('./worker/main.ts', import.meta.url)), [], {
    env: { PATH: process.env.PATH ?? '', NODE_NO_WARNINGS: '1' },
    execArgv: nodeOption ? [nodeOption] : [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-2_000);
  });
  send(child, { kind: 'hello', build, place, ways });
  const first = await next(child, LOAD_MS);
  if (first?.kind !== 'ready') {
    await end(child);
    throw new Error(`the client ${build.id} does not load: ${reasonIn(complaint)}`);
  }
  return {
    runtime: { name: 'node', version: process.versions.node },
    get alive() {
      return child.exitCode === null && child.connected;
    },
    async run(order) {
      send(child, { kind: 'order', ...order });
      const answer = await next(child, CASE_MS);
      if (answer?.kind === 'report' && answer.caseId === order.caseId) return answer;
      const dead = child.exitCode !== null || !child.connected;
      await end(child);
      const error = dead
        ? { name: 'LabWorker', messagePrefix: 'the process of the client ended' }
        : { name: 'LabTimeout', messagePrefix: `no end within ${CASE_MS / 1_000} s` };
      return { kind: 'report', caseId: order.caseId, signed: 0, nonces: 0, statusSeen: null, error };
    },
    stop: () => end(child),
  };
}

/** The first line that names an error: packages warn of other things before. */
function reasonIn(complaint: string): string {
  const lines = complaint.trim().split('\n');
  return lines.find((line) => /^\w*Error\b/.test(line)) ?? (lines[0] || 'no reason given');
}

const send = (child: ChildProcess, message: ToWorker): void => {
  child.send(message, () => {});
};

async function next(child: ChildProcess, forMs: number): Promise<FromWorker | undefined> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), forMs);
  const ended = () => abort.abort();
  child.once('exit', ended);
  try {
    const [message] = (await once(child, 'message', { signal: abort.signal })) as [FromWorker];
    return message;
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
    child.off('exit', ended);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
