import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js';
import { type CounterName, counter } from '../accounting/counters.ts';
import {
  type Catalogue,
  NETWORK_PARAMETER,
  type Offered,
  offeredBy,
  type Product,
  type Published,
} from '../declare.ts';
import { closedLine } from '../discovery/closed.ts';
import { PART_ARGUMENT, TICKET_ARGUMENT, type Tool } from '../discovery/tools.ts';
import { credentialHeaders } from '../gate/rails/x402-mcp.ts';
import { issuesOf } from '../issues.ts';
import { OPERATOR_HEADER } from '../values/headers.ts';
import { parseStrictJson } from '../values/json.ts';
import { TOOL_CALL_MAX_BYTES } from '../values/limits.ts';
import { type Problem, problem, type Refusal } from '../values/problem.ts';
import { type Answer, type Handler, refuse } from './answer.ts';
import { readBody } from './body.ts';
import type { Kind } from './limits.ts';
import { linkTo, queryOf, resultOf, type ToolBox, toolBox } from './mcp-result.ts';
import { mendable } from './mend.ts';
import { JSON_TYPE, problemReply, toResponse } from './respond.ts';

/**
 * The catalogue as MCP tools. A tool call becomes the HTTP call that it stands for, through the same application and
 * the same gate, so that there is no second way to an answer.
 */

/** Sends one call to the service: the application itself, or a running one over HTTP. `path` with its query. */
export type Call = (path: string, init: RequestInit) => Promise<Response>;

interface ServerOptions {
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
  readonly pay: (path: string, init: RequestInit, ask: Ask) => Promise<{ response: Response; said: string }>;
}

/** Asks the person at the host to agree to a payment. Anything but an explicit yes is a no. */
export type Ask = (words: string, price: string) => Promise<'yes' | 'no' | 'cannot_ask'>;

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

function serverOf(options: ServerOptions, tools: ToolBox): Server {
  const { catalogue, offered, release, call, refused, publicUrl, payer } = options;
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
    const { [PART_ARGUMENT]: part, ...said } = params.arguments ?? {};
    const isPaid = tools.paid.has(tool.name);
    const isOpen = !carriesPayment(params._meta);
    const unsold = isOpen ? refusalOf(catalogue, tool, said) : undefined;
    if (unsold) refused?.(unsold.product, unsold.refusal);
    const paying = isPaid && isOpen && !unsold ? payer : undefined;
    const faulty = paying && faultOf(catalogue, tool, said);
    if (faulty) return resultOf(toResponse(problemReply(faulty)), { ...SHORT, isPaid, tools });
    let money = '';
    const paid: Call = async (path, init) => {
      const { response, said } = await paying!.pay(path, init, asking(server, { requestId, signal }));
      money = said;
      return response;
    };
    const response = unsold
      ? toResponse(problemReply(problem('request_refused', unsold.refusal)))
      : await send(tool, said, params._meta, paying ? paid : call);
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
  });
  return server;
}

/** People think for minutes; a host that is gone does not answer at all. */
const ASKED_FOR_MS = 600_000;

function asking(server: Server, { requestId, signal }: { requestId: RequestId; signal: AbortSignal }): Ask {
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
  { [TICKET_ARGUMENT]: _ticket, ...said }: Readonly<Record<string, unknown>>,
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

const carriesPayment = (meta: Readonly<Record<string, unknown>> | undefined): boolean =>
  meta?.[MPP_CREDENTIAL] !== undefined || Object.keys(credentialHeaders(meta)).length > 0;

async function send(
  tool: Tool,
  { [TICKET_ARGUMENT]: ticket, ...rest }: Record<string, unknown>,
  meta: Readonly<Record<string, unknown>> | undefined,
  call: Call,
): Promise<Response> {
  const { method, path } = tool.route;
  // Only a gated tool knows the ticket argument; to any other it is a member like any, which its schema refuses.
  const gated = tool.ticketHeader !== undefined;
  const input = gated || ticket === undefined ? rest : { ...rest, [TICKET_ARGUMENT]: ticket };
  const credential = meta?.[MPP_CREDENTIAL];
  const headers: Record<string, string> = {
    ...credentialHeaders(meta),
    ...(credential !== undefined && (await mppHeaders(credential))),
    ...(gated && typeof ticket === 'string' && { [tool.ticketHeader]: ticket }),
  };
  if (method === 'GET') return call(`${path}${queryOf(input)}`, { method, headers });
  return call(path, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
}

/** The library behind it is large: it is loaded by the first call that needs it. */
async function mppHeaders(credential: unknown): Promise<Record<string, string>> {
  const { credentialHeaders: headersOf } = await import('../gate/rails/mpp-mcp.ts');
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

const unquoted = (text: string): string =>
  text.includes('"error"') ? JSON.stringify(withoutQuotes(JSON.parse(text) as object)) : text;

/** MCP had batches for one revision (2025-03-26). One message is one token of the caller's rate, and one answer. */
const NO_BATCHES = {
  path: '',
  code: 'batch',
  message: 'Send one JSON-RPC message per request: MCP has no batches since its revision 2025-06-18.',
} as const;

export interface McpOptions extends Pick<ServerOptions, 'release' | 'publicUrl'> {
  readonly shop: () => Published;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly isOperator: (request: Request) => boolean;
}

/** Answers a message. Every request stands alone, so that any node can answer it. */
export function mcpRun({ shop, release, publicUrl, fetch, isOperator }: McpOptions): Handler['run'] {
  const { catalogue } = shop();
  const tools = toolBox(catalogue);
  return async (request, admit): Promise<Answer> => {
    const read = await readBody(request, TOOL_CALL_MAX_BYTES);
    if ('problem' in read) return refuse(read.problem);
    const parsed = parseStrictJson(read.text);
    if (!parsed.ok) return refuse(problem('invalid_request', { issues: [parsed.issue] }));
    if (Array.isArray(parsed.value)) return refuse(problem('invalid_request', { issues: [NO_BATCHES] }));
    const over = admit?.(kindOf(parsed.value, tools.paid));
    if (over) return over;
    const probe = request.headers.get(OPERATOR_HEADER);
    const call: Call = (path, init) => {
      const inner = new Request(new URL(path, request.url), init);
      if (probe !== null) inner.headers.set(OPERATOR_HEADER, probe);
      return fetch(inner);
    };
    let name: CounterName | undefined;
    const refused: ServerOptions['refused'] = ({ id: product }, { stopReason }) => {
      name = counter('refused', { product, stopReason, who: isOperator(request) ? 'operator' : 'caller' });
    };
    const offered = offeredBy(shop());
    const server = serverOf({ catalogue, offered, release, publicUrl, call, refused }, tools);
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      const response = await transport.handleRequest(request, { parsedBody: parsed.value });
      return {
        outcome: 'free',
        ...(name && { counter: name }),
        reply: {
          status: response.status,
          headers: {
            'content-type': response.headers.get('content-type') ?? JSON_TYPE,
            'cache-control': 'no-store',
          },
          body: unquoted(await response.text()) || null,
        },
      };
    } finally {
      await server.close();
    }
  };
}

/** A call of a paid tool with a payment is one, as the same call over HTTP is. Every other message may be work. */
function kindOf(message: unknown, paid: ReadonlySet<string>): Kind {
  const call = CallToolRequestSchema.safeParse(message);
  if (!call.success || !paid.has(call.data.params.name)) return 'costly';
  return carriesPayment(call.data.params._meta) ? 'payment' : 'costly';
}
