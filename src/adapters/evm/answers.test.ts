import { custom } from 'viem';
import { describe, expect, it } from 'vitest';
import { malformed } from '../malformed.testing.ts';
import { checkedAnswers } from './answers.ts';

const HASH = `0x${'ab'.repeat(32)}`;
const OTHER = `0x${'cd'.repeat(32)}`;
const ADDRESS = `0x${'1A'.repeat(20)}`;
const LOG = { address: ADDRESS, topics: [HASH, OTHER], data: '0x01' };
const RECEIPT = {
  transactionHash: HASH,
  status: '0x1',
  from: ADDRESS,
  logs: [{ ...LOG, logIndex: '0x0' }],
};
const BLOCK = { number: '0x64', timestamp: '0x65', hash: HASH, transactions: [OTHER] };
const isHex = (value: unknown) => /^0x[0-9a-f]*$/.test(String(value));

/** Method, what it is asked, a good answer whose members all matter, and what is good besides. */
const ROWS: readonly [string, readonly unknown[], unknown, (answer: never) => boolean][] = [
  ['eth_blockNumber', [], '0x64', () => false],
  ['eth_getBalance', [ADDRESS, 'latest'], '0x0', () => false],
  ['eth_getTransactionCount', [ADDRESS, 'pending'], '0x7', () => false],
  ['eth_maxPriorityFeePerGas', [], '0x1', () => false],
  ['eth_sendRawTransaction', ['0x02'], HASH, () => false],
  ['eth_call', [{ to: ADDRESS }], '0x01', isHex],
  ['eth_getCode', [ADDRESS], '0x60', isHex],
  ['eth_getTransactionByHash', [HASH], { hash: HASH }, (answer) => answer === null],
  [
    'eth_getBlockByNumber',
    ['0x64', false],
    BLOCK,
    (answer: typeof BLOCK | null | undefined) => answer === null || answer?.transactions?.length === 0,
  ],
  [
    'eth_getLogs',
    [{}],
    [{ ...LOG, transactionHash: HASH, blockNumber: '0x1' }],
    (answer: unknown) => Array.isArray(answer) && answer.every(isOther),
  ],
  [
    'eth_getTransactionReceipt',
    [HASH],
    RECEIPT,
    (answer: typeof RECEIPT | null) =>
      answer === null ||
      (JSON.stringify({ ...answer, logs: 0 }) === JSON.stringify({ ...RECEIPT, logs: 0 }) &&
        Array.isArray(answer.logs) &&
        answer.logs.every(isOther)),
  ],
];

/** A log that has the form of one, with other data or fewer topics. */
function isOther(log: unknown): boolean {
  const { topics, data, ...rest } = (log ?? {}) as Partial<typeof LOG>;
  const { topics: _, data: __, ...good } = LOG;
  const isListed = Array.isArray(topics) && topics.every((topic) => topic === HASH || topic === OTHER);
  const isWhole = [
    { ...good, logIndex: '0x0' },
    { ...good, transactionHash: HASH, blockNumber: '0x1' },
  ].some((each) => JSON.stringify(each) === JSON.stringify(rest));
  return isListed && isHex(data ?? 'none') && isWhole;
}

describe.each(ROWS)('what a node answers to %s', (method, params, good, isGood) => {
  const ask = (answer: unknown) => {
    const made = checkedAnswers(custom({ request: async () => answer }, { retryCount: 0 }))({});
    return made.request({ method, params } as never);
  };

  it('is taken as it is where it has the form', async () => {
    expect(await ask(good)).toEqual(good);
  });

  it('is none where any member is missing, of another type or far too large', async () => {
    const taken: string[] = [];
    for (const { name, answer } of malformed(good, (each) => isGood(each as never)))
      await ask(answer).then(
        () => taken.push(name),
        (error: { code?: unknown }) => expect(error.code).toBe('OTHER_ANSWER'),
      );
    expect(taken).toEqual([]);
  });
});

describe('an answer about another thing than was asked', () => {
  it.each([
    ['eth_getTransactionReceipt', [OTHER], RECEIPT],
    ['eth_getTransactionByHash', [OTHER], { hash: HASH }],
    ['eth_getBlockByNumber', ['0x63', false], BLOCK],
  ])('is none: %s', async (method, params, answer) => {
    const made = checkedAnswers(custom({ request: async () => answer }, { retryCount: 0 }))({});
    await expect(made.request({ method, params } as never)).rejects.toMatchObject({ code: 'OTHER_ANSWER' });
  });
});
