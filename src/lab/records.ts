import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CaseRecord, caseDigest, caseRecordSchema } from '../ledger/evidence.ts';

/** Where a run's records lie: OUT/cases/<caseId>.json, and OUT/run.json with their digests. */

/** OUT of `assay lab` where none is named. A sandbox's own runs are elsewhere: it removes them. */
export const RECORDS = '.data/lab';

const casePath = (out: string, caseId: string): string => join(out, 'cases', `${caseId}.json`);

export function writeRecord(out: string, record: CaseRecord): void {
  mkdirSync(join(out, 'cases'), { recursive: true });
  writeFileSync(casePath(out, record.caseId), `${JSON.stringify(caseRecordSchema.parse(record), null, 2)}\n`);
}

/** Throws when there is no such record, or when it is not one. */
export const readRecord = (out: string, caseId: string): CaseRecord =>
  caseRecordSchema.parse(JSON.parse(readFileSync(casePath(out, caseId), 'utf8')));

/** The ids of all records, in order. Throws when there is no such folder. */
export const recordedCases = (out: string): string[] =>
  readdirSync(join(out, 'cases'))
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort();

export interface RunSummary {
  readonly labVersion: string;
  readonly runtime: CaseRecord['runtime'];
  /** Of the builds' lock digests: what all of them were installed from. */
  readonly lockDigest: string;
  /** Where the clients' clock stood, Unix seconds. */
  readonly clock: number;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly cases: readonly {
    readonly caseId: string;
    readonly verdict: CaseRecord['verdict'];
    readonly digest: string;
  }[];
}

export function writeRun(
  out: string,
  run: Omit<RunSummary, 'cases'>,
  records: readonly CaseRecord[],
): RunSummary {
  const summary: RunSummary = {
    ...run,
    cases: records
      .map((record) => ({ caseId: record.caseId, verdict: record.verdict, digest: caseDigest(record) }))
      .sort((a, b) => a.caseId.localeCompare(b.caseId)),
  };
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'run.json'), `${JSON.stringify(summary, null, 2)}\n`);
  return summary;
}
