import { z } from 'zod';
import {
  type Catalogue,
  type Check,
  type Form,
  type Lookup,
  NETWORK_PARAMETER,
  networkChoice,
  type Product,
  type Published,
} from '../declare.ts';
import { spendControlsFor } from '../values/limits.ts';

/** Every decision and every paid answer as an MCP tool: named, described and bounded by the same declarations as HTTP. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema 2020-12 of the arguments. */
  readonly inputSchema: { readonly type: 'object'; readonly [member: string]: unknown };
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
  /** What the tool calls, and what it costs. */
  readonly route: { readonly method: 'GET' | 'POST'; readonly path: string };
  readonly price: string;
  /** Header that the argument {@link TICKET_ARGUMENT} travels in. */
  readonly ticketHeader?: string;
}

/** The argument of a gated tool that carries its ticket, since MCP has no request headers. */
export const TICKET_ARGUMENT = 'authorizationTicket';

export const toolsOf = ({ products, checks, documents }: Catalogue): readonly Tool[] => [
  ...checks.map(checkTool),
  ...documents.flatMap((document) =>
    document.freshness === 'fixed' && document.lookup ? lookupTool(document.lookup, document.path) : [],
  ),
  ...products.flatMap((product) => product.forms.map((form) => paidTool(product, form))),
];

const FREE = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
/** A paid call moves the buyer's money; the same payment again does not. */
const PAID = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false };

const checkTool = (check: Check): Tool => ({
  name: check.id,
  title: check.id,
  description: `Free, never spends. ${check.summary}`,
  inputSchema: schemaOf(check.input),
  annotations: FREE,
  route: { method: 'POST', path: check.path },
  price: '$0.00',
});

const lookupTool = ({ id, summary, input }: Lookup, path: string): Tool => ({
  name: id,
  title: id,
  description: `Free, never spends. ${summary}`,
  inputSchema: schemaOf(input),
  annotations: FREE,
  route: { method: 'GET', path },
  price: '$0.00',
});

function paidTool(product: Product, form: Form): Tool {
  const schema = schemaOf(form.input) as Tool['inputSchema'] & { properties?: object };
  const ticket = product.admission?.kind === 'ticket' ? product.admission : undefined;
  const network = form.method === 'GET' ? networkChoice(product) : undefined;
  const added = {
    ...(ticket && { [TICKET_ARGUMENT]: ticketSchema(ticket.issuer) }),
    ...(network && { [NETWORK_PARAMETER]: network }),
  };
  return {
    name: toolName(product, form),
    title: product.title,
    description: `Costs ${product.price.label}, paid by your own wallet: the first call answers with the challenge and moves nothing. ${form.summary} ${product.description}`,
    inputSchema: { ...schema, properties: { ...schema.properties, ...added } },
    annotations: PAID,
    route: { method: form.method, path: product.path },
    price: product.price.label,
    ...(ticket && { ticketHeader: ticket.header }),
  };
}

/** The product's id; where a product has two forms, the one without a body says so. */
const toolName = ({ id, forms }: Product, { method }: Form): string =>
  forms.length > 1 && method === 'GET' ? `${id}-get` : id;

const ticketSchema = (issuer: string) => ({
  type: 'string',
  pattern: '^[0-9a-f]{64}$',
  description: `Ticket for exactly these arguments, from the free check at ${issuer}.`,
});

function schemaOf(schema: z.ZodObject): Tool['inputSchema'] {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest as Tool['inputSchema'];
}

/** What `/api/mcp-tool-pack` publishes: exactly the tools that the server lists, and how each is paid. */
export const toolPack = ({ catalogue, publicUrl, release }: Published) => ({
  pack: 'mcp-tool-pack',
  release,
  server: {
    url: `${publicUrl}/mcp`,
    transport: 'streamable-http',
    command: `npm run -s assay -- mcp --url ${publicUrl}`,
  },
  payment: {
    unpaid:
      'The result has isError true; structuredContent is the x402 PaymentRequired object, and so is the text.',
    paid: 'Call the tool again with the same arguments and the PaymentPayload in _meta["x402/payment"].',
    settled: '_meta["x402/payment-response"] of the result is the settlement with its signed receipt.',
    ...(soldOverMpp(catalogue) && {
      mpp: 'A tool that is sold over MPP too has its challenges in _meta["org.paymentauth/payment-required"] of the unpaid result; its credential goes in _meta["org.paymentauth/credential"], and its receipt is _meta["org.paymentauth/receipt"]. Send one payment, never both.',
    }),
    refused:
      'A result with error request_refused comes before any payment, with stopReason and, in issues, each field and the rule it broke. Nothing was charged: change the fields and call again.',
    unknown:
      'A result that says settlement_pending means: call again with the same payment. Do not sign a new one.',
  },
  tools: toolsOf(catalogue).map(({ ticketHeader, ...tool }) => ({
    ...tool,
    clientOverride: overrideOf(catalogue, tool.route.path),
  })),
});

const soldOverMpp = ({ products }: Catalogue): boolean =>
  products.some(({ paidOn }) => paidOn?.some(({ rail }) => rail === 'mpp'));

function overrideOf({ products }: Catalogue, path: string): string | null {
  const product = products.find((each) => each.path === path);
  return product ? spendControlsFor(product.price) : null;
}

/** MCP server card: who answers at /mcp. Tools are listed by the server itself, never here. */
export const serverCard = ({ publicUrl, release }: Published) => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
  name: `${new URL(publicUrl).hostname.split('.').reverse().join('.')}/assay`,
  version: release.replace(/^v/, ''),
  description: 'Trust answers for buyer agents: free checks before paying, paid answers over x402.',
  remotes: [{ type: 'streamable-http', url: `${publicUrl}/mcp` }],
});
