import { randomBytes } from 'node:crypto';
import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type AnyPending, pendingFrom } from './pending.ts';

/** Where one purchase keeps its signed payment. A caller's own store does the same in its database. */
export interface PaymentStore {
  /** What was kept and not forgotten. Rejects when that cannot be said: then nothing may be signed. */
  load(): Promise<AnyPending | undefined>;
  /** Has it for good when it resolves, which is before it is sent. Rejects rather than replace another payment. */
  keep(pending: AnyPending): Promise<void>;
  /** For the caller, once what was bought is safe: until then the same payment fetches the same answer. */
  forget(): Promise<void>;
}

/** One payment in one file, which `assay buy --resume` takes as well. */
export const fileStore = (path: string): PaymentStore => ({
  load: async () => {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (text === undefined) return undefined;
    const pending = pendingIn(text);
    if (!pending) throw new Error(`${path} holds no payment that can be sent again`);
    return pending;
  },
  keep: (pending) => writeDurably(path, `${JSON.stringify({ pending }, null, 2)}\n`, { replace: false }),
  forget: () => rm(path, { force: true }),
});

/** The payment in the text of such a file. */
export function pendingIn(text: string): AnyPending | undefined {
  try {
    return pendingFrom((JSON.parse(text) as { pending?: unknown } | null)?.pending);
  } catch {
    return undefined;
  }
}

/** All of it or nothing, also after a power cut, and readable by its owner alone. */
export async function writeDurably(
  path: string,
  text: string,
  { replace }: { replace: boolean },
): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}.draft`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    // A link, unlike a rename, fails when there is such a file.
    if (replace) await rename(draft, path);
    else await link(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
