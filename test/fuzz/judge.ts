import type { Exchange } from '../attacks/send.ts';
import type { FuzzInput } from './inputs.ts';
import type { OpenApiSchemas } from './schemas.ts';

/** What is wrong with one answer. The class stays the same while an input is made smaller. */
export interface Fault {
  readonly class: string;
  readonly detail: string;
}

/** Answers that Node or the limits give before a route is found: not in the description of an operation. */
const EVERYWHERE = new Set([400, 408, 417, 429, 431]);
/** What the published schema cannot say about a JSON text. */
const BODY_LIMIT_BYTES = 16_000;
const MAX_DEPTH = 32;
const MAX_NODES = 2_000;

export function judge(input: FuzzInput, exchange: Exchange, schemas: OpenApiSchemas): Fault | undefined {
  const { status, headers, text } = exchange;
  if (status === 0) return { class: 'no answer', detail: `${exchange.ms.toFixed(0)} ms: ${text}` };
  return (
    serverFault(input, exchange) ??
    echo(input, exchange) ??
    (status === 304 || text === '' ? undefined : shape(input, exchange, schemas)) ??
    agreement(input, exchange, schemas) ??
    (headers.get('access-control-allow-origin') === '*'
      ? undefined
      : { class: 'no CORS header', detail: String(status) })
  );
}

function serverFault({ wellFormedPayment }: FuzzInput, { status, text }: Exchange): Fault | undefined {
  if (status < 500) return undefined;
  const settlement = status === 503 && /"error":"settlement_(pending|unavailable)"/.test(text);
  return settlement && wellFormedPayment
    ? undefined
    : { class: `status ${status}`, detail: text.slice(0, 300) };
}

function echo({ canary }: FuzzInput, { status, headers, text }: Exchange): Fault | undefined {
  if (status < 400) return undefined;
  const everything = `${text}\n${[...headers].flat().join('\n')}`;
  return everything.includes(canary) ? { class: 'echo', detail: everything.slice(0, 300) } : undefined;
}

/** Status and content type are published, and the body is what their schema says. */
function shape(
  { route }: FuzzInput,
  { status, headers, text }: Exchange,
  schemas: OpenApiSchemas,
): Fault | undefined {
  const type = (headers.get('content-type') ?? '').split(';')[0]!.trim();
  const described = route.operation.responses[String(status)];
  if (!described && !EVERYWHERE.has(status))
    return { class: `undocumented status ${status}`, detail: text.slice(0, 200) };
  if (status >= 400 && status !== 402 && type !== 'application/problem+json')
    return { class: `content type of ${status}`, detail: type };
  const schema = described?.content?.[type]?.schema;
  if (described?.content && !schema && !type.startsWith('text/html'))
    return { class: `content type of ${status}`, detail: `${type} is not described` };
  if (!/json$/.test(type)) return undefined;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { class: 'no JSON', detail: text.slice(0, 200) };
  }
  if (!schema) return undefined;
  const validate = schemas.at(pointerTo(route.path, route.method, status, type));
  return validate(body)
    ? undefined
    : { class: `schema of ${status}`, detail: JSON.stringify(validate.errors?.slice(0, 3)) };
}

/** Whether the answer tells if the body was accepted: a paid route looks at it only when a payment is attached. */
export function tellsOfSchema(
  { route, value, wellFormedPayment, request }: FuzzInput,
  { status }: Pick<Exchange, 'status'>,
): boolean {
  if (!value || (route.paid && !wellFormedPayment)) return false;
  return [200, 400, 402].includes(status) && isSmall(value.json, request.body ?? '');
}

/** What the schema accepts is not refused as an invalid request, and what it refuses is. */
function agreement(input: FuzzInput, exchange: Exchange, schemas: OpenApiSchemas): Fault | undefined {
  if (!tellsOfSchema(input, exchange)) return undefined;
  const { route, value } = input;
  const { status, text } = exchange;
  const pointer = `/paths/${escapeKey(route.path)}/post/requestBody/content/${escapeKey('application/json')}/schema`;
  const valid = schemas.at(pointer)(value!.json);
  const refused = status === 400 && text.includes('"error":"invalid_request"');
  if (valid && refused) return { class: 'refuses what its schema accepts', detail: text.slice(0, 400) };
  return !valid && status !== 400
    ? {
        class: 'accepts what its schema refuses',
        detail: JSON.stringify(schemas.at(pointer).errors?.slice(0, 2)),
      }
    : undefined;
}

/** Within the limits that hold for every JSON body and stand in no schema. */
function isSmall(json: unknown, text: string): boolean {
  if (Buffer.byteLength(text) > BODY_LIMIT_BYTES || /\\ud[89a-f]/i.test(text) || text.includes('"__proto__"'))
    return false;
  let nodes = 0;
  const walk = (value: unknown, depth: number): boolean => {
    if (++nodes > MAX_NODES || depth > MAX_DEPTH) return false;
    return (
      typeof value !== 'object' ||
      value === null ||
      Object.values(value).every((each) => walk(each, depth + 1))
    );
  };
  return walk(json, 1);
}

const escapeKey = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');
const pointerTo = (path: string, method: string, status: number, type: string): string =>
  `/paths/${escapeKey(path)}/${method.toLowerCase()}/responses/${status}/content/${escapeKey(type)}/schema`;
