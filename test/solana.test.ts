import { setTimeout as sleep } from 'node:timers/promises';
import { decodePaymentResponseHeader, wrapFetchWithPayment } from '@x402/fetch';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Quote } from '../src/buyer/challenge.ts';
import { purchase, resume } from '../src/buyer/purchase.ts';
import { solanaWallet } from '../src/buyer/wallets.ts';
import { USDC_BASE_TERMS, USDC_SOLANA } from '../src/gate/assets.ts';
import { type Draft, transferData } from '../src/gate/rails/solana.testing.ts';
import { type EvmSandbox, startEvmSandbox } from '../src/sandbox/chain.ts';
import { callSolana, type SolanaSandbox, startSolanaSandbox } from '../src/sandbox/solana.ts';
import { SOLANA_BUYERS, solanaAccount } from '../src/sandbox/solana-accounts.ts';
import { describeInCampaign, rowsOf } from './support/campaign.ts';
import { chainTools } from './support/chain.ts';
import { type Answer, answerOf, getCall, json, pay, paymentFor } from './support/payments.ts';
import { type RpcProxy, startRpcProxy } from './support/rpc-proxy.ts';
import { disposeServices, type Service, startHosted, startService } from './support/service.ts';
import {
  sellerBalance,
  solanaChallenge,
  solanaPayment,
  solanaProduct,
  stockSolanaClient,
} from './support/solana.ts';

/** Purchases on Solana, against the service as a process and a chain that outlives it. */

const PRICE = BigInt(solanaProduct.price.amount);
const [buyer, otherBuyer] = SOLANA_BUYERS as [(typeof SOLANA_BUYERS)[number], (typeof SOLANA_BUYERS)[number]];

let evm: EvmSandbox;
let chain: SolanaSandbox;
let proxy: RpcProxy;
let service: Service;
let before: bigint;

beforeAll(async () => {
  [evm, chain] = await Promise.all([startEvmSandbox(), startSolanaSandbox()]);
  proxy = await startRpcProxy(chain.rpcUrl);
  service = await startService({
    rpcUrl: evm.rpcUrl,
    env: { SOLANA_RPC_URL: proxy.url },
    sold: 'solana',
  });
});
afterAll(async () => {
  await disposeServices();
  await proxy.stop();
  await Promise.all([evm.stop(), chain.stop()]);
});
beforeEach(async () => {
  before = await sellerBalance(chain.rpcUrl);
});
afterEach(() => {
  proxy.mend();
});

const defaultUrl = () => service.url + solanaProduct.path;
const url = () => `${defaultUrl()}?paymentNetwork=solana`;
const made = (given?: Parameters<typeof solanaPayment>[3]) =>
  solanaPayment(url(), chain.rpcUrl, buyer, given);
const send = (payment: string, to = url()): Promise<Answer> => pay(getCall(to), payment);
const charges = async () => Number((await sellerBalance(chain.rpcUrl)) - before) / Number(PRICE);

describe('an unmodified @x402/fetch with @x402/svm', () => {
  it('buys on Solana, once, and gets the receipts of every other sale', async () => {
    const client = stockSolanaClient(buyer, chain.rpcUrl);
    const response = await wrapFetchWithPayment(fetch, client)(url());
    expect(response.status, await response.clone().text()).toBe(200);
    expect(await response.json()).toMatchObject({ said: 'nothing' });
    const settlement = decodePaymentResponseHeader(response.headers.get('payment-response')!);
    expect(settlement).toMatchObject({ success: true, network: USDC_SOLANA.network, payer: buyer.address });
    expect(response.headers.get('x-svc-delivery-receipt')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(await charges()).toBe(1);
    const status = await callSolana<{ value: ({ err: unknown } | null)[] }>(
      chain.rpcUrl,
      'getSignatureStatuses',
      [[settlement.transaction], { searchTransactionHistory: true }],
    );
    expect(status.value[0]).toMatchObject({ err: null });
  });
});

describe('the reference buyer', () => {
  const request = () => ({
    baseUrl: service.url,
    path: solanaProduct.path,
    method: 'GET' as const,
    maxAmountAtomic: PRICE,
    network: 'solana' as const,
  });

  it('checks the offer, pays once on Solana, and verifies the receipts', async () => {
    const approve = async (quote: Quote) => quote.network === USDC_SOLANA.network;
    const { answer, settlement, pending } = await purchase(request(), {
      wallet: () => solanaWallet(otherBuyer, chain.rpcUrl),
      approve,
      keep: async () => {},
    });
    expect(answer).toMatchObject({ said: 'nothing' });
    expect(settlement).toMatchObject({ network: USDC_SOLANA.network, payer: otherBuyer.address });
    expect(await charges()).toBe(1);
    const again = await resume(pending);
    expect(again.settlement.transaction).toBe(settlement.transaction);
    expect(await charges()).toBe(1);
  });

  it('asks its wallet for nothing when it is not approved', async () => {
    const wallet = () => Promise.reject(new Error('asked'));
    const buying = purchase(request(), { wallet, approve: async () => false, keep: async () => {} });
    await expect(buying).rejects.toMatchObject({ stop: 'not_approved' });
  });
});

describe('what a newcomer is told', () => {
  it('is all that it takes to buy on the local chain', async () => {
    const sandbox = (await (await fetch(`${service.url}/sandbox`)).json()) as Record<string, never>;
    expect(sandbox).toMatchObject({
      rpc: { evm: evm.rpcUrl, solana: proxy.url },
      asset: { evm: USDC_BASE_TERMS.asset, solana: USDC_SOLANA.asset },
      seller: { solana: solanaAccount('seller').address },
      settler: { solana: solanaAccount('settler').address },
      solana: { buyers: expect.arrayContaining([expect.objectContaining({ secretKey: buyer.secretKey })]) },
    });
  });

  it('is in the OpenAPI document', async () => {
    const { paths } = (await (await fetch(`${service.url}/openapi.json`)).json()) as {
      paths: Record<string, { get: { parameters: { name: string; schema: object }[] } }>;
    };
    expect(paths[solanaProduct.path]!.get.parameters).toContainEqual(
      expect.objectContaining({ name: 'paymentNetwork', schema: { type: 'string', enum: ['solana'] } }),
    );
  });
});

describe('what is offered', () => {
  it('is Base by default, and Solana alone when it is asked for', async () => {
    expect((await solanaChallenge(defaultUrl())).accepts.map(({ network }) => network)).toEqual([
      USDC_BASE_TERMS.network,
    ]);
    const { accepts, resource, extensions } = await solanaChallenge(url());
    expect(accepts).toEqual([
      {
        scheme: 'exact',
        network: USDC_SOLANA.network,
        asset: USDC_SOLANA.asset,
        amount: String(PRICE),
        payTo: solanaAccount('seller').address,
        maxTimeoutSeconds: 120,
        extra: { feePayer: solanaAccount('settler').address },
      },
    ]);
    expect(resource.url).toBe(url());
    const terms = (extensions!['svc-terms'] as { info: { url: string } }).info;
    expect(await (await fetch(terms.url)).json()).toMatchObject({ networks: [USDC_SOLANA.network] });
  });

  it.each(['base', '', 'SOLANA', 'solana&paymentNetwork=solana'])(
    'is nothing for paymentNetwork=%s, paid or not',
    async (value) => {
      const asked = `${defaultUrl()}?paymentNetwork=${value}`;
      for (const answer of [await answerOf(fetch(asked)), await send(await made(), asked)]) {
        expect(answer.status).toBe(400);
        expect(json(answer).error).toBe('unknown_payment_network');
      }
      expect((await fetch(asked, { method: 'HEAD' })).status).toBe(400);
      expect(await charges()).toBe(0);
    },
  );

  it('is not sold for the other network', async () => {
    const onBase = await paymentFor(defaultUrl(), chainTools(evm.rpcUrl).buyer(0));
    for (const answer of [await send(onBase), await send(await made(), defaultUrl())]) {
      expect(answer.status).toBe(402);
      expect(json(answer)).toMatchObject({ reason: 'wrong_network', failureBucket: 'wrong_network' });
    }
    expect((await send(onBase, defaultUrl())).status).toBe(200);
    expect(await charges()).toBe(0);
  });

  it('is Base alone where Solana is not configured: no silent fallback', async () => {
    const without = await startHosted({ rpcUrl: evm.rpcUrl, sold: 'solana' });
    const asked = await answerOf(fetch(`${without.url}${solanaProduct.path}?paymentNetwork=solana`));
    expect([asked.status, json(asked).error]).toEqual([400, 'unknown_payment_network']);
    expect((await fetch(without.url + solanaProduct.path)).status).toBe(402);
    // How such a network is spelled is in the schema of checks about other sellers; the network itself is nowhere.
    for (const path of ['/sandbox', '/openapi.json'])
      expect(await (await fetch(without.url + path)).text()).not.toMatch(/solana:[1-9A-HJ-NP-Za-km-z]{32}/);
  });
});

describe('one payment', () => {
  it('sent ten times at once is charged once and answered ten times with the same bytes', async () => {
    const payment = await made();
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(payment)));
    expect(answers.map(({ status }) => status)).toEqual(new Array(10).fill(200));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(new Set(answers.map(({ headers }) => headers.get('payment-response'))).size).toBe(1);
    expect(await charges()).toBe(1);
  });

  it('is the same whatever stands in the slot of our signature', async () => {
    const payment = await made({ memo: 'one and the same' });
    const payload = JSON.parse(atob(payment)) as { payload: { transaction: string } };
    const bytes = Buffer.from(payload.payload.transaction, 'base64');
    bytes.fill(7, 1, 65);
    payload.payload.transaction = bytes.toString('base64');
    const first = await send(payment);
    const again = await send(btoa(JSON.stringify(payload)));
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.headers.get('x-svc-redelivery')).toBe('1');
    expect(again.text).toBe(first.text);
    expect(await charges()).toBe(1);
  });

  it('copied off the chain buys nothing, and its buyer gets the answer again', async () => {
    const payment = await made();
    const first = await send(payment);
    // The chain has it with the signature of whoever paid the fee in the first slot.
    const { payload } = JSON.parse(atob(payment)) as { payload: { transaction: string } };
    const filled = (byte: number) =>
      Buffer.from(payload.transaction, 'base64').fill(byte, 1, 65).toString('base64');
    const [onChain, unsigned] = [filled(9), filled(0)];
    for (const transaction of [onChain, unsigned])
      for (const echoes of [true, false])
        for (const to of [url(), `${url()}&word=mine`]) {
          const { accepts, resource, extensions } = await solanaChallenge(url());
          const header = { x402Version: 2, accepted: accepts[0], payload: { transaction } };
          const copy = echoes ? { ...header, resource, extensions } : header;
          const refused = await send(btoa(JSON.stringify(copy)), to);
          expect([refused.status, json(refused).error, json(refused).retry]).toEqual([
            409,
            'payment_reused',
            'never',
          ]);
        }
    expect((await send(payment)).text).toBe(first.text);
    expect(await charges()).toBe(1);
  });

  it('does not buy another request', async () => {
    const payment = await made();
    expect((await send(payment)).status).toBe(200);
    const other = await send(payment, `${url()}&word=other`);
    expect([other.status, json(other).error]).toEqual([409, 'payment_reused']);
    expect(await charges()).toBe(1);
  });

  it('of twelve, at once, is charged twelve times', async () => {
    const payments = await Promise.all(
      Array.from({ length: 12 }, (_, i) => solanaPayment(url(), chain.rpcUrl, SOLANA_BUYERS[i % 7]!)),
    );
    // Whoever is answered 503, as on a busy machine, sends the same payment again when it is told to.
    const sold = async (payment: string, tries = 5): Promise<number> => {
      const { status, headers } = await send(payment);
      if (status !== 503 || tries === 1) return status;
      await sleep(Number(headers.get('retry-after')) * 1_000);
      return sold(payment, tries - 1);
    };
    expect(await Promise.all(payments.map((each) => sold(each)))).toEqual(new Array(12).fill(200));
    expect(await charges()).toBe(12);
  });
});

const paying = (amount: bigint) => (draft: Draft) => {
  draft.instructions[2]!.data = transferData(amount);
};

describe('a payment that cannot be taken', () => {
  it.each([
    ['invalid_signature', { signer: otherBuyer }],
    ['amount_too_low', { draft: paying(PRICE - 1n) }],
    ['amount_too_high', { draft: paying(PRICE + 1n) }],
    ['unsupported_transaction', { draft: (each) => void each.accounts.push(otherBuyer.address) }],
    ['malformed_payment', { transaction: (text) => text.slice(4) }],
  ] as const satisfies readonly (readonly [string, Parameters<typeof solanaPayment>[3]])[])(
    '%s',
    async (reason, given) => {
      const answer = await send(await made(given));
      expect(answer.status).toBe(402);
      expect(json(answer).reason).toBe(reason);
      expect(await charges()).toBe(0);
    },
  );

  it('insufficient_balance: a buyer without a token account', async () => {
    const answer = await send(await solanaPayment(url(), chain.rpcUrl, solanaAccount('empty')));
    expect([answer.status, json(answer).reason]).toEqual([402, 'insufficient_balance']);
    expect(json(answer).failureBucket).toBe('insufficient_network_usdc');
  });

  it('authorization_expired: a block hash that is over', async () => {
    const payment = await made();
    await callSolana(chain.rpcUrl, 'sandbox_expireBlockhash');
    const answer = await send(payment);
    expect([answer.status, json(answer).reason]).toEqual([402, 'authorization_expired']);
    expect(await charges()).toBe(0);
  });

  it('503 while nobody can be asked, and the same payment buys afterwards', async () => {
    const payment = await made();
    proxy.cut();
    const answer = await send(payment);
    expect([answer.status, json(answer).error]).toEqual([503, 'settlement_unavailable']);
    expect(answer.headers.get('payment-required')).toBeNull();
    proxy.mend();
    expect((await send(payment)).status).toBe(200);
    expect(await charges()).toBe(1);
  });
});

describeInCampaign('an outcome that is not known', () => {
  it('is 503 without a challenge, until the same transaction, sent again, is in a block', async () => {
    const payment = await made();
    // A node that takes transactions and loses them.
    proxy.set('sendTransaction', { result: 'taken' });
    const lost = await send(payment);
    expect([lost.status, json(lost).error]).toEqual([503, 'settlement_pending']);
    expect(lost.headers.get('payment-required')).toBeNull();
    expect(await charges()).toBe(0);
    proxy.set('sendTransaction', undefined);
    const found = await send(payment);
    expect(found.status, found.text).toBe(200);
    expect(await charges()).toBe(1);
  });
});

describe('kill -9', () => {
  const points = [
    ['before it was claimed', 'simulateTransaction', 'hold-request', 0],
    ['after the transaction was recorded, before it was sent', 'sendTransaction', 'hold-request', 1],
    ['after it was sent, before the node answered', 'sendTransaction', 'hold-answer', 1],
  ] as const;
  it.each(rowsOf(points, (_, i) => i === 2))('%s', async (_, method, fault, chargesAfterRestart) => {
    const payment = await made();
    proxy.set(method, fault);
    const lost = send(payment).catch(() => 'lost');
    await proxy.held(method);
    await service.kill9();
    expect(await lost).toBe('lost');
    proxy.set(method, undefined);
    service = await service.restart();
    expect(await charges()).toBe(chargesAfterRestart);
    const answer = await send(payment);
    expect(answer.status, answer.text).toBe(200);
    const again = await send(payment);
    expect([again.status, again.headers.get('x-svc-redelivery')]).toEqual([200, '1']);
    expect(again.text).toBe(answer.text);
    expect(await charges()).toBe(1);
  });
});
