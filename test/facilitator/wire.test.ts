import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HTTPFacilitatorClient } from '@x402/core/http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { facilitatorFaults } from '../../src/adapters/facilitator/faults.ts';
import { type EvmSandbox, startEvmSandbox } from '../../src/sandbox/chain.ts';
import { type Hostile, openHostile } from './hostile.ts';
import { openMarket, stockClient } from './support.ts';

let chain: EvmSandbox;
beforeAll(async () => {
  chain = await startEvmSandbox();
});
afterAll(() => chain.stop());

describe('what we send', () => {
  it('is what the official client sends for the same payment', async () => {
    const market = await openMarket({ rpcUrl: chain.rpcUrl });
    try {
      await stockClient(market).buy();
      const [verify, settle] = market.hostile.requests.filter(({ body }) => body);
      expect(verify).toMatchObject({ operation: 'verify' });
      expect(settle).toMatchObject({ operation: 'settle' });
      const { paymentPayload, paymentRequirements } = settle!.body!;
      const official = new HTTPFacilitatorClient({ url: market.hostile.url });
      market.hostile.requests.length = 0;
      await official.verify(paymentPayload, paymentRequirements);
      await official.settle(paymentPayload, paymentRequirements);
      expect(market.hostile.requests).toEqual([verify, settle]);
    } finally {
      await market.close();
    }
  });

  it('does not tell what is being bought', async () => {
    const market = await openMarket({ rpcUrl: chain.rpcUrl });
    try {
      await stockClient(market).buy();
      const sent = JSON.stringify(market.hostile.requests);
      for (const secret of ['api.example.com', 'worth', 'opportunity', market.url])
        expect(sent).not.toContain(secret);
    } finally {
      await market.close();
    }
  });
});

const SOLD = ['eip155:8453'] as const;

describe('facilitatorFaults', () => {
  let hostile: Hostile;
  beforeEach(async () => {
    hostile = await openHostile(chain.rpcUrl);
  });
  afterEach(() => hostile.stop());
  const messages = async (options = {}) =>
    (await facilitatorFaults(hostile.url, SOLD, options)).map(
      ({ variable, message }) => `${variable} ${message}`,
    );
  const kind = { x402Version: 2, scheme: 'exact', network: 'eip155:8453' };
  const UNSUPPORTED = 'FACILITATOR_URL does not support x402 version 2, scheme exact, on eip155:8453';

  it('finds none in the official facilitator, with a slash at the end or without', async () => {
    expect(await messages()).toEqual([]);
    expect(await facilitatorFaults(`${hostile.url}/`, SOLD)).toEqual([]);
  });

  it.each([
    ['no kinds', { body: { kinds: [] } }, UNSUPPORTED],
    ['version 1 only', { body: { kinds: [{ ...kind, x402Version: 1 }] } }, UNSUPPORTED],
    ['another network', { body: { kinds: [{ ...kind, network: 'eip155:84532' }] } }, UNSUPPORTED],
    ['another scheme', { body: { kinds: [{ ...kind, scheme: 'upto' }] } }, UNSUPPORTED],
    [
      'a redirect',
      { status: 308, headers: { location: '/v2/supported' }, body: { kinds: [kind] } },
      'FACILITATOR_URL answers with a redirect, which is never followed: give the address it leads to',
    ],
    [
      'a 404',
      { status: 404, body: { kinds: [kind] } },
      'FACILITATOR_URL does not answer /supported with 200',
    ],
    [
      'something else',
      { body: 'hello' },
      'FACILITATOR_URL does not answer /supported as an x402 facilitator does',
    ],
    [
      'a flood',
      { body: { kinds: [kind], padding: 'x'.repeat(70_000) } },
      'FACILITATOR_URL answers /supported with too much',
    ],
  ])('names %s', async (_name, said, message) => {
    hostile.supportedAnswer = () => said;
    expect(await messages()).toEqual([message]);
  });

  it('names one that is not there, that is silent, and that is a web page', async () => {
    const server = createServer((request, response) => {
      if (request.url === '/page/supported') response.end('<h1>It works!</h1>');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      expect(await facilitatorFaults(`${url}/page`, SOLD)).toMatchObject([
        { message: 'does not answer /supported with JSON' },
      ]);
      expect(await facilitatorFaults(url, SOLD, { verifyTimeoutMs: 100 })).toMatchObject([
        { message: 'does not answer in time' },
      ]);
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
    expect(await facilitatorFaults(url, SOLD)).toMatchObject([{ message: 'cannot be reached' }]);
  });
});
