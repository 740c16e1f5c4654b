import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Run } from './records.ts';
import type { Step } from './table.ts';

const WORD_MS = 15_000;
const TAIL_MAX = 2_000;
const LINE_MAX = 140;
const STYLE = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*[A-Za-z]`, 'g');

export interface Performed {
  readonly passed: boolean;
  readonly seconds: number;
  /** The end of what it printed, at most 2 kB. */
  readonly tail: string;
}

/** Runs one part to its end as a process, writes down what it prints, and says now and then how it goes. */
export async function performStep(
  step: Step,
  { size, seed }: Pick<Run, 'size' | 'seed'>,
  file: string,
  progress: (line: string) => void,
): Promise<Performed> {
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / 1_000);
  const child = spawn(process.execPath, step.args, {
    env: {
      ...process.env,
      CAMPAIGN_SIZE: size,
      CAMPAIGN_SEED: String(step.seed ?? seed),
      NO_COLOR: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = createWriteStream(file);
  let tail = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      log.write(text);
      tail = (tail + text.replaceAll(STYLE, '')).slice(-TAIL_MAX);
    });
  const word = setInterval(() => {
    const last = tail.split(/[\r\n]+/).findLast((line) => line.trim() !== '');
    progress(`${seconds()} s${last === undefined ? '' : `, ${last.trim().slice(0, LINE_MAX)}`}`);
  }, WORD_MS);
  const end = () => child.kill('SIGTERM');
  process.once('exit', end);
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    return { passed: code === 0, seconds: seconds(), tail };
  } finally {
    clearInterval(word);
    process.off('exit', end);
    log.end();
  }
}
