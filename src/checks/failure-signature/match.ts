import { fold } from '../../policy/normalise.ts';
import type { PublishedEdition } from '../../ports.ts';
import { decodeChallenge } from '../../values/challenge.ts';
import { type Facet, facetsOf } from './facets.ts';
import { withObserved } from './observed.ts';
import type { MatchAnswer, MatchRequest } from './schema.ts';
import { RISKS, type Signature } from './signature.ts';
import { SIGNATURES, SIGNATURES_VERSION } from './tables/index.ts';

const MAX_MATCHES = 5;
/** Fragments of this many characters together are hardly said by accident. */
const STRONG_CHARS = 18;

const NOTES = {
  matched: 'A match says that this was seen before, not that nothing else went wrong.',
  no_match:
    'No published signature matches. That says nothing about whether money moved: ask /api/settlement-status/check.',
} as const;

interface Found {
  readonly signature: Signature;
  /** Characters of the fragments that were said; 0 when the text said none. */
  readonly said: number;
  /** Alternatives that were said. */
  readonly ways: number;
  readonly facets: number;
  readonly status: boolean;
}

/** Known failures that a symptom fits. Nothing of the symptom is in the answer. */
export function match(
  { errorText, statusCode, challenge }: MatchRequest,
  edition?: PublishedEdition,
): MatchAnswer {
  const signatures = edition ? withObserved(edition) : SIGNATURES;
  const text = errorText === undefined ? '' : plain(errorText);
  const decoded = challenge === undefined ? undefined : decodeChallenge(challenge);
  const headerChars = typeof challenge === 'string' ? challenge.length : 0;
  const facets = facetsOf(decoded ?? { unread: true }, headerChars);
  const found = signatures
    .map((signature) => compare(signature, text, statusCode, facets))
    .filter(({ said, facets: shown }) => said > 0 || shown > 0)
    .sort((a, b) => weight(b) - weight(a) || (a.signature.id < b.signature.id ? -1 : 1))
    .slice(0, MAX_MATCHES);
  const status = found.length > 0 ? 'matched' : 'no_match';
  return {
    status,
    matches: found.map(render),
    challengeRead: challenge === undefined ? null : decoded !== undefined,
    signatures: signatures.length,
    tablesVersion: SIGNATURES_VERSION,
    ledgerDigest: edition?.digest ?? null,
    note: NOTES[status],
  };
}

/** Lower case, one space, straight quotes: how fragments are written. */
const plain = (text: string): string =>
  fold(text)
    .toLowerCase()
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/\s+/g, ' ');

function compare(
  signature: Signature,
  text: string,
  statusCode: number | undefined,
  facets: ReadonlySet<Facet>,
): Found {
  const said = signature.says
    .filter((fragments) => fragments.every((fragment) => text.includes(fragment)))
    .map((fragments) => fragments.reduce((sum, fragment) => sum + fragment.length, 0));
  return {
    signature,
    said: Math.max(0, ...said),
    ways: said.length,
    facets: signature.challenge.filter((facet) => facets.has(facet)).length,
    status: statusCode !== undefined && signature.statuses.includes(statusCode),
  };
}

/** What was said names a failure better than what a challenge looks like; a status code only breaks ties. */
const weight = ({ said, facets, status }: Found): number => said * 4 + facets * 20 + (status ? 10 : 0);

const render = ({ signature, said, ways, facets, status }: Found): MatchAnswer['matches'][number] => ({
  id: signature.id,
  confidence: said >= STRONG_CHARS || ways > 1 || (ways > 0 && facets > 0) ? 'strong' : 'possible',
  matchedOn: [
    ...(said > 0 ? (['errorText'] as const) : []),
    ...(status ? (['statusCode'] as const) : []),
    ...(facets > 0 ? (['challenge'] as const) : []),
  ],
  group: signature.group,
  title: signature.title,
  symptom: signature.symptom,
  cause: signature.cause,
  affects: signature.affects,
  smallestFix: signature.fix,
  fixStatus: signature.fixStatus,
  moneyRisk: signature.moneyRisk,
  buyerNext: RISKS[signature.moneyRisk],
  evidence: signature.evidence,
  source: signature.source,
  date: signature.date,
});
