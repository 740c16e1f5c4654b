import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { EvidenceMissing, type ReportedIssue, reportedSchema } from '../ledger/build.ts';
import { type CaseRecord, caseDigest, caseRecordSchema } from '../ledger/evidence.ts';
import type { Edition } from '../ledger/schema.ts';
import { signedText } from '../ledger/shared.ts';
import { verifyContent } from '../ledger/verify.ts';
import { digestBytes } from '../values/digest.ts';
import { type Jwks, verifierOf } from './signing-keys.ts';

/** Lab records, published facts and editions as files. */

const DATA = fileURLToPath(new URL('../../data/ledger/', import.meta.url));
const SHIPPED = join(DATA, 'editions');

const runSchema = z.looseObject({
  cases: z.array(z.object({ caseId: z.string(), digest: z.string() })),
});

/**
 * Every record that a run of the lab lists, from its output folder (`run.json` and `cases/`). Throws `EvidenceMissing`
 * when the folder, a record or a single byte of one is not there: an edition is made of a whole run or not at all.
 */
export function readRecords(folder: string): CaseRecord[] {
  if (!existsSync(join(folder, 'run.json')))
    throw new EvidenceMissing(
      `${folder} holds no finished run of the lab: "assay lab run --out ${folder}" makes one`,
    );
  const { cases } = runSchema.parse(json(join(folder, 'run.json')));
  if (cases.length === 0) throw new EvidenceMissing(`the run in ${folder} observed nothing`);
  return cases.map(({ caseId, digest }) => {
    const path = join(folder, 'cases', `${caseId}.json`);
    if (!existsSync(path))
      throw new EvidenceMissing(`the run lists ${caseId}, and its record is missing: run the lab again`);
    const parsed = caseRecordSchema.safeParse(json(path));
    if (!parsed.success)
      throw new EvidenceMissing(`${path} is not a lab record: ${parsed.error.issues[0]!.path.join('.')}`);
    if (parsed.data.caseId !== caseId || caseDigest(parsed.data) !== digest)
      throw new EvidenceMissing(`the record of ${caseId} is not the one that the run wrote`);
    return parsed.data;
  });
}

/** Failures that were published by others, as the repository keeps them. */
export const readReported = (): ReportedIssue[] => reportedSchema.parse(json(join(DATA, 'reported.json')));

/** Editions in a folder as they were signed, oldest first. A file may hold the short form: it is a tenth as long. */
export function readEditions(folder: string): { readonly file: string; readonly text: string }[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /^\d{4}-.+\.json$/.test(name))
    .map((name) => ({ file: name, text: signedText(readFileSync(join(folder, name), 'utf8').trimEnd()) }))
    .sort((a, b) => (generatedAt(a.text) < generatedAt(b.text) ? -1 : 1));
}

const generatedAt = (text: string): string => {
  try {
    return String((JSON.parse(text) as Partial<Edition>).generatedAt);
  } catch {
    return '';
  }
};

/** Names the shipped files that were verified as they were listed, by their digests. In no edition's pattern of names. */
export const VERIFIED_FILE = 'data/ledger/editions/verified.json';

/**
 * Editions that came with this release, and who signed them. `verified`: the file is, byte for byte, one whose content was
 * verified before it was listed beside the keys, so that not every start does it again.
 */
export function shippedEditions(folder = SHIPPED) {
  const beside = <T>(name: string, otherwise: T): T =>
    existsSync(join(folder, name)) ? (json(join(folder, name)) as T) : otherwise;
  const listed = new Set(beside<readonly string[]>(basename(VERIFIED_FILE), []));
  return {
    editions: readEditions(folder).map((each) => ({ ...each, verified: listed.has(digestBytes(each.text)) })),
    verify: verifierOf(beside<Jwks>('jwks.json', { keys: [] })),
  };
}

/** The list of those whose content holds. */
export const verifiedText = (): string =>
  `${JSON.stringify(
    shippedEditions()
      .editions.filter(({ text, verified }) => verified || verifyContent(text).ok)
      .map(({ text }) => digestBytes(text)),
    null,
    2,
  )}\n`;

/** `2026-11-21T12-00-00Z-0123456789ab.json`: sorts by time. */
export const editionFileName = ({ generatedAt: at, contentDigest }: Edition): string =>
  `${at.replace(/\.\d+Z$/, 'Z').replaceAll(':', '-')}-${contentDigest.slice('sha256:'.length, 'sha256:'.length + 12)}.json`;

/** Whole or not at all. */
export function writeEdition(path: string, text: string): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(`${path}.new`, `${text}\n`);
  renameSync(`${path}.new`, path);
}

function json(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new EvidenceMissing(`${path} cannot be read as JSON`);
  }
}
