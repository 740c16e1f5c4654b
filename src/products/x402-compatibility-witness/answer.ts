import type { Facts } from '../../declare.ts';
import { type Fit, type FitSubject, failuresOf, fitOf, rowsOfBuild } from '../../ledger/fit.ts';
import { editionIn } from '../../ledger/freshness.ts';
import { type BuildMatch, purchaseCase, readMatchId } from '../../ledger/match.ts';
import type { Edition, FailureSignature, MatrixRow } from '../../ledger/schema.ts';
import { treeIn } from '../../ledger/selection.ts';
import { digestJson } from '../../values/digest.ts';
import { isoTime } from '../../values/time.ts';
import { WITNESS_VERDICTS, type Witness, type WitnessInput } from './schema.ts';
import { shortRows } from './short.ts';

/** Longer than a settlement that has to be waited for, and no reason to sign again. */
const TIMEOUT_MS = 30_000;

const LIMITS = [
  'Offline cases against scripted sellers and a local chain. Not a test of your deployment, wallet or network.',
  'A case that was not run is not a pass: what is not listed under behaviours was not observed.',
  'purchaseFit is about default settings and the prices of the edition; a challenge at run time is authoritative.',
  'Good until validUntil. Rows are evidence of the day in observedAt.',
] as const;

/** One client build against what the lab saw of it. Throws without an edition or with an id that is none of ours. */
export function witness(
  { match: matchId, shape }: WitnessInput,
  { asOf, release, edition: published }: Facts,
): Witness {
  const match = matchId === undefined ? undefined : readMatchId(matchId);
  if (!published || !match) throw new Error('a witness needs an edition and a match');
  const edition = editionIn(published);
  const subject: FitSubject = { client: match.client, version: match.version, protocol: match.protocol };
  const rows = rowsOfBuild(edition, subject, asOf);
  const failures = failuresOf(edition, rows);
  const purchaseFit = edition.routes.map((route) => fitOf(rows, match.protocol, route));
  const conditions = conditionsOf(match, failures);
  const verdict = verdictOf(rows, purchaseFit, conditions.length + failures.length);
  const content = {
    product: 'x402-compatibility-witness' as const,
    schemaVersion: '1.0' as const,
    release,
    matchId: matchId!,
    match: match.match,
    subject: {
      client: match.client,
      version: match.asked,
      evidenceVersion: match.version,
      runtime: runtimeOf(rows),
      protocol: match.protocol,
    },
    verdict,
    meaning: WITNESS_VERDICTS[verdict],
    conditions,
    moneyRisks: failures
      .filter(({ moneyRisk }) => moneyRisk !== 'none')
      .map(({ id, moneyRisk, buyerAction }) => ({ signatureId: id, risk: moneyRisk, guard: buyerAction })),
    safeConfig: {
      maxAmountAtomic: match.priceAtomic ?? highestPayable(edition, purchaseFit),
      redirect: 'error' as const,
      timeoutMs: TIMEOUT_MS,
      paymentIdentifier: true as const,
      retry: 'none_after_sign' as const,
    },
    purchaseFit,
    limits: [...LIMITS],
    generatedAt: isoTime(asOf),
    validUntil: earliest([edition.validUntil, ...rows.map(({ staleAfter }) => staleAfter)]),
    ledgerDigest: edition.contentDigest,
    rowsRoot: edition.rowsRoot,
    ...(shape === 'full' ? { behaviours: provedRows(edition, rows) } : shortRows(rows)),
  };
  return { ...content, contentDigest: digestJson(content), signature: edition.signature };
}

function verdictOf(
  rows: readonly MatrixRow[],
  fits: readonly Fit[],
  reservations: number,
): keyof typeof WITNESS_VERDICTS {
  const purchase = rows.find(({ behaviourId, protocol }) => behaviourId === purchaseCase(protocol));
  if (!purchase) return 'insufficient_evidence';
  const said = fits.filter(({ payableByDefault }) => payableByDefault !== null);
  const bought = purchase.verdict === 'pass';
  if (!bought || (said.length > 0 && said.every(({ payableByDefault }) => payableByDefault === false)))
    return 'incompatible';
  return reservations === 0 ? 'compatible' : 'compatible_with_conditions';
}

/** What must hold for a call to work; risks to money are told apart. */
function conditionsOf(
  { match, asked, version }: BuildMatch,
  failures: readonly FailureSignature[],
): Witness['conditions'] {
  const inferred =
    match === 'exact'
      ? []
      : [
          {
            id: 'version_differs',
            requirement: `Version ${version} was run, not ${asked}: pin that version, or treat this as an indication.`,
            configSnippet: null,
          },
        ];
  return [
    ...inferred,
    ...failures
      .filter(({ moneyRisk }) => moneyRisk === 'none')
      .map(({ id, buyerAction, configSnippet }) => ({ id, requirement: buyerAction, configSnippet })),
  ];
}

/** The rows as they stand in the edition, each with its proof. */
function provedRows(edition: Edition, rows: readonly MatrixRow[]): Witness['behaviours'] {
  const tree = treeIn(edition);
  const indexes = new Map(edition.compatibilityMatrix.map(({ id }, index) => [id, index]));
  return rows.map((row) => {
    const { index, leaves, path } = tree.proof(indexes.get(row.id)!);
    return { ...row, proof: { index, leaves, path: [...path] } };
  });
}

function highestPayable({ routes }: Edition, fits: readonly Fit[]): string | null {
  const payable = new Set(
    fits.filter(({ payableByDefault }) => payableByDefault === true).map(({ route }) => route),
  );
  const amounts = routes
    .filter(({ route }) => payable.has(route))
    .map(({ amountAtomic }) => BigInt(amountAtomic));
  return amounts.length === 0 ? null : amounts.reduce((a, b) => (a > b ? a : b)).toString();
}

const runtimeOf = ([row]: readonly MatrixRow[]): string =>
  row ? `${row.runtime.name} ${row.runtime.version}` : 'not run';

const earliest = (instants: readonly string[]): string =>
  isoTime(Math.min(...instants.map((at) => Date.parse(at))));
