import { z } from 'zod';
import {
  type Catalogue,
  type Check,
  type Form,
  NETWORK_PARAMETER,
  networkChoice,
  offeredBy,
  type Product,
  type Published,
} from '../declare.ts';
import type { Lookup, ToolText } from '../declare-parts.ts';
import { RESULT_MAX_BYTES, spendControlsFor } from '../values/limits.ts';

/** Every decision and every paid answer as an MCP tool: bounded by the same declarations as HTTP. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema 2020-12 of the arguments, whole. */
  readonly inputSchema: ObjectSchema;
  /** The members of a whole answer. A challenge and a refusal fit too: clients validate those as well. */
  readonly outputSchema: ObjectSchema;
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

interface ObjectSchema {
  readonly type: 'object';
  readonly [member: string]: unknown;
}

/** The argument of a gated tool that carries its ticket, since MCP has no request headers. */
export const TICKET_ARGUMENT = 'authorizationTicket';
/** The argument that asks for one part of an answer that is too long for a conversation (http/brief.ts). */
export const PART_ARGUMENT = 'part';
/** The member of a long result that names the parts which are not shown. */
export const OMITTED = 'omitted';

export const toolsOf = ({ products, checks, documents }: Catalogue): readonly Tool[] => [
  ...checks.map(checkTool),
  ...documents.flatMap((document) =>
    document.freshness === 'fixed' && document.lookup ? lookupTool(document.lookup, document.path) : [],
  ),
  ...products.flatMap(paidTools),
];

export const paidTools = (product: Product): Tool[] => product.forms.map((form) => paidTool(product, form));

/** A tool without a text of its own has the name of what it stands for: a catalogue of a test. */
const textOf = (id: string, tool: ToolText | undefined): ToolText =>
  tool ?? { name: `use_${id.replaceAll(/[^a-z0-9]+/gi, '_').toLowerCase()}`, title: id, does: '' };

function freeTool({ id, tool, input, response }: Pick<Lookup, 'id' | 'tool' | 'input' | 'response'>) {
  const { name, title, does, counts } = textOf(id, tool);
  return {
    name,
    title,
    description: `Free. ${does}`,
    // What is only counted is answered in a few words.
    inputSchema: withArguments(schemaOf(input), counts ? {} : { [PART_ARGUMENT]: PART_SCHEMA.free }),
    outputSchema: outputOf(response),
    annotations: {
      readOnlyHint: counts === undefined,
      destructiveHint: false,
      idempotentHint: counts !== 'again',
      openWorldHint: false,
    },
    price: '$0.00',
  };
}

const checkTool = (check: Check): Tool => ({
  ...freeTool(check),
  route: { method: 'POST', path: check.path },
});

const lookupTool = (lookup: Lookup, path: string): Tool => ({
  ...freeTool(lookup),
  route: { method: 'GET', path },
});

function paidTool(product: Product, form: Form): Tool {
  const ticket = product.admission?.kind === 'ticket' ? product.admission : undefined;
  const network = networkChoice(product);
  const added = {
    ...(ticket && { [TICKET_ARGUMENT]: TICKET_SCHEMA }),
    ...(network && { [NETWORK_PARAMETER]: network }),
    [PART_ARGUMENT]: PART_SCHEMA.paid,
  };
  const id = product.forms.length > 1 ? `${product.id} ${form.method}` : product.id;
  const { name, title, does } = textOf(id, form.tool);
  return {
    name,
    title,
    description: `${product.price.label}. ${does}`,
    inputSchema: withArguments(schemaOf(form.input), added),
    outputSchema: outputOf(product.response),
    // Money moves, on a chain that others run; without its payment a second call is another purchase.
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    route: { method: form.method, path: product.path },
    price: product.price.label,
    ...(ticket && { ticketHeader: ticket.header }),
  };
}

const TICKET_SCHEMA = {
  type: 'string',
  pattern: '^[0-9a-f]{64}$',
  description: 'From approve_payment',
};
const PART_SCHEMA = {
  free: { type: 'string', description: 'One part of a long answer, by its name there.' },
  paid: {
    type: 'string',
    description: 'One part of a long answer, by its name there: same payment, free of charge.',
  },
};

const withArguments = (schema: ObjectSchema, added: object): ObjectSchema => ({
  ...schema,
  properties: { ...(schema.properties as object | undefined), ...added },
});

function schemaOf(schema: z.ZodObject): ObjectSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest as unknown as ObjectSchema;
}

/** Members that a challenge or a problem document has too, with types of their own. */
const SHARED = new Set([
  'status',
  'type',
  'title',
  'detail',
  'error',
  'resource',
  'accepts',
  'extensions',
  'next',
]);
const PLAIN = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object']);

function outputOf(response: z.ZodObject): ObjectSchema {
  const { properties = {} } = z.toJSONSchema(response, { io: 'output', unrepresentable: 'any' }) as {
    properties?: Readonly<Record<string, { readonly type?: unknown }>>;
  };
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(
        Object.entries(properties).map(([name, { type }]) => [
          name,
          !SHARED.has(name) && typeof type === 'string' && PLAIN.has(type) ? { type } : {},
        ]),
      ),
      [OMITTED]: { type: 'array' },
    },
  };
}

interface Property {
  readonly type?: unknown;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  /** A member that is refused, whatever it holds. */
  readonly not?: object;
  readonly items?: { readonly type?: unknown };
}

/** An enumeration that is longer than this is in the whole schema, and in the refusal of a wrong value. */
const LISTED_ENUM_BYTES = 80;
const LISTED_WORDS = { required: 40, optional: 26 } as const;
/** A tag for our own counting helps no agent. */
const UNLISTED = 'source';

/**
 * A tool as it is listed: what an agent needs to call it. What is inside a member stands in the tool pack, and a refusal
 * names it.
 */
export function listedTool({ name, title, description, annotations, ...tool }: Tool) {
  const { properties = {}, required = [] } = tool.inputSchema as {
    properties?: Readonly<Record<string, Property>>;
    required?: readonly string[];
  };
  const inputs = Object.entries(properties).filter(([key, { not }]) => key !== UNLISTED && !not);
  const { readOnlyHint, openWorldHint } = annotations;
  return {
    name,
    title,
    description,
    inputSchema: {
      type: 'object' as const,
      properties: Object.fromEntries(
        inputs.map(([key, value]) => [
          key,
          shortly(value, LISTED_WORDS[required.includes(key) ? 'required' : 'optional']),
        ]),
      ),
      ...(required.length > 0 && { required }),
    },
    // Nobody needs the members of an answer before it asks; the tool pack has them.
    outputSchema: { type: 'object' as const, properties: {} },
    // The other two mean something only of a tool that changes something.
    annotations: readOnlyHint ? { readOnlyHint, openWorldHint } : annotations,
  };
}

function shortly({ type, description, items, ...property }: Property, words: number): object {
  const choices = property.enum;
  const isListed = choices && JSON.stringify(choices).length <= LISTED_ENUM_BYTES;
  return {
    ...(isListed ? { enum: choices } : typeof type === 'string' && { type }),
    ...(typeof items?.type === 'string' && { items: { type: items.type } }),
    ...(description !== undefined && firstWords(description, words)),
  };
}

/** The first sentence, if it is short enough to be listed. */
function firstWords(text: string, words: number): { readonly description?: string } {
  const [sentence = ''] = text.split(/(?<=\.)\s|, (?:for example|such as)/);
  return sentence.length <= words ? { description: sentence.replace(/\.$/, '') } : {};
}

/** What `/api/mcp-tool-pack` publishes: exactly the tools that the server lists, and how each is paid. */
export function toolPack(published: Published) {
  const { publicUrl, release } = published;
  return packOf({ ...published.catalogue, products: offeredBy(published).products }, publicUrl, release);
}

const packOf = (catalogue: Catalogue, publicUrl: string, release: string) => ({
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
    long: `A result is at most ${RESULT_MAX_BYTES} bytes. What does not fit is named under ${OMITTED}: call again with the same arguments and one of those names as ${PART_ARGUMENT}. A resource link leads to the whole answer. With either, send a paid tool's payment again: that is free of charge.`,
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
  products.some(({ paidOn }) => paidOn.some(({ rail }) => rail === 'mpp'));

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
