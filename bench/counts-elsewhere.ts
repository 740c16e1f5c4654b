import { setTimeout as pause } from 'node:timers/promises';
import { NETWORK_PARAMETER } from '../src/declare.ts';
import { USDC_SOLANA } from '../src/gate/assets.ts';
import { draftFor, signedDraft } from '../src/gate/rails/solana.testing.ts';
import { reliabilityLedger } from '../src/products/agent-commerce-reliability-ledger/product.ts';
import { callSolana, readSolanaBalance } from '../src/sandbox/solana.ts';
import { SOLANA_BUYERS, solanaAccount } from '../src/sandbox/solana-accounts.ts';
import type { Offer } from '../src/values/payment.ts';
import { buyer as tempoBuyer, tempoTools } from '../test/mpp/support.ts';
import { type Answer, answerOf } from '../test/support/payments.ts';
import type { RpcProxy } from '../test/support/rpc-proxy.ts';
import { solanaPayment } from '../test/support/solana.ts';
import type { Cost } from './counts-rows.ts';

/**
 * What sales and mischief cost on Solana and on Tempo. Transactions are sends: there a buyer's own bytes are sent, and
 * the same bytes again cost nothing. Gas is lamports of our fee payer; on Tempo buyers pay.
 */

type Headers = Readonly<Record<string, string>>;

/** One chain, seen through a node that counts, and a service that sells on it. */
export interface Elsewhere {
  readonly name: 'Solana' | 'Tempo';
  readonly node: RpcProxy;
  /** The call that sends a transaction. */
  readonly sends: string;
  readonly url: string;
  /** What the fee payer has left. */
  purse(): Promise<number>;
  /** A payment of a buyer, signed and not sent. */
  sign(buyer: number): Promise<Headers>;
  /** Leaves a buyer with the price of one answer. */
  empty?(buyer: number): Promise<void>;
  /** A payment that bought an answer. */
  kept?: Headers;
  /** A payment that the node took, and that no block will hold. */
  lost?: Headers;
}

const PRICE = BigInt(reliabilityLedger.price.amount);

export function onSolana(serviceUrl: string, rpcUrl: string, node: RpcProxy): Elsewhere {
  const url = `${serviceUrl}${reliabilityLedger.path}?${NETWORK_PARAMETER}=solana`;
  const settler = solanaAccount('settler');
  return {
    ...{ name: 'Solana', node, url, sends: 'sendTransaction' },
    purse: async () => (await callSolana<{ value: number }>(rpcUrl, 'getBalance', [settler.address])).value,
    sign: async (buyer) => ({ 'payment-signature': await solanaPayment(url, rpcUrl, SOLANA_BUYERS[buyer]!) }),
    async empty(buyer) {
      const payer = SOLANA_BUYERS[buyer]!;
      const balance = BigInt(await readSolanaBalance(rpcUrl, payer.address));
      const { value } = await callSolana<{ value: { blockhash: string } }>(rpcUrl, 'getLatestBlockhash');
      const offer = {
        asset: USDC_SOLANA.asset,
        amount: String(balance - PRICE),
        payTo: solanaAccount('seller').address,
        extra: { feePayer: settler.address },
      } as unknown as Offer;
      const transaction = signedDraft(draftFor(offer, payer.address, value.blockhash), settler, payer);
      await callSolana(rpcUrl, 'sendTransaction', [transaction, { encoding: 'base64' }]);
      while (BigInt(await readSolanaBalance(rpcUrl, payer.address)) !== PRICE) await pause(50);
    },
  };
}

export function onTempo(serviceUrl: string, rpcUrl: string, node: RpcProxy): Elsewhere {
  const url = serviceUrl + reliabilityLedger.path;
  const tools = tempoTools(rpcUrl);
  return {
    ...{ name: 'Tempo', node, url, sends: 'eth_sendRawTransaction' },
    purse: async () => 0,
    async sign(buyer) {
      let authorization: string | undefined;
      const listening = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
        const request = new Request(input, init);
        authorization = request.headers.get('authorization') ?? undefined;
        return authorization === undefined ? fetch(request) : new Response('{}');
      };
      await tools.stock(tempoBuyer(buyer), 'pull', 1, listening as typeof fetch).fetch(url);
      return { authorization: authorization! };
    },
  };
}

interface Row {
  readonly name: string;
  readonly most: Readonly<Record<Elsewhere['name'], Cost>>;
  readonly before?: (side: Elsewhere) => Promise<unknown>;
  readonly run: (side: Elsewhere) => Promise<number>;
  readonly after?: (side: Elsewhere) => Promise<unknown>;
}

const REST_SECONDS = 15;
const send = ({ url }: Elsewhere, headers: Headers): Promise<Answer> => answerOf(fetch(url, { headers }));

async function sendAll(side: Elsewhere, payments: readonly Headers[], ...expected: number[]) {
  const answers = await Promise.all(payments.map((payment) => send(side, payment)));
  const other = answers.find(({ status }) => !expected.includes(status));
  if (other) throw new Error(`answered ${other.status}: ${other.text.slice(0, 300)}`);
  return answers;
}
/** Rows may run alone (`--only`): each makes what it needs, unless a row before it has. */
async function buy(side: Elsewhere): Promise<void> {
  if (side.kept) return;
  const payment = await side.sign(0);
  await sendAll(side, [payment], 200);
  side.kept = payment;
}
async function lose(side: Elsewhere): Promise<void> {
  if (side.lost) return;
  side.node.set(side.sends, { result: `0x${'77'.repeat(32)}` });
  const payment = await side.sign(0);
  await sendAll(side, [payment], 503);
  side.lost = payment;
}
function again(side: Elsewhere, payment: Headers | undefined, times: number, ...expected: number[]) {
  // Without one, 402 would be the answer to a call that nobody paid for.
  if (payment === undefined) throw new Error('there is no payment that could be sent again');
  return sendAll(side, Array<Headers>(times).fill(payment), ...expected);
}
const rest = async () => {
  await pause(REST_SECONDS * 1_000);
  return REST_SECONDS / 60;
};
const cost = (transactions: number, gas: number, calls: number): Cost => ({ transactions, gas, calls });

/** Of a transaction with two signatures and the price that stock clients offer. */
const FEE = 10_001;

export const ELSEWHERE: readonly Row[] = [
  {
    name: 'a sale that is alone',
    // A sandbox asks for a receipt every 20 ms during its first second, and Tempo makes one block a second.
    most: { Solana: cost(1, FEE, 8), Tempo: cost(1, 0, 80) },
    before: buy,
    run: async (side) => (await sendAll(side, [await side.sign(0)], 200)).length,
  },
  {
    name: 'an answer that is fetched again, 50 at once',
    most: { Solana: cost(0, 0, 0.2), Tempo: cost(0, 0, 0.2) },
    before: buy,
    run: async (side) => (await again(side, side.kept, 50, 200)).length,
  },
  {
    name: '50 payments at once of a wallet with the price of one',
    most: { Solana: cost(1, FEE, 150), Tempo: cost(50, 0, 500) },
    before: async (side) => side.empty?.(6),
    run: async (side) => {
      const payments = await Promise.all(Array.from({ length: 50 }, () => side.sign(6)));
      await sendAll(side, payments, 200, 402, 503);
      return 1;
    },
  },
  {
    name: 'a minute in which nobody pays',
    most: { Solana: cost(0, 0, 12), Tempo: cost(0, 0, 12) },
    run: rest,
  },
  {
    name: 'a payment in no block, a minute in which nobody asks',
    most: { Solana: cost(20, 0, 120), Tempo: cost(20, 0, 150) },
    before: lose,
    run: rest,
  },
  {
    name: 'the same, sent again 100 times at once, in all',
    most: { Solana: cost(8, 0, 48), Tempo: cost(8, 0, 330) },
    // On Tempo its window is over by then: the blocks of it are read, each once for all, 300 at the most.
    before: lose,
    run: async (side) => (await again(side, side.lost, 100, 503, 402)).length / 100,
    after: (side) => side.node.set(side.sends, undefined) as unknown as Promise<void>,
  },
];
