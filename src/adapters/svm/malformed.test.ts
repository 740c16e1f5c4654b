import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { USDC_SOLANA } from '../../gate/assets.ts';
import { draftFor, signedDraft } from '../../gate/rails/solana.testing.ts';
import { solanaExact } from '../../gate/rails/x402-svm.ts';
import type { Offer, Payment, SolanaTransaction } from '../../values/payment.ts';
import { malformed, NO_ANSWERS, someOf } from '../malformed.testing.ts';
import { openSolanaChain } from './chain.ts';
import { solanaKeyFromSeed } from './key.ts';
import { solanaSettler } from './settler.ts';
import { solanaTransfers } from './transfers.ts';

const key = (byte: number) => solanaKeyFromSeed(new Uint8Array(32).fill(byte));
const [feePayer, seller, buyer] = [key(1), key(2), key(3)];
const NOW = 1_795_000_000_000;
const offer: Offer = {
  scheme: 'exact',
  network: USDC_SOLANA.network,
  asset: USDC_SOLANA.asset,
  amount: '50000',
  payTo: seller.address,
  maxTimeoutSeconds: 120,
  extra: { feePayer: feePayer.address },
};
const draft = draftFor(offer, buyer.address, key(9).address, 'a memo');
const read = solanaExact.read({ transaction: signedDraft(draft, buyer) }, offer, NOW);
if (typeof read === 'string') throw new Error(read);
const { timing: _, ...paid } = read;
const payment = { rail: 'x402', offer, ...paid } as Payment<SolanaTransaction>;
const rawTransaction = Buffer.from(payment.proof.transaction, 'base64').toString('hex');

/** What is true of the payment. */
interface Truth {
  readonly status?: 'finalized' | 'failed';
  /** Nothing can execute it any more. */
  readonly isOver?: boolean;
}
const SLOT = 1_000;
const at = (value: unknown) => ({ context: { slot: SLOT }, value });

/** The answers of a node that is well. */
function goodAnswer(method: string, { status, isOver }: Truth, params: readonly unknown[] = []): unknown {
  const err = status === 'failed' ? { InstructionError: [2, { Custom: 1 }] } : null;
  const confirmationStatus = 'finalized';
  const answers: Readonly<Record<string, unknown>> = {
    simulateTransaction: at({ err: null }),
    sendTransaction: 'signature',
    getSignatureStatuses: at([status ? { err, confirmationStatus } : null]),
    getSlot: SLOT,
    getBlockTime: NOW / 1_000 + (params[0] === 1 ? -86_400 : isOver ? 200 : 0),
    getFirstAvailableBlock: 1,
    isBlockhashValid: at(!isOver),
    getSignaturesForAddress: (params[1] as { before?: string } | undefined)?.before
      ? []
      : [{ signature: 'a', slot: SLOT, err: null, blockTime: NOW / 1_000 }],
    getTransaction: {
      slot: SLOT,
      transaction: { signatures: ['a'], message: { accountKeys: [] } },
      meta: { err: null, preTokenBalances: [], postTokenBalances: [] },
    },
  };
  return answers[method];
}

/** What is sent instead of an answer to one method, or to all. */
let instead: { readonly method?: string; readonly result?: unknown; readonly body?: string };
let truth: Truth;
const server = createServer(async (request, response) => {
  const text = Buffer.concat(await request.toArray()).toString();
  const { method, params } = JSON.parse(text) as { method: string; params: unknown[] };
  if (instead.body !== undefined) return void response.end(instead.body);
  const result = method === instead.method ? instead.result : goodAnswer(method, truth, params);
  response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }));
});
beforeAll(() => new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  instead = {};
  truth = {};
});
const chainOf = () =>
  openSolanaChain({ rpcUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });

type Step = 'verify' | 'settle' | 'resolve';
async function outcomeOf(step: Step): Promise<string> {
  let now = NOW;
  const sleep = async (ms: number) => {
    now += ms;
    await new Promise(setImmediate);
  };
  const options = { chain: chainOf(), feePayer, clock: { now: () => now, sleep } };
  const settler = solanaSettler({ ...options, pollMs: 500, statusTimeoutMs: 500 });
  if (step === 'verify') return (await settler.verify(payment)).kind;
  if (step === 'settle') return (await settler.settle(payment, async () => true)).kind;
  return (await settler.resolve({ ...payment, rawTransaction, since: NOW } as never)).kind;
}

const ROWS: readonly [Step, string, Truth, string, readonly string[]][] = [
  ['verify', 'a good payment', {}, 'valid', ['unreachable']],
  ['verify', 'one that was paid', { status: 'finalized' }, 'paid', ['unreachable']],
  ['settle', 'one that pays', { status: 'finalized' }, 'settled', ['unknown']],
  ['settle', 'one that fails', { status: 'failed' }, 'failed', ['unknown']],
  ['resolve', 'one that paid', { status: 'finalized' }, 'settled', ['unknown']],
  ['resolve', 'one that is over', { isOver: true }, 'failed', ['unknown']],
  ['resolve', 'one that may still be executed', {}, 'unknown', []],
];
const METHODS = [
  ...['simulateTransaction', 'sendTransaction', 'getSignatureStatuses', 'getSlot', 'getBlockTime'],
  ...['getFirstAvailableBlock', 'isBlockhashValid'],
];
/** Of each row; a campaign draws others. */
const DRAWN = 14;

/** It has not seen the transaction yet. */
const isUnseen = (answer: unknown) => JSON.stringify(answer) === JSON.stringify(at([null]));
const isGood = (method: string) => (method === 'getSignatureStatuses' ? isUnseen : () => false);

describe.each(ROWS)('%s of %s', (step, _what, known, well, otherwise) => {
  beforeEach(() => {
    truth = known;
  });

  it(`is "${well}" where the node is well`, async () => {
    expect(await outcomeOf(step)).toBe(well);
  });

  it('is that or not known, whatever one of its answers is', async () => {
    const drawn = METHODS.flatMap((method) =>
      [...malformed(goodAnswer(method, truth), isGood(method))].map((each) => ({ method, ...each })),
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
      if (!['unreachable', 'unknown'].includes(kind)) wrong.push(`${body.slice(0, 80)}: ${kind}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe('what a seller got', () => {
  const { network, asset } = USDC_SOLANA;
  const read = async () => {
    const found: unknown[] = [];
    const arrivals = solanaTransfers(chainOf(), { network, asset, payTo: seller.address });
    for await (const page of arrivals.since(0)) found.push(page);
    return JSON.stringify(found);
  };

  it.each(['getSignaturesForAddress', 'getTransaction'])(
    'is as it is or not known, whatever the node says to %s',
    async (method) => {
      const well = await read();
      const wrong: string[] = [];
      // No page, and no such transaction, are answers; so is another figure.
      const isAnswer = (answer: unknown) => answer === null || JSON.stringify(answer) === '[]';
      for (const { name, answer } of someOf([...malformed(goodAnswer(method, truth), isAnswer)], DRAWN)) {
        instead = { method, result: answer };
        const said = await read().catch(() => well);
        if (said !== well) wrong.push(`${name}: ${said}`);
      }
      expect(wrong).toEqual([]);
    },
  );
});
