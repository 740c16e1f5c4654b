import { type CaseRecord, caseDigest } from './evidence.ts';
import { FIXES, type FixRule } from './fixes.ts';
import { byVersion, ruleShownBy, showsFailure } from './observed-signatures.ts';
import type { VerifiedFix } from './schema.ts';

/** The fixes that these cases verify. */
export const fixesVerifiedBy = (cases: readonly CaseRecord[]): VerifiedFix[] =>
  FIXES.flatMap((rule) => fixOf(rule, cases));

/**
 * A fix is verified for a build that shows its failure without it and passes with it, and that still buys what it should
 * where refusing everything would pass, too. All of these runs, or nothing.
 */
function fixOf(rule: FixRule, cases: readonly CaseRecord[]): VerifiedFix[] {
  const runs = cases
    .filter(({ fixId, verdict }) => fixId === rule.id && verdict === 'pass')
    .filter((after, _, passed) => after.behaviourId === rule.behaviourId && stillBuys(rule, after, passed))
    .flatMap((after) => {
      const before = cases.find((each) => each.fixId === null && sameBuild(each, after));
      const shown = before && ruleShownBy(before);
      return shown && !showsFailure(shown, after) ? [{ before, after, signatureId: shown.id }] : [];
    })
    .sort((a, b) => byVersion(b.after.client.version, a.after.client.version));
  const [newest] = runs;
  if (!newest) return [];
  return [
    {
      id: rule.id,
      signatureId: newest.signatureId,
      change: rule.change,
      before: runIn(newest.before),
      after: runIn(newest.after),
      verifiedWith: runs.map(({ after: { client } }) => `${client.name}@${client.version}`),
      limits: rule.limits,
    },
  ];
}

const stillBuys = ({ control }: FixRule, after: CaseRecord, passed: readonly CaseRecord[]): boolean =>
  control === undefined || passed.some((each) => sameBuild({ ...after, behaviourId: control }, each));

const sameBuild = (a: CaseRecord, b: CaseRecord): boolean =>
  a.behaviourId === b.behaviourId &&
  a.protocol === b.protocol &&
  a.client.name === b.client.name &&
  a.client.version === b.client.version;

const runIn = (record: CaseRecord): VerifiedFix['before'] => ({
  caseId: record.caseId,
  caseDigest: caseDigest(record),
  verdict: record.verdict,
  observed: record.observed,
});
