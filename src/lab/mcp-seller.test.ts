import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { x402Client } from '@x402/fetch';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { behaviour } from './behaviours.ts';
import { openBench } from './bench.ts';
import { BUILDS } from './builds.ts';
import { x402Dialect } from './challenge.ts';
import { judgeEvidence } from './judge.ts';
import { openSeller, type Seller } from './seller.ts';
import { BUYER, MCP_PATH, PAID_TOOL } from './terms.ts';

/** A buyer of our own, in each way that buyers read and pay: the rows tell them apart. */
interface Way {
  readonly reads: 'structuredContent' | 'x402/error';
  readonly sends: 'object' | 'base64';
}
const SPECIFIED: Way = { reads: 'structuredContent', sends: 'object' };
const CLOUDFLARE: Way = { reads: 'x402/error', sends: 'base64' };

let seller: Seller;
beforeAll(async () => {
  seller = await openSeller();
});
afterAll(() => seller.stop());

async function bought(id: string, way: Way) {
  const row = behaviour(id)!;
  let taken = 0;
  const ledger = { settle: async () => `0x${String(++taken).padStart(64, '0')}` };
  seller.play({ script: row.seller, dialect: x402Dialect(2), ledger: ledger as never });
  const client = new Client({ name: 'buyer', version: '1.0.0' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${seller.port}${MCP_PATH}`)),
  );
  const { tools } = await client.listTools();
  const call = { name: PAID_TOOL, arguments: {} };
  let result = await client.callTool(call);
  const challenge = way.reads === 'x402/error' ? result._meta?.[way.reads] : result.structuredContent;
  let signed = 0;
  if (challenge) {
    const account = privateKeyToAccount(BUYER.privateKey);
    const payer = new x402Client().register('eip155:*', new ExactEvmScheme(account));
    const payment = await payer.createPaymentPayload(challenge as never);
    signed = 1;
    const sent = way.sends === 'object' ? payment : btoa(JSON.stringify(payment));
    result = await client.callTool({ ...call, _meta: { 'x402/payment': sent } });
  }
  await client.close();
  const transcript = [...seller.transcript()];
  const evidence = {
    ...{ requests: transcript.length, signedAuthorisations: signed, distinctNonces: signed },
    ...{ settlements: taken, statusSeen: result.isError ? 402 : 200, error: null, transcript },
  };
  return { ...(await judgeEvidence(row, evidence)), result, tools, transcript };
}

describe('the scripted seller over MCP', () => {
  it.each([
    ['B63', SPECIFIED, 'pass'],
    ['B63', CLOUDFLARE, 'unsupported'],
    ['B63', { reads: 'structuredContent', sends: 'base64' }, 'fail'],
    ['B64', SPECIFIED, 'unsupported'],
    ['B64', CLOUDFLARE, 'pass'],
    ['B64', { reads: 'x402/error', sends: 'object' }, 'pass'],
    ['B65', SPECIFIED, 'fail'],
    ['B65', CLOUDFLARE, 'pass'],
    ['B66', SPECIFIED, 'pass'],
    ['B66', CLOUDFLARE, 'unsupported'],
  ] as const)('%s, to one who %o, is %s', async (id, way, verdict) => {
    expect((await bought(id, way)).verdict).toBe(verdict);
  });

  it('says which transaction it took, and records the tool calls alone, with the payment', async () => {
    const { result, transcript, observed } = await bought('B63', SPECIFIED);
    expect(result._meta?.['x402/payment-response']).toMatchObject({ success: true });
    expect(transcript.map(({ request }) => Object.keys(request.headers).includes('mcp-payment'))).toEqual([
      false,
      true,
    ]);
    expect(observed).toContain('1 request paid by mcp-payment');
  });

  it('names the price in the list of tools in B66 alone', async () => {
    for (const id of ['B63', 'B64', 'B65', 'B66']) {
      const { tools } = await bought(id, SPECIFIED);
      expect([id, tools[0]?._meta !== undefined]).toEqual([id, id === 'B66']);
    }
  });

  it('is not for clients of HTTP, nor its pages for clients of MCP', async () => {
    const bench = await openBench(() => '2026-01-01T00:00:00Z');
    const of = async (id: string, behaviourId: string) => {
      const build = BUILDS.find((each) => each.id === id)!;
      return (await bench.run({ build, row: behaviour(behaviourId)!, fix: null })).observed;
    };
    const said = [await of('x402-fetch-2.27.0', 'B63'), await of('agents-0.32.0', 'B01')];
    await bench.stop();
    expect(said).toEqual([
      'not run: this client does not speak MCP',
      'not run: this client pays over MCP only, and the question is about HTTP',
    ]);
  });
});
