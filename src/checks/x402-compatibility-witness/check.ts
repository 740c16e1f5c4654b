import { type Context, check } from '../../declare.ts';
import { editionIn, whyNotCurrent } from '../../ledger/freshness.ts';
import { MATCH_SECONDS, matchFor, matchText, observedBuilds } from '../../ledger/match.ts';
import type { MatrixRow } from '../../ledger/schema.ts';
import type { PublishedEdition } from '../../ports.ts';
import { type EpochMs, isoTime, SECOND_MS } from '../../values/time.ts';
import { capability } from '../capability.ts';
import { COMPATIBILITY_WITNESS, soldAt, WITNESS_PREFLIGHT } from '../sold.ts';
import {
  FEATURES,
  MATCH_REASONS,
  type PreflightAnswer,
  requestSchema,
  responseSchema,
  type WitnessMatchRequest,
} from './schema.ts';

export const witnessPreflight = check({
  id: 'x402-compatibility-witness-preflight-check',
  tool: {
    name: 'match_client',
    title: 'Match a client build',
    does: 'Is there evidence on this client build? Its matchId is for buy_witness.',
  },
  path: WITNESS_PREFLIGHT,
  summary:
    'Does the evidence cover this client build? Exactly, with the same minor version, or not at all. Only a match can be bought.',
  input: requestSchema,
  example: { client: '@x402/fetch', clientVersion: '2.27.0', protocol: 'x402v2', method: 'GET' },
  response: responseSchema,
  run: preflight,
});

/** On the check's own path: the bare name is the paid route. */
/** What the catalogue publishes of this folder. */
export const FREE = [
  witnessPreflight,
  capability({
    id: 'x402-compatibility-witness-preflight',
    path: WITNESS_PREFLIGHT,
    summary: 'Compares a client build with the evidence of the current edition, before anything is paid.',
    checks: [witnessPreflight],
    never: [
      'matches a build that was not run: the answer is then none, and nothing is sold',
      'keeps the client that you name: nothing about a match is stored',
    ],
  }),
];

async function preflight(input: WitnessMatchRequest, context: Context): Promise<PreflightAnswer> {
  const { reach, asOf } = context;
  const standing = await reach.editions.latest();
  if (whyNotCurrent(standing, asOf) !== undefined) return none('edition_not_current', []);
  const published = standing as PublishedEdition;
  const edition = editionIn(published);
  const asked = { client: input.client, version: input.clientVersion, protocol: input.protocol };
  const found = matchFor(edition, asked, asOf);
  if (!found) {
    const versions = observedBuilds(edition, input.client, asOf)
      .filter(({ protocol }) => protocol === input.protocol)
      .map(({ version }) => version);
    return none(versions.length === 0 ? 'client_not_observed' : 'version_not_observed', versions);
  }
  const { subject, match, rows } = found;
  const said = matchText({
    match,
    client: subject.client,
    asked: input.clientVersion.trim().replace(/^v/, ''),
    version: subject.version,
    protocol: subject.protocol,
    method: input.method ?? null,
    priceAtomic: input.priceAtomic ?? null,
  });
  const expiresAt = asOf + MATCH_SECONDS * SECOND_MS;
  const product = soldAt(context.published, COMPATIBILITY_WITNESS);
  const bound = { product: product?.id ?? '', fingerprint: published.digest, expiresAt };
  const matchId = await reach.tickets.issue(bound, said);
  return {
    match,
    reason: 'matched',
    detail: MATCH_REASONS.matched,
    matchId,
    expiresAt: isoTime(expiresAt),
    evidenceVersion: subject.version,
    evidenceAge: ageOf(rows, asOf),
    cases: rows.length,
    runtimeObserved: `${rows[0]!.runtime.name} ${rows[0]!.runtime.version}`,
    features: (input.features ?? []).map((feature) => ({
      feature,
      evidence: rows.some(({ behaviourId }) => (FEATURES[feature] as readonly string[]).includes(behaviourId))
        ? ('observed' as const)
        : ('not_run' as const),
    })),
    versionsObserved: observedBuilds(edition, input.client, asOf).map(({ version }) => version),
    ledgerDigest: published.digest,
    purchase: product
      ? {
          method: 'GET',
          path: `${COMPATIBILITY_WITNESS}?match=${matchId}`,
          price: product.price.label,
          amountAtomic: product.price.amount,
        }
      : null,
  };
}

function ageOf(rows: readonly MatrixRow[], now: EpochMs): PreflightAnswer['evidenceAge'] {
  const oldest = Math.min(...rows.map(({ observedAt }) => Date.parse(observedAt)));
  return { seconds: Math.max(0, Math.floor((now - oldest) / SECOND_MS)), observedAt: isoTime(oldest) };
}

const none = (
  reason: Exclude<keyof typeof MATCH_REASONS, 'matched'>,
  versionsObserved: string[],
): PreflightAnswer => ({
  match: 'none',
  reason,
  detail: MATCH_REASONS[reason],
  matchId: null,
  expiresAt: null,
  evidenceVersion: null,
  evidenceAge: null,
  cases: 0,
  runtimeObserved: null,
  features: [],
  versionsObserved,
  ledgerDigest: null,
  purchase: null,
});
