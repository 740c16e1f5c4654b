import { createReadStream, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import type { EditionShelf } from '../adapters/editions.ts';
import { type Jwks, type SigningKeys, verifierOf } from '../adapters/signing-keys.ts';
import { EvidenceMissing } from '../ledger/build.ts';
import { NOT_CURRENT, whyNotCurrent } from '../ledger/freshness.ts';
import type { Edition } from '../ledger/schema.ts';
import { signEdition, verifyChain } from '../ledger/verify.ts';
import type { Config } from '../origin/config.ts';
import { settings, withShelf } from './edition-shelf.ts';
import { guarded, jwksIn, Unreadable } from './reading.ts';

/** Nobody's edition is as large; more is not read. */
const MAX_BYTES = 4_000_000;
/** A server of this machine may be asked without TLS. */
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const PATIENCE_MS = 30_000;
/** How far a publisher's clock may be ahead of ours. */
const AHEAD_MS = 300_000;

export const pullCommand = (): Command =>
  new Command('pull')
    .description(
      'take editions that somebody else publishes, and sell from them; exit 0 published or nothing new, 1 refused, 2 cannot be read',
    )
    .argument(
      '<sources...>',
      'files or https addresses, oldest first: one is enough while no edition was missed',
    )
    .option(
      '--keys <file>',
      "a saved copy of the publisher's /.well-known/jwks.json; kept in DATA_DIR for later pulls (default: the kept one)",
    )
    .addHelpText(
      'after',
      `
Signature, digest, rows and dates are checked before anything is written. An edition that ran out, or is not signed with
the publisher's key, is refused, and the one that is for sale stays. What is taken is signed with your own key.`,
    )
    .action((sources: string[], { keys }: { keys?: string }) =>
      guarded(async () => {
        const { config, keys: own } = settings();
        console.log(await pull(sources, keys, { config, own, now: Date.now() }));
      }),
    );

interface Here {
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl'>;
  readonly own: SigningKeys;
  readonly now: number;
}

/** Says what became of it. Throws, and has changed nothing, where one is refused. */
export async function pull(
  sources: readonly string[],
  keysFile: string | undefined,
  { config, own, now }: Here,
): Promise<string> {
  const pinned = join(config.dataDir, 'edition-publisher.json');
  const publisher = publisherKeys(keysFile, pinned);
  const texts: string[] = [];
  for (const source of sources) texts.push(await textOf(source));
  const editions = await takeable(texts, publisher, now);
  const outcome = await withShelf(config, own, (shelf) => shelve(editions, shelf, own));
  if (keysFile !== undefined) pin(publisher, pinned);
  return outcome;
}

/** Whose editions are taken: who was named, or else who was named before. */
function publisherKeys(given: string | undefined, pinned: string): Jwks {
  if (given !== undefined) return jwksIn(given);
  if (existsSync(pinned)) return jwksIn(pinned);
  throw new Unreadable(
    "no publisher is trusted yet. Save the publisher's /.well-known/jwks.json, compare it with what the publisher says elsewhere, and name the file with --keys: it is kept for later pulls",
  );
}

function pin(keys: Jwks, file: string): void {
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, `${JSON.stringify(keys)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** What a source holds, never more than the limit. */
async function textOf(source: string): Promise<string> {
  const isAddress = /^https?:\/\//i.test(source);
  try {
    const stream = isAddress ? await bodyOf(new URL(source)) : createReadStream(source);
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for await (const part of stream as AsyncIterable<Uint8Array>) {
      bytes += part.byteLength;
      if (bytes > MAX_BYTES)
        throw new EvidenceMissing(`${source} is over ${MAX_BYTES} bytes, larger than any edition`);
      parts.push(part);
    }
    return Buffer.concat(parts).toString('utf8').trimEnd();
  } catch (error) {
    if (error instanceof EvidenceMissing || error instanceof Unreadable) throw error;
    throw new Unreadable(`${source} cannot be read`);
  }
}

async function bodyOf(url: URL): Promise<AsyncIterable<Uint8Array>> {
  if (url.protocol !== 'https:' && !LOOPBACK.test(url.hostname))
    throw new Unreadable(`${url.href}: only https addresses are read`);
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) });
  if (response.status !== 200 || !response.body)
    throw new Unreadable(`${url.href} answers ${response.status}`);
  return response.body;
}

/** Every one holds and follows the one before it, and the last one may be sold now. Nothing is written yet. */
async function takeable(texts: readonly string[], publisher: Jwks, now: number): Promise<readonly Edition[]> {
  const verdict = await verifyChain(texts, verifierOf(publisher));
  if (!verdict.ok) throw new EvidenceMissing(`edition ${verdict.index + 1}: ${verdict.detail}`);
  const last = verdict.editions.at(-1)!;
  if (Date.parse(last.generatedAt) > now + AHEAD_MS)
    throw new EvidenceMissing(`its date, ${last.generatedAt}, is in the future: check this machine's clock`);
  const why = whyNotCurrent({ digest: last.contentDigest, text: '', document: last }, now);
  if (why) throw new EvidenceMissing(NOT_CURRENT[why]);
  return verdict.editions;
}

/** Puts those on the shelf that are not there yet. Each is one row, so a reader sees it whole or not at all. */
async function shelve(
  editions: readonly Edition[],
  shelf: EditionShelf,
  { signer }: SigningKeys,
): Promise<string> {
  let newest: string | undefined;
  for (const edition of editions) {
    if (await shelf.holds(edition.contentDigest)) continue;
    const outcome = await shelf.publishSigned(await signEdition(edition, signer));
    if (outcome.kind === 'refused')
      throw new EvidenceMissing(
        `${outcome.detail}. If you missed an edition, name all that you missed, oldest first`,
      );
    newest = outcome.digest;
  }
  const { contentDigest, validUntil } = editions.at(-1)!;
  return newest === undefined
    ? `nothing new: ${contentDigest} is published already, good until ${validUntil}`
    : `published: ${contentDigest}, good until ${validUntil}`;
}
