import {
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  InvalidParamsRpcError,
  multicall3Abi,
  type PublicClient,
  prepareEncodeFunctionData,
  toFunctionSelector,
} from 'viem';
import { MULTICALL3 } from '../../values/assets.ts';
import { Failure } from '../../values/failure.ts';
import { evmRowOf } from '../../values/networks.ts';
import type { Offer, SignedAuthorization } from '../../values/payment.ts';
import type { Newest } from '../newest.ts';
import { TOKEN_ABI } from './eip3009.ts';

/** What one block shows of an authorization: all of it true at the same instant. */
export interface Sighting {
  readonly used: boolean;
  /** Epoch seconds, by the block itself. */
  readonly time: bigint;
  /** Another node has shown a newer block: what this one lacks may have happened since. */
  readonly isBehind: boolean;
}

export type Sight = (
  terms: Pick<Offer, 'asset' | 'network'>,
  signed: SignedAuthorization,
) => Promise<Sighting>;

/** For one `eth_call`; a read takes ten thousand gas. */
const MAX_TOGETHER = 100;

const STATE = prepareEncodeFunctionData({ abi: TOKEN_ABI, functionName: 'authorizationState' });
const TOGETHER = prepareEncodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3' });
/** Multicall3 on the block that it is executed at. */
const NUMBER = { target: MULTICALL3, data: toFunctionSelector('getBlockNumber()') };
const TIME = { target: MULTICALL3, data: toFunctionSelector('getCurrentBlockTimestamp()') };

interface Call {
  readonly target: Hex;
  readonly allowFailure: false;
  readonly callData: Hex;
}
const callOf = (target: string, data: string): Call => ({
  ...{ target: target as Hex, allowFailure: false, callData: data as Hex },
});

interface Waiting {
  readonly network: Offer['network'];
  readonly call: Call;
  readonly resolve: (sighting: Sighting) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Reads the state of authorizations at one block, for all that ask at the same moment: the newest block, then everything
 * else at its hash. Two reads of "latest" may come from two nodes, and a node that stopped minutes ago does not say so:
 * the time of the one with the "unused" of the other would make an expired payment of one that was mined. The block is
 * asked for its own number and time too, since a node or a cache may not heed the hash.
 */
export function openSightings(client: Pick<PublicClient, 'getBlock' | 'call'>, newest: Newest): Sight {
  let waiting: Waiting[] = [];
  let takesHashes = true;

  return ({ asset, network }, { authorization }) =>
    new Promise((resolve, reject) => {
      const args = [authorization.from as Hex, authorization.nonce as Hex] as const;
      const callData = encodeFunctionData({ ...STATE, args });
      // What one event of the loop brings is here by the time that its microtasks have run.
      if (waiting.length === 0) queueMicrotask(begin);
      waiting.push({ network, call: callOf(asset, callData), resolve, reject });
      if (waiting.length >= MAX_TOGETHER) begin();
    });

  function begin(): void {
    const group = waiting;
    waiting = [];
    const [first] = group;
    if (!first) return;
    // One client has one chain, so the network of one is that of all.
    const { blockNumber = NUMBER } = evmRowOf(first.network) ?? {};
    const own = [blockNumber, TIME].map(({ target, data }) => callOf(target, data));
    look(
      own,
      group.map(({ call }) => call),
    ).then(
      (sightings) => {
        for (const [i, { resolve }] of group.entries()) resolve(sightings[i]!);
      },
      (error) => {
        for (const { reject } of group) reject(error);
      },
    );
  }

  async function look(own: readonly Call[], calls: readonly Call[]): Promise<Sighting[]> {
    const { number, timestamp: time, hash } = await client.getBlock();
    const data = encodeFunctionData({ ...TOGETHER, args: [[...own, ...calls]] });
    const answer = await at({ number, hash }, data);
    const results = decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data: answer });
    const [ownNumber, ownTime, ...states] = results.map(({ returnData }) => BigInt(returnData));
    if (ownNumber !== number || ownTime !== time || states.length !== calls.length)
      throw new Failure('the node answered for another block than it was asked about', 'OTHER_BLOCK');
    if (!states.every((state) => state === 0n || state === 1n))
      throw new Failure('the node shows a state that an authorization does not have', 'OTHER_ANSWER');
    const isBehind = !newest.saw(number);
    return states.map((state) => ({ used: state === 1n, time, isBehind }));
  }

  /** EIP-1898. A node that does not take hashes is asked by number: the block's own word is then what ties it together. */
  async function at({ number, hash }: { number: bigint; hash: Hex }, data: Hex): Promise<Hex> {
    const block = takesHashes ? { blockHash: hash, requireCanonical: true } : { blockNumber: number };
    try {
      return (await client.call({ to: MULTICALL3, data, ...block })).data ?? '0x';
    } catch (error) {
      if (!takesHashes || !isOfParameters(error)) throw error;
      takesHashes = false;
      return at({ number, hash }, data);
    }
  }
}

/** The node does not understand the question, as opposed to not having the block. */
const isOfParameters = (error: unknown): boolean =>
  error instanceof Error &&
  'walk' in error &&
  (error as { walk: (fn: (cause: unknown) => boolean) => unknown }).walk(
    (cause) => cause instanceof InvalidParamsRpcError,
  ) !== null;
