import { opportunityCheck } from '../src/products/opportunity-check/product.ts';
import { sandboxAccount } from '../src/sandbox/chain.ts';
import type { ChainTools } from '../test/support/chain.ts';
import { type Answer, challengeOf, encode, getCall, pay, payloadFor } from '../test/support/payments.ts';
import type { RpcProxy } from '../test/support/rpc-proxy.ts';
import { burnsAfter, walletWith } from '../test/support/wallet-code.ts';

/** What is counted in `counts.ts`, and what it may cost. */

export interface Cost {
  readonly transactions: number;
  readonly gas: number;
  /** JSON-RPC calls; each of a batch is one. */
  readonly calls: number;
}

export interface Row {
  readonly name: string;
  readonly most: Cost;
  /** Makes what is counted ready; its costs are not. */
  readonly before?: (stand: Stand) => Promise<unknown>;
  /** Answers over how many the costs are shared out. */
  readonly run: (stand: Stand) => Promise<number>;
  readonly after?: (stand: Stand) => Promise<unknown>;
}

/** A service on a chain of its own, which it sees through a node that counts. */
export interface Stand {
  readonly url: string;
  readonly tools: ChainTools;
  readonly node: RpcProxy;
  /** A payment that one step signs and another one sends. */
  kept?: string;
}

/** Gas that failed transactions of wallet contracts may use (`FAILED_GAS_BUDGET`). */
export const BUDGET = 700_000;
const PRICE = BigInt(opportunityCheck.price.amount);
const SETTLER = sandboxAccount('settler').address;
const REST_SECONDS = 20;

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
const call = ({ url }: Stand) => getCall(url + opportunityCheck.path);

interface Payer {
  readonly signer: ReturnType<ChainTools['buyer']>;
  /** A wallet contract that the signer signs for. */
  readonly from?: `0x${string}`;
}
const buyers = ({ tools }: Stand, count: number): Payer[] =>
  Array.from({ length: count }, (_, i) => ({ signer: tools.buyer(i % 6) }));

/** Payments of these payers, all signed before the first one is sent. */
async function sign(stand: Stand, ...payers: readonly Payer[]): Promise<string[]> {
  const required = await challengeOf(call(stand).url);
  return Promise.all(
    payers.map(async ({ signer, from }) =>
      encode(await payloadFor(required, signer, from ? { authorization: { from } } : {})),
    ),
  );
}

/** Sends them all at once; throws where one is answered otherwise than it should. */
async function send(stand: Stand, payments: readonly string[], ...expected: number[]): Promise<Answer[]> {
  const answers = await Promise.all(payments.map((payment) => pay(call(stand), payment)));
  const other = answers.find(({ status }) => !expected.includes(status));
  if (other) throw new Error(`answered ${other.status}: ${other.text.slice(0, 300)}`);
  return answers;
}
const sell = async (stand: Stand, count: number): Promise<number> =>
  (await send(stand, await sign(stand, ...buyers(stand, count)), 200)).length;

/** Signs one payment, sends it, and keeps it. */
async function keep(stand: Stand, expected: number): Promise<void> {
  [stand.kept] = await sign(stand, ...buyers(stand, 1));
  await send(stand, [stand.kept!], expected);
}
const again = (stand: Stand, times: number, expected: number): Promise<Answer[]> =>
  send(stand, Array<string>(times).fill(stand.kept!), expected);

/** The node takes transactions, and no block ever holds them. */
const swallow = ({ node }: Stand) => node.set('eth_sendRawTransaction', { result: `0x${'77'.repeat(32)}` });

/** From here on the payment that was kept can be mined. */
async function mend(stand: Stand): Promise<void> {
  stand.node.set('eth_sendRawTransaction', undefined);
  for (;;) if ((await send(stand, [stand.kept!], 200, 503))[0]!.status === 200) return;
}

/** A wallet contract pays; its signature is good when it is looked at, and burns its gas when it is mined. */
async function failFrom(stand: Stand, from: `0x${string}`): Promise<void> {
  const { client, buyer } = stand.tools;
  const payments = await sign(stand, { signer: buyer(6), from });
  await client.setCode({ address: from, bytecode: burnsAfter(await client.getBlockNumber()) });
  await send(stand, payments, 402, 503);
}
const wallet = ({ tools }: Stand) => walletWith(tools, tools.buyer(6), '0x', PRICE * 20n);

export const ROWS: readonly Row[] = [
  {
    name: 'a sale that is alone',
    most: { transactions: 1, gas: 80_000, calls: 5 },
    before: (stand) => sell(stand, 6),
    run: (stand) => sell(stand, 1),
  },
  {
    name: 'a sale, 24 at once',
    most: { transactions: 0.5, gas: 60_000, calls: 3 },
    run: (stand) => sell(stand, 24),
  },
  {
    name: 'an answer that is fetched again, 50 at once',
    most: { transactions: 0, gas: 0, calls: 0.2 },
    before: (stand) => keep(stand, 200),
    run: async (stand) => (await again(stand, 50, 200)).length,
  },
  {
    name: '100 payments at once of a wallet with the price of one',
    most: { transactions: 1, gas: 80_000, calls: 120 },
    run: async (stand) => {
      const { buyer: signer } = await stand.tools.freshBuyer(PRICE);
      await send(stand, await sign(stand, ...Array<Payer>(100).fill({ signer })), 200, 402, 503);
      return 1;
    },
  },
  {
    name: 'a minute in which nobody pays',
    most: { transactions: 0, gas: 0, calls: 12 },
    run: async () => {
      await pause(REST_SECONDS);
      return REST_SECONDS / 60;
    },
  },
  {
    name: 'a payment in no block, a minute in which nobody asks',
    most: { transactions: 0, gas: 0, calls: 120 },
    before: async (stand) => {
      swallow(stand);
      await keep(stand, 503);
    },
    run: async () => {
      await pause(REST_SECONDS);
      return REST_SECONDS / 60;
    },
  },
  {
    name: 'the same, sent again once',
    most: { transactions: 0, gas: 0, calls: 48 },
    run: async (stand) => (await again(stand, 1, 503)).length,
  },
  {
    name: 'the same, sent again 100 times at once, in all',
    most: { transactions: 0, gas: 0, calls: 48 },
    run: async (stand) => (await again(stand, 100, 503)).length / 100,
    after: mend,
  },
  {
    name: 'a payment while the settler has no gas',
    most: { transactions: 0, gas: 0, calls: 2 },
    before: (stand) => stand.tools.client.setBalance({ address: SETTLER, value: 0n }),
    run: async (stand) => (await send(stand, await sign(stand, ...buyers(stand, 40)), 503)).length,
    after: async (stand) => {
      await stand.tools.client.setBalance({ address: SETTLER, value: 10n ** 20n });
      for (const [payment] = await sign(stand, ...buyers(stand, 1)); ; await pause(0.5))
        if ((await send(stand, [payment!], 200, 503))[0]!.status === 200) return;
    },
  },
  {
    name: 'five payments of a wallet contract that fails each time, in all',
    most: { transactions: 1, gas: 320_000, calls: 100 },
    run: async (stand) => {
      const from = await wallet(stand);
      for (let i = 0; i < 5; i++) await failFrom(stand, from);
      return 1;
    },
  },
  {
    name: `six wallet contracts that fail, with a budget of ${BUDGET}, in all`,
    most: { transactions: 3, gas: BUDGET, calls: 120 },
    run: async (stand) => {
      for (let i = 0; i < 6; i++) await failFrom(stand, await wallet(stand));
      return 1;
    },
  },
];
