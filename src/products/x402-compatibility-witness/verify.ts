import { rowsOfBuild } from '../../ledger/fit.ts';
import { matchFor, readMatchId } from '../../ledger/match.ts';
import { type InclusionProof, includes } from '../../ledger/merkle.ts';
import type { Edition, MatrixRow } from '../../ledger/schema.ts';
import { signedHeads, type VerifyJws } from '../../ledger/verify.ts';
import { canonicalJson, digestJson } from '../../values/digest.ts';
import { witness as answerOf } from './answer.ts';
import { type Witness, witnessResponse } from './schema.ts';
import { shortRows } from './short.ts';

export type WitnessVerdict =
  /**
   * `rows`: what shows that its rows are of the edition; null where nothing at hand does. `notProved`: members that
   * somebody may have changed, as far as this shows: the digest can be worked out anew without a key.
   */
  | {
      readonly ok: true;
      readonly witness: Witness;
      readonly rows: 'proofs' | 'edition' | null;
      readonly notProved: readonly string[];
    }
  | { readonly ok: false; readonly detail: string };

const no = (detail: string) => ({ ok: false, detail }) as const;

/** What follows from the rows and the match: nothing but the edition, or the delivery receipt, shows that it does. */
const COMPUTED =
  'verdict conditions moneyRisks safeConfig purchaseFit limits subject generatedAt validUntil'.split(' ');
/** The buyer named this price to the preflight: the edition does not know it. */
const CAP = 'safeConfig.maxAmountAtomic';

/**
 * A witness, from its JSON value: its digest, the signature of the edition that it is computed from, and its rows.
 * Rows that are written out prove that they are of the edition. With the edition itself, which was verified before, the
 * whole answer is computed again.
 */
export async function verifyWitness(
  value: unknown,
  verify: VerifyJws,
  edition?: Edition,
): Promise<WitnessVerdict> {
  const parsed = witnessResponse.safeParse(value);
  if (!parsed.success) return no(`not a witness: ${parsed.error.issues[0]!.path.join('.') || 'top level'}`);
  const witness = value as Witness;
  const { contentDigest, signature, ...content } = witness;
  if (digestJson(content) !== contentDigest) return no('contentDigest is not the digest of the content');
  const signed = await signedHeads(signature, verify);
  if (!signed.ok) return signed;
  const [head, rows] = signed.heads;
  if (head.contentDigest !== witness.ledgerDigest || rows.contentDigest !== witness.ledgerDigest)
    return no('ledgerDigest is not the edition that was signed');
  if (rows.rowsRoot !== witness.rowsRoot) return no('rowsRoot is not the root that is signed');
  if (!(Date.parse(witness.validUntil) <= Date.parse(String(head.validUntil))))
    return no('validUntil is later than that of the edition');
  const fault =
    witness.shared !== undefined ? rowsFault(witness, edition) : proofsFault(witness, rows.rowsCount);
  if (fault !== undefined) return no(fault);
  const proved = witness.shared === undefined ? 'proofs' : edition ? 'edition' : null;
  const unproved = [...COMPUTED, proved === null ? 'behaviours' : 'behaviours (whether one is left out)'];
  if (!edition) return { ok: true, witness, rows: proved, notProved: unproved };
  const computed = computedFrom(edition, witness);
  return computed.ok ? { ok: true, witness, rows: proved, notProved: computed.notProved } : computed;
}

function proofsFault(witness: Witness, leaves: unknown): string | undefined {
  const { client, evidenceVersion, protocol } = witness.subject;
  const seen = new Set<number>();
  for (const { proof, ...row } of witness.behaviours) {
    if (!proof || proof.leaves !== leaves || !includes(witness.rowsRoot, row, proof as InclusionProof))
      return `the proof of ${row.id} does not lead to rowsRoot`;
    if (seen.has(proof.index)) return `${row.id} is here twice`;
    seen.add(proof.index);
    const of = row as unknown as MatrixRow;
    if (of.client.name !== client || of.client.version !== evidenceVersion || of.protocol !== protocol)
      return `${row.id} is a row of another build`;
  }
  return undefined;
}

function rowsFault(witness: Witness, edition: Edition | undefined): string | undefined {
  if (!edition) return undefined;
  if (edition.contentDigest !== witness.ledgerDigest) return OTHER_EDITION;
  const { client, evidenceVersion: version, protocol } = witness.subject;
  const rows = rowsOfBuild(edition, { client, version, protocol }, Date.parse(witness.generatedAt));
  const { shared, behaviours } = shortRows(rows);
  const { says: _words, ...here } = witness.shared!;
  const { says: _text, ...there } = shared ?? { says: '' };
  return canonicalJson([here, witness.behaviours]) === canonicalJson([there, behaviours])
    ? undefined
    : 'its rows are not those of the edition';
}

const OTHER_EDITION = 'it is computed from another edition';

/**
 * The whole answer once more, by the product itself. An id says what was matched, and its seal cannot be checked here:
 * so the match must be the one that the edition gives, and a price in it stays unproved.
 */
function computedFrom(
  edition: Edition,
  { matchId, shared, release, generatedAt, ledgerDigest, contentDigest }: Witness,
): ReturnType<typeof no> | { readonly ok: true; readonly notProved: readonly string[] } {
  if (edition.contentDigest !== ledgerDigest) return no(OTHER_EDITION);
  const asOf = Date.parse(generatedAt);
  if (!(asOf >= Date.parse(edition.generatedAt) && asOf < Date.parse(edition.validUntil)))
    return no('generatedAt is not in the time of the edition');
  const said = readMatchId(matchId);
  const found =
    said && matchFor(edition, { client: said.client, version: said.asked, protocol: said.protocol }, asOf);
  if (
    !found ||
    found.match !== said.match ||
    found.subject.version !== said.version ||
    found.subject.client !== said.client
  )
    return no('matchId is not the match that the edition gives');
  const published = { digest: ledgerDigest, text: '', document: edition };
  const again = answerOf(
    { match: matchId, ...(shared === undefined && { shape: 'full' }) },
    { asOf, release, edition: published },
  );
  return again.contentDigest === contentDigest
    ? { ok: true, notProved: said.priceAtomic === null ? [] : [CAP] }
    : no('it is not what this release computes from that edition');
}
