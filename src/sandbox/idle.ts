import type { PublicActions, TestClient } from 'viem';
import { SECOND_MS } from '../values/time.ts';

/** How old the newest block of an idle chain may be. */
const IDLE_MS = 5 * SECOND_MS;

/** `mine`: one block, now. */
export type IdleChain = Pick<PublicActions, 'getBlock'> & Pick<TestClient<'anvil'>, 'getAutomine' | 'mine'>;

/**
 * A chain that makes a block for each transaction has no other: its clock stands still while nobody pays, and then it
 * takes a payment that is valid from now on for one that is not valid yet. So a block is made when the newest one is
 * old. Not while somebody holds its blocks back, and not on a chain whose clock is ahead of ours.
 */
export async function mineIfIdle(chain: IdleChain, now: number, idleMs = IDLE_MS): Promise<void> {
  const { timestamp } = await chain.getBlock();
  if (now - Number(timestamp) * SECOND_MS < idleMs || !(await chain.getAutomine())) return;
  await chain.mine({ blocks: 1 });
}

/** Does so by timer, until it is told to stop. */
export function keepTime(chain: IdleChain, idleMs = IDLE_MS): () => void {
  // A chain that is gone says so elsewhere.
  const timer = setInterval(() => void mineIfIdle(chain, Date.now(), idleMs).catch(() => {}), idleMs);
  timer.unref();
  return () => clearInterval(timer);
}
