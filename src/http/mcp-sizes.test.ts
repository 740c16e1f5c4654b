import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../catalogue.ts';
import { exampleCall } from '../declare.ts';
import { OMITTED, PART_ARGUMENT, TICKET_ARGUMENT, toolsOf } from '../discovery/tools.ts';
import { RESULT_MAX_BYTES } from '../values/limits.ts';
import { resultOf, toolBox } from './mcp-result.ts';
import { openShop, paymentFor } from './shop.testing.ts';

/** A token is four bytes of such JSON at least: o200k_base makes 4.3 of it. */
const LIST_MAX_BYTES = 3_500 * 4;

const shop = openShop();
const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

async function rpc(method: string, params: object = {}): Promise<Record<string, unknown>> {
  const answer = await shop.fetch('/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return ((await answer.json()) as { result: Record<string, unknown> }).result;
}
const call = async (name: string, args: object, payment?: object): Promise<CallToolResult> =>
  (await rpc('tools/call', {
    name,
    arguments: args,
    ...(payment && { _meta: { 'x402/payment': payment } }),
  })) as CallToolResult;
const said = ({ structuredContent }: CallToolResult) => structuredContent as Record<string, unknown>;
const textIn = ({ content }: CallToolResult) => (content[0] as { text: string }).text;

interface Listed {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly outputSchema: object;
  readonly annotations: Record<string, boolean>;
}

describe('the list of tools', () => {
  const list = async () => (await rpc('tools/list')).tools as Listed[];

  it('is under 3,500 tokens, with every tool', async () => {
    const tools = await list();
    expect(tools).toHaveLength(toolsOf(catalogue).length);
    expect(bytes(await rpc('tools/list'))).toBeLessThan(LIST_MAX_BYTES);
  });

  it('has names in one form, titles that differ, an output schema each, and no path', async () => {
    const tools = await list();
    for (const { name, outputSchema } of tools) {
      expect(name).toMatch(/^(?!use_)[a-z]+(_[a-z]+)+$/);
      expect(outputSchema).toMatchObject({ type: 'object', properties: expect.any(Object) });
    }
    for (const part of ['name', 'title', 'description'] as const)
      expect(new Set(tools.map((tool) => tool[part])).size, part).toBe(tools.length);
    // Values of an argument may be paths; what is said to the agent names tools.
    const words = JSON.stringify(tools, (key, value) => (key === 'enum' ? undefined : value));
    expect(words).not.toMatch(/\/api\//);
  });

  it('names only tools that there are', async () => {
    const tools = await list();
    const names = new Set(tools.map(({ name }) => name));
    const named = JSON.stringify(tools).match(/\b(?:buy|check|match|approve|prepare|plan|record)_[a-z_]+/g)!;
    expect(named.filter((name) => !names.has(name))).toEqual([]);
  });

  it('says truly what a tool changes', async () => {
    for (const { name, annotations } of await list()) {
      const isPaid = name.startsWith('buy_');
      const isCounter = name.startsWith('record_');
      expect({ name, readOnly: annotations.readOnlyHint }).toEqual({ name, readOnly: !isPaid && !isCounter });
      if (isPaid) expect(annotations).toMatchObject({ idempotentHint: false, openWorldHint: true });
      if (isCounter) expect(annotations.idempotentHint).toBe(name === 'record_outcome');
    }
  });
});

/** What each paid tool is called with, once the free step before it was taken. */
async function argumentsOf(id: string): Promise<{ name: string; args: Record<string, unknown> }> {
  const product = shop.catalogue.products.find((each) => each.id === id)!;
  const { name } = toolsOf(shop.catalogue).find(({ route }) => route.path === product.path)!;
  const [form] = product.forms;
  if (!product.first) return { name, args: form!.example as Record<string, unknown> };
  const refused = await call(name, {});
  const next = said(refused).next as {
    tool: string;
    arguments: object;
    after: { arguments: object; take: string; argument: string };
  };
  const given = said(await call(next.tool, next.arguments));
  const { after } = next;
  return { name, args: { ...after.arguments, [after.argument]: given[after.take] } };
}

/** What is twice in a result is read and paid for twice. */
function expectSmall(result: CallToolResult): void {
  expect(bytes({ content: result.content, structuredContent: result.structuredContent })).toBeLessThan(
    RESULT_MAX_BYTES,
  );
  const whole = JSON.stringify(result.structuredContent);
  const text = textIn(result);
  const twice: string[] = [];
  for (let i = 0; i + 300 <= text.length; i += 50)
    if (whole.includes(text.slice(i, i + 300))) twice.push(text.slice(i, i + 300));
  expect(twice).toEqual([]);
}

describe('a result', () => {
  const free = catalogue.checks.map(({ path, example }) => {
    const { name } = toolsOf(catalogue).find(({ route }) => route.path === path)!;
    return [name, example as object] as const;
  });
  it.each(free)('of %s is short', async (name, example) => {
    const result = await call(name, example);
    expect(result.isError).toBeUndefined();
    expectSmall(result);
  });

  it.each(catalogue.products.map(({ id }) => id))(
    'of %s is short, and its parts are the whole, for one payment',
    { timeout: 30_000 },
    async (id) => {
      const { name, args } = await argumentsOf(id);
      const challenge = said(await call(name, args));
      const header = Buffer.from(JSON.stringify(challenge)).toString('base64');
      const payment = paymentFor(header);
      const before = shop.chain.settled;
      const first = await call(name, args, payment);
      expect(first.isError, textIn(first)).toBeUndefined();
      expectSmall(first);
      const link = first.content.find(({ type }) => type === 'resource_link') as { uri: string } | undefined;
      const whole = await wholeOf(id, args, payment);
      if (bytes(whole) > RESULT_MAX_BYTES) expect(link?.uri).toContain(`/api/${id.replace(/-POST$/, '')}`);
      expect(await gathered(name, args, payment, first)).toEqual(whole);
      expect(shop.chain.settled).toBe(before + 1);
    },
  );

  it('of a free tool that is long names what it omits, and speaks of no payment', async () => {
    const long = {
      a: 'x'.repeat(9_000),
      ...Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`b${i}`, 'y'.repeat(6_000)])),
    };
    const options = {
      credential: undefined,
      part: '',
      tools: toolBox(catalogue),
      link: { uri: 'https://x', name: 'x' },
    };
    const free = await resultOf(Response.json(long), { ...options, isPaid: false });
    expectSmall(free);
    expect(partsIn(free).slice(0, 2)).toEqual(['/a', '/b0']);
    expect(JSON.stringify(free)).not.toContain('payment');
    expect(textIn(free)).toContain(`${41 - partsIn(free).length} more are only in the whole answer`);
    const paid = await resultOf(Response.json(long), { ...options, isPaid: true });
    expect(textIn(paid)).toContain('the same payment');
  });

  it('may be long of every tool but a counter, so each takes the name of a part and declares what it omits', () => {
    for (const { name, inputSchema, outputSchema } of toolsOf(catalogue)) {
      if (!name.startsWith('record_')) expect(inputSchema.properties, name).toHaveProperty(PART_ARGUMENT);
      expect(outputSchema.properties, name).toHaveProperty(OMITTED, { type: 'array' });
    }
  });

  it('of a part that is none says so, and shows what there is', async () => {
    const { name, args } = await argumentsOf('opportunity-check');
    const payment = paymentFor(Buffer.from(JSON.stringify(said(await call(name, args)))).toString('base64'));
    const result = await call(name, { ...args, [PART_ARGUMENT]: '/no such part' }, payment);
    expect(textIn(result)).toMatch(/^There is no such part\./);
    expect(said(result)).toHaveProperty('recommendation');
  });
});

/** The whole answer, where the resource link says: the route itself, with the same payment. */
async function wholeOf(
  id: string,
  { [TICKET_ARGUMENT]: _, ...args }: Record<string, unknown>,
  payment: object,
) {
  const product = shop.catalogue.products.find((each) => each.id === id)!;
  const { method } = exampleCall(product, product.forms[0]!);
  const headers = {
    'content-type': 'application/json',
    'payment-signature': Buffer.from(JSON.stringify(payment)).toString('base64'),
  };
  const query = method === 'GET' ? `?${new URLSearchParams(args as Record<string, string>)}` : '';
  const answer = await shop.fetch(product.path + query, {
    method,
    headers,
    ...(method === 'POST' && { body: JSON.stringify(args) }),
  });
  expect([answer.status, answer.headers.get('x-svc-redelivery')]).toEqual([200, '1']);
  return (await answer.json()) as object;
}

/** Reads every part that a result says it leaves out, and puts it where it belongs. */
async function gathered(
  name: string,
  args: object,
  payment: object,
  first: CallToolResult,
): Promise<unknown> {
  const { [OMITTED]: _, ...root } = said(first);
  const left = partsIn(first);
  for (let part = left.shift(); part !== undefined; part = left.shift()) {
    const result = await call(name, { ...args, [PART_ARGUMENT]: part }, payment);
    expectSmall(result);
    put(root, part, said(result).value);
    left.push(...partsIn(result));
  }
  return root;
}

const partsIn = (result: CallToolResult): string[] =>
  ((said(result)[OMITTED] ?? []) as { part: string }[]).map(({ part }) => part);

function put(root: Record<string, unknown>, part: string, value: unknown): void {
  const steps = part
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = steps.pop()!;
  let at = root;
  const name = last.endsWith('-') ? steps.pop()! : last;
  for (const step of steps) at = at[step] as Record<string, unknown>;
  const begun = at[name];
  // The rest of a list or a text that was begun under its own name.
  if (last === name) at[name] = value;
  else if (typeof begun === 'string') at[name] = begun + value;
  else at[name] = [...(begun as unknown[]), ...(value as unknown[])];
}
