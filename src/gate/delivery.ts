import type { Entry } from '../accounting/states.ts';
import type { PublishedEdition, Seal } from '../ports.ts';
import { DELIVERY_RECEIPT_HEADER, REDELIVERY_HEADER } from '../values/headers.ts';
import { CLOCK_SLACK_SECONDS, REDELIVERY_SECONDS } from '../values/limits.ts';
import { buyersMark, type Offer, type Settlement } from '../values/payment.ts';
import type { DeclineReason } from '../values/problem.ts';
import { type EpochMs, SECOND_MS } from '../values/time.ts';
import { attempt, DOWN } from './attempt.ts';
import { soldOn } from './offer.ts';
import type { Decline, GateOptions } from './options.ts';
import {
  type AnswerBytes,
  isFromBuyer,
  isSealedByEdge,
  mayBeginAgain,
  type PaidCall,
  paidBy,
} from './paid-call.ts';
import { receiptsFor } from './receipt.ts';
import { outcomeOf } from './reconcile.ts';
import { PENDING, type Result, refused, refusedAs, UNAVAILABLE } from './result.ts';
import { readAsSold } from './revision.ts';

/**
 * How long a payment without a secret is delivered again: briefly, because anybody can repeat it once its signature is
 * public. The same holds if the key of its digest is gone: then a secret that is shown now proves nothing.
 */
const isAnybodys = ({ buyerDigest }: Entry, { payment, caller }: PaidCall, seal: Seal): boolean =>
  buyerDigest !== null &&
  (buyersMark(payment)?.secret === false ||
    (!caller.vouched && isFromBuyer({ buyerDigest }, payment, seal) === undefined));

/**
 * The time from which an answer is delivered again. A slow clock may have written one from before the payment, so this is
 * never earlier than a payment of the usual window can have been taken: with a correct clock nothing changes for it. The
 * answer of one that is valid for an hour is delivered again for as long as it is valid, and then for as long as others.
 */
function deliveredFrom({ deliveredAt, validBefore }: Entry, { maxTimeoutSeconds }: Offer): EpochMs {
  const taken = (validBefore - maxTimeoutSeconds - CLOCK_SLACK_SECONDS) * SECOND_MS;
  return Math.max(deliveredAt!, taken);
}

/** The call with its payer named, or why it may not have what its row holds. */
type Shown = { readonly call: PaidCall } | Result;

/** What can be told of a payment that the journal knows. */
export type Delivery = ReturnType<typeof deliveryFor>;

/** Answers a payment that the journal knows: always with its first outcome. */
export function deliveryFor({ terms, ports, origin }: GateOptions, decline: Decline) {
  const { journal, settler, signer, clock } = ports;
  const { product } = terms;

  return { resume, deliver };

  /** This payment, or its identifier, is known: the first outcome is the outcome. */
  async function resume(unnamed: PaidCall, seen: Entry): Promise<Result> {
    const samePayment = seen.key === unnamed.payment.key;
    const shown = await shownBy(unnamed, samePayment ? seen : undefined);
    if ('kind' in shown) return shown;
    const { call } = shown;
    const read = await readAsSold(product, call, seen, ports.revisions);
    if (seen.fingerprint !== read.fingerprint)
      return refused(samePayment ? 'payment_reused' : 'payment_identifier_conflict');

    const entry = await outcomeOf(seen, ports);
    if (entry === undefined) return PENDING;
    if (entry.state === 'failed' && samePayment)
      return decline((entry.reason ?? 'settlement_refused') as DeclineReason, call);
    if (mayBeginAgain(entry)) return UNAVAILABLE;
    const now = clock.now();
    const deliveredFor = entry.deliveredAt === null ? 0 : now - deliveredFrom(entry, call.payment.offer);
    const anybodys = isAnybodys(entry, call, ports.seal);
    // The money has moved: a caller who may no longer have the answer is not told to sign again.
    if (anybodys && deliveredFor > REDELIVERY_SECONDS.bare * SECOND_MS)
      return refusedAs('delivered_long_ago');
    if (deliveredFor > REDELIVERY_SECONDS.secret * SECOND_MS) return decline('redelivery_window_over', call);
    if (origin) return origin.deliver(call, entry);
    const edition = await attempt(editionOf(entry));
    const answer = edition === DOWN ? undefined : read.answer(edition);
    if (answer === undefined || (entry.bodyDigest !== null && answer.digest !== entry.bodyDigest))
      return refused('redelivery_failed', 30);
    return deliver(call, entry, answer);
  }

  /**
   * Tells what became of a payment only to a caller who has shown that it is theirs: by the digest in its row, by the
   * word of the edge that made that digest, or else by the signature.
   */
  async function shownBy(unnamed: PaidCall, own: Entry | undefined): Promise<Shown> {
    const known = own && isFromBuyer(own, unnamed.payment, ports.seal);
    if (known !== undefined) return known ? { call: unnamed } : refusedAs('not_its_buyer');
    // The signature is public by now, and the edge can be asked.
    if (own && isSealedByEdge(own, unnamed.payment, ports.seal))
      return unnamed.caller.vouched ? { call: unnamed } : refusedAs('not_its_buyer');
    const authentic = await settler.authenticate(unnamed.payment);
    // Money may have moved for the row of this payment: then nobody gets a 402.
    if (authentic.kind === 'declined')
      return own ? refusedAs('not_its_buyer') : decline(authentic.reason, unnamed);
    if (authentic.kind === 'worthless') return refusedAs(own ? 'not_its_buyer' : authentic.as);
    if (authentic.kind !== 'valid' && authentic.kind !== 'paid') return PENDING;
    return { call: paidBy(unnamed, authentic) };
  }

  /** The edition that a row was paid for, whatever was published since. */
  async function editionOf({ edition: digest }: Entry): Promise<PublishedEdition | undefined> {
    if (digest === null) return undefined;
    const found = await ports.editions.get(digest);
    if (found === undefined || found.fault !== undefined) throw new Error('the edition is not here');
    return found;
  }

  async function deliver(call: PaidCall, entry: Entry, answer: AnswerBytes): Promise<Result> {
    const { network, amount } = entry;
    const settlement: Settlement = {
      network,
      amount,
      transaction: entry.transaction!,
      payer: call.payment.payer,
    };
    const bodyDigest = answer.digest;
    // An earlier release may have sold the row, and ignored what is a choice now: its address had none.
    const { query } = call.request;
    const sold = soldOn(terms, entry, entry.fingerprint === call.fingerprint ? query : undefined);
    const receipts = await receiptsFor(entry, settlement, sold, bodyDigest, signer);
    const first =
      entry.state === 'settled' &&
      (await attempt(journal.delivered(entry.key, { at: clock.now(), bodyDigest })));
    if (first === DOWN) return PENDING;
    const headers = {
      ...call.rail.settled(settlement, { payment: call.payment, ...receipts }),
      [DELIVERY_RECEIPT_HEADER]: receipts.delivery,
      ...(!first && { [REDELIVERY_HEADER]: '1' }),
    };
    return {
      ...{ kind: 'delivered', body: answer.text, headers, redelivery: !first },
      ...(answer.isForAll && { forAll: answer.digest }),
    };
  }
}
