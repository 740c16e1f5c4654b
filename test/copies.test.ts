import { createRequire } from 'node:module';
import { decodePaymentSignatureHeader } from '@x402/core/http';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { decodeFunctionData, type Hex } from 'viem';
import { beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../src/catalogue.ts';
import { sandboxAccount, USDC_ABI, USDC_BASE } from '../src/sandbox/chain.ts';
import {
  type Call,
  challengeOf,
  encode,
  freshNonce,
  getCall,
  json,
  type Payload,
  pay,
  payloadFor,
  paymentFor,
  postCall,
  withIdentifier,
} from './support/payments.ts';
import { type Hosted, startHosted, startService } from './support/service.ts';
import { chainStage } from './support/stage.ts';

/** What a payment shows on the chain, anybody can read there. The answer goes to whoever paid all the same, and once. */

const CHECK = catalogue.products.find((each) => each.id === 'opportunity-check')!;
const EXAMPLE = CHECK.forms.find((form) => form.method === 'POST')!.example;
const PRICE = BigInt(CHECK.price.amount);

const stage = chainStage();
let service: Hosted;

beforeAll(async () => {
  service = await startHosted({ rpcUrl: stage.proxy.url });
});

const get = (at = service): Call => getCall(at.url + CHECK.path);
const post = (at = service): Call => postCall(at.url + CHECK.path, EXAMPLE);
const charges = async () => Number((await stage.paid()) / PRICE);

/** The last payment on the chain, out of the calldata of its transaction, in a header for a challenge of one's own. */
async function copied(url: string, extensions: 'echoed' | 'left out'): Promise<string> {
  const { transactionHash } = (await stage.tools.transfersToSeller()).at(-1)!;
  const { input } = await stage.tools.client.getTransaction({ hash: transactionHash });
  const { functionName, args } = decodeFunctionData({ abi: USDC_ABI, data: input });
  expect(functionName).toBe('transferWithAuthorization');
  const [from, to, value, validAfter, validBefore, nonce, signature] = args as readonly unknown[];
  const fields = { from, to, value, validAfter, validBefore, nonce };
  const authorization = Object.fromEntries(
    Object.entries(fields).map(([name, each]) => [name, String(each)]),
  );
  const required = await challengeOf(url);
  return encode({
    x402Version: 2,
    accepted: required.accepts[0],
    payload: { signature, authorization },
    ...(extensions === 'echoed' && { resource: required.resource, extensions: required.extensions }),
  });
}

/** Nothing for the same question, the other verb or another question, however the copy is dressed. */
async function expectNothing(at = service, said = /comes from whoever paid/): Promise<void> {
  for (const extensions of ['echoed', 'left out'] as const)
    for (const call of [get(at), post(at), getCall(`${get(at).url}?subject=other.example`)]) {
      const answer = await pay(call, await copied(get(at).url, extensions));
      expect(answer.status, answer.text).toBe(409);
      expect(json(answer)).toMatchObject({ error: 'payment_reused', retry: 'never' });
      expect(String(json(answer).detail)).toMatch(said);
    }
}

describe('a settled payment, copied off the chain', () => {
  it('buys nothing, and its buyer gets the answer again', async () => {
    const payment = await paymentFor(post().url, stage.tools.buyer(0));
    const first = await pay(post(), payment);
    expect(first.status, first.text).toBe(200);
    await expectNothing();
    const again = await pay(post(), payment);
    expect([again.status, again.text, again.headers.get('x-svc-redelivery')]).toEqual([200, first.text, '1']);
    expect(await charges()).toBe(1);
  });

  it('buys nothing where the buyer named its payment and echoed nothing else', async () => {
    const required = await challengeOf(get().url);
    const payload = await payloadFor(required, stage.tools.buyer(1), {
      tamper: (made: Payload) => {
        withIdentifier(`pay_${freshNonce().slice(2, 34)}`)(made);
        delete made.extensions!['svc-terms'];
      },
    });
    expect((await pay(get(), encode(payload))).status).toBe(200);
    await expectNothing();
    expect((await pay(get(), encode(payload))).headers.get('x-svc-redelivery')).toBe('1');
  });

  it('buys nothing when a wrong order id is made up for it', async () => {
    const payload = await payloadFor(await challengeOf(get().url), stage.tools.buyer(2));
    expect((await pay(get(), encode(payload))).status).toBe(200);
    const info = (payload.extensions!['svc-terms'] as { info: Record<string, unknown> }).info;
    for (const order of ['0'.repeat(32), String(info.order).toUpperCase(), '', null, [info.order]]) {
      const made = structuredClone(payload);
      (made.extensions!['svc-terms'] as { info: Record<string, unknown> }).info.order = order;
      const isTheSame = order === info.order;
      expect((await pay(get(), encode(made))).status).toBe(isTheSame ? 200 : 409);
    }
  });
});

it('every challenge has an order id of its own, the same in its header and its body', async () => {
  const orders = new Set<unknown>();
  for (const method of ['GET', 'GET', 'POST', 'HEAD', 'GET']) {
    const response = await fetch(get().url, { method });
    const header = JSON.parse(
      Buffer.from(response.headers.get('payment-required')!, 'base64').toString('utf8'),
    );
    const { order } = header.extensions['svc-terms'].info;
    expect(order).toMatch(/^[0-9a-f]{32}$/);
    const text = await response.text();
    if (method !== 'HEAD') expect(JSON.parse(text).extensions['svc-terms'].info.order).toBe(order);
    orders.add(order);
  }
  expect(orders.size).toBe(5);
});

describe('what a stock client has sent, sent again, is delivered again', () => {
  const buyer = () => stage.tools.buyer(3);
  const schemes = () => new x402Client().register('eip155:8453', new ExactEvmScheme(buyer()));

  it('by @x402/fetch', async () => {
    let sent = '';
    const watched: typeof fetch = async (input, init) => {
      const request = new Request(input, init);
      sent = request.headers.get('payment-signature') ?? sent;
      return fetch(request);
    };
    const first = await wrapFetchWithPayment(watched, schemes())(get().url);
    expect(first.status).toBe(200);
    const again = await pay(get(), sent);
    expect([again.status, again.text]).toEqual([200, await first.text()]);
    expect(again.headers.get('x-svc-redelivery')).toBe('1');
    await expectNothing();
  });

  it('by @x402/axios, which brings a core of its own', async () => {
    const { wrapAxiosWithPayment, x402Client: Client } = await import('@x402/axios');
    // The axios that the client itself depends on.
    const own = createRequire(import.meta.resolve('@x402/axios')).resolve('axios');
    const { default: axios } = (await import(own)) as {
      default: { create(): Parameters<typeof wrapAxiosWithPayment>[0] };
    };
    let sent = '';
    const client = new Client().register('eip155:8453', new ExactEvmScheme(buyer()) as never);
    const instance = axios.create();
    instance.interceptors.request.use((config) => {
      sent = (config.headers.get('payment-signature') as string | undefined) ?? sent;
      return config;
    });
    const first = await wrapAxiosWithPayment(instance, client).get(get().url, { responseType: 'text' });
    expect(first.status).toBe(200);
    expect(decodePaymentSignatureHeader(sent).extensions?.['svc-terms']).toMatchObject({
      info: { order: expect.stringMatching(/^[0-9a-f]{32}$/) },
    });
    expect((await pay(get(), sent)).headers.get('x-svc-redelivery')).toBe('1');
    await expectNothing();
  });
});

describe('two services with one recipient', () => {
  it('sell once for one transfer, to whoever asks for what', async () => {
    const env = { SETTLER_KEY: sandboxAccount('empty').privateKey };
    const other = await startService({ rpcUrl: stage.proxy.url, env });
    const payload = await payloadFor(await challengeOf(get().url), stage.tools.buyer(4));
    expect((await pay(get(), encode(payload))).status).toBe(200);
    await expectNothing(other, /had moved before this service saw the payment/);
    // The buyer itself, with the very payment.
    const resource = (await challengeOf(get(other).url)).resource;
    const refused = await pay(get(other), encode({ ...payload, resource }));
    expect([refused.status, json(refused).error]).toEqual([409, 'payment_reused']);
    expect(await charges()).toBe(1);
    const books = async (at: Hosted) =>
      ((await (await fetch(`${at.url}/api/cash-register`)).json()) as { paidCompletions: number })
        .paidCompletions;
    expect(await books(other)).toBe(0);
    await other.stop();
  });

  it('a payment that a stranger broadcasts after we have it is delivered', async () => {
    const payload = await payloadFor(await challengeOf(get().url), stage.tools.buyer(5));
    // Our own transaction waits for its nonce while the stranger's is mined.
    stage.proxy.set('eth_sendRawTransaction', 'hold-request');
    const pending = pay(get(), encode(payload));
    await stage.proxy.held('eth_sendRawTransaction');
    await stage.tools.broadcast(payload);
    stage.proxy.set('eth_sendRawTransaction', undefined);
    let answer = await pending;
    for (let tries = 0; answer.status === 503 && tries < 20; tries++)
      answer = await pay(get(), encode(payload));
    expect(answer.status, answer.text).toBe(200);
    expect(await charges()).toBe(1);
  });
});

it('a wallet contract that has changed its signer since gets the answer it paid for', async () => {
  const wallet = '0x00000000000000000000000000000000000b0b42' as const;
  /** Pushes its answer, shifts it to the left end of a word, returns that: it says the same to every signature. */
  const walletSaying = (answer: string): Hex => `0x63${answer}60e01b5f5260205ff3`;
  const { client } = stage.tools;
  await client.setCode({ address: wallet, bytecode: walletSaying('1626ba7e') });
  const mint = { address: USDC_BASE, abi: USDC_ABI, functionName: 'mint', args: [wallet, PRICE] } as const;
  const hash = await client.writeContract({ ...mint, account: stage.tools.buyer(6) });
  await client.waitForTransactionReceipt({ hash });
  const payload = await payloadFor(await challengeOf(get().url), stage.tools.buyer(6), {
    authorization: { from: wallet },
  });
  const first = await pay(get(), encode(payload));
  expect(first.status, first.text).toBe(200);
  await client.setCode({ address: wallet, bytecode: walletSaying('ffffffff') });
  const again = await pay(get(), encode(payload));
  expect([again.status, again.text]).toEqual([200, first.text]);
  expect(await charges()).toBe(1);
});
