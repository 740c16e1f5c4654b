import type { FailureGroup } from '../../ledger/failure-groups.ts';
import { editionIn } from '../../ledger/freshness.ts';
import type { Edition, FailureSignature } from '../../ledger/schema.ts';
import type { PublishedEdition } from '../../ports.ts';
import type { Cause } from './dictionary/causes.ts';
import type { Signature } from './signature.ts';
import { CAUSE_OF } from './tables/causes.ts';
import { SIGNATURES } from './tables/index.ts';
import { LAB } from './tables/lab.ts';

/** What the current edition observed, in the form that symptoms are compared with. */

const made = new WeakMap<object, readonly Signature[]>();

/** The tables, with what the edition observed in the place of earlier laboratory rows about the same behaviour. */
export function withObserved(published: PublishedEdition): readonly Signature[] {
  const known = made.get(published.document);
  if (known) return known;
  const edition = editionIn(published);
  const observed = edition.failureSignatures
    .filter(({ evidence }) => evidence === 'observed')
    .map((signature) => ({ signature, before: labRowOf(signature) }));
  const replaced = new Set(observed.map(({ before }) => before?.id));
  const all = [
    ...SIGNATURES.filter(({ id }) => !replaced.has(id)),
    ...observed.map(({ signature, before }) => signatureOf(signature, before, edition)),
  ];
  made.set(published.document, all);
  return all;
}

/** Laboratory rows carry the number of the behaviour that they were seen in. */
const labRowOf = ({ caseIds }: FailureSignature): Signature | undefined =>
  LAB.find(({ id }) => caseIds.some((caseId) => caseId.startsWith(`B${id.slice('LR-'.length)}.`)));

const GROUP: Readonly<Record<FailureSignature['stage'], FailureGroup>> = {
  discover: 'discovery_listing',
  challenge: 'client_version_incompat',
  sign: 'spend_controls',
  submit: 'idempotency_retries',
  settle: 'failed_or_ambiguous_settlement',
  deliver: 'idempotency_retries',
  receipt: 'receipts',
};

/** Where no run of the tables goes before it: the nearest word for its stage. */
const CAUSE: Readonly<Record<FailureSignature['stage'], Cause>> = {
  discover: 'discovery_rejected',
  challenge: 'malformed_challenge',
  sign: 'wallet_misconfigured',
  submit: 'facilitator_rejected',
  settle: 'settlement_pending_or_unknown',
  deliver: 'upstream_error',
  receipt: 'receipt_invalid',
};

/** Shorter ones are said by accident. */
const MIN_PREFIX_CHARS = 16;

function signatureOf(
  signature: FailureSignature,
  before: Signature | undefined,
  { contentDigest }: Edition,
): Signature {
  const { matchers, affects, fixIds, lastVerified } = signature;
  const said = matchers.errorPrefix
    .map((prefix) => prefix.toLowerCase().replace(/\s+/g, ' ').trim())
    .filter(({ length }) => length >= MIN_PREFIX_CHARS);
  return {
    id: signature.id,
    group: before?.group ?? GROUP[signature.stage],
    title: signature.title,
    symptom: signature.symptom,
    affects: affects.map(({ client, versionRange }) => `${client} ${versionRange}`).join('; '),
    cause: signature.rootCause,
    fix: signature.configSnippet
      ? `${signature.buyerAction} ${signature.configSnippet}`
      : signature.buyerAction,
    fixStatus: fixIds.length > 0 ? `verified: ${fixIds.join(', ')}` : 'not verified',
    moneyRisk: signature.moneyRisk,
    evidence: 'reproduced',
    source: `ledger edition ${contentDigest}`,
    date: lastVerified!.slice(0, 10),
    says: [...(before?.says ?? []), ...said.map((prefix) => [prefix])],
    statuses: [
      ...new Set([...(before?.statuses ?? []), ...matchers.statusCodes.filter((code) => code >= 300)]),
    ],
    causeId: (before && CAUSE_OF[before.id]) ?? CAUSE[signature.stage],
    challenge: before?.challenge ?? [],
  };
}
