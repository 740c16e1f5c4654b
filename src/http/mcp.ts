import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  type CallToolRequest,
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js';
import { type Catalogue, NETWORK_PARAMETER, type Offered, type Product } from '../declare.ts';
import { closedLine } from '../discovery/closed.ts';
import { PART_ARGUMENT, TICKET_ARGUMENT, type Tool } from '../discovery/tools.ts';
import { x402CredentialHeaders } from '../gate/rails/x402-mcp.ts';
import { issuesOf } from '../issues.ts';
import { type Problem, problem, type Refusal } from '../values/problem.ts';
import { type AnswerRead, type OwnCall, toldBy } from './incoming.ts';
import { linkTo, queryOf, resultOf, type ToolBox, toolBox } from './mcp-result.ts';
import { mendable } from './mend.ts';
import { problemReply } from './respond.ts';

/**
 * The catalogue as MCP tools. A tool call becomes the HTTP call that it stands for, through the same application and
 * the same gate, so that there is no second way to an answer.
 */

/** Sends one call to the service: the application itself, or a running one over HTTP. `path` with its query. */
export type Call = (path: string, init: OwnCall) => Promise<AnswerRead>;

export interface ServerOptions {
  readonly catalogue: Catalogue;
  /** What is for sale at the moment: only that is listed. */
  readonly offered: Offered | (() => Promise<Offered>);
  readonly release: string;
  readonly call: Call;
  /** Where whoever has the link finds the whole of a long answer. */
  readonly publicUrl: string;
  /** Told of a paid tool whose arguments policy refused before there was any payment. */
  readonly refused?: (product: Product, refusal: Refusal) => void;
  /** Pays for the calls that come without a payment, instead of whoever calls. */
  readonly payer?: Payer;
}

export interface Payer {
  /** What an agent is told of it. */
  readonly instructions: string;
  /** The answer to a call of a paid tool, and what is said of the money. */
  readonly pay: (
    path: string,
    init: OwnCall,
    ask: AskHost,
  ) => Promise<{ response: AnswerRead; said: string }>;
}

/** Asks the person at the host to agree to a payment. Anything but an explicit yes is a no. */
export type AskHost = (words: string, price: string) => Promise<'yes' | 'no' | 'cannot_ask'>;

const INSTRUCTIONS =
  'Free tools never spend: use them first. The first call of a buy_… tool returns an x402 challenge, and where MPP is available an MPP challenge in _meta["org.paymentauth/payment-required"]. Approve one and call again, with an x402 payment in _meta["x402/payment"] or an MPP credential in _meta["org.paymentauth/credential"]. Pay once per task. If the outcome is unknown, call again with the same payment. A refusal may have next: a tool call that works. A long answer names what it omits: call again with part, and with the same payment if it was paid.';

/** Names what is not for sale: its tools are not listed now, but an agent may have listed them before. */
const instructionsFor = ({ closed }: Offered): string => [INSTRUCTIONS, ...closed.map(closedLine)].join(' ');

const NO_SUCH_TOOL = 'There is no tool of this name: see tools/list.';

/** MPP's members of `_meta` (gate/rails/mpp-mcp.ts has the rest). */
const MPP_CREDENTIAL = 'org.paymentauth/credential';

export const mcpServer = (options: ServerOptions): Server => serverOf(options, toolBox(options.catalogue));

/** Without one the library makes a validator of its own for each server. */
const VALIDATOR = new AjvJsonSchemaValidator();

export function serverOf(options: ServerOptions, tools: ToolBox): Server {
  const { offered, release, payer } = options;
  const server = new Server(
    { name: 'assay', title: 'Assay', version: release },
    {
      capabilities: { tools: {} },
      instructions:
        payer?.instructions ?? (typeof offered === 'function' ? INSTRUCTIONS : instructionsFor(offered)),
      jsonSchemaValidator: VALIDATOR,
    },
  );
  server.setRequestHandler(ListToolsRequestSchema, async () => ({
    tools: [...tools.listed(typeof offered === 'function' ? await offered() : offered)],
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { requestId, signal }) => {
    const tool = tools.byName.get(params.name);
    if (!tool) throw new McpError(ErrorCode.InvalidParams, NO_SUCH_TOOL);
    return called(tool, params, options, tools, asking(server, { requestId, signal }));
  });
  return server;
}

export type Params = CallToolRequest['params'];

/** What a tool answers to a call. `ask`: where somebody else than the caller pays. */
export async function called(
  tool: Tool,
  params: Params,
  { catalogue, call, refused, publicUrl, payer }: ServerOptions,
  tools: ToolBox,
  ask: AskHost,
): Promise<CallToolResult> {
  const { [PART_ARGUMENT]: part, ...said } = params.arguments ?? {};
  const isPaid = tools.paid.has(tool.name);
  const isOpen = !carriesPayment(params._meta);
  const unsold = isOpen ? refusalOf(catalogue, tool, said) : undefined;
  if (unsold) refused?.(unsold.product, unsold.refusal);
  const paying = isPaid && isOpen && !unsold ? payer : undefined;
  const faulty = paying && faultOf(catalogue, tool, said);
  if (faulty) return resultOf(toldBy(problemReply(faulty)), { ...SHORT, isPaid, tools });
  let money = '';
  const paid: Call = async (path, init) => {
    const { response, said } = await paying!.pay(path, init, ask);
    money = said;
    return response;
  };
  const response = unsold
    ? toldBy(problemReply(problem('request_refused', unsold.refusal)))
    : await send(isPaid ? payableAs(tool, said) : { ...tool, said }, params._meta, paying ? paid : call);
  const result = await resultOf(response, {
    credential: params._meta?.[MPP_CREDENTIAL],
    part: typeof part === 'string' ? part : '',
    // Whoever does not hold the payment cannot send it again: the same call does.
    isPaid: isPaid && !paying,
    tools,
    link: paying ? undefined : linkTo(tool, said, publicUrl),
  });
  return money === ''
    ? result
    : { ...result, content: [...result.content, { type: 'text' as const, text: money }] };
}

/** People think for minutes; a host that is gone does not answer at all. */
const ASKED_FOR_MS = 600_000;

function asking(
  server: Server,
  { requestId, signal }: { requestId: RequestId; signal: AbortSignal },
): AskHost {
  return async (message, price) => {
    if (!server.getClientCapabilities()?.elicitation?.form) return 'cannot_ask';
    const pay = { type: 'boolean' as const, title: `Pay ${price}`, default: false };
    const requestedSchema = { type: 'object' as const, properties: { pay }, required: ['pay'] };
    const options = { relatedRequestId: requestId, signal, timeout: ASKED_FOR_MS };
    try {
      const { action, content } = await server.elicitInput({ message, requestedSchema }, options);
      return action === 'accept' && content?.pay === true ? 'yes' : 'no';
    } catch {
      return 'no';
    }
  };
}

/** Over HTTP an unpaid call is a challenge whatever its body is; a tool's caller has its arguments in hand, and learns first. */
function refusalOf(
  { products }: Catalogue,
  { route: { path, method } }: Tool,
  { [TICKET_ARGUMENT]: _ticket, [NETWORK_PARAMETER]: _network, ...said }: Readonly<Record<string, unknown>>,
): { readonly product: Product; readonly refusal: Refusal } | undefined {
  const product = products.find((each) => each.path === path);
  const form = product?.forms.find((each) => each.method === method);
  const refusal = form?.input.safeParse(said).success ? form.judge?.refusalOf(said) : undefined;
  return product && refusal && { product, refusal };
}

/** What is wrong with arguments that would be paid for: a challenge does not look at them, and a payment comes too early. */
function faultOf(
  { products }: Catalogue,
  { route: { path, method } }: Tool,
  { [TICKET_ARGUMENT]: _ticket, [NETWORK_PARAMETER]: _network, ...said }: Readonly<Record<string, unknown>>,
): Problem | undefined {
  const product = products.find((each) => each.path === path)!;
  const form = product.forms.find((each) => each.method === method)!;
  const { error } = form.input.safeParse(said);
  return (
    error &&
    mendable(problem('invalid_request', { issues: issuesOf(error, form.input) }), product, form, false)
  );
}

/** A refusal has no parts, and nothing was attached to it. */
const SHORT = { credential: undefined, part: '', link: undefined } as const;

export const carriesPayment = (meta: Readonly<Record<string, unknown>> | undefined): boolean =>
  meta?.[MPP_CREDENTIAL] !== undefined || Object.keys(x402CredentialHeaders(meta)).length > 0;

/** A call of a tool with the address that it is for, and the arguments that are members of its request. */
type Addressed = Pick<Tool, 'route' | 'ticketHeader'> & { readonly said: Readonly<Record<string, unknown>> };

/** The network to pay on is part of the address, as it is over HTTP, whichever method the route has. */
function payableAs(
  { route, ticketHeader }: Tool,
  { [NETWORK_PARAMETER]: network, ...said }: Readonly<Record<string, unknown>>,
): Addressed {
  const path = network === undefined ? route.path : route.path + queryOf({ [NETWORK_PARAMETER]: network });
  return { route: { ...route, path }, said, ...(ticketHeader !== undefined && { ticketHeader }) };
}

async function send(
  { route, ticketHeader, said: { [TICKET_ARGUMENT]: ticket, ...rest } }: Addressed,
  meta: Readonly<Record<string, unknown>> | undefined,
  call: Call,
): Promise<AnswerRead> {
  const { method, path } = route;
  // Only a gated tool knows the ticket argument; to any other it is a member like any, which its schema refuses.
  const gated = ticketHeader !== undefined;
  const input = gated || ticket === undefined ? rest : { ...rest, [TICKET_ARGUMENT]: ticket };
  const credential = meta?.[MPP_CREDENTIAL];
  const headers: Record<string, string> = {
    ...x402CredentialHeaders(meta),
    ...(credential !== undefined && (await mppHeaders(credential))),
    ...(gated && typeof ticket === 'string' && { [ticketHeader]: ticket }),
  };
  if (method === 'GET') {
    const query = queryOf(input);
    return call(path + (path.includes('?') ? query.replace('?', '&') : query), { method, headers });
  }
  return call(path, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
}

/** The library behind it is large: it is loaded by the first call that needs it. */
async function mppHeaders(credential: unknown): Promise<Record<string, string>> {
  const { mppCredentialHeaders: headersOf } = await import('../gate/rails/mpp-mcp.ts');
  return headersOf(credential);
}
/** What is said of a failed message, by its code: the library's own words may quote what was sent, or how we are made. */
const FAULTS: Readonly<Record<number, string>> = {
  [ErrorCode.ParseError]: 'This is not a JSON-RPC message.',
  [ErrorCode.InvalidRequest]: 'This is not an MCP request.',
  [ErrorCode.MethodNotFound]: 'There is no such method: this server has only tools.',
  [ErrorCode.InvalidParams]: 'The parameters do not fit the method: see tools/list.',
  [ErrorCode.InternalError]: 'The message could not be processed: tools/list says what a call needs.',
};
const OTHER_FAULT =
  'The message could not be processed: accept application/json and text/event-stream, and name an MCP version that this server knows.';

/** A message of ours without anybody's words in it. */
export function withoutQuotes<M extends object>(message: M): M {
  const { error } = message as { readonly error?: { readonly code: number; readonly message: string } };
  if (!error) return message;
  const said = error.message.endsWith(NO_SUCH_TOOL) ? NO_SUCH_TOOL : (FAULTS[error.code] ?? OTHER_FAULT);
  return { ...message, error: { code: error.code, message: said } };
}

export const unquoted = (text: string): string =>
  text.includes('"error"') ? JSON.stringify(withoutQuotes(JSON.parse(text) as object)) : text;
