import type { OpenApi, Operation } from '../attacks/lab.ts';
import type { Request } from '../attacks/send.ts';
import type { Payload } from '../support/payments.ts';
import { generate, type Resolve, type Schema } from './generate.ts';
import { MUTATIONS, NASTY_TEXTS, placesOf, TEXT_MUTATIONS, withAt } from './mutate.ts';
import { type Random, randomFor } from './random.ts';

/** One operation of the interface description, ready to be fuzzed. */
export interface Route {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  readonly paid: boolean;
  readonly body: { readonly schema: Schema; readonly example: unknown } | undefined;
}

export interface FuzzInput {
  readonly index: number;
  readonly route: Route;
  /** What was done to it, in words. */
  readonly how: readonly string[];
  readonly canary: string;
  readonly request: Request;
  /** The parsed body, when the body is JSON text made from a value and nothing else stands in its way. */
  readonly value: { readonly json: unknown } | undefined;
  /** A payment that could be one: decoded, complete, signed by somebody. */
  readonly wellFormedPayment: boolean;
}

const METHODS = ['get', 'post'];

export function routesOf(openapi: OpenApi): Route[] {
  return Object.entries(openapi.paths).flatMap(([path, operations]) =>
    METHODS.filter((method) => operations[method]).map((method) => {
      const operation = operations[method]!;
      const content = operation.requestBody?.content['application/json'];
      return {
        method: method.toUpperCase(),
        path,
        operation,
        paid: 402 in operation.responses,
        body: content && { schema: content.schema as Schema, example: content.example },
      };
    }),
  );
}

export interface Material {
  readonly openapi: OpenApi;
  readonly routes: readonly Route[];
  /** Payments that nobody can settle: well made and signed, from wallets that are empty. By path and method. */
  readonly payments: ReadonlyMap<string, readonly Payload[]>;
  /** Queries that lead past a precondition or choose a network, by path. */
  readonly queries: ReadonlyMap<string, readonly string[]>;
  /** MPP credentials of the service's own challenges, base64url without their scheme. Nothing was paid for them. */
  readonly credentials: readonly string[];
}

/** Most inputs go where there is most to get wrong. */
const shareOf = ({ body, paid }: Route): number => (body ? 6 : paid ? 3 : 1);

export const routeName = ({ method, path }: Route): string => `${method} ${path}`;

/** One body of so many is larger than any route takes, whatever the seed. */
const LARGE_EVERY = 25;
const TOO_LARGE = 65_536;

/** Input number `index` of a seed: the same whenever and wherever it is made. */
export function inputAt(seed: number, index: number, material: Material): FuzzInput {
  const random = randomFor(seed, index);
  const canary = `cnry${random.hex(6)}`;
  const route = random.pick(
    material.routes.flatMap((each) => Array.from({ length: shareOf(each) }, () => each)),
  );
  const how: string[] = [];
  const made = route.body && bodyFor(route.body, random, material.openapi, canary, how);
  const isLarge = index % LARGE_EVERY === LARGE_EVERY - 1;
  if (made && isLarge) how.push('too large');
  const body = made && isLarge ? { text: made.text.padEnd(TOO_LARGE), json: undefined } : made;
  const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  const wellFormedPayment =
    route.paid && random.chance(0.15)
      ? addCredential(headers, random, material, canary, how) && isSoldOverMpp(route)
      : addPayment(headers, route, random, material, canary, how);
  if (random.chance(0.25)) addHeader(headers, random, canary, how);
  const known = material.queries.get(route.path) ?? [];
  const query =
    known.length > 0 && random.chance(0.6)
      ? random.pick(known)
      : random.chance(0.3)
        ? queryFor(random, canary, how)
        : '';
  const target = route.path + query;
  const plain =
    body?.json !== undefined &&
    headers['content-type'] === 'application/json' &&
    !('content-encoding' in headers);
  return {
    index,
    route,
    how,
    canary,
    request: { method: route.method, target, headers, body: body?.text, as: undefined },
    value: plain ? { json: body.json } : undefined,
    wellFormedPayment,
  };
}

function bodyFor(
  { schema, example }: NonNullable<Route['body']>,
  random: Random,
  openapi: OpenApi,
  canary: string,
  how: string[],
): { text: string; json?: unknown } {
  const resolve: Resolve = (ref) =>
    ref
      .slice(2)
      .split('/')
      .reduce<unknown>(
        (at, key) => (at as Record<string, unknown>)[key.replaceAll('~1', '/').replaceAll('~0', '~')],
        openapi,
      ) as Schema;
  let json =
    random.chance(0.4) && example !== undefined
      ? structuredClone(example)
      : generate(schema, random, resolve, canary);
  for (let changes = random.pick([0, 1, 1, 1, 2, 3]); changes > 0; changes--) {
    const [name, mutate] = random.pick(Object.entries(MUTATIONS));
    json = mutate(json, random, canary);
    how.push(name);
  }
  const text = JSON.stringify(json);
  if (!random.chance(0.25)) return { text, json: JSON.parse(text) };
  const [name, mutate] = random.pick(Object.entries(TEXT_MUTATIONS));
  how.push(name);
  return { text: mutate(text, random, canary) };
}

/** Half of the calls of paid routes carry something in the place of a payment. Answers whether it is well formed. */
function addPayment(
  headers: Record<string, string>,
  route: Route,
  random: Random,
  { payments }: Material,
  canary: string,
  how: string[],
): boolean {
  const made = payments.get(routeName(route));
  if (!(made && random.chance(0.6)) && !random.chance(0.05)) return false;
  const name = random.chance(0.9) ? 'payment-signature' : random.pick(['x-payment', 'authorization']);
  if (!made || random.chance(0.3)) {
    const [what, make] = random.pick(Object.entries(JUNK));
    how.push(`payment: ${what}`);
    headers[name] = make(random, canary);
    return false;
  }
  const payload: unknown = structuredClone(random.pick(made));
  if (random.chance(0.3)) {
    how.push('payment: from an empty wallet');
    headers[name] = base64(JSON.stringify(payload));
    return name === 'payment-signature';
  }
  const place = random.pick(placesOf(payload));
  const [what, mutate] = random.pick(Object.entries(PAYLOAD_MUTATIONS));
  how.push(`payment: ${what}`);
  const text = JSON.stringify(withAt(payload, place.path, mutate(place.value, random, canary))) ?? '';
  if (random.chance(0.8)) {
    headers[name] = base64(text);
    return name === 'payment-signature';
  }
  const [spelling, change] = random.pick(Object.entries(TEXT_MUTATIONS));
  how.push(`payment: ${spelling}`);
  headers[name] = printable(base64(change(text, random, canary)).slice(0, 14_000));
  return false;
}

const isSoldOverMpp = ({ operation }: Route): boolean =>
  (operation['x-payment-info'] as { offers?: unknown } | undefined)?.offers !== undefined;

/** MPP's way to pay: a credential as it is, or with one thing wrong in it. Answers whether it is well formed. */
function addCredential(
  headers: Record<string, string>,
  random: Random,
  { credentials }: Material,
  canary: string,
  how: string[],
): boolean {
  if (credentials.length === 0) return false;
  const credential = random.pick(credentials);
  if (random.chance(0.3))
    headers['idempotency-key'] = random.pick([canary, 'x', canary.repeat(20), `${canary} \u00e9`, '']);
  if (random.chance(0.3)) {
    how.push('credential: nothing was paid');
    headers.authorization = `Payment ${credential}`;
    return true;
  }
  const opened: unknown = JSON.parse(Buffer.from(credential, 'base64url').toString('utf8'));
  const place = random.pick(placesOf(opened));
  const [what, mutate] = random.pick(Object.entries(PAYLOAD_MUTATIONS));
  how.push(`credential: ${what}`);
  const text = JSON.stringify(withAt(opened, place.path, mutate(place.value, random, canary))) ?? '';
  const token = Buffer.from(text, 'utf8').toString('base64url');
  headers.authorization = random.pick([
    `Payment ${token}`,
    `Payment ${token}`,
    `payment  ${token}`,
    `Bearer ${canary}, Payment ${token}`,
    `Payment ${token}, Payment ${token}`,
    `Payment ${token}=`,
  ]);
  return true;
}

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');
/** What an HTTP client lets through in a header. */
const printable = (text: string): string => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '');

const JUNK: Readonly<Record<string, (random: Random, canary: string) => string>> = {
  empty: () => '',
  'no base64': (_random, canary) => `%%%${canary}`,
  'a word': (_random, canary) => canary,
  'base64 of a text': (_random, canary) => base64(canary),
  'base64 of a scalar': (random) => base64(random.pick(['1', 'null', 'true', '""', '[]', '{}'])),
  'base64 of a version only': () => base64('{"x402Version":2}'),
  'base64 of version 1': (_random, canary) =>
    base64(JSON.stringify({ x402Version: 1, scheme: 'exact', payload: canary })),
  'random bytes': (random) => Buffer.from(random.hex(1 + random.below(300)), 'hex').toString('base64'),
  long: (random, canary) => canary.repeat(random.pick([100, 700, 900])),
  'two of them': (_random, canary) => `${base64(canary)}, ${base64(canary)}`,
  'latin characters': () => '\u00e9\u00ff\u0080',
  'a scheme': (_random, canary) => `Payment id="${canary}", method="tempo"`,
  'a bearer': (_random, canary) => `Bearer ${canary}`,
};

const PAYLOAD_MUTATIONS: Readonly<
  Record<string, (value: unknown, random: Random, canary: string) => unknown>
> = {
  'another type': (_value, random, canary) =>
    random.pick<unknown>([null, true, 0, -1, canary, [], {}, [canary], { [canary]: 1 }]),
  'a nasty text': (_value, random) => random.pick(NASTY_TEXTS),
  'a letter changed': (value, random) => {
    if (typeof value !== 'string' || value.length === 0) return value;
    const at = random.below(value.length);
    return value.slice(0, at) + random.pick(['0', 'f', 'x', 'A', ' ', '\u0000']) + value.slice(at + 1);
  },
  'upper case': (value) => (typeof value === 'string' ? value.toUpperCase() : value),
  'a longer text': (value, random) =>
    typeof value === 'string' ? value + 'ab'.repeat(random.pick([1, 33, 2_000])) : value,
  'another number': (_value, random) =>
    random.pick<unknown>(['0', '1', '9999', '10001', `${2n ** 256n - 1n}`, '1e4', 1e4]),
  'an unknown member': (value, _random, canary) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ...value, [canary]: canary }
      : value,
  gone: () => undefined,
};

const HEADERS: Readonly<Record<string, (random: Random, canary: string) => readonly [string, string]>> = {
  'another content type': (random, canary) => [
    'content-type',
    random.pick([
      'text/plain',
      'application/json; charset=utf-16',
      'APPLICATION/JSON',
      'application/jsonx',
      `multipart/form-data; boundary=${canary}`,
      '',
      'application/json, text/html',
      `application/${canary}`,
    ]),
  ],
  'a content encoding': (random) => ['content-encoding', random.pick(['gzip', 'br', 'identity', 'x'])],
  'another host': (_random, canary) => ['host', `${canary}.example`],
  'forwarded headers': (random, canary) => [
    random.pick([
      'x-forwarded-for',
      'x-forwarded-host',
      'x-forwarded-proto',
      'forwarded',
      'x-real-ip',
      'cf-connecting-ip',
    ]),
    `${canary}, 203.0.113.7`,
  ],
  'a user agent': (_random, canary) => ['user-agent', `agent/${canary} (\u00e9)`],
  'an accept header': (random) => [
    'accept',
    random.pick(['text/html', 'image/*', '*/*;q=0', 'application/xml', ','.repeat(500)]),
  ],
  'a cookie': (_random, canary) => ['cookie', `session=${canary}`],
  'an origin': (_random, canary) => ['origin', `https://${canary}.example`],
  'a condition': (random, canary) => [
    random.pick(['if-none-match', 'if-match', 'if-modified-since', 'range']),
    random.pick(['*', `"${canary}"`, 'W/"x", "y"', 'bytes=0-1']),
  ],
  'a ticket': (_random, canary) => ['x-svc-audit-authorization', canary.repeat(3)],
  'an operator token': (_random, canary) => ['x-svc-operator-token', canary.repeat(4)],
  'an edge header': (_random, canary) => ['x-svc-edge-auth', canary],
  'an override': (random) => [
    random.pick(['x-http-method-override', 'x-original-url', 'x-rewrite-url']),
    random.pick(['DELETE', '/admin', 'GET']),
  ],
  'a large header': (random, canary) => [
    `x-${canary}`,
    'h'.repeat(random.pick([4_000, 12_000, 15_000, 20_000])),
  ],
  'an expectation': () => ['expect', '200-maybe'],
};

function addHeader(headers: Record<string, string>, random: Random, canary: string, how: string[]): void {
  for (let more = random.pick([1, 1, 2]); more > 0; more--) {
    const [what, make] = random.pick(Object.entries(HEADERS));
    const [name, value] = make(random, canary);
    headers[name] = printable(value);
    how.push(what);
  }
}

const QUERIES: readonly ((canary: string) => string)[] = [
  (canary) => `src=${canary}`,
  () => 'src=x-profile',
  (canary) => `src=${canary}&src=${canary}`,
  () => 'src',
  () => 'src=%ff%fe',
  () => 'src=%',
  (canary) => `${canary}=1`,
  () => 'paymentNetwork=solana',
  (canary) => `paymentNetwork=${canary}`,
  (canary) => `match=${canary}`,
  () => '__proto__=1&constructor=2',
  () => `q=${'x'.repeat(3_000)}`,
  () => '&&&===',
  (canary) => `?${canary}?`,
  () => 'src[]=1&src[a]=2',
];

function queryFor(random: Random, canary: string, how: string[]): string {
  how.push('a query');
  return `?${random.pick(QUERIES)(canary)}`;
}
