import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encodeAbiParameters, encodeEventTopics, type Hex, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { Transaction } from 'viem/tempo';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Payment, TempoHash, TempoTransaction } from '../../values/payment.ts';
import { malformed, NO_ANSWERS, someOf } from '../malformed.testing.ts';
import { openTempoChain } from './chain.ts';
import { memoFor } from './memo.testing.ts';
import { tempoSettler } from './settler.ts';
import { readTransaction, TIP20_ABI } from './transaction.ts';

const END = 1_800_000_000;
const bound = { challengeId: 'challenge', realm: 'shop.example' };
const offer = {
  network: 'eip155:4217',
  asset: `0x${'20'.repeat(20)}`,
  amount: '100000',
  payTo: `0x${'5e'.repeat(20)}`,
} as const;
const account = privateKeyToAccount(`0x${'11'.repeat(32)}`);
let signed: TempoTransaction;
beforeAll(async () => {
  const { z_SignatureEnvelope: SignatureEnvelope, z_TxEnvelopeTempo: Envelope } = Transaction;
  const envelope = Envelope.from({
    chainId: 4217,
    calls: [{ to: offer.asset, data: '0x' }],
    nonceKey: 2n ** 256n - 1n,
    validBefore: END,
  } as never);
  const signature = SignatureEnvelope.from(await account.sign({ hash: Envelope.getSignPayload(envelope) }));
  const read = await readTransaction(Envelope.serialize(envelope, { signature }));
  if (typeof read === 'string') throw new Error(read);
  signed = { kind: 'tempo_transaction', raw: read.raw, transaction: read.hash, ...bound };
});

/** What is true of the payment. */
interface Truth {
  readonly receipt: 'paid' | 'reverted' | 'none';
  /** Seconds from the end of its window to the newest block. */
  readonly since?: number;
}
const hashOf = (number: number): Hex => toHex(number + 1, { size: 32 });

/** The answers of a node that is well: a block each second, the newest one 200 after the first of any window. */
function goodAnswer(method: string, params: readonly unknown[], { receipt, since = 0 }: Truth): unknown {
  const head = 200;
  if (method === 'eth_getBlockByNumber') {
    const number = params[0] === 'latest' ? head : Number(params[0]);
    const timestamp = toHex(END + since - (head - number));
    const [hash, parentHash] = [hashOf(number), hashOf(number - 1)];
    return { number: toHex(number), hash, parentHash, timestamp, transactions: [`0x${'01'.repeat(32)}`] };
  }
  if (method === 'eth_sendRawTransaction') return signed.transaction;
  if (method !== 'eth_getTransactionReceipt') throw new Error(`the good node does not know ${method}`);
  if (receipt === 'none') return null;
  const args = { from: account.address, to: offer.payTo, memo: memoFor(bound) };
  const topics = encodeEventTopics({ abi: TIP20_ABI, eventName: 'TransferWithMemo', args });
  const data = encodeAbiParameters([{ type: 'uint256' }], [BigInt(offer.amount)]);
  const logs = [{ address: offer.asset, topics, data, logIndex: '0x0' }];
  const status = receipt === 'paid' ? '0x1' : '0x0';
  return { transactionHash: params[0], status, from: account.address, logs: status === '0x1' ? logs : [] };
}

let instead: { readonly method?: string; readonly result?: unknown; readonly body?: string };
let truth: Truth;
/** The last good answer to each method. */
let examples: Map<string, unknown>;
const server = createServer(async (request, response) => {
  const { id, method, params } = JSON.parse(Buffer.concat(await request.toArray()).toString()) as {
    id: number;
    method: string;
    params: unknown[];
  };
  if (instead.body !== undefined) return void response.end(instead.body);
  const good = goodAnswer(method, params, truth);
  examples.set(method, good);
  const result = method === instead.method ? instead.result : good;
  response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
});
beforeAll(() => new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  instead = {};
  examples = new Map();
});

type Step = 'name' | 'settle' | 'resolve';
async function outcomeOf(step: Step): Promise<string> {
  let now = END * 1_000;
  const sleep = async (ms: number) => {
    now += ms;
    await new Promise(setImmediate);
  };
  const chain = openTempoChain({ rpcUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  const settler = tempoSettler({ chain, clock: { now: () => now, sleep }, pollMs: 500, receiptTimeoutMs: 1 });
  const named: TempoHash = { kind: 'tempo_hash', transaction: signed.transaction, ...bound };
  if (step === 'name') return (await settler.verify({ proof: named, offer, payer: '' } as never)).kind;
  const payment = { proof: signed, offer } as unknown as Payment<TempoTransaction>;
  if (step === 'settle') return (await settler.settle(payment, async () => true)).kind;
  const row = { offer, proof: signed, rawTransaction: signed.raw, since: (END - 20) * 1_000 };
  return (await settler.resolve(row as never)).kind;
}

const ROWS: readonly [Step, string, Truth, string, readonly string[]][] = [
  // Without its log it may be another transaction: nothing is sold for it, and no 402 is said.
  ['name', 'one that paid', { receipt: 'paid' }, 'paid', ['unseen', 'worthless']],
  ['name', 'one that failed', { receipt: 'reverted' }, 'declined', ['unseen']],
  ['settle', 'one that pays', { receipt: 'paid' }, 'settled', ['unknown']],
  ['settle', 'one that fails', { receipt: 'reverted' }, 'failed', ['unknown']],
  ['resolve', 'one that paid', { receipt: 'paid' }, 'settled', ['unknown']],
  ['resolve', 'one that no block holds', { receipt: 'none', since: 100 }, 'failed', ['unknown']],
  ['resolve', 'one that a block may hold', { receipt: 'none' }, 'unknown', []],
];
/** Of each row; a campaign draws others. */
const DRAWN = 40;

describe.each(ROWS)('%s of %s', (step, _what, known, well, otherwise) => {
  beforeEach(() => {
    truth = known;
  });

  it(`is "${well}" where the node is well, and that or not known whatever one answer is`, async () => {
    expect(await outcomeOf(step)).toBe(well);
    const drawn = [...examples].flatMap(([method, good]) =>
      [...malformed(good, () => false)].map((each) => ({ method, ...each })),
    );
    const wrong: string[] = [];
    for (const { method, name, answer } of someOf(drawn, DRAWN)) {
      instead = { method, result: answer };
      const kind = await outcomeOf(step);
      if (kind !== well && !otherwise.includes(kind)) wrong.push(`${method}: ${name}: ${kind}`);
    }
    expect(wrong).toEqual([]);
  });

  it('is not known where it sends no answer', async () => {
    const wrong: string[] = [];
    for (const body of someOf(NO_ANSWERS, 4)) {
      instead = { body };
      const kind = await outcomeOf(step);
      if (!['unseen', 'unknown'].includes(kind)) wrong.push(`${body.slice(0, 80)}: ${kind}`);
    }
    expect(wrong).toEqual([]);
  });
});
