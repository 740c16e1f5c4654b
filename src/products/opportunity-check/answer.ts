import type { Facts } from '../../declare.ts';
import { readable } from '../../reading/text.ts';
import { digestJson } from '../../values/digest.ts';
import { isoTime } from '../../values/time.ts';
import { driftOf, readChallenge } from './challenge.ts';
import { stakesOf } from './commercial.ts';
import { checkConstraints } from './constraints.ts';
import { evidenceOf, strongest } from './evidence.ts';
import { isDecoy } from './gating.ts';
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
import { readSignals } from './signals.ts';
import { stamp } from './stamp.ts';
import { readSubject, type Subject } from './subject.ts';
import { ANSWER_LIMITS } from './tables/limits.ts';
import { readOrder } from './terms.ts';
import { type Case, evaluate, valueOfInformation } from './whatif.ts';

/**
 * The paid answer (service spec §2.2). Pure: the same input and day give the same bytes. Nothing of the caller's text
 * enters the recommendation; what was not understood is returned, cleaned, in `unparsedSignals`.
 *
 * @param input a request that passed `requestSchema` and that policy does not refuse
 */
export function answer(input: OpportunityRequest, facts: Facts): OpportunityAnswer {
  const asOfDay = isoTime(facts.asOf).slice(0, 10);
  const inputDigest = digestJson({ input, asOfDay });
  const subject = readSubject(input.subject);
  const knownSignals = (input.knownSignals ?? []).map(readable);
  const { evidence: stated, unparsed } = readSignals(knownSignals, asOfDay);
  const constraints = (input.constraints ?? []).map(readable);
  const texts = { goal: readable(input.goal), subject: readable(input.subject), knownSignals, constraints };
  const seen = input.challenge === undefined ? undefined : readChallenge(input.challenge, facts.asOf);
  const { terms, wishes, unread, expected } = readOrder(texts, asOfDay, seen?.price ?? undefined);
  const shown = [...(seen?.evidence ?? [])];
  if (seen?.price && expected !== undefined) shown.push(...driftOf(seen.price, expected));
  const derived = subject.flags.map(({ signal }) => evidenceOf(signal, 'present', 'derived'));
  const decoy = isDecoy(terms) ? [evidenceOf('decoy_price', 'present', 'derived')] : [];
  const evidence = strongest([...stated, ...shown, ...derived, ...decoy]);
  const previewUnread =
    Boolean(subject.ownRoute?.preview) &&
    !evidence.some(({ row, state }) => row.id === 'free_preview' && state === 'present');
  const one: Case = {
    ...{ evidence, terms, stakes: stakesOf(terms), wishes, asOfDay, previewUnread },
    unread: unread.length > 0,
  };
  const known = { terms, evidence, asOfDay };
  return {
    ...score(one, { host: nameOf(subject), preview: subject.ownRoute?.preview ?? '' }),
    subject: renderSubject(subject),
    constraints: checkConstraints(wishes, known),
    assumed: renderAssumed(terms, { ...subject, assumedHttps: subject.kind === 'host' }),
    unparsedSignals: [...unparsed],
    unread: renderUnread(unread),
    ...stamp(facts, inputDigest),
  };
}

type Scored = Pick<
  OpportunityAnswer,
  | 'status'
  | 'recommendation'
  | 'reasons'
  | 'commercial'
  | 'trustProfile'
  | 'product'
  | 'schemaVersion'
  | 'action'
  | 'rule'
  | 'gates'
  | 'counterfactuals'
  | 'valueOfInformation'
  | 'limits'
  | 'evidenceDigest'
>;

/** Everything that follows from the evidence and the terms. */
export function score(one: Case, names: { host: string; preview: string }): Scored {
  const outcome = evaluate(one);
  const worths = valueOfInformation(one, outcome);
  const gated = outcome.gates.length > 0;
  return {
    status: 'complete',
    recommendation: renderRecommendation(one, outcome, worths, names),
    reasons: renderReasons(outcome, gated ? [] : worths),
    commercial: renderCommercial(one, outcome),
    trustProfile: renderTrust(one, outcome),
    product: 'opportunity-check',
    schemaVersion: '1.0',
    action: outcome.rule.action,
    rule: outcome.rule.id,
    gates: renderGates(outcome.gates),
    counterfactuals: renderCounterfactuals(one, outcome),
    valueOfInformation: renderWorth(gated ? [] : worths),
    limits: ANSWER_LIMITS.map(({ text }) => text),
    evidenceDigest: evidenceDigest(one),
  };
}

/** Digest of what was understood: equal for requests that say the same in other words. */
function evidenceDigest({ evidence, terms, wishes, asOfDay, unread }: Case) {
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
    wishes: wishes.map(({ kind, amount, day, network, forNow }) => ({
      ...{ kind, amount: `${amount}`, day, network, forNow },
    })),
    unread,
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
