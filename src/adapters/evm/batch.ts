import { encodeFunctionData, type Hex, multicall3Abi, prepareEncodeFunctionData } from 'viem';
import { MULTICALL3 } from '../../values/assets.ts';
import { type Lane, recorded, type Sent, type Signed } from './lane.ts';

/**
 * Authorizations that wait for the lane at the same moment go in one transaction, each with a verdict of its own: a
 * call that fails takes nothing with it. Nobody waits in order to be together; an idle lane takes what is there.
 */

/** Many enough to make the lane a small part of a sale, few enough for any block. */
const MAX_TOGETHER = 24;
/** Gas for a transfer of an ordinary account, among others. */
const SHARED_GAS = 150_000n;
const OUTER_GAS = 100_000n;

export interface SendOrder {
  readonly to: Hex;
  readonly data: Hex;
  /** Must make what is about to be sent durable in the sale's own row. */
  readonly record: (signed: Signed) => Promise<boolean>;
  /** See {@link Lane.submit}. */
  readonly until: bigint;
  /** False for payers whose signature runs their own code, or whose last transaction failed: they go alone. */
  readonly mayShare: boolean;
  /** For one that goes alone; without it, what an account without code needs. */
  readonly gas?: bigint;
}

/** `shared`: the transaction carries other sales too. */
export type Submitted = Sent & { readonly shared: boolean };

export interface Batches {
  submit(order: SendOrder): Promise<Submitted>;
}

const TOGETHER = prepareEncodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3' });

/** Where a transaction names its recipient, in characters of hex: before anything that a payer had a say in. */
const HEAD = 136;

/** Whether these bytes carry several sales: they go to Multicall3. */
export const isShared = (rawTransaction: Hex): boolean =>
  rawTransaction.slice(0, HEAD).toLowerCase().includes(MULTICALL3.slice(2).toLowerCase());

interface Waiting {
  readonly order: SendOrder;
  readonly resolve: (submitted: Submitted) => void;
  readonly reject: (error: unknown) => void;
}

export function openBatches(lane: Lane): Batches {
  const queue: Waiting[] = [];
  let busy = false;

  return {
    submit: (order) =>
      new Promise((resolve, reject) => {
        queue.push({ order, resolve, reject });
        if (busy) return;
        busy = true;
        // What one event of the loop brings is here by the time that its microtasks have run.
        queueMicrotask(() => void work());
      }),
  };

  async function work(): Promise<void> {
    for (let group = next(); group.length > 0; group = next())
      await (group.length === 1 ? alone(group[0]!) : together(group));
    busy = false;
  }

  /** The oldest, with all that may share with it, in their order. */
  function next(): Waiting[] {
    if (!queue[0]?.order.mayShare) return queue.splice(0, 1);
    const group = queue.filter(({ order }) => order.mayShare).slice(0, MAX_TOGETHER);
    for (const waiting of group) queue.splice(queue.indexOf(waiting), 1);
    return group;
  }

  async function alone({ order, resolve, reject }: Waiting): Promise<void> {
    try {
      const sent = await lane.submit(order.to, order.data, order.record, order.until, order.gas);
      resolve({ ...sent, shared: false });
    } catch (error) {
      reject(error);
    }
  }

  /**
   * All rows hold the bytes before they are sent. When one of them cannot, these bytes are not sent at all, since they
   * would charge a buyer whose row does not say so, and the others go one by one.
   */
  async function together(group: readonly Waiting[]): Promise<void> {
    const calls = group.map(({ order: { to, data } }) => ({
      target: to,
      allowFailure: true,
      callData: data,
    }));
    const data = encodeFunctionData({ ...TOGETHER, args: [calls] });
    let held: readonly boolean[] | undefined;
    const record = async (signed: Signed) => {
      held = await Promise.all(group.map(({ order }) => recorded(order.record, signed)));
      return held.every(Boolean);
    };
    try {
      const until = group.reduce((last, { order }) => (order.until > last ? order.until : last), 0n);
      const gas = OUTER_GAS + SHARED_GAS * BigInt(group.length);
      const sent = await lane.submit(MULTICALL3, data, record, until, gas);
      // What is left may pay for one of them, and for the next when that is mined.
      const isTooDear = held === undefined && sent.kind === 'not_sent' && sent.refused === 'out_of_gas';
      if (isTooDear) {
        for (const waiting of group) await alone(waiting);
        return;
      }
      if (sent.kind !== 'not_sent' || held === undefined || held.every(Boolean)) {
        for (const { resolve } of group) resolve({ ...sent, shared: true });
        return;
      }
    } catch (error) {
      for (const { reject } of group) reject(error);
      return;
    }
    for (const [i, waiting] of group.entries())
      if (held[i]) await alone(waiting);
      else waiting.resolve({ kind: 'not_sent', shared: true });
  }
}
