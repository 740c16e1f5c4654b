import { decodePaymentRequiredHeader } from '@x402/core/http';
import { isThroughEdge } from '../lab.ts';
import { moved } from '../observe.ts';
import { requestFor, type Scene } from '../scene.ts';
import { type Exchange, send } from '../send.ts';
import { type Check, type Checks, each, everything, hold, jsonOf, seen } from './check.ts';

/** What an answer may and may not look like on the wire. */

const INTERNALS =
  /node:|node_modules|\.(ts|js|mjs):\d|\bat \w+ \(|\b(hono|viem|zod|undici|sqlite|postgres|express|kysely)\b/i;
const PAID_FIELDS = ['status', 'recommendation', 'reasons', 'commercial', 'trustProfile'];
const AUDIT_FIELDS = ['summary', 'monetizationDiagnosis', 'bestFirstPaidRoute', 'conversionFriction'];

export const hasNoInternals = (exchange: Pick<Exchange, 'headers' | 'text'>): void => {
  // Addresses and signed or encoded words are not prose: any letters may come up in them.
  const prose = everything(exchange).replace(/https?:\/\/[^\s"']+|[A-Za-z0-9+/_=-]{40,}/g, '');
  const found = INTERNALS.exec(prose)?.[0];
  hold(found === undefined, `the answer shows internals: ${found}`);
};

const isJson = ({ headers }: Exchange): void =>
  hold(/^application\/(problem\+)?json\b/.test(headers.get('content-type') ?? ''), 'the answer is not JSON');

/** Headers that may differ between two answers of the same kind. */
const CHANGING = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']);
const steady = ({ headers }: Exchange): string =>
  JSON.stringify(
    [...headers]
      .filter(([name]) => !CHANGING.has(name))
      .map(([name, value]) => [name, unordered(name, value)]),
  );

/** Every copy of a challenge has an order id of its own. */
const unordered = (name: string, value: string): string =>
  name === 'payment-required' ? atob(value).replace(/"order": *"[0-9a-f]{32}"/, '') : value;

const repeat = async ({ lab, row, memory }: Scene, changes: object): Promise<Exchange> =>
  send(lab.url, { ...(await requestFor(row.request, row.variants?.[0], { lab, memory })), ...changes });

const counterMoves =
  (route: string, outcome: string, name: string): Check =>
  ({ lab, before, after, exchanges }) => {
    // Of what an edge answers, the origin's metrics know nothing: its books do.
    if (!isThroughEdge(lab)) {
      const metric = seen(moved(before, after, 'assay_requests_total', { route, outcome }), 'metrics');
      hold(metric === exchanges.length, `${route} ${outcome} moved by ${metric} for ${exchanges.length}`);
    }
    const read = (register: typeof after.register) =>
      Number(seen(register, 'the cash register').counters?.[name]);
    const difference = read(after.register) - read(before.register);
    hold(difference === exchanges.length, `${name} moved by ${difference}`);
  };

export const HTTP: Checks = {
  'a payment_required body with offers': each((exchange) => {
    const { error, accepts } = jsonOf(exchange);
    hold(error === 'payment_required', `error is ${String(error)}`);
    hold(Array.isArray(accepts) && accepts.length > 0, 'accepts is empty');
  }),
  'PAYMENT-REQUIRED states the same terms as the body': each((exchange) => {
    const required = decodePaymentRequiredHeader(exchange.headers.get('payment-required') ?? '');
    const accepts = jsonOf(exchange).accepts as Record<string, unknown>[];
    const bare = accepts.map(({ price: _price, ...entry }) => entry);
    hold(JSON.stringify(bare) === JSON.stringify(required.accepts), 'header and body differ');
  }),
  'Cache-Control: no-store': each(({ headers }) =>
    hold(/\bno-store\b/.test(headers.get('cache-control') ?? ''), 'it may be cached'),
  ),
  'Vary lists PAYMENT-SIGNATURE and Authorization': each(({ headers }) => {
    const vary = (headers.get('vary') ?? '').toLowerCase().split(/\s*,\s*/);
    hold(vary.includes('payment-signature') && vary.includes('authorization'), `Vary is ${vary.join(', ')}`);
  }),
  'an ETag or Last-Modified that allows a free 304': each(({ headers }) => {
    hold(headers.get('etag') === null && headers.get('last-modified') === null, 'it has a validator');
  }),
  'an Age header': each(({ headers }) => hold(headers.get('age') === null, 'it came out of a cache')),
  'a field of the paid answer': each((exchange) => {
    const body = exchange.text === '' ? {} : jsonOf(exchange);
    const shown = [...PAID_FIELDS.slice(1), ...AUDIT_FIELDS].filter((name) => name in body);
    hold(shown.length === 0, `it shows ${shown.join(', ')}`);
  }),
  'every field of the paid answer': each((exchange) => {
    const missing = PAID_FIELDS.filter((name) => !(name in jsonOf(exchange)));
    hold(missing.length === 0, `it lacks ${missing.join(', ')}`);
  }),
  'counter opportunityCheckGetProofUnpaidChallenges +1': counterMoves(
    'GET /api/opportunity-check',
    'challenged',
    'opportunityCheckGetProofUnpaidChallenges',
  ),
  'counter opportunityCheckGetProofCompletions +1': counterMoves(
    'GET /api/opportunity-check',
    'delivered',
    'opportunityCheckGetProofCompletions',
  ),
  'no challenge, decline or delivery is counted': ({ before, after }) => {
    for (const outcome of ['challenged', 'declined', 'delivered', 'redelivered'])
      hold(
        seen(moved(before, after, 'assay_requests_total', { outcome }), 'metrics') === 0,
        `${outcome} moved`,
      );
  },
  'resource.url in the challenge is under the configured base address': each((exchange, { lab }) => {
    if (exchange.status !== 402) return;
    const { resource } = decodePaymentRequiredHeader(exchange.headers.get('payment-required') ?? '');
    hold(resource.url.startsWith(`${lab.url}/`), `resource.url is ${resource.url}`);
  }),
  'the caller’s host anywhere in the answer': each((exchange) =>
    hold(!everything(exchange).includes('evil.example'), 'it names the caller’s host'),
  ),
  'a JSON error without internals': each((exchange) => {
    isJson(exchange);
    jsonOf(exchange);
    hasNoInternals(exchange);
  }),
  'application/json': each(isJson),
  'internals of the service': each(hasNoInternals),
  'X-Powered-By or a Server header': each(({ headers }) =>
    hold(headers.get('x-powered-by') === null && headers.get('server') === null, 'it names its software'),
  ),
  'the headers of an unpaid GET': async (scene) => {
    const get = await repeat(scene, { method: 'GET' });
    const [head] = scene.exchanges;
    hold(head?.text === '', 'a HEAD has a body');
    if (head.status !== 402 || steady(head) === steady(get)) return;
    // The offer of a challenge is signed anew from time to time, perhaps between these two: twice in a row is a difference.
    const again = [await repeat(scene, { method: 'GET' }), await repeat(scene, { method: 'HEAD' })] as const;
    hold(steady(again[0]) === steady(again[1]), 'the headers differ');
  },
  'Access-Control-Allow-Headers includes PAYMENT-SIGNATURE': each(({ headers }) =>
    hold(/\bpayment-signature\b/i.test(headers.get('access-control-allow-headers') ?? ''), 'it does not'),
  ),
  'Access-Control-Allow-Credentials': each(({ headers }) =>
    hold(headers.get('access-control-allow-credentials') === null, 'credentials are allowed'),
  ),
  'a 405 carries Allow': each(({ status, headers }) => {
    if (status === 405) hold((headers.get('allow') ?? '') !== '', 'no Allow');
  }),
  'a redirect': each(({ status }) => hold(status < 300 || status > 399, `it redirects (${status})`)),
  'Location is a fixed path of our own': async (scene) => {
    const plain = await repeat(scene, { target: scene.row.request.target.split('?')[0] });
    for (const { headers } of scene.exchanges) {
      const location = headers.get('location') ?? '';
      hold(
        /^\/(?![/\\])/.test(location) || location.startsWith(`${scene.lab.url}/`),
        `Location is ${location}`,
      );
      hold(location === plain.headers.get('location'), 'the caller changed the target');
    }
  },
  'a second response on the connection': each(({ received }) => {
    const responses = received?.match(/HTTP\/1\.1 \d{3}/g)?.length ?? 0;
    hold(responses === 1, `${responses} responses came back`);
  }),
  'Set-Cookie': each(({ headers }) => hold(headers.get('set-cookie') === null, 'it sets a cookie')),
  'Accept-CH': each(({ headers }) => hold(headers.get('accept-ch') === null, 'it asks for client hints')),
  'an ETag of its own for each client': async (scene) => {
    const other = await repeat(scene, {
      headers: { 'user-agent': 'another client', 'accept-language': 'fr' },
    });
    for (const { headers } of scene.exchanges)
      hold(headers.get('etag') === other.headers.get('etag'), 'the ETag tells clients apart');
  },
  'a Payment-Receipt header': each(({ headers }) =>
    hold(
      headers.get('payment-receipt') === null && headers.get('x-svc-delivery-receipt') === null,
      'it has one',
    ),
  ),
  'a PAYMENT-RESPONSE that says success': each(({ headers }) =>
    hold(headers.get('payment-response') === null, 'it has one'),
  ),
  'a challenge': each(({ status, headers }) => {
    hold(status !== 402, 'it is a 402');
    hold(headers.get('payment-required') === null, 'it carries PAYMENT-REQUIRED');
    hold(headers.get('www-authenticate') === null, 'it carries WWW-Authenticate');
  }),
  'X-SVC-EDGE-X402: edge-unpaid-402': each(({ headers }) =>
    hold(headers.get('x-svc-edge-x402') === 'edge-unpaid-402', 'the challenge is not marked'),
  ),
  'an origin challenge that calls itself the edge’s': each(({ headers }) =>
    hold(headers.get('x-svc-edge-x402') === null, 'the origin marks its challenge as the edge’s'),
  ),
};
