import { decodeFunctionData, type Hex, multicall3Abi } from 'viem';
import { beforeEach, describe, expect, it } from 'vitest';
import { MULTICALL3 } from '../../values/assets.ts';
import { isShared, openBatches, type SendOrder } from './batch.ts';
import type { Lane, Sent, Signed } from './lane.ts';

const TOKEN: Hex = `0x${'70'.repeat(20)}`;

interface Sending {
  readonly to: Hex;
  readonly data: Hex;
  readonly until: bigint;
  readonly gas: bigint | undefined;
}

/** A lane that sends when it is told to, one at a time. */
class FakeLane implements Lane {
  readonly sent: Sending[] = [];
  answer: Sent | undefined;
  #free: Promise<unknown> = Promise.resolve();
  #open: (() => void) | undefined;

  /** What is submitted from now on waits for `open`. */
  close(): void {
    this.#free = new Promise<void>((resolve) => {
      this.#open = resolve;
    });
  }
  open(): void {
    this.#open?.();
  }
  async submit(
    to: Hex,
    data: Hex,
    record: (signed: Signed) => Promise<boolean>,
    until: bigint,
    gas?: bigint,
  ): Promise<Sent> {
    await this.#free;
    if (this.answer) return this.answer;
    const transaction: Hex = `0x${String(this.sent.length).padStart(64, '0')}`;
    if (!(await record({ rawTransaction: '0x02', transaction }))) return { kind: 'not_sent' };
    this.sent.push({ to, data, until, gas });
    return { kind: 'sent', transaction };
  }
  hasTried = () => true;
  isBehindGap = async () => false;
  fees = async () => ({ maxFeePerGas: 1n, maxPriorityFeePerGas: 1n });
  canPay = async () => true;
  resend = async () => 'sent' as const;
  doubt = () => {};
  fillGap = async () => {};
  overtaken = async () => [];
}

let lane: FakeLane;
let recorded: string[];
let batches: ReturnType<typeof openBatches>;
beforeEach(() => {
  lane = new FakeLane();
  recorded = [];
  batches = openBatches(lane);
});

const dataOf = (n: number): Hex => `0x${n.toString(16).padStart(2, '0')}`;
const order = (n: number, given: Partial<SendOrder> = {}): SendOrder => ({
  to: TOKEN,
  data: dataOf(n),
  until: BigInt(n),
  mayShare: true,
  record: async ({ transaction }) => {
    recorded.push(`${n} in ${Number(transaction)}`);
    return true;
  },
  ...given,
});

/** Submits `orders` while the lane is busy with number 0. */
async function whileBusy(orders: readonly SendOrder[]) {
  lane.close();
  const first = batches.submit(order(0));
  await Promise.resolve();
  const others = orders.map((each) => batches.submit(each));
  lane.open();
  return [await first, ...(await Promise.all(others))];
}

const callsOf = ({ data }: Sending) =>
  decodeFunctionData({ abi: multicall3Abi, data }).args[0] as readonly {
    target: Hex;
    allowFailure: boolean;
    callData: Hex;
  }[];

describe('what waits', () => {
  it('goes at once, to the token itself, when nobody else is there', async () => {
    expect(await batches.submit(order(1))).toMatchObject({ kind: 'sent', shared: false });
    expect(lane.sent).toEqual([{ to: TOKEN, data: dataOf(1), until: 1n, gas: undefined }]);
  });

  it('shares one transaction in which each may fail alone, recorded by every row before it is sent', async () => {
    const answers = await whileBusy([order(1), order(2), order(3)]);
    expect(answers.map(({ shared }) => shared)).toEqual([false, true, true, true]);
    expect(new Set(answers.slice(1).map((each) => each.kind === 'sent' && each.transaction)).size).toBe(1);
    expect(lane.sent).toHaveLength(2);
    expect(lane.sent[1]!.to).toBe(MULTICALL3);
    expect(callsOf(lane.sent[1]!)).toEqual(
      [1, 2, 3].map((n) => ({ target: TOKEN, allowFailure: true, callData: dataOf(n) })),
    );
    expect(recorded).toEqual(['0 in 0', '1 in 1', '2 in 1', '3 in 1']);
  });

  it('never shares with a payer that runs its own code, and keeps its turn', async () => {
    await whileBusy([order(1, { mayShare: false }), order(2), order(3)]);
    expect(lane.sent.map(({ to }) => to)).toEqual([TOKEN, TOKEN, MULTICALL3]);
    expect(lane.sent[1]!.data).toBe(dataOf(1));
  });

  it('is shared by 24 at the most, with gas for each', async () => {
    await whileBusy(Array.from({ length: 30 }, (_, i) => order(i + 1)));
    expect(lane.sent.slice(1).map((each) => callsOf(each).length)).toEqual([24, 6]);
    expect(lane.sent[1]!.gas).toBe(100_000n + 24n * 150_000n);
  });

  it('can charge until the last of them cannot', async () => {
    await whileBusy([order(2), order(9), order(4)]);
    expect(lane.sent[1]!.until).toBe(9n);
  });
});

describe('a row that cannot hold the bytes', () => {
  it.each([
    ['says no', async () => false],
    ['throws', async () => Promise.reject(new Error('disk full'))],
  ])('and %s: they are never sent; the others go one by one', async (_how, record) => {
    const answers = await whileBusy([order(1), order(2, { record }), order(3)]);
    expect(answers.map(({ kind }) => kind)).toEqual(['sent', 'sent', 'not_sent', 'sent']);
    expect(lane.sent.map(({ to, data }) => [to, data])).toEqual([0, 1, 3].map((n) => [TOKEN, dataOf(n)]));
  });

  it('when the lane sends nothing, nobody is sent', async () => {
    lane.answer = { kind: 'not_sent' };
    expect((await whileBusy([order(1), order(2)])).map(({ kind }) => kind)).toEqual(
      Array<string>(3).fill('not_sent'),
    );
    lane.answer = { kind: 'unknown' };
    expect((await whileBusy([order(1), order(2)])).map(({ kind }) => kind)).toEqual(
      Array<string>(3).fill('unknown'),
    );
  });
});

describe('bytes', () => {
  it('are shared when they go to Multicall3, and not when a payer writes its address into what it signed', async () => {
    const { privateKeyToAccount } = await import('viem/accounts');
    const account = privateKeyToAccount(`0x${'11'.repeat(32)}`);
    const sign = (to: Hex, data: Hex, nonce: number) =>
      account.signTransaction({ type: 'eip1559', chainId: 8453, to, data, nonce, gas: 1n, maxFeePerGas: 1n });
    for (const nonce of [0, 1, 255, 70_000, 2 ** 40])
      expect(isShared(await sign(MULTICALL3, '0x82ad56cb', nonce))).toBe(true);
    const word = MULTICALL3.slice(2).toLowerCase().padStart(64, '0');
    const signed: Hex = `0xcf092995${'1a'.padStart(64, '0')}${word.repeat(6)}`;
    for (const nonce of [0, 70_000]) expect(isShared(await sign(TOKEN, signed, nonce))).toBe(false);
  });
});
