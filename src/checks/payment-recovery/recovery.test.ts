import fc from 'fast-check';
import {
  type Abi,
  decodeFunctionData,
  encodeFunctionData,
  encodeFunctionResult,
  type Hex,
  multicall3Abi,
  parseAbi,
  toEventSelector,
} from 'viem';
import { describe, expect, it } from 'vitest';
import { MULTICALL3 } from '../../values/assets.ts';
import { Stage } from '../stage.suite.ts';
import { authorizationState, readState, stateAtOneBlock, TOKEN_EVENTS, topicOf } from './abi.ts';
import { paymentRecovery } from './check.ts';
import { finalAfter } from './finality.ts';
import { planRecovery } from './plan.ts';
import { RECOVERY_DECISIONS, type RecoveryPlan, requestSchema } from './schema.ts';
import { RECOVERY_RULES } from './state.ts';

const BASE_PAYMENT = paymentRecovery.example as Record<string, unknown>;
const END = BASE_PAYMENT.validBefore as number;
const BEGIN = BASE_PAYMENT.validAfter as number;
const FINAL = finalAfter('eip155:8453');
const BLOCKHASH = '9sHcv6xwn9YkB8nxTUGKDwPwNnmqVp5oAXxU8Fdkm4J6';
const SOLANA = {
  kind: 'solana_transaction',
  network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  asset: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  payer: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
  recentBlockhash: BLOCKHASH,
  lifetime: 'recent_blockhash',
  signedAt: BEGIN,
  phase: 'sent',
};
const TEMPO = {
  kind: 'tempo_transaction',
  network: 'eip155:4217',
  asset: '0x20C000000000000000000000b9537d11c60E8b50',
  payer: BASE_PAYMENT.payer,
  transaction: `0x${'cd'.repeat(32)}`,
  sponsored: false,
  signedAt: BEGIN,
  validBefore: END,
  phase: 'sent',
};
const planAt = (second: number, body: object): RecoveryPlan =>
  planRecovery(requestSchema.parse(body), second * 1_000);
const based = (changes: object) => ({ ...BASE_PAYMENT, ...changes });
const SENT = { phase: 'sent', lastStatus: undefined };
const unused = (block: 'finalized' | 'latest', blockTime: number) => ({
  answer: { found: 'unused', block, blockNumber: 7, blockTime },
});

const TOKEN = parseAbi([
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
]);

describe('the call', () => {
  const { asset, payer, nonce } = BASE_PAYMENT as Record<string, Hex>;

  it('is the calldata that viem makes', () => {
    const state = encodeFunctionData({ abi: TOKEN, args: [payer!, nonce!] });
    expect(authorizationState(payer!, nonce!)).toBe(state);
    const own = ['getChainId', 'getBlockNumber', 'getCurrentBlockTimestamp'].map((functionName) => ({
      ...({ target: MULTICALL3, allowFailure: true } as const),
      callData: encodeFunctionData({ abi: OWN, functionName } as never),
    }));
    const calls = [...own, { target: asset!, allowFailure: true, callData: state }];
    const made = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] });
    expect(stateAtOneBlock(asset!, payer!, nonce!)).toBe(made);
    expect(decodeFunctionData({ abi: multicall3Abi, data: made }).functionName).toBe('aggregate3');
  });

  it('names the topics of the token events', () => {
    for (const [name, topic] of Object.entries(TOKEN_EVENTS))
      expect(topic).toBe(toEventSelector(`event ${name}(address indexed authorizer, bytes32 indexed nonce)`));
    expect(topicOf('0xABcdef0000000000000000000000000000000001')).toBe(
      '0x000000000000000000000000abcdef0000000000000000000000000000000001',
    );
  });

  it.each([
    [true, { chainId: 8453, blockNumber: 12, blockTime: END, state: true }],
    [false, { chainId: 8453, blockNumber: 12, blockTime: END, state: false }],
  ])('is read as viem encodes its answer: %s', (state, expected) => {
    expect(readState(resultOf({ state }))).toEqual(expected);
  });

  it('never reads a state from anything else', () => {
    expect(readState(resultOf({ failed: true }))?.state).toBeUndefined();
    expect(readState('0x')).toBeUndefined();
    const whole = resultOf({ state: false });
    fc.assert(
      fc.property(fc.nat(whole.length - 3), (cut) => {
        expect(readState(whole.slice(0, 2 + cut))?.state).toBeUndefined();
      }),
    );
  });
});

const OWN: Abi = parseAbi([
  'function getChainId() view returns (uint256)',
  'function getBlockNumber() view returns (uint256)',
  'function getCurrentBlockTimestamp() view returns (uint256)',
]);
const hex = (value: number): Hex => `0x${value.toString(16).padStart(64, '0')}`;

function resultOf({ state = false, failed = false, chain = 8453, time = END }): Hex {
  const told = [hex(chain), hex(12), hex(time)].map((returnData) => ({ success: true, returnData }));
  const last = failed
    ? { success: true, returnData: '0x' as Hex }
    : { success: true, returnData: hex(state ? 1 : 0) };
  return encodeFunctionResult({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    result: [...told, last],
  });
}

describe('the state machine', () => {
  it.each<[string, number, object, string, string]>([
    ['refused while it is good', END - 60, {}, 'refused', 'wait_until'],
    ['no answer while it is good', END - 60, SENT, 'open', 'resend_same'],
    ['503 while it is good', END - 60, { lastStatus: 503 }, 'open', 'resend_same'],
    ['429', END - 60, { lastStatus: 429 }, 'open', 'resend_same'],
    ['409', END - 60, { lastStatus: 409 }, 'conflict', 'ask_seller'],
    ['422', END - 60, { lastStatus: 422 }, 'refused', 'wait_until'],
    ['200', END - 60, { lastStatus: 200 }, 'answered', 'resend_same'],
    ['before its time', BEGIN, SENT, 'not_yet_valid', 'wait_until'],
    ['never sent', END - 60, { ...SENT, phase: 'not_sent' }, 'never_sent', 'resend_same'],
    ['never sent, over', END, { ...SENT, phase: 'not_sent' }, 'never_sent_and_over', 'sign_anew_is_safe'],
    ['over, not final', END, SENT, 'over_and_not_final', 'wait_until'],
    ['over and final', END + FINAL, {}, 'read_due', 'read_chain'],
    ['unused, before the end', END + FINAL, unused('finalized', END - 1), 'read_due', 'read_chain'],
    ['unused at the end', END + FINAL, unused('finalized', END), 'over_and_unused', 'sign_anew_is_safe'],
    ['unused, not final', END + FINAL, unused('latest', END + FINAL - 1), 'read_due', 'read_chain'],
    ['unused, latest and late', END + FINAL, unused('latest', END + FINAL), 'read_due', 'read_chain'],
    ['unused, latest, a day late', END + 86_400, unused('latest', END + 86_400), 'read_due', 'read_chain'],
    ['no end', END, { ...SENT, validBefore: '9'.repeat(78) }, 'no_end', 'ask_seller'],
    [
      'used, refused',
      END,
      { answer: { result: resultOf({ state: true }), block: 'latest' } },
      'used_and_refused',
      'ask_seller',
    ],
    [
      'used, no answer',
      END,
      { ...SENT, answer: { result: resultOf({ state: true }), block: 'latest' } },
      'used',
      'resend_same',
    ],
    [
      'by the one call',
      END,
      { answer: { result: resultOf({}), block: 'finalized' } },
      'over_and_unused',
      'sign_anew_is_safe',
    ],
  ])('%s', (_what, now, changes, state, decision) => {
    expect(planAt(now, based(changes))).toMatchObject({ state, decision });
  });

  it.each<[string, object]>([
    ['another chain', { result: resultOf({ chain: 1 }), block: 'finalized' }],
    ['no token', { result: resultOf({ failed: true }), block: 'finalized' }],
    ['no Multicall3', { result: '0x', block: 'finalized' }],
    ['the future', { found: 'unused', block: 'finalized', blockNumber: 7, blockTime: END + FINAL + 121 }],
    ['milliseconds', { found: 'unused', block: 'finalized', blockNumber: 7, blockTime: END * 1_000 }],
    [
      'a cancellation that is not final',
      { found: 'canceled', block: 'latest', blockNumber: 7, blockTime: END },
    ],
  ])('an answer of %s does not count', (_what, answer) => {
    const made = planAt(END + FINAL, based({ answer }));
    expect(made).toMatchObject({ decision: 'read_chain', answer: { counts: false } });
  });

  it('believes no latest block of any chain', () => {
    const elsewhere = { network: 'eip155:999999', ...SENT };
    const late = END + 1_000_000;
    expect(planAt(late, based({ ...elsewhere, ...unused('latest', late) })).decision).toBe('read_chain');
    expect(planAt(late, based({ ...elsewhere, ...unused('finalized', END) })).decision).toBe(
      'sign_anew_is_safe',
    );
  });

  it('calls a cancelled one over, and a transferred one paid', () => {
    const event = (found: string) => ({
      answer: { found, block: 'finalized', blockNumber: 7, blockTime: END - 60 },
    });
    expect(planAt(END - 50, based(event('canceled')))).toMatchObject({
      decision: 'sign_anew_is_safe',
      moneyMoved: 'no',
    });
    expect(planAt(END - 50, based(event('transferred')))).toMatchObject({
      decision: 'ask_seller',
      moneyMoved: 'yes',
    });
    expect(planAt(END - 50, based({ ...SENT, ...event('transferred') }))).toMatchObject({
      decision: 'resend_same',
      moneyMoved: 'yes',
    });
  });

  const absent = (changes: object) => ({
    answer: { found: 'absent', block: 'finalized', blockNumber: 9, blockTime: BEGIN + 451, ...changes },
  });
  it.each<[string, object, string]>([
    ['over and absent', absent({ blockhashValid: false }), 'sign_anew_is_safe'],
    ['failed and over', absent({ found: 'failed', blockhashValid: false }), 'sign_anew_is_safe'],
    ['still valid', absent({ blockhashValid: true }), 'read_chain'],
    ['nobody asked', absent({}), 'read_chain'],
    ['not final', absent({ blockhashValid: false, block: 'latest' }), 'read_chain'],
    [
      'a node that has not seen it yet',
      absent({ blockhashValid: false, blockTime: BEGIN + 450 }),
      'read_chain',
    ],
    ['charged', absent({ found: 'succeeded' }), 'resend_same'],
    ['on a durable nonce', { lifetime: 'durable_nonce', ...absent({ blockhashValid: false }) }, 'ask_seller'],
  ])('on Solana: %s', (_what, changes, decision) => {
    expect(planAt(BEGIN + 500, { ...SOLANA, ...changes }).decision).toBe(decision);
  });

  it.each<[string, object, string]>([
    ['every block', absent({ everyBlock: true, blockTime: END }), 'sign_anew_is_safe'],
    [
      'that somebody else may sponsor',
      { sponsored: undefined, ...absent({ everyBlock: true, blockTime: END }) },
      'read_chain',
    ],
    [
      'that somebody else sponsors',
      { sponsored: true, ...absent({ everyBlock: true, blockTime: END }) },
      'read_chain',
    ],
    ['a receipt only', absent({ blockTime: END }), 'read_chain'],
    ['too early', absent({ everyBlock: true, blockTime: END - 1 }), 'read_chain'],
    ['not final', absent({ everyBlock: true, blockTime: END, block: 'latest' }), 'read_chain'],
    [
      'without an end',
      { validBefore: undefined, ...absent({ everyBlock: true, blockTime: END }) },
      'ask_seller',
    ],
  ])('on Tempo: %s', (_what, changes, decision) => {
    expect(planAt(END + 60, { ...TEMPO, ...changes }).decision).toBe(decision);
  });

  it('reaches every rule and every decision', () => {
    expect(RECOVERY_RULES.at(-1)!.when({} as never)).toBe(true);
    expect(new Set(RECOVERY_RULES.map(({ state }) => state)).size).toBe(RECOVERY_RULES.length);
    expect(new Set(RECOVERY_RULES.map(({ decision }) => decision))).toEqual(
      new Set(Object.keys(RECOVERY_DECISIONS)),
    );
  });
});

describe('POST', () => {
  const issuesOf = async (body: object) => {
    const response = await new Stage().post(paymentRecovery.path, body);
    expect(response.status).toBe(400);
    const text = await response.text();
    return { text, issues: JSON.parse(text).issues as { path: string; message: string }[] };
  };

  it.each(['signature', 'privateKey', 'payload', 'mnemonic'])(
    'refuses %s by its name, and does not repeat it',
    async (name) => {
      const { text, issues } = await issuesOf(based({ [name]: '0xdeadbeefcafe' }));
      expect(issues).toMatchObject([
        { path: name, message: expect.stringContaining('Leave this field out') },
      ]);
      expect(text).not.toContain('deadbeefcafe');
    },
  );

  it('refuses a Solana secret key where a transaction is meant', async () => {
    const { base58, fromBase58 } = await import('../../values/base58.ts');
    const key = new Uint8Array(64).fill(9);
    key.set(fromBase58(SOLANA.payer, 32)!, 32);
    const { text } = await issuesOf({ ...SOLANA, transaction: base58(key) });
    expect(text).not.toContain(base58(key));
  });

  it.each<[string, object]>([
    ['nonce', based({ nonce: undefined })],
    ['validBefore', based({ validBefore: undefined })],
    ['lastStatus', based({ lastStatus: undefined })],
    ['network', based({ network: SOLANA.network })],
    ['payer', based({ payer: SOLANA.payer })],
    ['lifetime', { ...SOLANA, lifetime: undefined }],
    ['answer.found', based({ answer: { found: 'absent', block: 'latest', blockNumber: 1, blockTime: 1 } })],
    ['answer', based({ answer: { found: 'unused', block: 'latest' } })],
    [
      'answer',
      based({ answer: { result: '0x', found: 'unused', block: 'latest', blockNumber: 1, blockTime: 1 } }),
    ],
  ])('names %s when it is wrong', async (path, body) => {
    expect((await issuesOf(body)).issues.map((issue) => issue.path)).toContain(path);
  });

  it.each([
    ['EVM', BASE_PAYMENT],
    ['Solana', SOLANA],
    ['Tempo', TEMPO],
  ])('gives calls that a shell and a node can read: %s', (_kind, body) => {
    for (const { curl, method, params, howToRead } of planAt(END, body).read.calls) {
      const sent = JSON.parse(/-d '(.*)'$/.exec(curl)![1]!);
      expect(sent).toEqual({ jsonrpc: '2.0', id: 1, method, params });
      expect(method).toMatch(/^(?:eth_(?:call|get\w+)|get\w+|isBlockhashValid)$/);
      expect(howToRead.length).toBeGreaterThan(20);
    }
  });

  it('writes a message with the facts and nothing that moves money', () => {
    const { message, paymentKey } = planAt(END - 60, BASE_PAYMENT);
    expect(message).toContain(BASE_PAYMENT.nonce as string);
    expect(message).toContain('HTTP 402');
    expect(paymentKey).toMatch(/^[0-9a-f]{64}$/);
  });
});
