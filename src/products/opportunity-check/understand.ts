import { readable } from '../../reading/text.ts';
import { isoTime } from '../../values/time.ts';
import { driftOf, readChallenge, type SeenChallenge } from './challenge.ts';
import { type Evidence, evidenceOf, strongest } from './evidence.ts';
import { isDecoy } from './gating.ts';
import type { OpportunityRequest } from './schema.ts';
import { type ParsedSignals, readSignals } from './signals.ts';
import { readSubject, type Subject } from './subject.ts';
import { type Order, readOrder, type Texts } from './terms.ts';

/** A request as it was read, before anything is weighed. */
export interface Understood {
  readonly asOfDay: string;
  readonly texts: Texts;
  readonly subject: Subject;
  readonly signals: ParsedSignals;
  /** Undefined: no challenge was sent. */
  readonly seen: SeenChallenge | undefined;
  readonly order: Order;
  /** All of it: what was stated, what the challenge shows, and what follows from the subject and the price. */
  readonly evidence: readonly Evidence[];
}

export function understand(input: OpportunityRequest, asOf: number): Understood {
  const asOfDay = isoTime(asOf).slice(0, 10);
  const texts: Texts = {
    goal: readable(input.goal),
    subject: readable(input.subject),
    knownSignals: (input.knownSignals ?? []).map(readable),
    constraints: (input.constraints ?? []).map(readable),
  };
  const subject = readSubject(input.subject);
  const signals = readSignals(texts.knownSignals, asOfDay);
  const challenge = input.challenge === undefined ? undefined : readChallenge(input.challenge, asOf);
  const order = readOrder(texts, asOfDay, challenge?.price ?? undefined);
  const seen = challenge && withDrift(challenge, order);
  const derived = subject.flags.map(({ signal }) => evidenceOf(signal, 'present', 'derived'));
  const decoy = isDecoy(order.terms) ? [evidenceOf('decoy_price', 'present', 'derived')] : [];
  const evidence = strongest([...signals.evidence, ...(seen?.evidence ?? []), ...derived, ...decoy]);
  return { asOfDay, texts, subject, signals, seen, order, evidence };
}

/** A challenge shows a rise only where the buyer said what it expected. */
const withDrift = (seen: SeenChallenge, { expected }: Order): SeenChallenge =>
  seen.price && expected !== undefined
    ? { ...seen, evidence: [...seen.evidence, ...driftOf(seen.price, expected)] }
    : seen;
