import { DAY_MS, isoTime } from '../values/time.ts';
import { contentDigestOf, findingsOf } from './build.ts';
import { STALE_AFTER_DAYS } from './policy.ts';
import type { Edition, FailureSignature, MatrixRow } from './schema.ts';

/**
 * An edition as it is sold: what its rows have in common stands once, under `shared`, and what follows from the rows is
 * left out. `writtenOut` gives the edition that was signed, so its digest and its proofs hold.
 */

/** A row under construction: the members of one are added by several parts. */
type Loose = Readonly<Record<string, unknown>>;
type Parts = Readonly<Record<string, Loose>>;

interface Shared {
  readonly says: string;
  /** The instant that `at` of a matrix row counts from, in milliseconds. */
  readonly since: string;
  readonly labVersion: string;
  readonly behaviours: Parts;
  readonly builds: Parts;
  readonly outcomes: readonly Loose[];
  readonly rows: Loose;
  readonly fixes: Loose;
  readonly signatures: Loose;
  readonly buyerRecipes: Loose;
}
export type SharedEdition = Omit<
  Edition,
  'compatibilityMatrix' | 'failureSignatures' | 'verifiedFixes' | 'buyerRecipes' | 'sdkFindings'
> & {
  readonly shared: Shared;
  readonly compatibilityMatrix: readonly Loose[];
  readonly failureSignatures: readonly Loose[];
  readonly verifiedFixes: readonly Loose[];
  readonly buyerRecipes: readonly Loose[];
  readonly sdkFindings: Loose;
};

const SAYS = [
  'To write out a matrix row, merge these in order, later over earlier: rows, behaviours[the part of its id before the first dot], builds[the part after that dot], outcomes[of], and its own members.',
  'Then observedAt is since plus at milliseconds, staleAfter is observedAt plus 30 days, caseDigest is "sha256:" and case, reproduction is labVersion and the caseFile id + ".json".',
  'A failure signature, a fix and a buyer recipe are merged over signatures, fixes and buyerRecipes.',
  'sdkFindings.findings has one entry for each matrix row with the verdict fail: id "SF-" + id, client, version, statement (its observed), caseId, evidenceDigest (its caseDigest).',
  'Written out, and without shared, it is the edition that contentDigest and signature cover. The proof of a row follows from all rows (RFC 9162). The query shape=full gives it written out.',
].join(' ');

const BUILD = ['client', 'runtime', 'protocol'] as const;
const BEHAVIOUR = ['behaviourId', 'expected', 'stale'] as const;
const DERIVED = ['observedAt', 'staleAfter', 'caseDigest', 'reproduction'] as const;

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const [behind, before] = [
  (id: string) => id.slice(id.indexOf('.') + 1),
  (id: string) => id.split('.', 1)[0]!,
];

const picked = (value: Loose, names: readonly string[]): Loose =>
  Object.fromEntries(names.filter((name) => name in value).map((name) => [name, value[name]]));
const without = (value: Loose, names: readonly string[]): Loose =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
const unlike = (value: Loose, common: Loose): Loose =>
  Object.fromEntries(Object.entries(value).filter(([name, each]) => !same(each, common[name])));

/** What most of several objects say, member by member, where every one of them has the member. */
function commonOf(all: readonly Loose[]): Loose {
  const names = Object.keys(all[0] ?? {}).filter((name) => all.every((each) => name in each));
  return Object.fromEntries(
    names.flatMap((name) => {
      const counts = new Map<string, number>();
      for (const each of all) {
        const text = JSON.stringify(each[name]);
        counts.set(text, (counts.get(text) ?? 0) + 1);
      }
      const [text, count] = [...counts].reduce((most, each) => (each[1] > most[1] ? each : most));
      return count > 1 ? [[name, JSON.parse(text) as unknown]] : [];
    }),
  );
}

function partsBy(
  rows: readonly MatrixRow[],
  nameOf: (id: string) => string,
  names: readonly string[],
): Parts {
  const groups = Map.groupBy(rows, ({ id }) => nameOf(id));
  return Object.fromEntries(
    [...groups].map(([name, own]) => [name, picked(own[0] as unknown as Loose, names)]),
  );
}

function matrixOf(rows: readonly MatrixRow[]) {
  const since = rows.reduce(
    (least, { observedAt }) => (observedAt < least ? observedAt : least),
    rows[0]!.observedAt,
  );
  const { labVersion } = rows[0]!.reproduction;
  const behaviours = partsBy(rows, before, BEHAVIOUR);
  const builds = partsBy(rows, behind, BUILD);
  const places = new Map<string, number>();
  const outcomes: Loose[] = [];
  const members = rows.map((row) => without(row as unknown as Loose, ['id', ...DERIVED]));
  const common = without(commonOf(members), [...BUILD, ...BEHAVIOUR]);
  const matrix = rows.map(({ id, observedAt, caseDigest }, i) => {
    const outcome = unlike(without(members[i]!, [...BUILD, ...BEHAVIOUR]), common);
    const text = JSON.stringify(outcome);
    const of = places.get(text) ?? outcomes.push(outcome) - 1;
    places.set(text, of);
    const inherited = { ...common, ...behaviours[before(id)], ...builds[behind(id)], ...outcome };
    const own = unlike(members[i]!, inherited);
    return { id, of, at: Date.parse(observedAt) - Date.parse(since), case: caseDigest.slice(7), ...own };
  });
  return { matrix, shared: { since, labVersion, rows: common, behaviours, builds, outcomes } };
}

/** Undefined when the rule could not restore what the edition says: it is then sold as it is. */
export function sharedOf(edition: Edition): SharedEdition | undefined {
  if (edition.compatibilityMatrix.length === 0) return undefined;
  const { product, schemaVersion, release, generatedAt, validUntil, previousDigest, contentDigest, ...rest } =
    edition;
  const { matrix, shared } = matrixOf(edition.compatibilityMatrix);
  const [signatures, recipes, fixes] = [
    edition.failureSignatures,
    edition.buyerRecipes,
    edition.verifiedFixes,
  ].map((all) => commonOf(all as unknown as Loose[])) as [Loose, Loose, Loose];
  const over = (all: readonly object[], common: Loose) => all.map((each) => unlike(each as Loose, common));
  const { findings: _derived, ...findings } = edition.sdkFindings;
  const made: SharedEdition = {
    ...{ product, schemaVersion, release, generatedAt, validUntil, previousDigest, contentDigest },
    shared: { says: SAYS, ...shared, signatures, fixes, buyerRecipes: recipes },
    ...rest,
    compatibilityMatrix: matrix,
    failureSignatures: over(edition.failureSignatures, signatures),
    verifiedFixes: over(edition.verifiedFixes, fixes),
    buyerRecipes: over(edition.buyerRecipes, recipes),
    sdkFindings: findings,
  };
  return contentDigestOf(writtenOut(made)) === contentDigest ? made : undefined;
}

/** Restores the edition that a seller shortened. From other input it makes something whose digest does not match. */
export function writtenOut(short: SharedEdition): Edition {
  const { shared, ...edition } = short;
  const rows = short.compatibilityMatrix.map((row) => rowOf(row, shared));
  return {
    ...edition,
    compatibilityMatrix: rows,
    failureSignatures: short.failureSignatures.map((own) => ({
      ...shared.signatures,
      ...own,
    })) as unknown as FailureSignature[],
    verifiedFixes: short.verifiedFixes.map((own) => ({ ...shared.fixes, ...own })),
    buyerRecipes: short.buyerRecipes.map((own) => ({ ...shared.buyerRecipes, ...own })),
    sdkFindings: { ...short.sdkFindings, findings: findingsOf(rows).findings },
  } as unknown as Edition;
}

function rowOf({ of, at, case: hex, ...own }: Loose, shared: Shared): MatrixRow {
  const id = String(own.id);
  const observedAt = Date.parse(shared.since) + Number(at);
  return {
    ...shared.rows,
    ...shared.behaviours[before(id)],
    ...shared.builds[behind(id)],
    ...shared.outcomes[Number(of)],
    ...own,
    observedAt: isoTime(observedAt),
    staleAfter: isoTime(observedAt + STALE_AFTER_DAYS * DAY_MS),
    caseDigest: `sha256:${String(hex)}`,
    reproduction: { labVersion: shared.labVersion, caseFile: `${id}.json` },
  } as unknown as MatrixRow;
}

const sold = new WeakMap<Edition, object>();

/** What a buyer of the whole edition gets, made once for each. */
export function soldWhole(edition: Edition): object {
  const known = sold.get(edition) ?? Object.freeze(sharedOf(edition) ?? { ...edition });
  sold.set(edition, known);
  return known;
}

/** The text of an edition as it was signed, from how it was sold. What is none is left as it is, for its reader to refuse. */
export function signedText(text: string): string {
  try {
    const value = JSON.parse(text) as SharedEdition | null;
    return value?.shared === undefined ? text : JSON.stringify(writtenOut(value));
  } catch {
    return text;
  }
}
