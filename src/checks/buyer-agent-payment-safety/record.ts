import { z } from 'zod';
import { record as members } from '../../values/challenge.ts';
import { digestJson } from '../../values/digest.ts';
import { unixSeconds } from '../../values/time.ts';
import { type RuleId, SAFETY_RULES, type SafetySeen } from './rules.ts';

/** How long a record may be shown: as long as a challenge is worth comparing, not as long as a signature lives. */
const RECORD_SECONDS = 300;

/** What `record` says in a JWS of ours. */
export const PREFLIGHT_RECORD = 'payment-preflight';

export const SAFETY_DECISIONS = ['pay_within_policy', 'ask_operator', 'do_not_pay'] as const;
export const SIGNATURE_STATES = ['valid', 'invalid', 'not_checked', 'absent'] as const;
export const ruleId = z.enum(Object.keys(SAFETY_RULES) as [RuleId]);

const said = <T extends z.ZodType>(type: T, description: string): T => type.meta({ description });
const text = (description: string) => said(z.string(), description);

/** The one shape of a record: of the answer, of its description and of `assay verify record`. */
export const recordSchema = z
  .strictObject({
    payment: said(
      z.strictObject({
        scheme: text('The scheme of the entry, such as exact.'),
        network: text('Its network.'),
        asset: text('Its token.'),
        payTo: text('Who is paid.'),
        amount: text('How much, in atomic units.'),
        resourceUrl: said(z.string().nullable(), 'What is paid for; null: the challenge does not say.'),
      }),
      'The payment that was looked at: the record is of this one alone.',
    ),
    policyDigest: text('SHA-256 of your policy in its RFC 8785 form.'),
    score: said(z.int().min(0).max(100), 'As in the answer.'),
    decision: said(z.enum(SAFETY_DECISIONS), 'As in the answer.'),
    hardStops: said(z.array(ruleId), 'Rules that end the matter, by id.'),
    reasons: said(z.array(ruleId), 'Rules that cost points.'),
    notChecked: said(z.array(ruleId), 'Rules that lacked something.'),
    signature: said(z.enum(SIGNATURE_STATES), 'Of the seller’s offer, under the key that you brought.'),
    rulesVersion: text('The table of rules.'),
    release: text('Our release.'),
    issuedAt: said(z.int(), 'Unix seconds.'),
    expiresAt: said(z.int(), 'Unix seconds. From then on the record says nothing.'),
  })
  .meta({ title: 'PaymentPreflightRecord' });

export type PreflightRecord = z.output<typeof recordSchema>;

type Scored = Pick<PreflightRecord, 'score' | 'decision' | 'signature' | 'rulesVersion'> & {
  readonly [list in 'hardStops' | 'reasons' | 'notChecked']: readonly { readonly id: RuleId }[];
};

/** Undefined: there is no payment that a record could be bound to. */
export function recordOf(
  { selected, challenge, asOf }: SafetySeen,
  { hardStops, reasons, notChecked, ...scored }: Scored,
  policy: object,
  release: string,
): PreflightRecord | undefined {
  if (!selected || selected.amount === undefined) return undefined;
  const { scheme, network, asset, payTo, amount } = selected;
  if (asset === undefined || payTo === undefined) return undefined;
  const { url } = members(challenge?.resource);
  const ids = (found: readonly { readonly id: RuleId }[]) => found.map(({ id }) => id);
  const issuedAt = unixSeconds(asOf);
  return {
    payment: {
      scheme: String(scheme),
      network: String(network),
      asset,
      payTo,
      amount: amount.toString(),
      resourceUrl: typeof url === 'string' ? url : null,
    },
    policyDigest: digestJson(policy),
    score: scored.score,
    decision: scored.decision,
    hardStops: ids(hardStops),
    reasons: ids(reasons),
    notChecked: ids(notChecked),
    signature: scored.signature,
    rulesVersion: scored.rulesVersion,
    release,
    issuedAt,
    expiresAt: issuedAt + RECORD_SECONDS,
  };
}
