import type { Signer } from '../ports.ts';
import { contentDigestOf, GENESIS } from './build.ts';
import { includes, treeOf } from './merkle.ts';
import { type Edition, editionSchema, rowsOf, type UnsignedEdition } from './schema.ts';
import { type EditionPart, isWhole, partSchema, satisfies } from './selection.ts';

/** Says what a compact JWS holds if a key that is trusted signed it. */
export type VerifyJws = (jws: string) => Promise<object | undefined>;

/** What the edition's JWS is over. */
const headOf = ({
  product,
  schemaVersion,
  release,
  generatedAt,
  validUntil,
  previousDigest,
  contentDigest,
}: UnsignedEdition) => ({
  product,
  schemaVersion,
  release,
  generatedAt,
  validUntil,
  previousDigest,
  contentDigest,
});

/** What a single row is proved against: binds the tree's root to the digest of the edition. */
const rowsHeadOf = ({ product, contentDigest, rowsRoot, rowsCount }: UnsignedEdition) => ({
  product,
  contentDigest,
  rowsRoot,
  rowsCount,
});

/** Signs an edition. Ed25519 is deterministic: the same key gives the same bytes again. */
export async function signEdition(
  edition: UnsignedEdition | Edition,
  signer: Pick<Signer, 'kid' | 'sign'>,
): Promise<Edition> {
  const { signature: _signature, ...content } = edition as Edition;
  const [jws, rowsJws] = await Promise.all([signer.sign(headOf(content)), signer.sign(rowsHeadOf(content))]);
  return { ...content, signature: { alg: 'EdDSA', kid: signer.kid, jws, rowsJws } };
}

export type EditionFault = 'unreadable' | 'schema' | 'digest' | 'rows' | 'signature';
export type EditionVerdict =
  | { readonly ok: true; readonly edition: Edition }
  | { readonly ok: false; readonly fault: EditionFault; readonly detail: string };

const no = (fault: EditionFault, detail: string) => ({ ok: false, fault, detail }) as const;

/** Digest, hash tree and shape: everything that needs no key. */
export function verifyContent(text: string): EditionVerdict {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return no('unreadable', 'this is not JSON');
  }
  const parsed = editionSchema.safeParse(value);
  if (!parsed.success)
    return no('schema', `not an edition: ${parsed.error.issues[0]!.path.join('.') || 'top level'}`);
  // The value as it was read: what the schema leaves out would not be covered.
  const edition = value as Edition;
  if (contentDigestOf(edition) !== edition.contentDigest)
    return no('digest', 'contentDigest is not the digest of the content');
  const tree = treeOf(rowsOf(edition));
  if (tree.root !== edition.rowsRoot || tree.leaves !== edition.rowsCount)
    return no('rows', 'rowsRoot is not the root over the rows');
  return { ok: true, edition };
}

/** A whole edition, from its JSON text. */
export async function verifyEdition(text: string, verify: VerifyJws): Promise<EditionVerdict> {
  const content = verifyContent(text);
  return content.ok ? verifySignature(content.edition, verify) : content;
}

/** Whether a JSON text is part of an edition: what a filter chose. */
export function isPart(text: string): boolean {
  try {
    return (JSON.parse(text) as { selection?: unknown } | null)?.selection !== undefined;
  } catch {
    return false;
  }
}

export type PartVerdict =
  | { readonly ok: true; readonly part: EditionPart }
  | { readonly ok: false; readonly fault: EditionFault; readonly detail: string };

/**
 * Part of an edition: its head and the root of its rows are signed, every row stands under that root, and every row is
 * one that the filter chooses. The members that are not rows are the seller's word: only its delivery receipt
 * covers them.
 */
export async function verifyPart(text: string, verify: VerifyJws): Promise<PartVerdict> {
  const parsed = partSchema.safeParse(JSON.parse(text));
  if (!parsed.success)
    return no('schema', `not part of an edition: ${parsed.error.issues[0]!.path.join('.') || 'top level'}`);
  const part = JSON.parse(text) as EditionPart;
  const rows = [...part.compatibilityMatrix, ...part.failureSignatures, ...part.verifiedFixes];
  if (rows.length !== part.selection.rows)
    return no('rows', 'selection.rows is not the number of rows that are here');
  if (new Set(rows.map(({ proof }) => proof.index)).size !== rows.length)
    return no('rows', 'a row is here twice');
  if (part.selection.of !== part.rowsCount)
    return no('rows', 'selection.of is not the number of rows of the edition');
  for (const { proof, ...row } of rows)
    if (proof.leaves !== part.rowsCount || !includes(part.rowsRoot, row, proof))
      return no('rows', `the proof of ${row.id} does not lead to rowsRoot`);
  const other = notChosen(part);
  if (other) return no('rows', `${other.id} is not a row of this filter`);
  const signed = await verifySignature(part as unknown as Edition, verify);
  return signed.ok ? { ok: true, part } : signed;
}

/** A row that the filter of a part does not choose: it is of another build or behaviour, or nothing here leads to it. */
function notChosen({ selection: { filter }, ...part }: EditionPart): { readonly id: string } | undefined {
  const { compatibilityMatrix: rows, failureSignatures: failures, verifiedFixes } = part;
  const { severity, ...build } = filter;
  const ids = new Set(rows.map(({ id }) => id));
  const shown = new Set(failures.flatMap(({ caseIds }) => caseIds));
  const failing = new Set(failures.map(({ id }) => id));
  return (
    rows.find((row) => !satisfies(row, filter) || (severity !== undefined && !shown.has(row.id))) ??
    failures.find(
      ({ moneyRisk, caseIds }) =>
        (severity !== undefined && moneyRisk !== severity) ||
        (!isWhole(build) && !caseIds.some((id) => ids.has(id))),
    ) ??
    verifiedFixes.find(({ signatureId }) => !failing.has(signatureId))
  );
}

/** The signatures alone: for an edition whose content was verified, and that was signed again. */
export async function verifySignature(edition: Edition, verify: VerifyJws): Promise<EditionVerdict> {
  const signed = await signedHeads(edition.signature, verify);
  if (!signed.ok) return no('signature', signed.detail);
  const heads = [headOf(edition), rowsHeadOf(edition)];
  return heads.every((head, i) => isSame(signed.heads[i]!, head))
    ? { ok: true, edition }
    : no('signature', 'the signature is over another edition');
}

type Head = Readonly<Record<string, unknown>>;
type Heads =
  | { readonly ok: true; readonly heads: readonly [edition: Head, rows: Head] }
  | { readonly ok: false; readonly detail: string };

/** What the signature of an edition is over, if keys that are trusted made it. */
export async function signedHeads(
  { kid, jws, rowsJws }: Edition['signature'],
  verify: VerifyJws,
): Promise<Heads> {
  if ([jws, rowsJws].some((signed) => !signed.split('.').every(isCanonical) || kidOf(signed) !== kid))
    return { ok: false, detail: 'the signature is not written as its key id says' };
  const [head, rows] = await Promise.all([verify(jws), verify(rowsJws)]);
  return head && rows
    ? { ok: true, heads: [head as Head, rows as Head] }
    : { ok: false, detail: 'not signed with a key that is trusted here' };
}

const sortedEntries = (value: object) => Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
const isSame = (a: object, b: object): boolean =>
  JSON.stringify(sortedEntries(a)) === JSON.stringify(sortedEntries(b));

const REMAINDER: Readonly<Record<number, RegExp>> = { 0: /^/, 2: /[AQgw]$/, 3: /[AEIMQUYcgkosw048]$/ };

/** Base64url with nothing in the unused bits of its last character: one spelling for one value. */
const isCanonical = (segment: string): boolean =>
  /^[A-Za-z0-9_-]+$/.test(segment) && (REMAINDER[segment.length % 4]?.test(segment) ?? false);

function kidOf(jws: string): unknown {
  try {
    const header = jws.split('.')[0]!.replaceAll('-', '+').replaceAll('_', '/');
    return (JSON.parse(atob(header)) as { kid?: unknown }).kid;
  } catch {
    return undefined;
  }
}

export type ChainVerdict =
  | { readonly ok: true; readonly editions: readonly Edition[] }
  /** `index` of the first text that does not hold or does not follow the one before it. */
  | {
      readonly ok: false;
      readonly index: number;
      readonly fault: EditionFault | 'link';
      readonly detail: string;
    };

/**
 * Editions from the oldest to the newest: each holds by itself, each names the one before it, times only go forward.
 * With `fromGenesis` the first one must be the first that ever was.
 */
export async function verifyChain(
  texts: readonly string[],
  verify: VerifyJws,
  { fromGenesis = false } = {},
): Promise<ChainVerdict> {
  const editions: Edition[] = [];
  for (const [index, text] of texts.entries()) {
    const verdict = await verifyEdition(text, verify);
    if (!verdict.ok) return { ok: false, index, fault: verdict.fault, detail: verdict.detail };
    const broken = linkFault(editions.at(-1), verdict.edition, fromGenesis);
    if (broken) return { ok: false, index, fault: 'link', detail: broken };
    editions.push(verdict.edition);
  }
  return { ok: true, editions };
}

/** Why `next` cannot follow `previous`; undefined when it can. */
export function linkFault(
  previous: Edition | undefined,
  next: Edition,
  fromGenesis = true,
): string | undefined {
  if (!previous)
    return fromGenesis && next.previousDigest !== GENESIS
      ? 'the first edition names one before it'
      : undefined;
  if (next.previousDigest !== previous.contentDigest)
    return `previousDigest is not ${previous.contentDigest}, the edition before it`;
  return Date.parse(next.generatedAt) > Date.parse(previous.generatedAt)
    ? undefined
    : 'it is not newer than the edition before it';
}
