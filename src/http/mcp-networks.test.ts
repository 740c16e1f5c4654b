import { describe, expect, it } from 'vitest';
import { tokenTerms } from '../gate/assets.ts';
import { opportunityCheck } from '../products/opportunity-check/product.ts';
import { NETWORKS } from '../values/networks.ts';
import { openShop, paymentFor } from './shop.testing.ts';

/** A network beside the default one, for a form that is posted: told in OpenAPI and to tools, and never replaced. */

const SELLER = `0x${'22'.repeat(20)}`;
const shop = openShop(undefined, { ways: [{ ...tokenTerms('polygon'), payTo: SELLER }] });
const { path } = opportunityCheck;
const QUESTION = { subject: 'api.example.com/v1', goal: 'Is one call worth it?' };
const TOOL = 'buy_opportunity_check';

interface Result {
  readonly isError?: boolean;
  readonly structuredContent: Record<string, unknown>;
  readonly content: readonly { readonly type: string; readonly uri?: string }[];
}
async function rpc<T>(method: string, params: object = {}): Promise<T> {
  const answer = await shop.fetch('/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return ((await answer.json()) as { result: T }).result;
}
const call = (args: object, payment?: object) =>
  rpc<Result>('tools/call', {
    name: TOOL,
    arguments: args,
    ...(payment && { _meta: { 'x402/payment': payment } }),
  });

it('OpenAPI names it for each form', async () => {
  const { paths } = (await (await shop.fetch('/openapi.json')).json()) as {
    paths: Record<string, Record<string, { parameters?: { name: string; in: string; schema: object }[] }>>;
  };
  for (const { method } of opportunityCheck.forms)
    expect(paths[path]![method.toLowerCase()]!.parameters, method).toContainEqual(
      expect.objectContaining({
        ...{ name: 'paymentNetwork', in: 'query', required: false },
        schema: { type: 'string', enum: ['polygon'] },
      }),
    );
});

describe('a tool of a form that is posted', () => {
  it('lists the argument', async () => {
    const { tools } = await rpc<{ tools: { name: string; inputSchema: { properties: object } }[] }>(
      'tools/list',
    );
    const { inputSchema } = tools.find(({ name }) => name === TOOL)!;
    expect(inputSchema.properties).toMatchObject({ paymentNetwork: { enum: ['polygon'] } });
  });

  it('is offered on it and sold on it, and links to the answer there', async () => {
    const args = { ...QUESTION, paymentNetwork: 'polygon' };
    const challenge = await call(args);
    const { accepts, resource } = challenge.structuredContent as {
      accepts: { network: string; payTo: string }[];
      resource: { url: string };
    };
    expect(accepts).toMatchObject([{ network: NETWORKS.polygon.network, payTo: SELLER }]);
    expect(resource.url).toMatch(/\?paymentNetwork=polygon$/);
    const header = Buffer.from(JSON.stringify(challenge.structuredContent)).toString('base64');
    const { settled } = shop.chain;
    const bought = await call({ ...args, part: 'reasons' }, paymentFor(header));
    expect(bought.isError).toBeUndefined();
    expect(shop.chain.settled).toBe(settled + 1);
    const link = bought.content.find(({ type }) => type === 'resource_link');
    expect(link!.uri).toBe(resource.url);
  });

  it.each(['solana', 'base', 7])(
    'is not offered on another network instead of paymentNetwork %j',
    async (paymentNetwork) => {
      const { isError, structuredContent } = await call({ ...QUESTION, paymentNetwork });
      expect([isError, structuredContent.error]).toEqual([true, 'unknown_payment_network']);
    },
  );

  it('is refused before it is offered where policy refuses what is asked', async () => {
    const goal = 'Should I pay for this API? My card is 4111 1111 1111 1111, cvc 123.';
    const refused = (args: object) => call({ ...QUESTION, goal, ...args });
    const { structuredContent } = await refused({});
    expect(structuredContent.error).toBe('request_refused');
    expect((await refused({ paymentNetwork: 'polygon' })).structuredContent).toEqual(structuredContent);
  });
});
