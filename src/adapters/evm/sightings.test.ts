import {
  decodeFunctionData,
  encodeFunctionResult,
  type Hex,
  InvalidParamsRpcError,
  multicall3Abi,
  type PublicClient,
  ResourceNotFoundRpcError,
  toFunctionSelector,
  toHex,
} from 'viem';
import { beforeEach, describe, expect, it } from 'vitest';
import { USDC_BASE_TERMS } from '../../gate/assets.ts';
import { EVM_NETWORKS, NETWORKS } from '../../values/networks.ts';
import type { SignedAuthorization } from '../../values/payment.ts';
import { newestSeen } from '../newest.ts';
import { type EvmTerms, unpaid } from './authorization.ts';
import type { Chain } from './chain.ts';
import { YOUNG_MS } from './missing.ts';
import { openSightings, type Sight } from './sightings.ts';

const ARB_SYS = '0x0000000000000000000000000000000000000064';
const END = 1_800_000_000;
const terms = { ...USDC_BASE_TERMS, amount: '10000', payTo: `0x${'5e'.repeat(20)}` } as const;
const payment = (n: number) =>
  ({
    kind: 'eip3009',
    authorization: {
      from: `0x${'1a'.repeat(20)}`,
      nonce: toHex(n, { size: 32 }),
      validBefore: String(END),
    },
    signature: '0x',
  }) as unknown as SignedAuthorization;

const onArbitrum: EvmTerms = { ...terms, network: NETWORKS.arbitrum.network };
/** Blocks are two seconds apart, the hundredth at the end of all windows. */
const timeOf = (number: number) => BigInt(END + (number - 100) * 2);
const hashOf = (number: number) => toHex(number, { size: 32 });
const numberOf = (hash: Hex) => Number(hash);

/** Every read is answered by the next node in line, each of which stands at a block of its own. */
class Balancer {
  /** Height of the node that answers, read by read; the last one answers all that come after it. */
  heights: number[] = [];
  /** The block that used each authorization. */
  readonly used = new Map<Hex, number>();
  asked: { method: string; calls?: number }[] = [];
  takesHashes = true;
  /** As on a rollup where `block.number` is that of the chain below. */
  numberBelow: bigint | undefined;
  /** Answers at its own newest block, whatever it is asked about. */
  isDeaf = false;

  private next(): number {
    return this.heights.length > 1 ? this.heights.shift()! : this.heights[0]!;
  }

  readonly client = {
    getBlock: async () => {
      const height = this.next();
      this.asked.push({ method: 'block' });
      return { number: BigInt(height), timestamp: timeOf(height), hash: hashOf(height) };
    },
    call: async ({ data, blockHash, blockNumber }: { data: Hex; blockHash?: Hex; blockNumber?: bigint }) => {
      const height = this.next();
      if (blockHash && !this.takesHashes) throw new InvalidParamsRpcError(new Error('not a block number'));
      const wanted = blockHash ? numberOf(blockHash) : Number(blockNumber);
      if (!this.isDeaf && wanted > height) throw new ResourceNotFoundRpcError(new Error('header not found'));
      const at = this.isDeaf ? height : wanted;
      const { args } = decodeFunctionData({ abi: multicall3Abi, data });
      const calls = args![0] as readonly { readonly target: Hex; readonly callData: Hex }[];
      this.asked.push({ method: blockHash ? 'hash' : 'number', calls: calls.length - 2 });
      const result = calls.map((call) => ({ success: true, returnData: this.answer(call, at) }));
      return { data: encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result }) };
    },
  } as unknown as PublicClient;

  private answer({ target, callData }: { readonly target: Hex; readonly callData: Hex }, at: number): Hex {
    if (callData === toFunctionSelector('getBlockNumber()'))
      return toHex(this.numberBelow ?? at, { size: 32 });
    if (target === ARB_SYS && callData === toFunctionSelector('arbBlockNumber()'))
      return toHex(at, { size: 32 });
    if (callData === toFunctionSelector('getCurrentBlockTimestamp()')) return toHex(timeOf(at), { size: 32 });
    const usedIn = this.used.get(`0x${callData.slice(-64)}`);
    return toHex(usedIn !== undefined && usedIn <= at ? 1 : 0, { size: 32 });
  }
}

let nodes: Balancer;
let sight: Sight;
beforeEach(() => {
  nodes = new Balancer();
  sight = openSightings(
    nodes.client,
    newestSeen(() => 0),
  );
});

const verdict = (n = 1, transaction: Hex | null = '0xabc', on: EvmTerms = terms) => {
  const findTransfer = async () => (transaction === null ? undefined : { transaction, sender: '0xdef' });
  return unpaid({ sight, findTransfer } as unknown as Chain, on, payment(n), 0);
};
const EXPIRED = { kind: 'failed', reason: 'authorization_expired' };
const UNKNOWN = { kind: 'unknown' };

describe('what one block shows', () => {
  it('is asked for once by all that ask at the same moment: two calls, however many they are', async () => {
    nodes.heights = [90];
    nodes.used.set(toHex(2, { size: 32 }), 90);
    const seen = await Promise.all([1, 2, 3].map((n) => sight(terms, payment(n))));
    expect(seen.map(({ used }) => used)).toEqual([false, true, false]);
    expect(new Set(seen.map(({ time }) => time))).toEqual(new Set([timeOf(90)]));
    expect(nodes.asked).toEqual([{ method: 'block' }, { method: 'hash', calls: 3 }]);
  });

  it('is asked for in parts when there are more than one call may hold', async () => {
    nodes.heights = [90];
    await Promise.all(Array.from({ length: 130 }, (_, n) => sight(terms, payment(n))));
    expect(nodes.asked.flatMap(({ calls }) => calls ?? [])).toEqual([100, 30]);
  });

  it('is read by number where a node takes no hash, once it has said so', async () => {
    nodes.heights = [90];
    nodes.takesHashes = false;
    await sight(terms, payment(1));
    await sight(terms, payment(1));
    expect(nodes.asked.map(({ method }) => method)).toEqual(['block', 'number', 'block', 'number']);
  });

  it.each([true, false])(
    'is no answer when a node answers for another block (hashes: %s)',
    async (hashes) => {
      nodes.heights = [120, 90];
      nodes.takesHashes = hashes;
      nodes.isDeaf = true;
      await expect(sight(terms, payment(1))).rejects.toThrow('another block');
    },
  );
});

describe('a payment that is in no block', () => {
  it.each([
    ['before its window ends', 99, UNKNOWN],
    ['while a block that could hold it may still be undone', 115, UNKNOWN],
    ['on a block fifteen blocks later', 116, EXPIRED],
  ])('%s', async (_when, height, expected) => {
    nodes.heights = [height];
    expect(await verdict()).toEqual(expected);
  });

  it('is not over by a block that is older than one that another node showed', async () => {
    nodes.heights = [200];
    await sight(terms, payment(2));
    nodes.heights = [150];
    expect(await verdict()).toEqual(UNKNOWN);
    nodes.heights = [200];
    expect(await verdict()).toEqual(EXPIRED);
  });
});

describe('where `block.number` is that of the chain below', () => {
  beforeEach(() => {
    nodes.numberBelow = 7n;
  });

  it('what one block shows is known by its own number', async () => {
    nodes.heights = [2_000];
    nodes.used.set(toHex(1, { size: 32 }), 95);
    expect(await verdict(1, null, onArbitrum)).toEqual({ kind: 'failed', reason: 'authorization_used' });
    expect(await verdict(2, null, onArbitrum)).toEqual(EXPIRED);
  });

  it('a node that answers for another block is still found out', async () => {
    nodes.heights = [2_000, 1_990];
    nodes.isDeaf = true;
    await expect(sight(onArbitrum, payment(1))).rejects.toThrow('another block');
  });
});

/** Seconds, where they are not those of the row's finality. */
const MARGINS: Readonly<Record<string, number>> = {
  base: 30,
  'base-sepolia': 30,
  polygon: 60,
  arbitrum: 1_800,
};

describe.each(EVM_NETWORKS)('an unused authorization on $label', ({ name, network, final }) => {
  const margin = MARGINS[name] ?? final.seconds;

  it('is over when no block that could have held it can be replaced any more', async () => {
    nodes.heights = [100 + margin / 2];
    expect(await verdict(1, null, { ...terms, network })).toEqual(UNKNOWN);
    nodes.heights = [101 + margin / 2];
    expect(await verdict(1, null, { ...terms, network })).toEqual(EXPIRED);
    expect(margin * 1_000).toBeGreaterThan(YOUNG_MS);
  });
});

describe('a payment that was mined, behind a balancer with a node that stopped before', () => {
  const SETTLED = { kind: 'settled', transaction: '0xabc' };

  // The time of the node that is well with the state of the one that stopped: once a 402 for money that had moved.
  it.each([
    ['time from the one that is well, state from the one that stopped', [200, 90]],
    ['time and state from the one that stopped', [90, 90]],
    ['time from the one that stopped, state from the one that is well', [90, 200]],
  ])('is never called unpaid: %s', async (_which, heights) => {
    nodes.used.set(toHex(1, { size: 32 }), 95);
    nodes.heights = [...heights];
    expect(await verdict().catch(() => UNKNOWN)).toEqual(UNKNOWN);
    nodes.heights = [200];
    expect(await verdict()).toEqual(SETTLED);
  });

  it('is settled by its log also on a node that is a little behind', async () => {
    nodes.used.set(toHex(1, { size: 32 }), 95);
    nodes.heights = [200];
    await sight(terms, payment(2));
    nodes.heights = [150];
    expect(await verdict()).toEqual(SETTLED);
    expect(await verdict(1, null)).toEqual({ kind: 'failed', reason: 'authorization_used' });
  });
});
