import { once } from '../values/once.ts';
import { contentDigestOf, sdkFindingsOf } from './build.ts';
import { type Edition, rowsOf } from './schema.ts';
import { longMatrix, type SharedMatrix, shortMatrix } from './short-matrix.ts';
import { commonOf, type Loose, unlike } from './short-parts.ts';
import {
  longDelta,
  longFixes,
  longHistory,
  longSignatures,
  type SharedRows,
  shortDelta,
  shortFixes,
  shortHistory,
  shortSignatures,
} from './short-rows.ts';

/**
 * An edition as it is sold: what its rows have in common stands once, under `shared`, and what follows from the rows is
 * left out. `writtenOut` gives the edition that was signed, so its digest and its proofs hold.
 */

interface Shared extends SharedMatrix {
  readonly says: string;
  readonly fixes: Loose;
  readonly signatures: SharedRows;
  readonly buyerRecipes: Loose;
}
export type SharedEdition = Omit<
  Edition,
  | 'compatibilityMatrix'
  | 'failureSignatures'
  | 'verifiedFixes'
  | 'buyerRecipes'
  | 'sdkFindings'
  | 'editionDelta'
  | 'historicalEvidence'
> & {
  readonly shared: Shared;
  readonly compatibilityMatrix: readonly Loose[];
  readonly failureSignatures: readonly Loose[];
  readonly verifiedFixes: readonly Loose[];
  readonly buyerRecipes: readonly Loose[];
  readonly sdkFindings: Loose;
  readonly editionDelta: Loose;
  readonly historicalEvidence: { readonly groups: readonly Loose[] };
};

const SAYS = [
  'compatibilityMatrix has one row for each behaviour, and in it one place for each of builds, in their order. To write out a row, merge these in order, later over earlier: rows, the members of the behaviour (without id, of, at and case), builds[build], and outcomes[of[place]], which holds the values of members, then an object of what else differs. A null in of means no row; at and case skip it.',
  'id is behaviour.build. observed is its phrases, joined by "; "; where it ends with "the caller got", a space and statusSeen follow, or the error as "name: messagePrefix". error is its place in errors, which hold name and messagePrefix.',
  'observedAt is at milliseconds after the row of the same build before, the first after since; staleAfter is 30 days later. caseDigest is the next 32 bytes of case (base64).',
  'cases are runs of matrix rows: first and number. A failure signature is merged over signatures.observed or signatures.reported; matchers, affects, firstSeen and lastVerified follow from its cases or its source. row of a fix is the matrix row before it; with holds the places of its builds (verifiedWith: name@version of their clients), says those of change and limits in fixes.texts. run becomes after: caseId is the row’s, + and the id of the fix, and verdict pass, where run has none; caseDigest is case (base64); observed is its phrases, by place or in words.',
  'In editionDelta, addedRows are runs of rows, matrix, signatures and fixes one after the other. A change holds what the row said before (from); what it says now is the row itself, by the same members and those of news. Where a change has cases, the members that follow from them are left out of from. historicalEvidence.groups hold in at, by behaviour, the place of each build in builds and its milliseconds after since.',
  'The page /docs/ledger of this service has a program of all rules.',
  'sdkFindings.findings has one entry for each matrix row with the verdict fail. Written out, and without shared, it is the edition that contentDigest and signature cover. The proof of a row follows from all rows (RFC 9162). The query shape=full gives it written out.',
].join(' ');

type Ided = Loose & { readonly id: string };
const asRows = (edition: Parameters<typeof rowsOf>[0]) => rowsOf(edition) as unknown as readonly Ided[];

/** Undefined when the rule could not restore what the edition says: it is then sold as it is. */
export function sharedOf(edition: Edition): SharedEdition | undefined {
  const rows = edition.compatibilityMatrix;
  if (rows.length === 0) return undefined;
  const { product, schemaVersion, release, generatedAt, validUntil, previousDigest, contentDigest, ...rest } =
    edition;
  const { matrix, shared } = shortMatrix(rows);
  const { signatures, shared: sharedSignatures } = shortSignatures(edition.failureSignatures, rows);
  const { fixes, shared: sharedFixes } = shortFixes(edition.verifiedFixes, rows, shared);
  const recipes = commonOf(edition.buyerRecipes as readonly Loose[]);
  const { findings: _derived, ...findings } = edition.sdkFindings;
  const common = { signatures: sharedSignatures, fixes: sharedFixes, buyerRecipes: recipes };
  const made: SharedEdition = {
    ...{ product, schemaVersion, release, generatedAt, validUntil, previousDigest, contentDigest },
    shared: { says: SAYS, ...shared, ...common },
    ...rest,
    editionDelta: shortDelta(edition.editionDelta, asRows(edition), rows),
    compatibilityMatrix: matrix,
    failureSignatures: signatures,
    verifiedFixes: fixes,
    buyerRecipes: (edition.buyerRecipes as readonly Loose[]).map((each) => unlike(each, recipes)),
    sdkFindings: findings,
    historicalEvidence: { groups: shortHistory(edition.historicalEvidence.items) },
  };
  return contentDigestOf(writtenOut(made)) === contentDigest ? made : undefined;
}

/** Restores the edition that a seller shortened. From other input it makes something whose digest does not match. */
export function writtenOut(short: SharedEdition): Edition {
  const { shared, ...edition } = short;
  const compatibilityMatrix = longMatrix(short.compatibilityMatrix, shared);
  const rows = {
    compatibilityMatrix,
    failureSignatures: longSignatures(short.failureSignatures, compatibilityMatrix, shared.signatures),
    verifiedFixes: longFixes(short.verifiedFixes, compatibilityMatrix, shared.fixes, shared),
  };
  return {
    ...edition,
    ...rows,
    editionDelta: longDelta(short.editionDelta, asRows(rows), compatibilityMatrix),
    buyerRecipes: short.buyerRecipes.map((own) => ({ ...shared.buyerRecipes, ...own })),
    sdkFindings: { ...short.sdkFindings, findings: sdkFindingsOf(compatibilityMatrix).findings },
    historicalEvidence: { items: longHistory(short.historicalEvidence.groups) },
  } as unknown as Edition;
}

/** What a buyer of the whole edition gets, made once for each. */
export const soldWhole = once((edition: Edition): object =>
  Object.freeze(sharedOf(edition) ?? { ...edition }),
);

/** The text of an edition as it was signed, from how it was sold. What is none is left as it is, for its reader to refuse. */
export function signedText(text: string): string {
  try {
    const value = JSON.parse(text) as SharedEdition | null;
    return value?.shared === undefined ? text : JSON.stringify(writtenOut(value));
  } catch {
    return text;
  }
}
