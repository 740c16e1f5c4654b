import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeFunctionData, encodeFunctionResult, type Hex, keccak256, multicall3Abi, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { USDC_BASE_TERMS } from '../../gate/assets.ts';
import type { SignedAuthorization } from '../../values/payment.ts';
import { openChain } from './chain.ts';
import { nodeHttp } from './node-http.ts';
import { evmSettler } from './settler.ts';

const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');
const NOW_SECONDS = 1_800_000_000;
const HEAD = {
  number: '0x64',
  timestamp: toHex(NOW_SECONDS),
  hash: `0x${'ab'.repeat(32)}`,
  transactions: [],
  baseFeePerGas: '0x1',
};

const offer = {
  network: USDC_BASE_TERMS.network,
  asset: USDC_BASE_TERMS.asset,
  amount: '10000',
  payTo: `0x${'5e'.repeat(20)}`,
} as const;
const proofOf = (n: number): SignedAuthorization => ({
  kind: 'eip3009',
  authorization: {
    from: `0x${'1a'.repeat(20)}`,
    to: offer.payTo,
    value: offer.amount,
    validAfter: '0',
    validBefore: String(NOW_SECONDS + 120),
    nonce: `0x${String(n).padStart(64, '0')}`,
  },
  signature: `0x${'22'.repeat(65)}`,
});
const bytesOf = (n: number) =>
  account.signTransaction({ type: 'eip1559', chainId: 8453, nonce: n, to: offer.asset as Hex });

/** A node on which nothing is ever mined. */
let requests: string[][];
/** What it says to a transaction that it is sent. */
let refusal: string | undefined;
let server: ReturnType<typeof createServer>;
let settler: ReturnType<typeof evmSettler>;
let now: number;
/** By how much somebody sets the clock as soon as anybody waits. */
let step: number;
let stepped: number;
beforeEach(async () => {
  requests = [];
  refusal = undefined;
  now = NOW_SECONDS * 1_000;
  step = stepped = 0;
  server = createServer(async (incoming, answer) => {
    const text = Buffer.concat(await incoming.toArray()).toString('utf8');
    const body = JSON.parse(text) as Asked | Asked[];
    requests.push([body].flat().map(({ method }) => method));
    answer.end(JSON.stringify(Array.isArray(body) ? body.map(said) : said(body)));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const sleep = async (ms: number) => {
    now += ms;
    stepped = step;
  };
  const clock = { now: () => now + stepped, ticks: () => now, sleep };
  const chain = openChain({ rpcUrl: url, transport: nodeHttp(url) });
  settler = evmSettler({ chain, chainId: 8453, account, clock, pollMs: 500 });
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

interface Asked {
  readonly id: number;
  readonly method: string;
  readonly params: readonly { readonly data: Hex }[];
}
function said({ id, method, params }: Asked) {
  const answer = (result: unknown) => ({ jsonrpc: '2.0', id, result });
  if (method === 'eth_getBlockByNumber') return answer(HEAD);
  if (method === 'eth_getTransactionCount') return answer('0x64');
  if (method === 'eth_call') return answer(unused(params[0]!.data));
  if (method === 'eth_sendRawTransaction')
    return refusal
      ? { jsonrpc: '2.0', id, error: { code: -32000, message: refusal } }
      : answer(keccak256('0x'));
  return answer(null);
}
/** Multicall3: the block's number and time, and then that no authorization was used. */
function unused(data: Hex): Hex {
  const { args } = decodeFunctionData({ abi: multicall3Abi, data });
  const results = [
    BigInt(HEAD.number),
    BigInt(HEAD.timestamp),
    ...(args![0] as unknown[]).slice(2).map(() => 0n),
  ];
  return encodeFunctionResult({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    result: results.map((value) => ({ success: true, returnData: toHex(value, { size: 32 }) })),
  });
}

const look = async (n: number) =>
  settler.resolve(
    { offer, proof: proofOf(n), rawTransaction: await bytesOf(n), since: NOW_SECONDS * 1_000 },
    async () => true,
  );
const asking = async (work: () => Promise<unknown>) => {
  requests = [];
  await work();
  return requests.length;
};

describe('a look at a payment that is in no block', () => {
  it.each([
    ['takes them', undefined],
    ['has them', 'already known'],
    ['refuses them', 'transaction underpriced'],
  ])(
    'is three questions at the most, also when its bytes are sent again and the node %s',
    async (_what, words) => {
      refusal = words;
      for (let i = 0; i < 8; i++) {
        expect(
          await asking(async () => expect(await look(1)).toEqual({ kind: 'unknown' })),
        ).toBeLessThanOrEqual(3);
        now += 2_000;
      }
    },
  );

  it('is two questions for all that are looked at together, and what is sent', async () => {
    const rows = Array.from({ length: 20 }, (_, n) => n);
    await Promise.all(rows.map(bytesOf));
    await asking(() => Promise.all(rows.map(look)));
    const sends = requests.filter(([method]) => method === 'eth_sendRawTransaction').length;
    expect([sends, requests.length - sends]).toEqual([20, 2]);
  });

  it('waits no longer when somebody sets the clock back meanwhile', async () => {
    const began = now;
    step = -3_600_000;
    expect(await look(1)).toEqual({ kind: 'unknown' });
    expect(now - began).toBeLessThan(30_000);
  });
});
