import { afterEach, expect, it, vi } from 'vitest';
import { USDC_BASE_TERMS } from '../gate/assets.ts';
import type { Payment, SignedAuthorization } from '../values/payment.ts';
import { edgeEnv } from './app.testing.ts';
import { openOutside } from './outside.ts';

afterEach(() => vi.unstubAllGlobals());

const hex = (byte: string, bytes: number): `0x${string}` => `0x${byte.repeat(bytes)}`;
const TRANSACTION = hex('ab', 32);
const env = { ...edgeEnv({}), EDGE_MODE: 'sandbox' };
const payment = {
  rail: 'x402',
  key: 'key',
  payer: hex('a1', 20),
  offer: {
    ...USDC_BASE_TERMS,
    scheme: 'exact',
    amount: '10000',
    payTo: env.PAY_TO_EVM,
    maxTimeoutSeconds: 60,
  },
  proof: {
    kind: 'eip3009',
    signature: hex('ab', 65),
    authorization: {
      ...{ from: hex('a1', 20), to: env.PAY_TO_EVM, value: '10000' },
      ...{ validAfter: '0', validBefore: '4000000000', nonce: hex('0c', 32) },
    },
  },
} as unknown as Payment<SignedAuthorization>;

/** A facilitator that settles, and a node whose word of it comes when it comes. */
function openNetwork(receipt: Promise<object>) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    if (request.url.startsWith(env.FACILITATOR_URL))
      return Response.json({
        ...{ success: true, transaction: TRANSACTION, network: payment.offer.network, payer: payment.payer },
      });
    const { id, method } = (await request.json()) as { id: number; method: string };
    asked.push(method);
    return method === 'eth_getTransactionReceipt'
      ? Response.json({ jsonrpc: '2.0', id, result: await receipt })
      : Response.json({ jsonrpc: '2.0', id, error: { code: -32_000, message: 'not now' } });
  });
  return asked;
}

it('the settler of a call waits for nothing that another call began: that one may have ended', async () => {
  const { promise: receipt, resolve: comes } = Promise.withResolvers<object>();
  const asked = openNetwork(receipt);
  const outside = (await openOutside(env))!;
  const settle = () => outside.settlerAlone().settle(payment, async () => true);
  const first = settle();
  await expect.poll(() => asked).toEqual(['eth_getTransactionReceipt']);
  const second = settle();
  await expect
    .poll(() => asked, { timeout: 5_000 })
    .toEqual(['eth_getTransactionReceipt', 'eth_getTransactionReceipt']);
  comes({ status: '0x0', logs: [], transactionHash: TRANSACTION, blockNumber: '0x1' });
  expect(await Promise.all([first, second])).toEqual([{ kind: 'unknown' }, { kind: 'unknown' }]);
});
