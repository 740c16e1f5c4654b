import { describe, expect, it } from 'vitest';
import { paymentRecovery } from '../../src/checks/payment-recovery/check.ts';
import type { planRecovery as Plan } from '../../src/checks/payment-recovery/plan.ts';
import { planRecovery } from '../../src/checks/payment-recovery/plan.ts';
import { type RecoveryRequest, requestSchema } from '../../src/checks/payment-recovery/schema.ts';
import { sized } from '../support/campaign.ts';
import type { FaultPoint } from './faults.ts';
import { mutatedModules } from './mutants.ts';
import type { SignedPayment } from './purchase.ts';
import { type Random, randomFrom } from './random.ts';
import { simulate } from './run.ts';
import type { World } from './world.ts';

/**
 * The recovery planner against the simulator's truth. Onlookers ask for a plan for every payment, every few seconds,
 * with what a node shows them at that moment and whatever status they may have been answered: whoever is told to sign
 * anew must never see the old payment move money, before or later.
 */

/** Deeper than the simulator's reorganisations: what a node calls final is not undone. */
const FINAL_BLOCKS = 6;
const EVERY_MS = 3_000;
const STATUSES = [200, 402, 402, 409, 422, 500, 503];
const POINTS: readonly (FaultPoint | undefined)[] = [
  undefined,
  'settler.pending',
  'chain.reorg',
  'chain.stopped_node',
  'chain.mempool_drop',
  'authorization.short',
  'edge.settled_origin_unreachable',
];

interface Seen {
  told: number;
  readonly wrong: string[];
  readonly states: Set<string>;
}

/** `untilWrong`: a planner that was found out is asked no more. */
async function onlookers(decide: typeof Plan, seeds: number, { untilWrong = false } = {}): Promise<Seen> {
  const seen: Seen = { told: 0, wrong: [], states: new Set() };
  for (const point of POINTS)
    for (let seed = 1; seed <= seeds; seed++) {
      const told = new Map<string, string>();
      let world: World | undefined;
      const random = randomFrom(seed, 4_000);
      await simulate({
        seed,
        point,
        watch: (its, buyers) => {
          world = its;
          const look = () => {
            for (const payment of buyers.payments.values()) {
              const { decision, state } = decide(asked(its, payment, random), its.loop.now);
              seen.states.add(state);
              if (decision === 'sign_anew_is_safe') told.set(payment.id, state);
            }
            its.loop.after(EVERY_MS, look);
          };
          look();
        },
      });
      seen.told += told.size;
      for (const [id, state] of told)
        if (world!.chain.everPaid.has(id)) seen.wrong.push(`seed ${seed}, ${point ?? 'no point'}: ${state}`);
      if (untilWrong && seen.wrong.length > 0) return seen;
    }
  return seen;
}

/** What the payer could truthfully ask at this moment, through one node or another. */
function asked(world: World, { transfer, sentWith }: SignedPayment, random: Random): RecoveryRequest {
  const { chain, stoppedAt } = world;
  const isFinal = random.chance(0.5);
  const stopped = stoppedAt !== undefined && random.chance(0.5) ? chain.height() - stoppedAt : 0;
  const behind = Math.max(0, stopped) + random.between(0, 3) + (isFinal ? FINAL_BLOCKS : 0);
  const answer = chain.seenFrom(behind, () => ({
    found: chain.isSpent(transfer.from, transfer.nonce) ? ('used' as const) : ('unused' as const),
    block: isFinal ? ('finalized' as const) : ('latest' as const),
    blockNumber: chain.height(),
    blockTime: chain.timestamp(),
  }));
  const phase =
    sentWith.size === 0 && random.chance(0.5) ? 'not_sent' : random.pick(['sent', 'answered'] as const);
  return {
    ...EXAMPLE,
    ...{ payer: transfer.from, nonce: transfer.nonce, phase },
    ...{ validAfter: transfer.validAfter, validBefore: transfer.validBefore },
    lastStatus: phase === 'answered' ? random.pick(STATUSES) : undefined,
    answer: random.chance(0.8) ? answer : undefined,
  };
}
const EXAMPLE = requestSchema.parse(paymentRecovery.example);

describe('the recovery planner', () => {
  it('never says "sign anew" of a payment that has settled or still can', async () => {
    const { told, wrong, states } = await onlookers(planRecovery, sized({ smoke: 4, short: 25, full: 25 }));
    expect(wrong).toEqual([]);
    expect(told).toBeGreaterThan(sized({ smoke: 7, short: 50, full: 50 }));
    expect([...states].sort()).toEqual(
      expect.arrayContaining(['open', 'over_and_not_final', 'over_and_unused', 'refused', 'used']),
    );
  });

  const STATE = 'checks/payment-recovery/state.ts';
  it.each<[string, string, string]>([
    [
      'counts a block from before the end',
      'return isFinal && time >= endsAt;',
      'return time >= endsAt - 30;',
    ],
    [
      'goes by the clock alone',
      "when: ({ now, readableAt }) => now >= readableAt, decision: 'read_chain',",
      "when: ({ now, endsAt }) => now >= endsAt, decision: 'sign_anew_is_safe',",
    ],
    [
      'believes the seller that it was not charged',
      "when: isRefused, decision: 'wait_until',",
      "when: isRefused, decision: 'sign_anew_is_safe',",
    ],
  ])('is caught when it %s', async (what, find, replace) => {
    const modules = ['checks/payment-recovery/plan.ts'];
    const { planRecovery: mutant } = (await mutatedModules('recovery', [STATE, find, replace], modules)) as {
      planRecovery: typeof Plan;
    };
    expect((await onlookers(mutant, 8, { untilWrong: true })).wrong, what).not.toEqual([]);
  });
});
