import { catalogue } from '../src/catalogue.ts';
import { spendPassport } from '../src/checks/agent-spend-passport/check.ts';
import { scopeCheck } from '../src/checks/buyer-payment-scope-check/check.ts';
import { failureSignature } from '../src/checks/failure-signature/check.ts';
import { metadataPreflight } from '../src/checks/x402-metadata-preflight/check.ts';
import type { Check } from '../src/declare.ts';
import { toolsOf } from '../src/discovery/tools.ts';
import { cashRegister } from '../src/documents/cash-register.ts';
import { openapiDocument } from '../src/documents/openapi.ts';
import { reliabilityLedgerPreview } from '../src/documents/reliability-ledger-preview.ts';
import { status } from '../src/documents/status.ts';
import { opportunityCheck } from '../src/products/opportunity-check/product.ts';

/** The calls that are measured: what agents send most, each with the status that it must be answered with. */
export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly status: number;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

const asked = ({ path, example: body }: Check): Call => ({
  method: 'POST',
  path,
  body: body as object,
  status: 200,
});
const read = (path: string, status = 200): Call => ({ method: 'GET', path, status });

const toolFor = ({ path }: Check): string =>
  toolsOf(catalogue).find(({ route }) => route.path === path)!.name;

const posted = opportunityCheck.forms.find(({ method }) => method === 'POST')!;

export const CALLS = {
  'unpaid GET': read(opportunityCheck.path, 402),
  'unpaid POST': { method: 'POST', path: opportunityCheck.path, body: posted.example as object, status: 402 },
  prepare: asked(spendPassport),
  preflight: asked(metadataPreflight),
  'scope check': asked(scopeCheck),
  'signature match': asked(failureSignature),
  status: read(status.path),
  health: read('/healthz'),
  'cash register': read(cashRegister.path),
  'ledger preview': read(reliabilityLedgerPreview.path),
  OpenAPI: read(openapiDocument.path),
  'not found': read('/nowhere', 404),
  'MCP tool call': {
    method: 'POST',
    path: '/mcp',
    headers: { accept: 'application/json, text/event-stream' },
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: toolFor(scopeCheck), arguments: scopeCheck.example },
    },
    status: 200,
  },
} as const satisfies Readonly<Record<string, Call>>;

export type CallName = keyof typeof CALLS;

/** A call as it is sent to a server. `header`: lines of its own, each with its end. */
export function bytesOf({ method, path, body, headers = {} }: Call, host: string, header = ''): Buffer {
  const text = body === undefined ? '' : JSON.stringify(body);
  const lines = Object.entries({
    host,
    accept: 'application/json',
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
    }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}${header}\r\n${text}`);
}
