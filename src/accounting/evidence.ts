import { isExternal, type SourceTag } from './sources.ts';
import type { EvidenceClass } from './states.ts';

/** What tells a sale to a stranger from one to ourselves. */
export interface EvidenceMarks {
  /** The payer is one of the operator's own (`OWNER_PAYERS`). */
  readonly ownerPayer: boolean;
  /** The call carried a valid operator or monitor token. */
  readonly operatorToken: boolean;
  readonly source: SourceTag;
  /** Money moved. */
  readonly settled: boolean;
}

/** Service spec §2.12: the first class that holds, strongest doubt first. `unknown` never implies organic demand. */
export function evidenceClass({ ownerPayer, operatorToken, source, settled }: EvidenceMarks): EvidenceClass {
  if (ownerPayer) return 'owner_funded_qa';
  if (operatorToken) return 'operator_or_monitor';
  if (isExternal(source)) return 'externally_attributed';
  return settled ? 'external_candidate_unattributed' : 'unknown';
}
