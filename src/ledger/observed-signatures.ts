import type { CaseRecord } from './evidence.ts';
import type { Edition, FailureSignature, VerifiedFix } from './schema.ts';
import { SHOWS, SIGNATURE_RULES, type SignatureRule } from './signatures.ts';

/**
 * The failures that the lab saw: every rule of signatures.ts that some record shows, and one signature for each failing
 * behaviour that no rule names.
 */
export function observedSignatures(
  records: readonly CaseRecord[],
  fixes: readonly VerifiedFix[],
  previous: Edition | undefined,
): FailureSignature[] {
  const named = SIGNATURE_RULES.flatMap((rule) => {
    const shown = records.filter((record) => showsFailure(rule, record));
    return shown.length === 0 ? [] : [signatureOf(rule, shown, fixes, previous)];
  });
  const others = Map.groupBy(
    records.filter((record) => record.verdict === 'fail' && namedRule(record) === undefined),
    ({ behaviourId }) => behaviourId,
  );
  const unnamed = [...others].map(([behaviourId, shown]) =>
    signatureOf(unnamedRule(behaviourId, shown), shown, fixes, previous),
  );
  return [...named, ...unnamed].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function signatureOf(
  rule: SignatureRule,
  shown: readonly CaseRecord[],
  fixes: readonly VerifiedFix[],
  previous: Edition | undefined,
): FailureSignature {
  const known = previous?.failureSignatures.find(({ id }) => id === rule.id);
  const { statusCodes, errorPrefix, counters, affects, firstSeen, lastVerified } = seenIn(shown);
  return {
    id: rule.id,
    title: rule.title,
    evidence: 'observed',
    stage: rule.stage,
    symptom: rule.symptom,
    matchers: { statusCodes, errorPrefix, headerState: rule.headerState, counters },
    rootCause: rule.rootCause,
    affects,
    moneyRisk: rule.moneyRisk,
    bucket: rule.bucket,
    buyerAction: rule.buyerAction,
    sellerAction: rule.sellerAction,
    configSnippet: rule.configSnippet,
    fixIds: fixes.filter(({ signatureId }) => signatureId === rule.id).map(({ id }) => id),
    caseIds: shown.map(({ caseId }) => caseId),
    source: null,
    firstSeen: known && known.firstSeen < firstSeen ? known.firstSeen : firstSeen,
    lastVerified,
  };
}

/** What a signature says of the cases that show it, from these cases alone: a buyer can compute it again. */
export function seenIn(
  shown: readonly Pick<
    CaseRecord,
    'observedAt' | 'client' | 'statusSeen' | 'error' | 'signedAuthorisations' | 'distinctNonces'
  >[],
) {
  const times = shown.map(({ observedAt }) => observedAt).sort();
  const versions = Map.groupBy(shown, ({ client }) => client.name);
  return {
    statusCodes: [...new Set(shown.flatMap(({ statusSeen }) => statusSeen ?? []))].sort((a, b) => a - b),
    errorPrefix: [...new Set(shown.flatMap(({ error }) => error?.messagePrefix ?? []))].sort(),
    counters: {
      signedAuthorisations: Math.max(...shown.map((each) => each.signedAuthorisations)),
      distinctNonces: Math.max(...shown.map((each) => each.distinctNonces)),
    },
    affects: [...versions]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([client, builds]) => ({
        client,
        versionRange: [...new Set(builds.map((each) => each.client.version))].sort(byVersion).join(', '),
      })),
    firstSeen: times[0]!,
    lastVerified: times.at(-1)!,
  };
}

/** Orders versions by their three numbers, and those alike by their text. */
export const byVersion = (a: string, b: string): number => {
  const [x, y] = [a, b].map((each) => each.split('.').map(Number));
  return x![0]! - y![0]! || x![1]! - y![1]! || x![2]! - y![2]! || (a < b ? -1 : 1);
};

/** Whether a record is one of the failures that a rule names. */
export const showsFailure = (
  {
    behaviours,
    shows,
    protocols,
    clients,
  }: Pick<SignatureRule, 'behaviours' | 'shows' | 'protocols' | 'clients'>,
  record: CaseRecord,
): boolean =>
  behaviours.includes(record.behaviourId) &&
  (protocols === undefined || protocols.includes(record.protocol)) &&
  (clients === undefined || clients.includes(record.client.name)) &&
  SHOWS[shows](record);

const namedRule = (record: CaseRecord): SignatureRule | undefined =>
  SIGNATURE_RULES.find((rule) => showsFailure(rule, record));

/** The failure that a record shows: one that has a rule, or its own. */
export const ruleShownBy = (record: CaseRecord): SignatureRule | undefined =>
  namedRule(record) ?? (record.verdict === 'fail' ? unnamedRule(record.behaviourId, [record]) : undefined);

/** A failure without a rule is told as it was observed. */
function unnamedRule(behaviourId: string, shown: readonly CaseRecord[]): SignatureRule {
  const [first] = shown;
  const again = shown.some(({ distinctNonces }) => distinctNonces > 1);
  const sentAndLost = shown.some(
    ({ signedAuthorisations, statusSeen }) => signedAuthorisations > 0 && statusSeen === null,
  );
  return {
    id: `FS-1${behaviourId.slice(1)}`,
    behaviours: [behaviourId],
    shows: 'failed',
    title: `${behaviourId}: not as a careful buyer would want it`,
    stage: 'submit',
    symptom: first!.observed,
    headerState: null,
    rootCause: `Expected: ${first!.expected}`,
    moneyRisk: again ? 'double_charge' : sentAndLost ? 'stuck' : 'none',
    bucket: 'none',
    buyerAction: 'Do not rely on this behaviour with the builds that are listed.',
    sellerAction: 'None known.',
    configSnippet: null,
  };
}
