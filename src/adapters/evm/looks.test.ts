import {
  type Abi,
  decodeFunctionData,
  encodeFunctionResult,
  type Hex,
  HttpRequestError,
  multicall3Abi,
  type PublicClient,
  RpcRequestError,
} from 'viem';
import { beforeEach, describe, expect, it } from 'vitest';
import { USDC_BASE_TERMS } from '../../gate/assets.ts';
import type { SignedAuthorization } from '../../values/payment.ts';
import { TOKEN_ABI, transferCall } from './eip3009.ts';
import { type LookAs, OUT_OF_GAS, openLooks } from './looks.ts';

/** Payments are told apart by their payer, whose balance is its number. */
const payment = (n: number, nonce = n): SignedAuthorization => ({
  kind: 'eip3009',
  authorization: {
    from: `0x${String(n).padStart(40, '0')}`,
    to: `0x${'5e'.repeat(20)}`,
    value: '10000',
    validAfter: '0',
    validBefore: '1800000000',
    nonce: `0x${String(nonce).padStart(64, '0')}`,
  },
  signature: `0x${'22'.repeat(65)}`,
});

interface Asked {
  readonly calls: number;
  readonly gas: bigint;
}

/** A token behind Multicall3 that keeps what earlier calls of the same question did, as a node does. */
class FakeNode {
  readonly asked: Asked[] = [];
  readonly spent = new Set<string>();
  /** Payers whose transfer reverts, whoever they are asked about with. */
  readonly poor = new Set<number>();
  /** Payers after whom every later simulation of the question fails. */
  readonly greedy = new Set<number>();
  fault: ((calls: number) => Error | undefined) | undefined;

  readonly client = {
    call: async ({ data, gas }: { data: Hex; gas: bigint }) => {
      const { args } = decodeFunctionData({ abi: multicall3Abi, data });
      const calls = args![0] as readonly { readonly callData: Hex }[];
      this.asked.push({ calls: calls.length, gas });
      const fault = this.fault?.(calls.length);
      if (fault) throw fault;
      const simulated = new Set(this.spent);
      let starved = false;
      const results = calls.map(({ callData }) => {
        const { functionName, args: given } = decodeFunctionData({ abi: TOKEN_ABI as Abi, data: callData });
        const [payer, second] = given as readonly [Hex, Hex];
        const from = Number(payer);
        if (functionName === 'balanceOf') return returned('balanceOf', BigInt(from));
        if (functionName === 'authorizationState') return returned(functionName, simulated.has(second));
        const nonce = (given as readonly Hex[])[5]!;
        const fails = starved || this.poor.has(from) || simulated.has(nonce);
        starved ||= this.greedy.has(from);
        simulated.add(nonce);
        return fails
          ? { success: false, returnData: '0xdeadbeef' as Hex }
          : { success: true, returnData: '0x' as Hex };
      });
      return {
        data: encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result: results }),
      };
    },
    getBlockNumber: async () => 5n,
  } as unknown as Client;
}
type Client = Pick<PublicClient, 'call' | 'getBlockNumber'>;

const returned = (functionName: 'balanceOf' | 'authorizationState', result: bigint | boolean) => ({
  success: true,
  returnData: encodeFunctionResult({ abi: TOKEN_ABI, functionName, result } as never),
});

let node: FakeNode;
let look: ReturnType<typeof openLooks>;
beforeEach(() => {
  node = new FakeNode();
  look = openLooks(node.client);
});
const lookAt = (n: number, as: LookAs = 'shared') => look(USDC_BASE_TERMS, payment(n), as);
const good = (n: number) => ({ balance: BigInt(n), used: false, revert: undefined });
const no = (n: number) => ({ balance: BigInt(n), used: false, revert: '0xdeadbeef' });
const sizes = () => node.asked.map(({ calls }) => calls / 3);

describe('looks at authorizations', () => {
  it('of one moment are one question, each with a verdict of its own', async () => {
    expect(await Promise.all([1, 2, 3].map((n) => lookAt(n)))).toEqual([1, 2, 3].map(good));
    expect(sizes()).toEqual([3]);
  });

  it('that come later do not wait, and are not waited for', async () => {
    const first = lookAt(1);
    await Promise.resolve();
    const second = lookAt(2);
    await Promise.all([first, second]);
    expect(sizes()).toEqual([1, 1]);
  });

  it('are no more than 24 in one question', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, n) => lookAt(n)));
    expect(sizes()).toEqual([24, 6]);
  });

  it('may burn a bounded amount of gas, a little for each', async () => {
    await Promise.all([lookAt(1), lookAt(2)]);
    await lookAt(3);
    expect(node.asked.map(({ gas }) => gas)).toEqual([750_000n, 600_000n]);
  });

  it('of payers that run code of their own are asked alone', async () => {
    await Promise.all([lookAt(1), lookAt(2, 'alone'), lookAt(3)]);
    expect(sizes().sort()).toEqual([1, 2]);
  });

  it('of one nonce, in one question, do not make each other look used', async () => {
    const twin = look(USDC_BASE_TERMS, payment(2, 1), 'shared');
    expect(await Promise.all([lookAt(1), twin])).toEqual([good(1), good(2)]);
  });

  it('that say no are looks of their own: a no among others is asked again alone', async () => {
    node.poor.add(2);
    expect(await Promise.all([1, 2, 3].map((n) => lookAt(n)))).toEqual([good(1), no(2), good(3)]);
    expect(sizes()).toEqual([3, 1]);
  });

  it('suffer nothing from a payer that uses up the gas of the others', async () => {
    node.greedy.add(1);
    expect(await Promise.all([1, 2, 3].map((n) => lookAt(n)))).toEqual([1, 2, 3].map(good));
    expect(sizes()).toEqual([3, 1, 1]);
  });

  it('are asked one by one when the node will not carry out the shared question', async () => {
    node.fault = (calls) =>
      calls > 3
        ? new RpcRequestError({
            body: {},
            error: { code: -32000, message: 'out of gas' },
            url: 'http://node',
          })
        : undefined;
    expect(await Promise.all([1, 2].map((n) => lookAt(n)))).toEqual([1, 2].map(good));
    expect(sizes()).toEqual([2, 1, 1]);
  });

  it('fail when the node cannot be asked, and ask no further questions', async () => {
    node.fault = () => new HttpRequestError({ url: 'http://node' });
    const all = await Promise.allSettled([1, 2].map((n) => lookAt(n)));
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(sizes()).toEqual([2]);
  });

  it('fail alone, too, when the node answers with an error', async () => {
    node.fault = () =>
      new RpcRequestError({ body: {}, error: { code: -32000, message: 'no' }, url: 'http://node' });
    await expect(lookAt(1)).rejects.toThrow(RpcRequestError);
  });

  describe('of a payer that runs code', () => {
    const SENT_AS = {
      account: payment(9).authorization.from as Hex,
      gas: 300_000n,
      maxFeePerGas: 7n,
      maxPriorityFeePerGas: 3n,
    };
    /** What the node says to the transaction itself; the reads go to Multicall3 as ever. */
    const answering = (answer: () => Promise<{ data?: Hex }>) => {
      const sent: unknown[] = [];
      const client = {
        getBlockNumber: async () => 5n,
        call: async (asked: { to: Hex; data: Hex; gas: bigint }) => {
          if (asked.to !== USDC_BASE_TERMS.asset) return node.client.call(asked as never);
          sent.push(asked);
          return answer();
        },
      } as unknown as Client;
      return { sent, look: () => openLooks(client)(USDC_BASE_TERMS, payment(1), SENT_AS) };
    };
    const refusal = (message: string, data?: string) =>
      new RpcRequestError({
        body: {},
        error: { code: 3, message, ...(data && { data }) },
        url: 'http://node',
      });

    it('is the very transaction, with its sender, its gas and its fee', async () => {
      const { sent, look } = answering(async () => ({}));
      expect(await look()).toEqual(good(1));
      expect(sent).toEqual([
        { ...SENT_AS, blockNumber: 5n, to: USDC_BASE_TERMS.asset, data: transferCall(payment(1)) },
      ]);
    });

    /**
     * Behind one address, in turn: a node that stopped at block 4, where the authorization was good, and one at block 5,
     * by which it was used and has run out.
     */
    it('is of one block, when two nodes of different blocks answer in turn', async () => {
      let turns = 0;
      const client = {
        getBlockNumber: async () => 5n,
        call: async (asked: { to: Hex; blockNumber?: bigint }) => {
          const block = asked.blockNumber ?? (turns++ === 0 ? 4n : 5n);
          if (block === 5n) node.spent.add(payment(1).authorization.nonce);
          if (asked.to !== USDC_BASE_TERMS.asset) return node.client.call(asked as never);
          if (block === 5n) throw refusal('execution reverted: FiatTokenV2: authorization is expired');
          return {};
        },
      } as unknown as Client;
      const { used } = await openLooks(client)(USDC_BASE_TERMS, payment(1), SENT_AS);
      expect(used).toBe(true);
    });

    it.each([
      'out of gas',
      'out of gas: gas required exceeds allowance: 300000',
      'gas required exceeds allowance (300000)',
      'EVM error OutOfGas',
      'OutOfGas',
      'VM execution error. Out of gas',
      'INSUFFICIENT_GAS',
    ])('is a no where the node says %s', async (message) => {
      const { look } = answering(() => Promise.reject(refusal(message)));
      expect(await look()).toEqual({ ...good(1), revert: OUT_OF_GAS });
    });

    it.each([
      [
        'with data',
        refusal(
          'execution reverted',
          `0x08c379a0${'20'.padStart(64, '0')}${'5'.padStart(64, '0')}${'68656c6c6f'.padEnd(64, '0')}`,
        ),
        'hello',
      ],
      [
        'with words alone',
        refusal('execution reverted: FiatTokenV2: invalid signature'),
        'execution reverted: FiatTokenV2: invalid signature',
      ],
    ])('is a no where it is reverted %s', async (_how, error, revert) => {
      const { look } = answering(() => Promise.reject(error));
      expect(await look()).toEqual({ ...good(1), revert });
    });

    it.each([
      [
        'our account cannot pay',
        refusal('insufficient funds for gas * price + value: address 0x1 have 1 want 2'),
      ],
      ['nobody can be asked', new HttpRequestError({ url: 'http://node' })],
      ['the node has no such block', refusal('header not found')],
    ])('is no answer where %s', async (_what, error) => {
      const { look } = answering(() => Promise.reject(error));
      await expect(look()).rejects.toBe(error);
    });
  });
});
