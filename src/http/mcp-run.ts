import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  type CallToolRequest,
  CallToolRequestSchema,
  CallToolResultSchema,
  ErrorCode,
  isJSONRPCRequest,
  RELATED_TASK_META_KEY,
  type RequestId,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';
import { type CounterName, counter } from '../accounting/counters.ts';
import { offeredBy, type Published } from '../declare.ts';
import type { Tool } from '../discovery/tools.ts';
import { OPERATOR_HEADER } from '../values/headers.ts';
import { parseStrictJson } from '../values/json.ts';
import { TOOL_CALL_MAX_BYTES } from '../values/limits.ts';
import { problem } from '../values/problem.ts';
import { type Answer, type Handler, type IsOperator, refuse } from './answer.ts';
import { readBody } from './body.ts';
import { type Incoming, incomingOf, toldBy } from './incoming.ts';
import type { LimitKind } from './limits.ts';
import {
  type Call,
  called,
  carriesPayment,
  type Params,
  type ServerOptions,
  serverOf,
  unquoted,
} from './mcp.ts';
import { type ToolBox, toolBox } from './mcp-result.ts';
import { JSON_TYPE, type Reply } from './respond.ts';

/** Messages to `/mcp`, each alone. */

/** MCP had batches for one revision (2025-03-26). One message is one token of the caller's rate, and one answer. */
const NO_BATCHES = {
  path: '',
  code: 'batch',
  message: 'Send one JSON-RPC message per request: MCP has no batches since its revision 2025-06-18.',
} as const;

export interface McpOptions extends Pick<ServerOptions, 'release' | 'publicUrl'> {
  readonly shop: () => Published;
  readonly answer: (request: Incoming) => Promise<Reply>;
  readonly isOperator: IsOperator;
}

/** Answers a message. Every request stands alone, so that any node can answer it. */
export function mcpRun({ shop, release, publicUrl, answer, isOperator }: McpOptions): Handler['run'] {
  const { catalogue } = shop();
  const tools = toolBox(catalogue);
  return async (request, admit): Promise<Answer> => {
    const read = await readBody(request, TOOL_CALL_MAX_BYTES);
    if ('problem' in read) return refuse(read.problem);
    const parsed = parseStrictJson(read.text);
    if (!parsed.ok) return refuse(problem('invalid_request', { issues: [parsed.issue] }));
    if (Array.isArray(parsed.value)) return refuse(problem('invalid_request', { issues: [NO_BATCHES] }));
    const asked = CallToolRequestSchema.safeParse(parsed.value).data;
    const over = admit?.(kindOf(asked, tools.paid));
    if (over) return over;
    const probe = request.headers.get(OPERATOR_HEADER);
    const call: Call = async (path, init) => {
      const headers = probe === null ? init.headers : { ...init.headers, [OPERATOR_HEADER]: probe };
      return toldBy(await answer(incomingOf(new URL(path, request.url).href, { ...init, headers })));
    };
    let name: CounterName | undefined;
    const refused: ServerOptions['refused'] = ({ id: product }, { stopReason }) => {
      name = counter('refused', { product, stopReason, who: isOperator(request) ? 'operator' : 'caller' });
    };
    const options = { catalogue, offered: offeredBy(shop()), release, publicUrl, call, refused };
    const plain = asked && plainCall(request, parsed.value, asked, tools);
    const reply = plain
      ? { status: 200, type: 'application/json', text: await plainAnswer(plain, options, tools) }
      : await libraryAnswer(request as Request, parsed.value, options, tools);
    return {
      outcome: 'free',
      ...(name && { counter: name }),
      reply: {
        status: reply.status,
        headers: { 'content-type': reply.type ?? JSON_TYPE, 'cache-control': 'no-store' },
        body: unquoted(reply.text) || null,
      },
    };
  };
}

async function libraryAnswer(request: Request, message: unknown, options: ServerOptions, tools: ToolBox) {
  const server = serverOf(options, tools);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const response = await transport.handleRequest(request, { parsedBody: message });
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      text: await response.text(),
    };
  } finally {
    await server.close();
  }
}

interface PlainCall {
  readonly id: RequestId;
  readonly tool: Tool;
  readonly params: Params;
}

/**
 * A call of a tool that is there, of the form that the library takes and with nothing of what only it knows. A server and
 * a transport of its own for each message cost more than most answers: mcp-plain.test.ts compares both.
 */
function plainCall(
  { method, headers }: Incoming,
  message: unknown,
  { params }: CallToolRequest,
  tools: ToolBox,
): PlainCall | undefined {
  const tool = tools.byName.get(params.name);
  if (!tool || method !== 'POST' || !isJSONRPCRequest(message)) return undefined;
  const accept = headers.get('accept') ?? '';
  const version = headers.get('mcp-protocol-version');
  const isTask = params.task !== undefined || params._meta?.[RELATED_TASK_META_KEY] !== undefined;
  const isTaken =
    accept.includes('application/json') &&
    accept.includes('text/event-stream') &&
    /^application\/json(?:; ?charset=utf-8)?$/i.test(headers.get('content-type') ?? '') &&
    (version === null || SUPPORTED_PROTOCOL_VERSIONS.includes(version));
  return isTaken && !isTask ? { id: message.id, tool, params } : undefined;
}

async function plainAnswer(
  { id, tool, params }: PlainCall,
  options: ServerOptions,
  tools: ToolBox,
): Promise<string> {
  try {
    const result = await called(tool, params, options, tools, async () => 'cannot_ask');
    return JSON.stringify({ result: CallToolResultSchema.parse(result), jsonrpc: '2.0', id });
  } catch {
    return JSON.stringify({ jsonrpc: '2.0', id, error: { code: ErrorCode.InternalError, message: '' } });
  }
}

/** A call of a paid tool with a payment is one, as the same call over HTTP is. Every other message may be work. */
function kindOf(call: CallToolRequest | undefined, paid: ReadonlySet<string>): LimitKind {
  if (!call || !paid.has(call.params.name)) return 'costly';
  return carriesPayment(call.params._meta) ? 'payment' : 'costly';
}
