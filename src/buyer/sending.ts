import type { SentRequest } from './request.ts';
import { PurchaseStopped, type Stop } from './stops.ts';
import { call, reasonOf, refusalSaid, type WireAnswer } from './wire.ts';

/** How one payment goes on being sent until its outcome is known: a new signature could pay twice. */

/** How often a payment is sent at the most in one go, while its outcome is not known. */
export const SENDINGS = 6;

/**
 * How often the same payment is sent, and how a buyer waits between (milliseconds). For tests; the defaults are for
 * people.
 */
export interface SendingOptions {
  readonly times?: number;
  readonly pause?: (ms: number) => Promise<void>;
}

/** What is sent, and whether it may have been sent before: by an earlier run, say. */
interface Payment {
  readonly asked: SentRequest;
  readonly header: Readonly<Record<string, string>>;
  readonly sentBefore: boolean;
}

const pauseFor = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Answers the 200, whole. A refusal decides only while nothing else could have happened: once a payment was sent and
 * no answer came, the seller may have charged that one, whatever it says of the next.
 */
export async function sendUntilKnown(
  { asked, header, sentBefore }: Payment,
  { times = SENDINGS, pause = pauseFor }: SendingOptions = {},
): Promise<WireAnswer> {
  let isOpen = sentBefore;
  let last = '';
  for (let sent = 0; sent < times; sent++) {
    if (sent > 0) await pause(1_000 * sent);
    const answer = await call(asked, header).catch(reasonOf);
    if (typeof answer === 'string') {
      isOpen = true;
      last = answer;
      continue;
    }
    if (answer.status === 200) return answer;
    last = refusalSaid(answer);
    const stop = refusalOf(answer.status);
    if (stop && isOpen)
      throw new PurchaseStopped('outcome_unknown', `after a sending without answer: ${last}`);
    if (stop) throw new PurchaseStopped(stop, last);
    // Not even read, as it says: this one leaves things as they were.
    if (answer.status !== 429) isOpen = true;
  }
  throw new PurchaseStopped('outcome_unknown', last);
}

/** What a status says of the payment that came with it; undefined: nothing that ends it. */
function refusalOf(status: number): Stop | undefined {
  if (status === 402) return 'declined';
  if (status === 409) return 'payment_conflict';
  return status >= 400 && status < 500 && status !== 408 && status !== 429 ? 'refused_payment' : undefined;
}
