import type { CaseRecord } from './evidence.ts';
import type { FailureGroup } from './failure-groups.ts';
import type { FailureSignature } from './schema.ts';
import challenge from './signatures/challenge.table.json' with { type: 'json' };
import deliver from './signatures/deliver.table.json' with { type: 'json' };
import receipt from './signatures/receipt.table.json' with { type: 'json' };
import sign from './signatures/sign.table.json' with { type: 'json' };
import submit from './signatures/submit.table.json' with { type: 'json' };
import { deniesPayment } from './told.ts';

/** How a record shows a failure: by what was counted and what the client said, so that no wording of the lab's decides. */
export const SHOWS = {
  refused: ({ verdict, signedAuthorisations }) => ran(verdict) && signedAuthorisations === 0,
  signed: ({ verdict, signedAuthorisations }) => ran(verdict) && signedAuthorisations > 0,
  signed_again: ({ verdict, distinctNonces }) => ran(verdict) && distinctNonces > 1,
  failed: ({ verdict }) => verdict === 'fail',
  denied: (record) => ran(record.verdict) && deniesPayment(record),
} as const satisfies Record<string, (record: CaseRecord) => boolean>;

/** The build was run and did something: `unsupported` is a refusal that was seen, the other two were not seen at all. */
export const ran = (verdict: CaseRecord['verdict']): boolean =>
  verdict !== 'not_run' && verdict !== 'lab_error';

/** How people tell of a failure, for the check that reads what they paste: before an edition shows it, and beside what it shows. */
interface Told {
  /** `LR-` and the number of the behaviour that it was first seen in. */
  readonly id: string;
  readonly group: FailureGroup;
  readonly affects: string;
  readonly fix: string;
  readonly fixStatus: string;
  /** Alternatives of lower-case fragments: a text matches when it holds every fragment of one alternative. */
  readonly says: readonly (readonly string[])[];
  readonly statuses: readonly number[];
  /** Traits of a challenge that tell of it (`FACETS` of the check). */
  readonly challenge: readonly string[];
}

/** One way in which client builds were seen to fail. Included in an edition only while some record shows it. */
export interface SignatureRule
  extends Pick<
    FailureSignature,
    | 'id'
    | 'title'
    | 'stage'
    | 'symptom'
    | 'rootCause'
    | 'moneyRisk'
    | 'bucket'
    | 'buyerAction'
    | 'sellerAction'
    | 'configSnippet'
  > {
  readonly behaviours: readonly string[];
  readonly shows: keyof typeof SHOWS;
  readonly protocols?: readonly CaseRecord['protocol'][];
  /** Package names, where one behaviour has different causes. */
  readonly clients?: readonly string[];
  readonly headerState: string | null;
  readonly told?: Told;
}

/** The failures that the lab can show, by the step of a purchase in which they are seen. A row of the newest edition shows each. */
export const SIGNATURE_RULES: readonly SignatureRule[] = [
  ...challenge,
  ...sign,
  ...submit,
  ...deliver,
  ...receipt,
].sort((one, other) => (one.id < other.id ? -1 : 1));
