import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { type Catalogue, NETWORK_PARAMETER, type Offered } from '../declare.ts';
import { listedTool, OMITTED, paidTools, TICKET_ARGUMENT, type Tool, toolsOf } from '../discovery/tools.ts';
import { challengeIn, PAID_TOOL_META, settlementMeta, x402ChallengeMeta } from '../gate/rails/x402-mcp.ts';
import { DELIVERY_RECEIPT_HEADER } from '../values/headers.ts';
import { once } from '../values/once.ts';
import type { Next } from '../values/problem.ts';
import { type Brief, briefOf, briefWordsOf, namedOf } from './brief.ts';
import type { AnswerRead } from './incoming.ts';

/** An HTTP answer as the result of a tool call, short enough for a conversation. */

const MPP_HEADERS = ['www-authenticate', 'payment-receipt'];

/** What a server of this catalogue has, made once: the schemas of all tools cost more than most messages. */
export function toolBox(catalogue: Catalogue) {
  const all = toolsOf(catalogue);
  const sold = new Set<string>(catalogue.products.map(({ path }) => path));
  const paid = new Set(all.filter(({ route }) => sold.has(route.path)).map(({ name }) => name));
  return {
    byName: new Map(all.map((tool) => [tool.name, tool])),
    paid,
    listed: listedBy(all, paid),
    byRoute: new Map(all.map((tool) => [`${tool.route.method} ${tool.route.path}`, tool])),
  };
}

type Listed = ReturnType<typeof listedTool> & { readonly _meta?: object };

const listedPaid = (tool: Tool): Listed => ({ ...listedTool(tool), _meta: PAID_TOOL_META });

/** The tools of what is offered, made once a change: a server is made for each message. */
function listedBy(all: readonly Tool[], paid: ReadonlySet<string>): (offered: Offered) => readonly Listed[] {
  const free = all.filter(({ name }) => !paid.has(name)).map(listedTool);
  const listedWith = once((products: Offered['products']): readonly Listed[] => [
    ...free,
    ...products.flatMap(paidTools).map(listedPaid),
  ]);
  return ({ products }) => listedWith(products);
}
export type ToolBox = ReturnType<typeof toolBox>;

export function queryOf(input: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams(
    Object.entries(input).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ).toString();
  return query === '' ? '' : `?${query}`;
}

interface ResultOptions {
  readonly credential: unknown;
  readonly part: string;
  readonly isPaid: boolean;
  readonly tools: ToolBox;
  /** Where the whole answer is, for whoever holds what paid for it. */
  readonly link: { readonly uri: string; readonly name: string } | undefined;
}

/** An HTTP answer as a tool result. What a 402 or a refusal says, the result says, with tools in the place of routes. */
export async function resultOf(response: AnswerRead, options: ResultOptions): Promise<CallToolResult> {
  const { credential, tools } = options;
  const text = await response.text();
  const header = (name: string) => response.headers.get(name) ?? undefined;
  const mppMeta =
    MPP_HEADERS.some((name) => response.headers.has(name)) && (await mppMetaOf(header, credential));
  const told = JSON.parse(text) as Record<string, unknown>;
  const body = response.ok ? told : withTools(told, tools);
  if (response.status === 402) {
    const said: Record<string, unknown> = { ...body, ...challengeIn(header) };
    return {
      isError: true,
      structuredContent: said,
      // The transport of x402 asks for both: some payers read only the text.
      content: [{ type: 'text', text: JSON.stringify(said) }],
      _meta: { ...x402ChallengeMeta(said), ...mppMeta },
    };
  }
  const receipt = header(DELIVERY_RECEIPT_HEADER);
  const _meta = {
    ...settlementMeta(header),
    ...mppMeta,
    ...(receipt !== undefined && { 'assay/delivery-receipt': receipt }),
  };
  return response.ok
    ? { ...shownOf(body, text, options), _meta }
    : { isError: true, structuredContent: body, content: [{ type: 'text', text: refusalText(body) }], _meta };
}

/** At most `RESULT_MAX_BYTES`, and nothing twice: words as text, the answer as structured content. */
function shownOf(
  body: Record<string, unknown>,
  { length }: string,
  { part, link, isPaid }: ResultOptions,
): Pick<CallToolResult, 'structuredContent' | 'content'> {
  const asked = briefOf(body, part);
  const brief: Brief = asked ?? briefOf(body)!;
  const words = briefWordsOf(body, brief, isPaid);
  const whole = link && {
    type: 'resource_link' as const,
    ...link,
    mimeType: 'application/json',
    description: `The whole answer, ${length} bytes: send the same request${isPaid ? ' with the same payment, free of charge' : ''}.`,
  };
  return {
    structuredContent: {
      ...brief.shown,
      ...(brief.omitted.length > 0 && { [OMITTED]: namedOf(brief.omitted) }),
    },
    content: [
      { type: 'text', text: asked ? words : `There is no such part. ${words}` },
      ...(whole && (brief.omitted.length > 0 || part !== '') ? [whole] : []),
    ],
  };
}

/** Its words, and what is wrong where: the fields say the same to programs. */
function refusalText({ title, detail, issues }: Record<string, unknown>): string {
  const faults = Array.isArray(issues)
    ? (issues as { path: string; message: string }[]).map(
        ({ path, message }) => ` ${path || 'arguments'}: ${message}`,
      )
    : [];
  return `${title}. ${detail}${faults.join('')}`;
}

/** Where the whole answer is. Of a POST the caller has the body, and it stays there. */
export function linkTo(
  { route, name }: Tool,
  said: Readonly<Record<string, unknown>>,
  publicUrl: string,
): NonNullable<ResultOptions['link']> {
  const { [NETWORK_PARAMETER]: network } = said;
  const query = route.method === 'GET' ? said : network === undefined ? {} : { [NETWORK_PARAMETER]: network };
  return { name, uri: publicUrl + route.path + queryOf(query) };
}

/** A refusal's next call, as the tool call that it is here. */
function withTools(body: Record<string, unknown>, tools: ToolBox): Record<string, unknown> {
  const { next, ...rest } = body;
  const call = next === undefined ? undefined : toolCall(next as Next, tools);
  return call ? { ...rest, next: call } : rest;
}

function toolCall({ method, path, body, after }: Next, tools: ToolBox): object | undefined {
  const [route, query] = path.split('?');
  const tool = tools.byRoute.get(`${method} ${route}`);
  if (!tool) return undefined;
  return {
    tool: tool.name,
    arguments: body ?? Object.fromEntries(new URLSearchParams(query ?? '')),
    ...(after && {
      after: {
        ...toolCall(after, tools),
        take: after.take,
        argument: after.header === undefined ? after.parameter : TICKET_ARGUMENT,
      },
    }),
  };
}

/** The library behind it is large: it is loaded by the first call that needs it. */
async function mppMetaOf(header: (name: string) => string | undefined, credential: unknown) {
  const { mppChallengeMeta, receiptMeta } = await import('../gate/rails/mpp-mcp.ts');
  return { ...mppChallengeMeta(header), ...receiptMeta(header, credential) };
}
