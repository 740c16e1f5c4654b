import type { Address, PublicClient } from 'viem';
import { isNodes } from './node-errors.ts';

/**
 * What nodes say to a transaction whose sender cannot pay for its gas. They look at that before they take a
 * transaction in; but one that passes it on first may say the same, so what was recorded stays to be sent again.
 */
const REFUSALS: readonly RegExp[] = [
  // geth, op-geth (Base's sequencer), Erigon, Reth, op-reth, anvil; Nethermind since 2026.
  /insufficient funds for (gas \* price \+ value|l1|transfer)/i,
  // Nethermind: "InsufficientFunds, Account balance: …" and "InsufficientFunds, Balance is zero, cannot pay gas".
  /\bInsufficientFunds\b/,
  /insufficient (MaxFeePerGas for )?sender balance/i,
  // revm without Reth around it.
  /lack of funds \(\d+\) for max fee/i,
  // Besu.
  /upfront cost exceeds account balance/i,
];

/** Whether the node answered that the sender cannot pay, as opposed to a node that could not be asked. */
export function isUnpaidGas(error: unknown): boolean {
  if (!isNodes(error)) return false;
  const text = error instanceof Error ? error.message : '';
  return REFUSALS.some((pattern) => pattern.test(text));
}

/** What nodes say of a call that used up all the gas it was given: geth, Erigon, Nethermind, Reth, anvil, Besu. */
const USED_UP = /\bout ?of ?gas\b|gas required exceeds allowance|\bINSUFFICIENT_GAS\b/i;

/** Whether the node answered that a call needs more gas, as opposed to a sender who cannot pay for it. */
export function isOutOfGas(error: unknown): boolean {
  return isNodes(error) && !isUnpaidGas(error) && USED_UP.test(error instanceof Error ? error.message : '');
}

/** A balance that was enough is believed for so long; one that was not, for longer each time. */
const FRESH_MS = 3_000;
const FIRST_WAIT_MS = 1_000;
const LAST_WAIT_MS = 15_000;

/** What the account that pays for gas has left, asked for seldom. */
export interface Purse {
  /**
   * Whether it can pay `cost` wei, as far as is known: where nobody can be asked, it is tried. `isOne`: the cost of one
   * sale, for want of which the account has run out; several together may be too dear for it and one not.
   */
  covers(cost: bigint, isOne: boolean): Promise<boolean>;
  /** A node refused a transaction because it cannot pay. Believed over its balance until the next look. */
  refused(): void;
}

export function openPurse(
  client: Pick<PublicClient, 'getBalance'>,
  address: Address,
  now: () => number,
  /** Told when it runs out, and when it can pay again. */
  changed: (isEnough: boolean) => void,
): Purse {
  let left: bigint | undefined;
  let at = Number.NEGATIVE_INFINITY;
  let wait = FIRST_WAIT_MS;
  let isEnough = true;

  return {
    async covers(cost, isOne) {
      const isShort = left !== undefined && left < cost;
      if (now() - at >= (isShort ? wait : FRESH_MS)) {
        left = await client.getBalance({ address }).catch(() => undefined);
        at = now();
        if (isShort) wait = Math.min(wait * 2, LAST_WAIT_MS);
      }
      const covered = left === undefined || left >= cost;
      // Nobody's word is no news.
      if (left !== undefined && (covered || isOne)) told(covered);
      return covered;
    },
    refused() {
      left = 0n;
      at = now();
      told(false);
    },
  };

  function told(enough: boolean): void {
    if (enough) wait = FIRST_WAIT_MS;
    if (enough === isEnough) return;
    isEnough = enough;
    changed(enough);
  }
}
