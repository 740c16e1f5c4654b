import type { Entry } from '../accounting/states.ts';
import type { PublishedEdition, Settled, Verified } from '../ports.ts';
import type { Payment } from '../values/payment.ts';
import { attempt, DOWN } from './attempt.ts';
import type { Delivery } from './delivery.ts';
import type { Decline, GateOptions, Ready } from './options.ts';
import { compute, type PaidCall } from './paid-call.ts';
import { LEASE_MS, letGo } from './reconcile.ts';
import { PENDING, type Result, refused, UNAVAILABLE } from './result.ts';

/** Takes a claimed row to settlement, once, and delivers the answer. */
export function settlingFor({ terms, ports, origin }: GateOptions, decline: Decline, { deliver }: Delivery) {
  const { journal, settler, clock } = ports;
  const { product } = terms;

  return { sell };

  /** The row is ours: compute, settle once, deliver. A bug in a product costs the buyer nothing. */
  async function sell(
    call: PaidCall,
    entry: Entry,
    verified: Verified,
    edition: PublishedEdition | undefined,
  ): Promise<Result> {
    const ready = origin ? await origin.prepare(call, entry) : preparedHere(call, entry, edition);
    if ('kind' in ready) {
      await attempt(journal.released(entry.key, entry.owner, origin ? 'not_prepared' : 'internal_error'));
      return verified.kind === 'paid' && !origin ? refused('redelivery_failed', 30) : ready;
    }
    const { bodyDigest } = ready;
    const outcome =
      verified.kind === 'paid'
        ? { ...verified, kind: 'settled' as const }
        : await settle(call.payment, entry, bodyDigest);
    if (outcome.kind === 'not_sent') {
      const { reason, refused } = outcome;
      const why = reason ?? refused ?? 'not_sent';
      const released = await attempt(journal.released(entry.key, entry.owner, why));
      if (released !== undefined) return reason ? decline(reason, call) : UNAVAILABLE;
      // The row says that it was about to be sent, whatever a node said, or somebody else has it: the next look may send it.
      await attempt(letGo(entry, journal));
      return PENDING;
    }
    if (outcome.kind === 'failed')
      return (await written(journal.failed(entry.key, outcome.reason)))
        ? decline(outcome.reason, call)
        : PENDING;
    if (outcome.kind === 'unknown') {
      await attempt(letGo(entry, journal));
      return PENDING;
    }
    const settled = await written(
      journal.settled(entry.key, { transaction: outcome.transaction, bodyDigest, at: clock.now() }),
    );
    if (!settled) return PENDING;
    return ready.answer ? deliver(call, settled, ready.answer) : origin!.deliver(call, settled);
  }

  function preparedHere(call: PaidCall, entry: Entry, edition: PublishedEdition | undefined): Ready | Result {
    const answer = compute(product, call.form, call.input, entry, edition);
    return answer === undefined ? refused('internal_error') : { answer, bodyDigest: answer.digest };
  }

  /** Money moves here, and only after the journal holds what is about to be sent. */
  function settle(payment: Payment, { key, owner }: Entry, bodyDigest: string): Promise<Settled> {
    return settler.settle(payment, async (sending) => {
      const leaseUntil = clock.now() + LEASE_MS;
      return (await journal.settling(key, owner, { ...sending, bodyDigest, leaseUntil })) !== undefined;
    });
  }

  /** If a write may have failed, the row may be as it was: then only "pending" is true. */
  async function written(move: Promise<Entry | undefined>): Promise<Entry | undefined> {
    const entry = await attempt(move);
    return entry === DOWN ? undefined : entry;
  }
}
