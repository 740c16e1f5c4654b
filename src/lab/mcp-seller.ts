import type { ScriptedAnswer } from './challenge.ts';
import { decodeBase64Json } from './facts.ts';
import type { McpSeller } from './script.ts';
import { PAID_TOOL, TERMS } from './terms.ts';

/**
 * The scripted seller as an MCP server (streamable HTTP, without sessions). A tool call is answered by the script as an
 * HTTP request is; only the spelling differs. What is said besides tool calls carries no payment, and is not recorded.
 */

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: {
    readonly protocolVersion?: string;
    readonly _meta?: Readonly<Record<string, unknown>>;
  };
}

/** A tool call that the script answers. */
export interface ToolCall {
  /** The payment as the record names it. */
  readonly headers: Readonly<Record<string, string>>;
  /** A payment in a form that this seller does not take: it asks again. */
  readonly strange: boolean;
  /** An answer over HTTP, as the result of this call. */
  spelt(answer: ScriptedAnswer): ScriptedAnswer;
}

const plain = (status: number, body = ''): ScriptedAnswer => ({
  status,
  headers: body === '' ? {} : { 'content-type': 'application/json' },
  body,
  gzip: false,
});

const replyTo = (
  { id }: Message,
  reply: { readonly result: object } | { readonly error: object },
): ScriptedAnswer => plain(200, JSON.stringify({ jsonrpc: '2.0', id, ...reply }));

/** What a request to the MCP endpoint is: a tool call, or talk that is answered at once. */
export function heardOverMcp(seller: McpSeller, method: string, body: Buffer): ToolCall | ScriptedAnswer {
  const message = method === 'POST' ? messageIn(body) : undefined;
  // It offers no stream of its own (GET), and there is no session to end (DELETE).
  if (message === undefined) return plain(405);
  switch (message.method) {
    case 'tools/call':
      return toolCall(seller, message);
    case 'initialize': {
      const { protocolVersion } = message.params ?? {};
      const serverInfo = { name: 'lab', version: '1.0.0' };
      return replyTo(message, { result: { protocolVersion, capabilities: { tools: {} }, serverInfo } });
    }
    case 'tools/list':
      return replyTo(message, { result: { tools: [toolOf(seller)] } });
    case 'ping':
      return replyTo(message, { result: {} });
    default:
      return message.id === undefined
        ? plain(202)
        : replyTo(message, { error: { code: -32_601, message: 'not a method of this server' } });
  }
}

function messageIn(body: Buffer): Message | undefined {
  try {
    return JSON.parse(body.toString('utf8')) as Message;
  } catch {
    return undefined;
  }
}

/** `listed` is what Apify's mcpc looks for: with the terms, it signs before the first call. */
const toolOf = ({ listed }: McpSeller): object => ({
  name: PAID_TOOL,
  description: 'An answer',
  inputSchema: { type: 'object' },
  ...(listed ? { _meta: { x402: { paymentRequired: true, ...TERMS } } } : {}),
});

function toolCall(seller: McpSeller, message: Message): ToolCall {
  const payment = message.params?._meta?.['x402/payment'];
  const form = payment === undefined ? undefined : typeof payment === 'string' ? 'base64' : 'object';
  const headers: Record<string, string> =
    form === undefined
      ? {}
      : form === 'base64'
        ? { 'mcp-payment-base64': String(payment) }
        : { 'mcp-payment': JSON.stringify(payment) };
  return {
    headers,
    strange: form !== undefined && seller.payment !== 'any' && seller.payment !== form,
    spelt: (answer) => {
      if (answer.status === 402) return replyTo(message, { result: challengeResult(seller, answer.body) });
      if (answer.status !== 200) return answer;
      const receipt = answer.headers['payment-response'];
      const meta = receipt && { _meta: { 'x402/payment-response': decodeBase64Json(receipt) } };
      const result = { content: [{ type: 'text', text: answer.body }], ...(meta || {}) };
      return replyTo(message, { result });
    },
  };
}

/** The challenge stands in the text in each dialect; for programs, in one of two places or in both. */
function challengeResult({ challenge }: McpSeller, text: string): object {
  const object = JSON.parse(text) as object;
  return {
    isError: true,
    content: [{ type: 'text', text }],
    ...(challenge === 'meta' ? {} : { structuredContent: object }),
    ...(challenge === 'specified' ? {} : { _meta: { 'x402/error': object } }),
  };
}
