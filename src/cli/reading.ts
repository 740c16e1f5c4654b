import { readFileSync } from 'node:fs';
import { type Jwks, verifierOf } from '../adapters/signing-keys.ts';
import { EvidenceMissing } from '../ledger/build.ts';

/** How commands that check files read them and end: `assay verify` and `assay edition`. */

export const DOES_NOT_HOLD = 1;
export const UNREADABLE = 2;

/** What the caller named cannot be read. The message names the file and says nothing of what is in it. */
export class Unreadable extends Error {}

/** What does not hold ends with 1, what cannot be read with 2; anything else is a bug and is thrown. */
export async function guarded(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof EvidenceMissing || error instanceof Unreadable)) throw error;
    console.error(error.message);
    process.exitCode = error instanceof Unreadable ? UNREADABLE : DOES_NOT_HOLD;
  }
}

export const read = (file: string): string => readBytes(file).toString('utf8');

export function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    throw new Unreadable(`${file} cannot be read`);
  }
}

/** A saved jwks.json, with at least one key and none that cannot be one. */
export function jwksIn(file: string): Jwks {
  const text = read(file);
  try {
    const jwks = JSON.parse(text) as Jwks;
    if (jwks.keys.length > 0 && jwks.keys.every((key) => typeof key === 'object')) {
      verifierOf(jwks);
      return jwks;
    }
  } catch {
    // Falls through to the one message that helps.
  }
  throw new Unreadable(`${file} holds no keys`);
}
