import type { Chain } from '../adapters/evm/chain.ts';
import type { EvmRow } from '../values/networks.ts';
import { chainIdOf } from '../values/payment.ts';
import type { EpochMs } from '../values/time.ts';

/** Thirty blocks of the slowest network. */
const BEHIND_MS = 60_000;
/** Nodes take no block from further ahead. */
const AHEAD_MS = 15_000;
/** How much the age of the newest block wavers while nothing is wrong: two blocks, and a slow answer. */
const WAVER_MS = 6_000;

/**
 * What the newest block of a network says of its node, and of our clock. A node that stands still shows one that grows older;
 * a node that catches up, one that grows younger; under a clock that is ahead it keeps its age from block to block.
 */
export function chainLook(
  { client }: Pick<Chain, 'client'>,
  { network }: Pick<EvmRow, 'network'>,
  judgesTime: boolean,
) {
  let clock = 'ok';
  let before: { readonly number: bigint; readonly age: number } | undefined;
  return {
    async word(now: EpochMs): Promise<string> {
      const [id, block] = await Promise.all([client.getChainId(), client.getBlock()]);
      if (id !== chainIdOf(network)) return 'wrong_chain';
      if (!judgesTime) return 'ok';
      const age = now - Number(block.timestamp) * 1_000;
      const last = before;
      before = { number: block.number, age };
      if (age < -AHEAD_MS) clock = 'clock_wrong';
      else if (age <= BEHIND_MS) clock = 'ok';
      else {
        const keepsItsAge =
          last !== undefined && block.number > last.number && Math.abs(age - last.age) <= WAVER_MS;
        clock = keepsItsAge ? 'clock_wrong' : 'ok';
        return keepsItsAge ? 'ok' : 'chain_behind';
      }
      return 'ok';
    },
    /** What the last block said of our clock. */
    clock: () => clock,
  };
}
