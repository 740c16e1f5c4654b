import type { CaseRecord } from '../ledger/evidence.ts';
import { canonicalJson } from '../values/digest.ts';
import { behaviour } from './behaviours.ts';
import { caseIdOf, type LabCase } from './bench.ts';
import { BUILDS } from './builds.ts';
import { LAB_FIXES } from './fixes.ts';

/** What must come out the same whenever and wherever a case is run again. */
const MUST_BE_EQUAL = [
  'verdict',
  'observed',
  'requests',
  'signedAuthorisations',
  'distinctNonces',
  'settlements',
  'statusSeen',
  'error',
  'transcript',
] as const satisfies readonly (keyof CaseRecord)[];
/** What explains a difference without being one. The time of observation is not even compared. */
const CIRCUMSTANCES = [
  'client',
  'runtime',
  'labVersion',
  'expected',
  'evidenceLevel',
] as const satisfies readonly (keyof CaseRecord)[];
const SHOWN = 240;
const LEAD = 60;

export interface ReplayDifference {
  readonly field: keyof CaseRecord;
  readonly recorded: string;
  readonly now: string;
}

export interface ReplayComparison {
  readonly equal: boolean;
  readonly differences: readonly ReplayDifference[];
  readonly circumstances: readonly ReplayDifference[];
}

/** Languages in which clock and chance of a client stand still, so that it signs the same again. */
const FIXED: readonly string[] = ['node', 'go'];

/** Elsewhere, what a client signed differs each time: what it did must not. */
const OF_OTHER_LANGUAGES: readonly (keyof CaseRecord)[] = MUST_BE_EQUAL.filter(
  (field) => field !== 'observed' && field !== 'transcript' && field !== 'error',
);

/** Compares two records of a case. Simultaneous calls reach the seller in any order: there, the transcript may differ. */
export function compare(recorded: CaseRecord, now: CaseRecord): ReplayComparison {
  const together = behaviour(recorded.behaviourId)?.ask.calls === 'together';
  const differ = (fields: readonly (keyof CaseRecord)[]): ReplayDifference[] =>
    fields.flatMap((field) => {
      const [before, after] = [canonicalJson(recorded[field]), canonicalJson(now[field])];
      if (before === after) return [];
      const from = Math.max(0, firstDifference(before, after) - LEAD);
      return [{ field, recorded: excerpt(before, from), now: excerpt(after, from) }];
    });
  const fields = FIXED.includes(recorded.runtime.name) ? MUST_BE_EQUAL : OF_OTHER_LANGUAGES;
  const differences = differ(fields.filter((field) => !(together && field === 'transcript')));
  return { equal: differences.length === 0, differences, circumstances: differ(CIRCUMSTANCES) };
}

/** Where two texts part: a transcript is long, and most of it the same. */
function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

const excerpt = (text: string, from: number): string =>
  `${from > 0 ? '…' : ''}${text.slice(from, from + SHOWN)}${text.length > from + SHOWN ? '…' : ''}`;

/** The case that an id names: `B04.x402-fetch-2.27.0` or `B05.x402-fetch-2.27.0+FX-001`. Undefined: no such case. */
export function labCaseOf(caseId: string): LabCase | undefined {
  const [behaviourId] = caseId.split('.');
  const row = behaviour(behaviourId ?? '');
  if (!row) return undefined;
  for (const build of BUILDS) {
    for (const fix of [null, ...LAB_FIXES]) {
      if (caseIdOf({ build, row, fix }) === caseId) return { build, row, fix };
    }
  }
  return undefined;
}

/** The comparison as people read it. */
export function differenceText(
  caseId: string,
  { equal, differences, circumstances }: ReplayComparison,
): string {
  const show = ({ field, recorded, now }: ReplayDifference) =>
    `  ${field}\n    recorded  ${recorded}\n    now       ${now}`;
  return [
    equal ? `${caseId}: the same as recorded` : `${caseId}: differs from the record`,
    ...differences.map(show),
    ...(circumstances.length > 0 ? ['Other circumstances:', ...circumstances.map(show)] : []),
  ].join('\n');
}
