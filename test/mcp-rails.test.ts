import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { PaymentRequired, SettleResponse } from '@x402/core/types';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { x402Client } from '@x402/fetch';
import { Challenge } from 'mppx';
import { tempo } from 'mppx/client';
import { McpClient } from 'mppx/mcp/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reliabilityLedger } from '../src/products/agent-commerce-reliability-ledger/product.ts';
import { SOLANA_BUYERS } from '../src/sandbox/solana-accounts.ts';
import { buyer, SELLER, tempoTools } from './mpp/support.ts';
import { type Balances, openRails, type Rails } from './support/rails.ts';
import { stockSolanaClient } from './support/solana.ts';

/** The ledger and the witness through MCP, paid on every rail. */

const CHALLENGES = 'org.paymentauth/payment-required';
const CREDENTIAL = 'org.paymentauth/credential';
const RECEIPT = 'org.paymentauth/receipt';
const LEDGER_TOOL = 'buy_ledger';
const PRICE = BigInt(reliabilityLedger.price.amount);

let rails: Rails;
let before: Balances;
let client: Client;

beforeAll(async () => {
  rails = await openRails();
});
afterAll(() => rails.close());
beforeEach(async () => {
  before = await rails.balances();
  client = new Client({ name: 'a-buyer', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${rails.service.url}/mcp`)));
  return () => client.close();
});

const paid = async () => {
  const now = await rails.balances();
  return {
    base: now.base - before.base,
    solana: now.solana - before.solana,
    tempo: now.tempo - before.tempo,
  };
};
const call = async (name: string, args: object = {}, meta?: object): Promise<CallToolResult> =>
  (await client.callTool({
    name,
    arguments: { ...args },
    ...(meta && { _meta: { ...meta } }),
  })) as CallToolResult;
const said = ({ structuredContent }: CallToolResult) => structuredContent as Record<string, unknown>;

const methods = (mode: 'push' | 'pull') => [
  tempo.charge({
    account: buyer(1),
    mode,
    getClient: () => tempoTools(rails.tempo.rpcUrl).client as never,
    expectedChainId: 4217,
    expectedRecipients: [SELLER],
  }),
];

describe('over MPP', () => {
  it.each(['push', 'pull'] as const)(
    'the stock MCP client of mppx buys the ledger once, %s',
    async (mode) => {
      const asked: Challenge.Challenge[] = [];
      const paying = McpClient.wrap(client, {
        methods: methods(mode),
        onPaymentRequired: (challenge) => asked.push(challenge) === 1,
      });
      const result = await paying.callTool({ name: LEDGER_TOOL, arguments: {} });
      expect(result.isError).toBeUndefined();
      expect(result.structuredContent).toMatchObject({ product: reliabilityLedger.id });
      expect(asked).toMatchObject([{ method: 'tempo', intent: 'charge', request: { amount: '100000' } }]);
      expect(result.receipt).toMatchObject({
        ...{ method: 'tempo', status: 'success', challengeId: asked[0]!.id },
        reference: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      });
      expect(result._meta!['assay/delivery-receipt']).toMatch(/^ey/);
      expect(await paid()).toEqual({ base: 0n, solana: 0n, tempo: PRICE });
    },
  );

  it('shows its challenges beside the one of x402, and gives the same answer again for one credential', async () => {
    const unpaid = await call(LEDGER_TOOL);
    expect(said(unpaid)).toMatchObject({ x402Version: 2, accepts: [{ network: 'eip155:8453' }] });
    const { challenges } = unpaid._meta![CHALLENGES] as { challenges: Challenge.Challenge[] };
    expect(challenges).toHaveLength(1);
    const header = Challenge.serialize(challenges[0]!);
    const [method] = methods('pull');
    const created = await method!.createCredential({ challenge: Challenge.deserialize(header) } as never);
    const credential = JSON.parse(Buffer.from(created.slice(8), 'base64url').toString()) as {
      challenge: { request: string };
    };
    const given = { ...credential, challenge: { ...challenges[0] } };
    const first = await call(LEDGER_TOOL, {}, { [CREDENTIAL]: given });
    const again = await call(LEDGER_TOOL, {}, { [CREDENTIAL]: given });
    expect([first.isError, again.isError]).toEqual([undefined, undefined]);
    expect(again.content).toEqual(first.content);
    expect(again._meta![RECEIPT]).toEqual(first._meta![RECEIPT]);
    expect(await paid()).toEqual({ base: 0n, solana: 0n, tempo: PRICE });
  });

  it.each([
    ['an empty one', {}, 'malformed_payment'],
    ['a text', 'Payment e30', 'malformed_payment'],
    ['nothing', null, 'malformed_payment'],
    ['a list', [1, 2], 'malformed_payment'],
    ['one without a challenge', { payload: { type: 'hash' } }, 'malformed_payment'],
    [
      'one that is too large',
      { challenge: { request: { x: 'y'.repeat(20_000) } }, payload: {} },
      'payment_too_large',
    ],
  ])('declines %s as the route does, with a challenge', async (_name, credential, reason) => {
    const result = await call(LEDGER_TOOL, {}, { [CREDENTIAL]: credential });
    expect(result).toMatchObject({ isError: true, structuredContent: { reason } });
    expect(result._meta![CHALLENGES]).toMatchObject({ challenges: [{ method: 'tempo' }] });
    expect(await paid()).toEqual({ base: 0n, solana: 0n, tempo: 0n });
  });

  it('refuses a payment of each protocol at once', async () => {
    const result = await call(LEDGER_TOOL, {}, { [CREDENTIAL]: {}, 'x402/payment': {} });
    expect(result).toMatchObject({ isError: true, structuredContent: { error: 'multiple_credentials' } });
    expect(result._meta).not.toHaveProperty([CHALLENGES]);
  });

  it('says nothing of MPP for a tool that is not sold over it', async () => {
    const result = await call('buy_proof');
    expect(said(result)).toMatchObject({ error: 'payment_required' });
    expect(Object.keys(result._meta!)).toEqual(['x402/error']);
  });
});

describe('on Solana', () => {
  it('the ledger tool takes the network, and is paid there', async () => {
    const args = { paymentNetwork: 'solana' };
    const unpaid = said(await call(LEDGER_TOOL, args)) as unknown as PaymentRequired;
    expect(unpaid.accepts.map(({ network }) => network)).toEqual([expect.stringMatching(/^solana:/)]);
    const wallet = stockSolanaClient(SOLANA_BUYERS[0]!, rails.solana.rpcUrl);
    const payment = await wallet.createPaymentPayload(unpaid);
    const result = await call(LEDGER_TOOL, args, { 'x402/payment': payment });
    expect(result.isError).toBeUndefined();
    expect(result._meta!['x402/payment-response'] as SettleResponse).toMatchObject({
      ...{ success: true, network: unpaid.accepts[0]!.network, payer: SOLANA_BUYERS[0]!.address },
    });
    expect(await paid()).toEqual({ base: 0n, solana: PRICE, tempo: 0n });
  });

  it('is an argument of the ledger tool alone, and of no other value', async () => {
    const { tools } = await client.listTools();
    const taking = tools.filter(({ inputSchema }) => inputSchema.properties?.paymentNetwork);
    expect(taking.map(({ name }) => name)).toEqual([LEDGER_TOOL]);
    expect(taking[0]!.inputSchema.properties!.paymentNetwork).toMatchObject({ enum: ['solana'] });
    const result = await call(LEDGER_TOOL, { paymentNetwork: 'base' });
    expect(said(result)).toMatchObject({ error: 'unknown_payment_network' });
  });
});

describe('the witness', () => {
  it('is bought with the match of its free preflight tool, and not without', async () => {
    const { tools } = await client.listTools();
    const tool = tools.find(({ name }) => name === 'buy_witness')!;
    expect(tool.inputSchema.properties).toHaveProperty('match');
    expect(said(await call(tool.name))).toMatchObject({ error: 'preflight_required' });

    const asked = { client: '@x402/fetch', clientVersion: '2.10.0', protocol: 'x402v2' };
    const preflight = tools.find(({ name }) => name === 'match_client')!;
    const { matchId } = said(await call(preflight.name, asked)) as { matchId: string };
    const unpaid = said(await call(tool.name, { match: matchId })) as unknown as PaymentRequired;
    const wallet = new x402Client().register('eip155:8453', new ExactEvmScheme(buyer(2)));
    const payment = await wallet.createPaymentPayload(unpaid);
    const result = await call(tool.name, { match: matchId }, { 'x402/payment': payment });
    expect(said(result)).toMatchObject({
      matchId,
      subject: { client: '@x402/fetch', version: '2.10.0', protocol: 'x402v2' },
    });
    expect(await paid()).toEqual({ base: 250_000n, solana: 0n, tempo: 0n });
  });
});
