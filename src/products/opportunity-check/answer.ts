import type { Facts } from '../../declare.ts';
import { digestJson } from '../../values/digest.ts';
import { stakesOf } from './commercial.ts';
import { checkConstraints } from './constraints.ts';
import { overrideOf } from './override.ts';
import { renderReading } from './reading.ts';
import {
  renderAssumed,
  renderCommercial,
  renderCounterfactuals,
  renderGates,
  renderReasons,
  renderRecommendation,
  renderTrust,
  renderUnread,
  renderWorth,
} from './render.ts';
import type { OpportunityAnswer, OpportunityRequest } from './schema.ts';
import { stamp } from './stamp.ts';
import type { Subject } from './subject.ts';
import { type SummarySaid, summarise } from './summary.ts';
import { ANSWER_LIMITS } from './tables/limits.ts';
import { understand } from './understand.ts';
import { evaluateCase, type ReadCase, valueOfInformation } from './whatif.ts';

/**
 * The paid answer (service spec §2.2). Pure: the same input and day give the same bytes. Nothing of the caller's text
 * enters the recommendation; what was not understood is returned, cleaned, in `unparsedSignals`.
 *
 * @param input a request that passed `requestSchema` and that policy does not refuse
 */
export function answerOpportunity(input: OpportunityRequest, facts: Facts): OpportunityAnswer {
  const understood = understand(input, facts.asOf);
  const { asOfDay, subject, signals, order, evidence } = understood;
  const { terms, wishes, unread } = order;
  const previewUnread =
    Boolean(subject.ownRoute?.preview) &&
    !evidence.some(({ row, state }) => row.id === 'free_preview' && state === 'present');
  const one: ReadCase = {
    ...{ evidence, terms, stakes: stakesOf(terms), wishes, asOfDay, previewUnread },
    risenTo: signals.risenTo,
    unread: unread.length > 0 || signals.mayBeBad,
  };
  const known = { terms, evidence, asOfDay };
  const said = { unread, unparsed: signals.unparsed };
  return {
    ...score(one, { host: nameOf(subject), preview: subject.ownRoute?.preview ?? '' }, said),
    reading: renderReading(understood),
    subject: renderSubject(subject),
    constraints: checkConstraints(wishes, known),
    assumed: renderAssumed(terms, { ...subject, assumedHttps: subject.kind === 'host' }),
    unparsedSignals: [...signals.unparsed],
    unread: renderUnread(unread),
    ...stamp(facts, digestJson({ input, asOfDay })),
  };
}

type Scored = Pick<
  OpportunityAnswer,
  | 'status'
  | 'summary'
  | 'recommendation'
  | 'reasons'
  | 'commercial'
  | 'trustProfile'
  | 'product'
  | 'schemaVersion'
  | 'action'
  | 'rule'
  | 'override'
  | 'gates'
  | 'counterfactuals'
  | 'valueOfInformation'
  | 'limits'
  | 'evidenceDigest'
>;

/** Everything that follows from the evidence and the terms. */
export function score(one: ReadCase, names: { host: string; preview: string }, said: SummarySaid): Scored {
  const outcome = evaluateCase(one);
  const override = overrideOf(one, outcome);
  const worths = valueOfInformation(one, outcome);
  const gated = outcome.gates.length > 0;
  return {
    status: 'complete',
    summary: summarise(one, outcome, override, said),
    recommendation: renderRecommendation(one, outcome, worths, names),
    reasons: renderReasons(outcome, gated ? [] : worths),
    commercial: renderCommercial(one, outcome),
    trustProfile: renderTrust(one, outcome),
    product: 'opportunity-check',
    schemaVersion: '1.0',
    action: outcome.rule.action,
    rule: outcome.rule.id,
    override: override && { ...override },
    gates: renderGates(outcome.gates),
    counterfactuals: renderCounterfactuals(one, outcome),
    valueOfInformation: renderWorth(gated ? [] : worths),
    limits: ANSWER_LIMITS.map(({ text }) => text),
    evidenceDigest: evidenceDigest(one),
  };
}

/** Digest of what was understood: equal for requests that say the same in other words. */
function evidenceDigest({ evidence, terms, wishes, asOfDay, risenTo, unread }: ReadCase) {
  return digestJson({
    asOfDay,
    evidence: evidence.map(({ row, state, source, ageDays }) => ({ signal: row.id, state, source, ageDays })),
    terms: {
      ...terms,
      price: `${terms.price}`,
      value: `${terms.value}`,
      budget: `${terms.budget}`,
      priceLimit: `${terms.priceLimit}`,
    },
    wishes: wishes.map(({ kind, amount, day, name, forNow }) => ({
      ...{ kind, amount: `${amount}`, day, name, forNow },
    })),
    unread,
    ...(risenTo === null ? {} : { risenTo: `${risenTo}` }),
  });
}

const nameOf = (subject: Subject): string => subject.host ?? subject.ownRoute?.path ?? 'this seller';

const renderSubject = ({
  kind,
  host,
  registrableDomain,
  flags,
  lookalike,
}: Subject): OpportunityAnswer['subject'] => ({
  ...{ kind, host, registrableDomain, flags: [...flags], imitates: lookalike?.brand ?? null },
});
