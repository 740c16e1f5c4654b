import { SIGNATURE_RULES } from '../../../ledger/signatures.ts';
import type { Facet } from '../facets.ts';
import type { Signature } from '../signature.ts';

/** Behaviour of client builds that were run: what the ledger's own rows say of it, and how people tell of it. */
export const LAB: readonly Signature[] = SIGNATURE_RULES.flatMap(
  ({ title, symptom, rootCause, moneyRisk, told }) =>
    told
      ? {
          ...told,
          challenge: told.challenge as readonly Facet[],
          ...{ title, symptom, cause: rootCause, moneyRisk },
          evidence: 'reproduced',
          source: 'client builds run against a loopback seller',
          date: '2026-11-21',
        }
      : [],
);
