import type { FailureGroup } from '../../ledger/failure-groups.ts';
import type { Cause } from './dictionary/causes.ts';
import type { FateName } from './dictionary/meaning.ts';
import type { Facet } from './facets.ts';

/** What a failure may have done to the buyer's money, and the only safe next step of the buyer. */
export const RISKS = {
  none: 'This failure by itself moves no money. Apply the fix; then do what `money` says of the payment that was signed.',
  stuck:
    'Money may have moved without an answer. Ask seller or chain whether the authorization was used, before anything new is signed; `money` says whether to send the same payment.',
  double_charge:
    'A second signature can be a second charge. Keep the first payment; sign nothing new before its outcome is known.',
  overpay: 'Before signing, compare amount, asset and recipient of the selected entry with your own cap.',
  leak: 'Take the data out before the next request. What was sent cannot be taken back.',
} as const;

export type Risk = keyof typeof RISKS;

/** One known way in which paid calls fail. */
export interface Signature {
  /** `FR-` field report, `LR-` laboratory run, `FS-` observed in the current ledger edition. Ids are never given again. */
  readonly id: string;
  readonly group: FailureGroup;
  readonly title: string;
  readonly symptom: string;
  readonly affects: string;
  readonly cause: string;
  readonly fix: string;
  readonly fixStatus: string;
  readonly moneyRisk: Risk;
  /** What becomes of the payment, where it is known more closely than by the cause. */
  readonly fate?: FateName;
  /** Reproduced: run against the packages named. Reported: read in the source, not run. */
  readonly evidence: 'reported' | 'reproduced';
  readonly source: string;
  /** Day of the report or run. */
  readonly date: string;
  /** Alternatives of lower-case fragments: a text matches when it holds every fragment of one alternative. */
  readonly says: readonly (readonly string[])[];
  /** Status codes that go with it. They support a match and never make one. */
  readonly statuses: readonly number[];
  /** Where `tables/causes.ts` has none. */
  readonly causeId?: Cause;
  /** Traits of a challenge, one of which makes a match. */
  readonly challenge: readonly Facet[];
}
