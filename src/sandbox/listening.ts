import type { GuardedProcess } from './guarded.ts';

const READY_MS = 30_000;
const OUTPUT_KEPT = 4_000;

/**
 * The port that a chain says it listens on: the kernel chose it, so no two starts can collide. Throws one line when it
 * ended before, or is not ready within 30 s. `name`: what the line calls it.
 */
export async function listeningPort(chain: GuardedProcess, name: string, binary: string): Promise<number> {
  let output = '';
  let timer: NodeJS.Timeout | undefined;
  const listening = new Promise<number>((resolve) => {
    chain.onOutput((text) => {
      output = (output + text).slice(-OUTPUT_KEPT);
      const port = /Listening on 127\.0\.0\.1:(\d+)/.exec(output)?.[1];
      if (port) resolve(Number(port));
    });
  });
  const ended = chain.exited.then((exit) => {
    const reason = exit.how === 'failed' ? `cannot run ${binary} (${exit.code})` : errorLine(output);
    throw new Error(`${name} did not start: ${reason}`);
  });
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`${name} was not ready within ${READY_MS / 1000} s`)),
      READY_MS,
    );
  });
  try {
    return await Promise.race([listening, ended, late]);
  } finally {
    clearTimeout(timer);
    ended.catch(() => {});
  }
}

const errorLine = (output: string): string =>
  /^error:.*$/im.exec(output)?.[0] ?? output.trim().split('\n').at(-1) ?? 'no output';
