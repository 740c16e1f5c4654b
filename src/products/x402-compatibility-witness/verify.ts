import { rowsOfBuild } from '../../ledger/fit.ts';
import { type InclusionProof, includes } from '../../ledger/merkle.ts';
import type { Edition, MatrixRow } from '../../ledger/schema.ts';
import { signedHeads, type VerifyJws } from '../../ledger/verify.ts';
import { canonicalJson, digestJson } from '../../values/digest.ts';
import { type Witness, witnessResponse } from './schema.ts';
import { shortRows } from './short.ts';

export type WitnessVerdict =
  /** `rows`: what shows that its rows are those of the edition; null where nothing at hand does. */
  | { readonly ok: true; readonly witness: Witness; readonly rows: 'proofs' | 'edition' | null }
  | { readonly ok: false; readonly detail: string };

const no = (detail: string): WitnessVerdict => ({ ok: false, detail });

/**
 * A witness, from its JSON value: its digest, the signature of the edition that it is computed from, and its rows.
 * Rows that are written out prove themselves. Short ones are compared with an edition that was verified before.
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
  return witness.shared === undefined ? ofProofs(witness, rows.rowsCount) : ofEdition(witness, edition);
}

function ofProofs(witness: Witness, leaves: unknown): WitnessVerdict {
  const { client, evidenceVersion, protocol } = witness.subject;
  const seen = new Set<number>();
  for (const { proof, ...row } of witness.behaviours) {
    if (!proof || proof.leaves !== leaves || !includes(witness.rowsRoot, row, proof as InclusionProof))
      return no(`the proof of ${row.id} does not lead to rowsRoot`);
    if (seen.has(proof.index)) return no(`${row.id} is here twice`);
    seen.add(proof.index);
    const of = row as unknown as MatrixRow;
    if (of.client.name !== client || of.client.version !== evidenceVersion || of.protocol !== protocol)
      return no(`${row.id} is a row of another build`);
  }
  return { ok: true, witness, rows: 'proofs' };
}

function ofEdition(witness: Witness, edition: Edition | undefined): WitnessVerdict {
  if (!edition) return { ok: true, witness, rows: null };
  if (edition.contentDigest !== witness.ledgerDigest) return no('it is computed from another edition');
  const { client, evidenceVersion: version, protocol } = witness.subject;
  const rows = rowsOfBuild(edition, { client, version, protocol }, Date.parse(witness.generatedAt));
  const { shared, behaviours } = shortRows(rows);
  const { says: _words, ...here } = witness.shared!;
  const { says: _text, ...there } = shared ?? { says: '' };
  return canonicalJson([here, witness.behaviours]) === canonicalJson([there, behaviours])
    ? { ok: true, witness, rows: 'edition' }
    : no('its rows are not those of the edition');
}
