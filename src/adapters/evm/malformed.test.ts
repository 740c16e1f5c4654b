import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  custom,
  decodeFunctionData,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionResult,
  type Hex,
  keccak256,
  multicall3Abi,
  pad,
  toFunctionSelector,
  toHex,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { USDC_BASE_TERMS } from '../../gate/assets.ts';
import type { Payment, SignedAuthorization } from '../../values/payment.ts';
import { malformed, NO_ANSWERS, someOf } from '../malformed.testing.ts';
import { openChain } from './chain.ts';
import { ERC_1271_MAGIC, TOKEN_ABI } from './eip3009.ts';
import { nodeHttp } from './node-http.ts';
import { evmSettler } from './settler.ts';

const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');
const NOW = 1_800_000_000;
const payer: Hex = `0x${'1a'.repeat(20)}`;
const payTo: Hex = `0x${'5e'.repeat(20)}`;
const { network, extra } = USDC_BASE_TERMS;
const asset = USDC_BASE_TERMS.asset as Hex;
const offer = { scheme: 'exact', network, asset, amount: '10000', payTo, maxTimeoutSeconds: 120, extra };
const nonce: Hex = `0x${'0c'.repeat(32)}`;
const signature: Hex = `0x${'22'.repeat(65)}`;
const hash: Hex = `0x${'ab'.repeat(32)}`;

/** What is true of the payment, as the good node shows it. */
interface Truth {
  readonly used?: boolean;
  readonly isPaid?: boolean;
  readonly isMined?: boolean;
  readonly isCancelled?: boolean;
  readonly isOver?: boolean;
  /** The payer's account is a wallet contract. */
  readonly isWallet?: boolean;
}

let raw: Hex;
beforeAll(async () => {
  raw = await account.signTransaction({ type: 'eip1559', chainId: 8453, nonce: 7, to: asset });
});

const proofOf = (isOver = false): SignedAuthorization => ({
  kind: 'eip3009',
  authorization: {
    from: payer,
    to: payTo,
    value: '10000',
    validAfter: '0',
    validBefore: String(isOver ? NOW - 600 : NOW + 120),
    nonce,
  },
  signature,
});

const logsOf = ({ isCancelled }: Truth, transactionHash: Hex) => {
  const placed = { address: asset, transactionHash, blockNumber: '0x64', blockHash: hash };
  const eventName = isCancelled ? 'AuthorizationCanceled' : 'AuthorizationUsed';
  const ended = encodeEventTopics({ abi: TOKEN_ABI, eventName, args: { authorizer: payer, nonce } });
  const moved = encodeEventTopics({
    abi: TOKEN_ABI,
    eventName: 'Transfer',
    args: { from: payer, to: payTo },
  });
  const data = encodeAbiParameters([{ type: 'uint256' }], [10_000n]);
  return [
    { ...placed, topics: ended, data: '0x', logIndex: '0x0' },
    { ...placed, topics: moved, data, logIndex: '0x1' },
  ];
};

/** What Multicall3 answers to each call in it. */
function multicall(data: Hex, { used }: Truth): Hex {
  const { args } = decodeFunctionData({ abi: multicall3Abi, data });
  const results = (args as unknown as [{ callData: Hex }[]])[0].map(({ callData }) => {
    const is = (signature: string) => callData.startsWith(toFunctionSelector(signature));
    const word = (value: bigint | number) => pad(toHex(value));
    if (is('getBlockNumber()')) return word(100);
    if (is('getCurrentBlockTimestamp()')) return word(NOW);
    if (is('balanceOf(address)')) return word(10n ** 9n);
    if (is('authorizationState(address,bytes32)')) return word(used ? 1 : 0);
    return '0x' as const;
  });
  const result = results.map((returnData) => ({ success: true, returnData }));
  return encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result });
}

/** The answers of a node that is well. */
function goodAnswer(method: string, params: readonly unknown[], truth: Truth): unknown {
  const transactionHash = keccak256(raw);
  if (method === 'eth_blockNumber') return '0x64';
  if (method === 'eth_getBlockByNumber')
    return { number: '0x64', hash, timestamp: toHex(NOW), transactions: [], baseFeePerGas: '0x1' };
  if (method === 'eth_getCode') return truth.isWallet ? '0x60' : '0x';
  if (method === 'eth_call') {
    const { to, data } = params[0] as { to: Hex; data: Hex };
    if (to === payer) return pad(ERC_1271_MAGIC, { dir: 'right' });
    return to === asset ? '0x' : multicall(data, truth);
  }
  if (method === 'eth_getLogs') return truth.used ? logsOf(truth, transactionHash).slice(0, 1) : [];
  if (method === 'eth_getTransactionReceipt') {
    const logs = truth.isPaid ? logsOf(truth, transactionHash) : [];
    const status = truth.isPaid ? '0x1' : '0x0';
    return truth.isMined ? { transactionHash, status, from: account.address, gasUsed: '0x10', logs } : null;
  }
  if (method === 'eth_getTransactionCount') return '0x8';
  if (method === 'eth_getBalance') return toHex(10n ** 18n);
  if (method === 'eth_maxPriorityFeePerGas') return '0x1';
  if (method === 'eth_getTransactionByHash') return null;
  if (method === 'eth_sendRawTransaction') return transactionHash;
  throw new Error(`the good node does not know ${method}`);
}

type Answer = (method: string, params: readonly unknown[]) => unknown;
const clockOf = () => {
  let ticks = 0;
  const sleep = async (ms: number) => {
    ticks += ms;
    await new Promise(setImmediate);
  };
  return { now: () => NOW * 1_000, ticks: () => ticks, sleep };
};
const settlerOf = (transport: Parameters<typeof openChain>[0]['transport'], truth: Truth) =>
  evmSettler({
    chain: openChain({ rpcUrl: 'http://node.invalid', ...(transport && { transport }) }),
    chainId: 8453,
    account,
    clock: clockOf(),
    pollMs: 500,
    receiptTimeoutMs: 1_000,
    recover: async () => (truth.isWallet ? account.address : payer),
  });

type Step = 'verify' | 'settle' | 'resolve';
async function outcomeOf(step: Step, truth: Truth, settler: ReturnType<typeof settlerOf>): Promise<string> {
  const proof = proofOf(truth.isOver);
  const payment = { offer, payer, proof } as unknown as Payment<SignedAuthorization>;
  if (step === 'verify') return (await settler.verify(payment)).kind;
  if (step === 'settle') {
    await settler.verify(payment);
    return (await settler.settle(payment, async () => true)).kind;
  }
  return (await settler.resolve({ offer, proof, rawTransaction: raw, since: NOW * 1_000 } as never)).kind;
}

/** What is asked, what is true, what a node that is well makes of it, and what no answer makes of it. */
const ROWS: readonly [Step, string, Truth, string, readonly string[]][] = [
  ['verify', 'a good payment', {}, 'valid', ['unreachable', 'busy']],
  ['verify', 'that of a wallet contract', { isWallet: true }, 'valid', ['unreachable', 'busy']],
  ['verify', 'one that was paid', { used: true, isPaid: true, isMined: true }, 'paid', ['unreachable']],
  ['resolve', 'one that was paid', { used: true, isPaid: true, isMined: true }, 'settled', ['unknown']],
  ['resolve', 'one that ran out', { isOver: true }, 'failed', ['unknown']],
  ['resolve', 'one that was cancelled', { used: true, isCancelled: true }, 'failed', ['unknown']],
  ['resolve', 'one that may still be mined', {}, 'unknown', []],
  ['settle', 'one that is not mined in time', {}, 'unknown', ['not_sent']],
];
/** Of each row; a campaign draws others. */
const DRAWN = 120;

/** A wallet contract may answer what it likes, and a node may not have seen it yet: that is a no, before money moves. */
const isInGoodFaith = (method: string, { isWallet }: Truth) =>
  isWallet && (method === 'eth_call' || method === 'eth_getCode')
    ? (answer: unknown) => /^0x[0-9a-f]*$/.test(String(answer))
    : () => false;

describe.each(ROWS)('%s of %s', (step, _what, truth, well, otherwise) => {
  const ask = (answer: Answer) => {
    const request = async ({ method, params }: { method: string; params?: unknown[] }) =>
      answer(method, params ?? []);
    return outcomeOf(step, truth, settlerOf(custom({ request }, { retryCount: 0 }), truth));
  };

  it(`is "${well}" where the node is well`, async () => {
    expect(await ask((method, params) => goodAnswer(method, params, truth))).toBe(well);
  });

  it('is that or not known, whatever one of its answers is', async () => {
    const examples = new Map<string, unknown>();
    await ask((method, params) => {
      const good = goodAnswer(method, params, truth);
      examples.set(method, good);
      return good;
    });
    const drawn = [...examples].flatMap(([method, good]) =>
      [...malformed(good, isInGoodFaith(method, truth))].map((each) => ({ method, ...each })),
    );
    const wrong: string[] = [];
    for (const { method, name, answer } of someOf(drawn, DRAWN)) {
      const kind = await ask((asked, params) =>
        asked === method ? answer : goodAnswer(asked, params, truth),
      );
      if (kind !== well && !otherwise.includes(kind)) wrong.push(`${method}: ${name}: ${kind}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe('a node that sends something else than an answer', () => {
  /** Which, its path says. */
  const server = createServer(({ url }, response) => response.end(NO_ANSWERS[Number(url?.slice(1))]));
  beforeAll(() => new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready)));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it.each(ROWS)('leaves %s of %s unknown', async (step, _what, truth) => {
    const { port } = server.address() as AddressInfo;
    const answers = NO_ANSWERS.map(async (body, i) => {
      const transport = nodeHttp(`http://127.0.0.1:${port}/${i}`);
      return { body: body.slice(0, 80), kind: await outcomeOf(step, truth, settlerOf(transport, truth)) };
    });
    const told = (await Promise.all(answers)).filter(
      ({ kind }) => !['unreachable', 'unknown', 'not_sent'].includes(kind),
    );
    expect(told).toEqual([]);
  });
});
