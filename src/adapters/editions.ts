import { contentDigestOf } from '../ledger/build.ts';
import type { Edition } from '../ledger/schema.ts';
import {
  type EditionVerdict,
  linkFault,
  type VerifyJws,
  verifyEdition,
  verifySignature,
} from '../ledger/verify.ts';
import type { Clock, EditionStanding, Editions, PublishedEdition } from '../ports.ts';

/** One edition as it is kept. */
export interface EditionRow {
  readonly digest: string;
  readonly previousDigest: string;
  readonly generatedAt: number;
  readonly text: string;
}

/** Where editions are kept: by digest, newest last, never changed. */
export interface EditionRows {
  /** Digest of the newest one. */
  newest(): Promise<string | undefined>;
  find(digest: string): Promise<EditionRow | undefined>;
  /** False when it is there already, or when another one follows the same edition. */
  add(row: EditionRow): Promise<boolean>;
}

export type Publication =
  | { readonly kind: 'published' | 'known'; readonly digest: string }
  | { readonly kind: 'refused'; readonly detail: string };

/** The editions of this service, and the one way to add to them. */
export interface EditionShelf extends Editions {
  /** Takes only what verifies with our keys and follows the newest edition. */
  publish(text: string): Promise<Publication>;
  /** The same of an edition whose content was verified just now and that was signed again: only its signature is new. */
  publishSigned(edition: Edition): Promise<Publication>;
  /** Whether an edition of this digest was published. */
  holds(digest: string): Promise<boolean>;
}

/** How long a node may go on with an edition after another node published the next one. */
const NEWEST_FOR_MS = 1_000;

/** Editions are verified when they are published, and by every other node that reads them; then they are kept parsed. */
export function editionShelf(rows: EditionRows, verify: VerifyJws, clock: Pick<Clock, 'now'>): EditionShelf {
  const read = new Map<string, Promise<EditionStanding | undefined>>();
  /** What was sold and could not be published today. */
  const owed = new Map<string, PublishedEdition>();
  let newest: { readonly at: number; readonly digest: Promise<string | undefined> } | undefined;

  return {
    latest,
    get,
    publish: async (text) => add(text, await verifyEdition(text, verify)),
    publishSigned: async (edition) => add(JSON.stringify(edition), await verifySignature(edition, verify)),
    holds: async (digest) => (await rows.find(digest)) !== undefined,
  };

  async function latest(): Promise<EditionStanding | undefined> {
    const now = clock.now();
    // A clock that was set back must not keep an old answer alive.
    if (newest === undefined || now - newest.at >= NEWEST_FOR_MS || now < newest.at)
      newest = { at: now, digest: rows.newest().catch(forget) };
    const digest = await newest.digest;
    return digest === undefined ? undefined : standing(digest);
  }

  async function add(text: string, verdict: EditionVerdict): Promise<Publication> {
    if (!verdict.ok) return { kind: 'refused', detail: verdict.detail };
    const { edition } = verdict;
    const { contentDigest: digest, previousDigest, generatedAt } = edition;
    if (await rows.find(digest)) return { kind: 'known', digest };
    newest = undefined;
    const before = await latest();
    const broken = linkFault(
      before?.fault === undefined ? (before?.document as Edition | undefined) : undefined,
      edition,
      false,
    );
    if (broken) return { kind: 'refused', detail: broken };
    const added = await rows.add({ digest, previousDigest, generatedAt: Date.parse(generatedAt), text });
    newest = undefined;
    if (!added) return { kind: 'refused', detail: 'another edition was first' };
    read.set(digest, Promise.resolve({ digest, text, document: frozen(edition) }));
    return { kind: 'published', digest };
  }

  /**
   * Who asks by digest has sold that edition. Its content is owed, whatever a release asks of an edition today; and
   * content that has this digest is what was verified when it was published.
   */
  async function get(digest: string): Promise<EditionStanding | undefined> {
    const found = await standing(digest);
    if (found?.fault === undefined) return found;
    const known = owed.get(digest);
    if (known) return known;
    const row = await rows.find(digest);
    const content = row && contentOf(row.text, digest);
    if (content) owed.set(digest, content);
    return content ?? found;
  }

  async function standing(digest: string): Promise<EditionStanding | undefined> {
    const known = read.get(digest);
    if (known) return known;
    const reading = open(digest);
    read.set(digest, reading);
    const found = await reading.catch((error: unknown) => {
      read.delete(digest);
      throw error;
    });
    if (found === undefined) read.delete(digest);
    return found;
  }

  async function open(digest: string): Promise<EditionStanding | undefined> {
    const row = await rows.find(digest);
    if (!row) return undefined;
    const verdict = await verifyEdition(row.text, verify);
    if (!verdict.ok)
      return { digest, fault: verdict.fault === 'signature' ? 'signature_invalid' : 'digest_mismatch' };
    if (verdict.edition.contentDigest !== digest) return { digest, fault: 'digest_mismatch' };
    return { digest, text: row.text, document: frozen(verdict.edition) } satisfies PublishedEdition;
  }

  function forget(error: unknown): never {
    newest = undefined;
    throw error;
  }
}

/** The edition with this content, undefined when the text has another. */
function contentOf(text: string, digest: string): PublishedEdition | undefined {
  try {
    const document = JSON.parse(text) as object;
    return contentDigestOf(document) === digest ? { digest, text, document: frozen(document) } : undefined;
  } catch {
    return undefined;
  }
}

/** An answer that nothing can change is written once (gate/paid-call.ts). */
function frozen<T extends object>(value: T): T {
  for (const member of Object.values(value))
    if (typeof member === 'object' && member !== null) frozen(member);
  return Object.freeze(value);
}
