import { readable } from '../../reading/text.ts';
import { isoTime } from '../../values/time.ts';
import { driftOf, readChallenge, type SeenChallenge } from './challenge.ts';
import { type Evidence, signalEvidence, strongest } from './evidence.ts';
import { isDecoy } from './gating.ts';
import { networksTold } from './networks-told.ts';
import { pastedIn, shownBy } from './pasted.ts';
import type { OpportunityRequest } from './schema.ts';
import { type ParsedSignals, readSignals } from './signals.ts';
import { readSubject, type Subject } from './subject.ts';
import { type Order, type RequestTexts, readOrder } from './terms.ts';

/** A request as it was read, before anything is weighed. */
export interface Understood {
  readonly asOfDay: string;
  readonly texts: RequestTexts;
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
  const given = input.knownSignals ?? [];
  const pasted = given.map(pastedIn);
  const texts: RequestTexts = {
    goal: readable(input.goal),
    subject: readable(input.subject),
    // What was pasted is no text to read prices or statements from.
    knownSignals: given.map((text, i) => (pasted[i] ? '' : readable(text))),
    constraints: (input.constraints ?? []).map(readable),
  };
  const subject = readSubject(input.subject);
  const shown = pasted.map((one) => one && shownBy(one, asOf, input.sellerJwk));
  const signals = withPasted(readSignals(texts.knownSignals, asOfDay), shown);
  const sent = input.challenge ?? pasted.find((one) => one?.kind === 'challenge')?.message;
  const challenge = sent === undefined ? undefined : readChallenge(sent, asOf, input.sellerJwk);
  const order = readOrder(texts, asOfDay, challenge?.price ?? undefined);
  const seen = challenge && withDrift(challenge, order);
  const derived = subject.flags.map(({ signal }) => signalEvidence(signal, 'present', 'derived'));
  const decoy = isDecoy(order.terms) ? [signalEvidence('decoy_price', 'present', 'derived')] : [];
  const told = networksTold(texts.knownSignals, order.wishes, asOfDay);
  const evidence = strongest([...signals.evidence, ...(seen?.evidence ?? []), ...derived, ...decoy, ...told]);
  return { asOfDay, texts, subject, signals, seen, order, evidence };
}

/** A message that was pasted as a signal is read as what it is, in its place among the statements. */
function withPasted(
  signals: ParsedSignals,
  shown: readonly (readonly Evidence[] | undefined)[],
): ParsedSignals {
  if (shown.every((one) => one === undefined)) return signals;
  return {
    ...signals,
    evidence: strongest([...signals.evidence, ...shown.flatMap((one) => one ?? [])]),
    readings: signals.readings.map((reading, i) =>
      shown[i] ? { evidence: shown[i], unread: null, unknown: [] } : reading,
    ),
  };
}

/** A challenge shows a rise only where the buyer said what it expected. */
const withDrift = (seen: SeenChallenge, { expected }: Order): SeenChallenge =>
  seen.price && expected !== undefined
    ? { ...seen, evidence: [...seen.evidence, ...driftOf(seen.price, expected)] }
    : seen;
