import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { shelveIfOutdated } from '../../test/support/edition.ts';

/** A sandbox service of its own, for programs that others wrote. */
export interface Sandbox {
  readonly url: string;
  readonly folder: string;
  readonly buyers: readonly { readonly privateKey: `0x${string}` }[];
  /** How many answers were paid for and delivered. */
  sold(): Promise<number>;
  close(): Promise<void>;
}

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** `settings`: further ones of the service. */
export async function startSandbox(settings: Readonly<Record<string, string>> = {}): Promise<Sandbox> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-guides-'));
  const env = {
    ...{ PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), PORT: '0', LEDGER_LAB: 'off' },
    ...settings,
  };
  await shelveIfOutdated(env);
  const child = spawn(process.execPath, [join(ROOT, 'bin/assay.mjs'), 'serve'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await readyOf(child);
  const asked = async (path: string) => (await (await fetch(url + path)).json()) as Record<string, unknown>;
  const { buyers } = (await asked('/sandbox')) as unknown as Pick<Sandbox, 'buyers'>;
  return {
    ...{ url, folder, buyers },
    sold: async () => Number((await asked('/api/cash-register')).paidCompletions),
    close: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function readyOf(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stdout! })) {
    const url = /^assay listening on (http:\S+)/.exec(line)?.[1];
    if (url !== undefined) {
      child.stdout!.resume();
      return url;
    }
  }
  throw new Error('the service ended before it was ready');
}

/** The work, on a service that is ended whatever comes of it. */
export async function withSandbox(
  work: (sandbox: Sandbox) => Promise<void>,
  settings?: Readonly<Record<string, string>>,
): Promise<void> {
  const sandbox = await startSandbox(settings);
  try {
    await work(sandbox);
  } finally {
    await sandbox.close();
  }
}
