import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../src/catalogue.ts';
import { formOf, OPPORTUNITY_CHECK, REVENUE_AUDIT, SCOPE_CHECK } from '../src/checks/sold.ts';
import type { Form, Product } from '../src/declare.ts';
import { toolsOf } from '../src/discovery/tools.ts';
import { REFUSAL_CLASSES } from '../src/values/problem.ts';
import { BODIES, generatedBodies, type Offered } from './support/bodies.ts';
import { sized } from './support/campaign.ts';
import { type InProcess, openInProcess } from './support/in-process.ts';

/** What is approved is sold whole, what is refused costs nothing: every way to a paid answer, over thousands of bodies. */

let house: InProcess;
beforeAll(async () => {
  house = await openInProcess();
});
afterAll(() => house.close());

const JUDGED = catalogue.products.filter(({ forms }) => forms.some(({ judge }) => judge));
const productAt = (path: string): Product => catalogue.products.find((each) => each.path === path)!;
const posted = (path: string): Form => formOf(productAt(path), 'POST')!;

type Body = Readonly<Record<string, unknown>>;
type Way = 'http' | 'mcp' | 'edge';
interface Told {
  readonly status: number;
  readonly text: string;
  readonly body: Record<string, unknown>;
}

const send = async (fetch: InProcess['origin'], path: string, body: object, headers = {}): Promise<Told> => {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
  const response = await fetch(path, init);
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text) as Record<string, unknown> };
};

interface Approval {
  readonly status: string;
  readonly ticket?: string;
  readonly checks: readonly {
    readonly id: string;
    readonly status: string;
    readonly issues?: readonly { readonly path: string; readonly code: string }[];
  }[];
}
const scopeCheck = async (route: string, payload: Body): Promise<Approval> => {
  const asked = {
    route,
    method: 'POST',
    network: 'eip155:8453',
    maxAmountAtomicUnits: productAt(route).price.amount,
    buyerApproval: true,
    payload,
  };
  return (await send(house.origin, SCOPE_CHECK, asked)).body as unknown as Approval;
};

/** A tool call; its result in the shape of the HTTP answer that it stands for. */
async function tool(path: string, args: Body, meta?: object): Promise<Told> {
  const { name } = toolsOf(catalogue).find(({ route }) => route.path === path && route.method === 'POST')!;
  const call = { name, arguments: args, ...(meta && { _meta: meta }) };
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call };
  const { text, body } = await send(house.origin, '/mcp', message, {
    accept: 'application/json, text/event-stream',
  });
  const { isError, structuredContent } = body.result as {
    isError?: boolean;
    structuredContent: Record<string, unknown>;
  };
  const status = isError ? ((structuredContent.status as number) ?? 402) : 200;
  return { status, text, body: structuredContent };
}

async function buy(way: Way, path: string, body: Body, ticket: string | undefined): Promise<Told> {
  const { id, admission } = productAt(path);
  const payment = house.payment(id);
  if (way === 'mcp') {
    const args = { ...body, ...(ticket !== undefined && { authorizationTicket: ticket }) };
    const told = await tool(path, args, {
      'x402/payment': JSON.parse(Buffer.from(payment, 'base64').toString()),
    });
    if (told.status !== 200) return told;
    // A conversation gets what fits; the whole is given to the same payment, and charged once.
    const whole = await send(house.origin, path, body, { 'payment-signature': payment });
    const { omitted, ...shown } = told.body as Body & { omitted?: readonly { part: string }[] };
    expect(whole.body).toMatchObject(shown);
    // What it leaves out is in the whole, under the first name of its path.
    for (const { part } of omitted ?? []) expect(whole.body).toHaveProperty([part.split('/')[1]!]);
    return whole;
  }
  const header = admission?.kind === 'ticket' ? admission.header : '';
  // At an edge a payment without a ticket is the origin's to refuse: a wrong one makes the edge look itself.
  const shown = ticket ?? (header && way === 'edge' ? 'ab'.repeat(32) : undefined);
  return send(house[way === 'edge' ? 'edge' : 'origin'], path, body, {
    'payment-signature': payment,
    ...(header && shown !== undefined && { [header]: shown }),
  });
}

const rulesIn = (issues: readonly { readonly path: string; readonly code: string }[] = []) =>
  issues.map(({ path, code }) => `${path} ${code}`);
const refusedRules = ({ checks }: Approval): string[] =>
  checks
    .filter(({ id }) => id === 'payload_clean' || id === 'request_allowed')
    .flatMap(({ issues }) => rulesIn(issues));

/** One body, one way: approved and whole, or refused and free. Says which. */
async function judged(
  way: Way,
  { path, body, secrets = [] }: Offered,
): Promise<'approved' | 'refused' | 'invalid'> {
  const product = productAt(path);
  const approval = await scopeCheck(path, body);
  const { asked, seller } = { ...house.chain };
  const isValid = posted(path).input.safeParse(body).success;
  const refusals = refusedRules(approval);
  const said = `${way} ${path} ${JSON.stringify(body)}`;
  expect(approval.status === 'approved', said).toBe(isValid && refusals.length === 0);

  const unpaid = way === 'mcp' ? await tool(path, body) : await send(house.origin, path, body);
  const wanted = way === 'mcp' && isValid && refusals.length > 0 ? 422 : 402;
  expect([unpaid.status, unpaid.body.error], said).toEqual([
    wanted,
    wanted === 422 ? 'request_refused' : 'payment_required',
  ]);
  const told = await buy(way, path, body, approval.ticket);
  for (const secret of secrets) expect(told.text, said).not.toContain(secret);
  if (approval.status === 'approved') {
    expect([told.status, told.body.status], said).toEqual([200, 'complete']);
    expect(product.response.safeParse(told.body).error).toBeUndefined();
    expect(house.chain.seller - seller).toBe(BigInt(product.price.amount));
    return 'approved';
  }
  expect({ asked: house.chain.asked, seller: house.chain.seller }, said).toEqual({ asked, seller });
  if (!isValid) {
    expect([told.status, told.body.error], said).toEqual([400, 'invalid_request']);
    return 'invalid';
  }
  expect([told.status, told.body.error], said).toEqual([422, 'request_refused']);
  expect(REFUSAL_CLASSES).toContain(told.body.stopReason);
  expect(rulesIn(told.body.issues as never).sort()).toEqual(refusals.sort());
  for (const path of rulesIn(told.body.issues as never).map((rule) => rule.split(' ')[0]!))
    expect(['', ...Object.keys(posted(product.path).input.shape)]).toContain(path);
  return 'refused';
}

describe('the products', () => {
  it('that take a body judge every member of it', () => {
    for (const { forms } of catalogue.products)
      for (const { method, input, judge } of forms)
        expect(Object.keys(judge?.fields ?? {}).sort()).toEqual(
          method === 'POST' ? Object.keys(input.shape).sort() : [],
        );
    expect(JUDGED.map(({ path }) => path).sort()).toEqual([REVENUE_AUDIT, OPPORTUNITY_CHECK]);
  });
});

describe('generated bodies', () => {
  it.each<[Way, number]>([
    ['http', sized({ smoke: 80, short: 1_400, full: 1_400 })],
    ['mcp', sized({ smoke: 15, short: 200, full: 200 })],
    ['edge', sized({ smoke: 30, short: 400, full: 400 })],
  ])('over %s: %i of them', async (way, many) => {
    const found = { approved: 0, refused: 0, invalid: 0 };
    for (const offered of generatedBodies(`one verdict, ${way}`, many)) found[await judged(way, offered)]++;
    for (const outcome of ['approved', 'refused', 'invalid'] as const)
      expect(found[outcome], outcome).toBeGreaterThan(many / 40);
    expect(found.approved).toBeGreaterThan(many / 4);
  });
});

describe('named bodies', () => {
  const rows = BODIES.flatMap((each) => (['http', 'mcp', 'edge'] as const).map((way) => ({ way, ...each })));
  it.each(rows)('$name over $way is $expected', async ({ way, expected, ...offered }) => {
    expect(await judged(way, offered)).toBe(expected);
  });
});

describe('every example in the docs', () => {
  const folder = new URL('../', import.meta.url);
  const pages = ['README.md', ...readdirSync(new URL('docs/', folder)).map((name) => `docs/${name}`)].filter(
    (name) => name.endsWith('.md'),
  );
  const sent = pages.flatMap((page) =>
    [...readFileSync(new URL(page, folder), 'utf8').matchAll(/-d '(\{[^']*\})'/g)].flatMap(([, text]) => {
      try {
        return [{ page, body: JSON.parse(text!) as Record<string, unknown> }];
      } catch {
        return [];
      }
    }),
  );
  const examples = [
    ...JUDGED.map(({ path }) => ({ page: path, path, body: posted(path).example as Body })),
    ...sent.flatMap(({ page, body }) =>
      [body, body.payload as Body].flatMap((each) =>
        JUDGED.filter(({ path }) => posted(path).input.safeParse(each).success).map(({ path }) => ({
          page,
          path,
          body: each,
        })),
      ),
    ),
  ];

  it('that is sold is approved and whole', async () => {
    expect(examples.length).toBeGreaterThan(4);
    for (const example of examples)
      for (const way of ['http', 'mcp', 'edge'] as const)
        expect(await judged(way, example), example.page).toBe('approved');
  });

  it('and what passport and builder make of one is sold whole as well', async () => {
    let bought = 0;
    for (const { body } of sent) {
      for (const [check, budget] of [
        ['/api/agent-spend-passport/prepare', '0.05'],
        ['/api/agent-spend-passport/prepare', '5.00'],
        ['/api/agent-revenue-audit-builder/prepare', undefined],
      ] as const) {
        const asked = budget ? { ...body, maxBudgetUsd: budget } : body;
        const answer = await send(house.origin, check, asked);
        const { status, recommendedRoute, copyPastePayload, auditBody } = answer.body as {
          status: string | number;
          recommendedRoute?: string;
          copyPastePayload?: Body;
          auditBody?: Body;
        };
        if (status !== 'ready' && status !== 'ready_to_buy') continue;
        const path = recommendedRoute ?? REVENUE_AUDIT;
        expect(await judged('http', { path, body: (copyPastePayload ?? auditBody)! })).toBe('approved');
        bought++;
      }
    }
    expect(bought).toBeGreaterThan(3);
  });
});

describe('a refusal', () => {
  const { path, body } = BODIES.find(({ expected }) => expected === 'refused')!;
  const credentials: readonly [string, Record<string, string>][] = [
    ['x402, malformed', { 'payment-signature': 'nonsense' }],
    ['x402, too large', { 'payment-signature': 'a'.repeat(9_000) }],
    ['x402, for Solana', { 'payment-signature': btoa('{"x402Version":2,"payload":{"transaction":"AQ=="}}') }],
  ];
  it.each(credentials)('comes before the payment is looked at: %s', async (_name, headers) => {
    const before = { ...house.chain };
    const told = await send(house.origin, path, body, headers);
    expect([told.status, told.body.error]).toEqual([422, 'request_refused']);
    expect(house.chain).toEqual(before);
  });

  it('is counted by product and reason, once for each that was asked to sell', async () => {
    const health = async () =>
      (
        (await (await house.origin('/api/passport-signal-health')).json()) as {
          refusedBodies: Record<string, Record<string, number>>;
        }
      ).refusedBodies[productAt(path).id]!.sensitiveData!;
    const before = await health();
    await send(house.origin, path, body);
    expect(await health()).toBe(before);
    await buy('http', path, body, undefined);
    await tool(path, body);
    await buy('mcp', path, body, undefined);
    expect(await health()).toBe(before + 3);
    // An edge counts what it answers, and tells the origin: so the origin does not count it again.
    const name = `refused.${productAt(path).id}.sensitiveData.caller`;
    const told = house.edgeCounted.filter((each) => each === name).length;
    await buy('edge', path, body, undefined);
    expect(house.edgeCounted.filter((each) => each === name)).toHaveLength(told + 1);
    expect(await health()).toBe(before + 3);
  });
});
