import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const CHECK = fileURLToPath(new URL('../scripts/check.ts', import.meta.url));

/** Set by `npm test` alone. */
const VARIABLE = 'CHECK_BESIDE';

/**
 * What `npm run check` checks, while tests wait for blocks and processes. Answers what it printed if it failed. Undefined
 * where tests run alone.
 */
export function checkBeside(): Promise<string | undefined> | undefined {
  if (process.env[VARIABLE] === undefined) return undefined;
  // Tests start vitest, too.
  delete process.env[VARIABLE];
  return check();
}

async function check(): Promise<string | undefined> {
  const child = spawn(process.execPath, [CHECK, '--in-turn'], { stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      process.stderr.write(text);
    });
  const [code] = (await once(child, 'close')) as [number | null];
  return code === 0 ? undefined : printed;
}
