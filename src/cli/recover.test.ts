import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeFunctionResult, type Hex, multicall3Abi } from 'viem';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TOKEN_EVENTS } from '../checks/payment-recovery/abi.ts';
import { USDC_BASE_TERMS, USDC_SOLANA } from '../gate/assets.ts';
import { draftFor, signedDraft } from '../gate/rails/solana.testing.ts';
import type { Offer } from '../values/payment.ts';
import { isoTime, unixSeconds } from '../values/time.ts';
import { recoverCommand } from './recover.ts';
import { RECOVERIES } from './recover-exits.ts';

/** `assay recover`: what is kept in a file, against what a node shows. The signature never leaves the machine. */

const folder = mkdtempSync(join(tmpdir(), 'assay-recover-'));
const exitCode = process.exitCode;
const asked: { method: string; params: unknown[] }[] = [];
type Node = Readonly<Record<string, unknown>>;
let node: Node | undefined;

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    const { id, method, params } = JSON.parse(body);
    asked.push({ method, params });
    const given = node?.[method];
    const result = typeof given === 'function' ? given(...params) : given;
    if (result === undefined) throw new TypeError('connection refused');
    return Response.json({ jsonrpc: '2.0', id, result });
  });
});
afterEach(() => {
  process.exitCode = exitCode;
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
afterAll(() => rmSync(folder, { recursive: true }));

const NOW = unixSeconds(Date.now());
const END = NOW - 10_000;
const SIGNATURE = `0x${'5e'.repeat(65)}`;
const PAYER = '0x1111111111111111111111111111111111111111';

function file(name: string, pending: object): string {
  const path = join(folder, name);
  const request = { baseUrl: 'https://api.example', path: '/v1', method: 'GET' };
  writeFileSync(
    path,
    JSON.stringify({ pending: { version: 1, request, resourceUrl: 'https://api.example/v1', ...pending } }),
  );
  return path;
}
const paymentOf = (payload: object): string => btoa(JSON.stringify({ x402Version: 2, payload }));
const EVM = {
  scheme: 'exact',
  ...USDC_BASE_TERMS,
  payTo: `0x${'22'.repeat(20)}`,
  amount: '10000',
  maxTimeoutSeconds: 60,
};
const evmFile = file('evm.json', {
  payer: PAYER,
  accepted: EVM,
  payment: paymentOf({
    signature: SIGNATURE,
    authorization: {
      from: PAYER,
      to: EVM.payTo,
      value: '10000',
      nonce: `0x${'ab'.repeat(32)}`,
      validAfter: String(END - 660),
      validBefore: String(END),
    },
  }),
});

async function recover(...args: string[]) {
  const out: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line) => void out.push(line));
  vi.spyOn(console, 'error').mockImplementation((line) => void out.push(line));
  await recoverCommand().parseAsync(['node', 'recover', ...args]);
  const text = out.join('\n');
  expect(text).not.toContain(SIGNATURE.slice(2));
  expect(JSON.stringify(asked)).not.toContain(SIGNATURE.slice(2));
  return { exit: process.exitCode, text };
}
const exitOf = (end: keyof typeof RECOVERIES): number => RECOVERIES[end].exit;
const WITH_NODE = ['--rpc-url', 'http://127.0.0.1:1'];

const word = (value: number): Hex => `0x${value.toString(16).padStart(64, '0')}`;
const stateOf = (used: boolean, time: number, chain = 8453): Hex =>
  encodeFunctionResult({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    result: [chain, 20_000, time, used ? 1 : 0].map((value) => ({ success: true, returnData: word(value) })),
  });

describe('on an EVM network', () => {
  const base = { eth_chainId: '0x2105' };
  /** Unused in every block. */
  const unused = (finalTime: number): Node => ({
    ...base,
    eth_call: (_call: object, block: string) => stateOf(false, block === 'latest' ? NOW : finalTime),
  });

  it('without a node says what to run', async () => {
    const { exit, text } = await recover(evmFile);
    expect(exit).toBe(exitOf('read_chain'));
    expect(text).toContain('curl -sS "$RPC_URL"');
    expect(asked).toEqual([]);
  });

  it('lets sign anew once a final block after its end shows it unused', async () => {
    node = unused(END);
    expect((await recover(evmFile, ...WITH_NODE)).exit).toBe(0);
    node = unused(END - 1);
    expect((await recover(evmFile, ...WITH_NODE)).exit).toBe(exitOf('read_chain'));
  });

  it('asks the token at the hash of the final block where the chain has no Multicall3', async () => {
    const block = { hash: `0x${'be'.repeat(32)}`, number: '0x9', timestamp: `0x${END.toString(16)}` };
    node = {
      ...base,
      eth_getBlockByNumber: block,
      eth_call: ({ to }: { to: string }) => (to === EVM.asset ? word(0) : '0x'),
    };
    expect((await recover(evmFile, ...WITH_NODE)).exit).toBe(0);
    expect(asked.at(-1)!.params[1]).toEqual({ blockHash: block.hash, requireCanonical: true });
  });

  it.each([
    ['AuthorizationUsed', 'resend_same'],
    ['AuthorizationCanceled', 'sign_anew_is_safe'],
  ] as const)('used: the log of %s decides', async (event, end) => {
    const logs = [{ topics: [TOKEN_EVENTS[event]] }];
    node = { ...base, eth_call: () => stateOf(true, NOW), eth_getLogs: logs };
    expect((await recover(evmFile, ...WITH_NODE)).exit).toBe(exitOf(end));
  });

  it('used, and refused by the seller: the message to it', async () => {
    node = { ...base, eth_call: () => stateOf(true, NOW) };
    const { exit, text } = await recover(evmFile, '--status', '402', ...WITH_NODE);
    expect(exit).toBe(exitOf('ask_seller'));
    expect(text).toContain('Your last answer: HTTP 402');
  });

  it.each<[string, Node]>([
    ['does not answer', {}],
    ['is of another chain', { eth_chainId: '0x1' }],
    [
      'shows no token',
      {
        ...base,
        eth_call: () => '0x',
        eth_getBlockByNumber: { hash: '0x', number: '0x1', timestamp: '0x1' },
      },
    ],
  ])('a node that %s decides nothing', async (_what, broken) => {
    node = broken;
    expect((await recover(evmFile, ...WITH_NODE)).exit).toBe(exitOf('node_failed'));
  });
});

describe('on Solana', () => {
  const HASH = '9sHcv6xwn9YkB8nxTUGKDwPwNnmqVp5oAXxU8Fdkm4J6';
  const payer = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV';
  const accepted = {
    scheme: 'exact',
    network: USDC_SOLANA.network,
    asset: USDC_SOLANA.asset,
    payTo: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    amount: '10000',
    maxTimeoutSeconds: 60,
  };
  const offer = {
    ...accepted,
    extra: { feePayer: '4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZAMdL4VZHirAn' },
  } as unknown as Offer;
  const draft = draftFor(offer, payer, HASH);
  const transaction = signedDraft(draft);
  const liveUntil = isoTime((NOW - 9_700) * 1_000);
  const svmFile = (name: string, encoded = transaction) =>
    file(name, { payer, accepted, liveUntil, payment: paymentOf({ transaction: encoded }) });
  const signedAt = NOW - 10_000;
  const over: Node = {
    isBlockhashValid: { context: { slot: 900 }, value: false },
    getBlockTime: (slot: number) => (slot === 900 ? NOW : signedAt - 100_000),
    getSignaturesForAddress: [],
    getFirstAvailableBlock: 1,
  };
  const named = (err: unknown) => ({
    ...over,
    getSignaturesForAddress: [{ signature: 'x', err, blockTime: signedAt + 5 }],
  });
  const shows = (encoded: string) => ({ getTransaction: { transaction: [encoded, 'base64'] } });

  it.each<[string, Node, keyof typeof RECOVERIES]>([
    ['over, and the payer named nowhere', over, 'sign_anew_is_safe'],
    [
      'the block hash still valid',
      { ...over, isBlockhashValid: { context: { slot: 900 }, value: true } },
      'read_chain',
    ],
    ['mined', { ...named(null), ...shows(transaction) }, 'resend_same'],
    ['mined and failed', { ...named({ InstructionError: [2] }), ...shows(transaction) }, 'sign_anew_is_safe'],
    [
      'another one of the payer mined',
      { ...named(null), ...shows(signedDraft(draftFor(offer, payer, HASH, 'other'))) },
      'sign_anew_is_safe',
    ],
    ['a node that forgets', { ...over, getBlockTime: NOW }, 'node_failed'],
    ['a node that names and does not show', named(null), 'node_failed'],
  ])('%s', async (_what, shown, end) => {
    node = shown;
    expect((await recover(svmFile('svm.json'), ...WITH_NODE)).exit).toBe(exitOf(end));
  });

  it("looks as far back as the chain's clock asks, where the chain's clock is behind ours", async () => {
    const behind = 3_600;
    const minedAt = signedAt - behind + 5;
    const shown = named(null);
    // By the chain's clock it was mined an hour before it was signed by ours.
    node = {
      ...shown,
      ...shows(transaction),
      getBlockTime: (slot: number) => (slot === 900 ? NOW - behind : signedAt - 100_000),
      getSignaturesForAddress: [{ signature: 'x', err: null, blockTime: minedAt }],
    };
    expect((await recover(svmFile('svm.json'), ...WITH_NODE)).exit).toBe(exitOf('resend_same'));
    // A node that remembers only since our clock's time has forgotten the chain's.
    node = {
      ...node,
      getSignaturesForAddress: [],
      getBlockTime: (slot: number) => (slot === 900 ? NOW - behind : minedAt + 60),
    };
    expect((await recover(svmFile('svm.json'), ...WITH_NODE)).exit).toBe(exitOf('node_failed'));
  });

  it('reads the history at the slot at which the block hash was over, or later', async () => {
    node = over;
    await recover(svmFile('svm.json'), ...WITH_NODE);
    expect(asked.find(({ method }) => method === 'getSignaturesForAddress')!.params[1]).toMatchObject({
      minContextSlot: 900,
    });
  });

  it('never calls a transaction on a durable nonce over', async () => {
    const durable = structuredClone(draft);
    durable.accounts.push('11111111111111111111111111111111');
    durable.header[2] += 1;
    durable.instructions.unshift({
      program: durable.accounts.length - 1,
      accounts: [],
      data: Uint8Array.of(4, 0, 0, 0),
    });
    node = over;
    expect((await recover(svmFile('durable.json', signedDraft(durable)), ...WITH_NODE)).exit).toBe(
      exitOf('ask_seller'),
    );
  });
});

it.each([
  ['no file', join(folder, 'absent')],
  ['no payment', file('none.json', { payment: 1 })],
])('%s: usage', async (_what, path) => {
  expect((await recover(path)).exit).toBe(exitOf('usage'));
});

it('prints the plan as JSON, and says in its help what every exit code means', async () => {
  const { text } = await recover(evmFile, '--json');
  expect(JSON.parse(text)).toMatchObject({ plan: { decision: 'read_chain' }, exit: 42 });
  let help = '';
  recoverCommand()
    .configureOutput({
      writeOut: (out) => {
        help += out;
      },
    })
    .outputHelp();
  for (const [end, { exit }] of Object.entries(RECOVERIES))
    expect(help).toMatch(new RegExp(`\\s${exit}  ${end}\\s`));
});
