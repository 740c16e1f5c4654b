import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The script that checks, from the root of the repository. Set by `npm test` alone. */
const VARIABLE = 'CHECK_BESIDE';

let check: Promise<string | undefined> | undefined;
let isTold = false;

/**
 * For vitest: `npm run check` beside the tests, which wait for blocks and processes. It starts here and not in a reporter,
 * since `--reporter` replaces ours: the run fails with the check whoever reports it.
 */
export default function setup(): (() => Promise<void>) | undefined {
  const script = process.env[VARIABLE];
  if (script === undefined) return undefined;
  // Tests start vitest, too.
  delete process.env[VARIABLE];
  check = run(fileURLToPath(new URL(`../${script}`, import.meta.url)));
  return async () => {
    if ((await check) === undefined) return;
    process.exitCode = 1;
    if (!isTold) console.error('npm run check failed: what it printed stands above');
  };
}

/** What the check printed if it failed, for the reporter that tells it. Undefined where tests run alone. */
export function failedCheck(): Promise<string | undefined> | undefined {
  isTold = true;
  return check;
}

async function run(script: string): Promise<string | undefined> {
  const child = spawn(process.execPath, [script, '--in-turn'], { stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      process.stderr.write(text);
    });
  const [code] = (await once(child, 'close')) as [number | null];
  return code === 0 ? undefined : printed;
}
