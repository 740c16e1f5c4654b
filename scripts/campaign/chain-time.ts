import { createTestClient, http } from 'viem';

const BLOCK_MS = 1_000;

/** A chain's clock is its newest block, and anvil makes none while nobody sends: then nothing would ever expire. */
export function passTime(rpcUrl: string): NodeJS.Timeout {
  const client = createTestClient({ mode: 'anvil', transport: http(rpcUrl) });
  return setInterval(() => void client.mine({ blocks: 1 }).catch(() => {}), BLOCK_MS);
}
