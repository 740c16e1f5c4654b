import { describe, expect, it } from 'vitest';
import { exampleCall, type Product } from '../declare.ts';
import { USDC_SOLANA } from '../gate/assets.ts';
import { publishedSample } from '../ledger/testing.ts';
import { BODY_MAX_BYTES, TICKET_HEADER } from '../values/limits.ts';
import type { Next } from '../values/problem.ts';
import { UNSETTLED } from '../values/problem.ts';
import { openShop, paymentHeaderFor, type Shop } from './shop.testing.ts';

interface Sent extends Next {
  readonly headers?: Readonly<Record<string, string>>;
  readonly text?: string;
}

const send = ({ fetch }: Shop, { method, path, body, text, headers }: Sent) =>
  fetch(path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(method === 'POST' && { body: text ?? JSON.stringify(body) }),
  });

/** What `after` says, with the value that it takes from the answer before it. */
function afterwards({ take, header, parameter, ...call }: NonNullable<Next['after']>, answer: object): Sent {
  const value = String((answer as Record<string, unknown>)[take]);
  if (header) return { ...call, headers: { [header]: value } };
  return { ...call, path: `${call.path}?${parameter}=${encodeURIComponent(value)}` };
}

/**
 * Knows nothing of this service: it sends what `next` says, and pays a challenge that names no step before it. Where
 * there is no `next`, the call itself was right: it is sent once more, with another payment if `retry` says so.
 */
async function follow(shop: Shop, first: Sent, between = () => {}) {
  let call = first;
  let isAgain = false;
  const trail: string[] = [];
  for (let step = 0; step < 8; step++) {
    const answer = await send(shop, call);
    const said = (await answer.json()) as { error?: string; next?: Next; retry?: string };
    between();
    trail.push(`${answer.status} ${said.error ?? ''}`.trim());
    const challenge = answer.headers.get('payment-required');
    if (answer.status === 200 && call.after) call = afterwards(call.after, said);
    else if (answer.status === 200) return { trail, path: call.path.split('?')[0], said };
    // A challenge names the step before it whether or not that was taken.
    else if (challenge && (!said.next || call.headers?.[TICKET_HEADER]))
      call = { ...call, headers: { ...call.headers, 'payment-signature': paymentHeaderFor(challenge) } };
    else if (said.next) call = said.next;
    else if (isAgain || said.retry === 'never') break;
    else {
      isAgain = true;
      const { 'payment-signature': _payment, ...headers } = call.headers ?? {};
      if (said.retry === 'new_approval') call = { ...call, headers };
    }
  }
  return { trail, path: undefined, said: {} };
}

/** Ways to call a product wrongly, and what the refusal says. */
const { products } = openShop().catalogue;
const BARE = products.flatMap((product) =>
  product.forms.map(({ method }) => ({ product, method, path: product.path })),
);
const PAYMENT = { 'payment-signature': 'e30' };
const wrong = BARE.flatMap(({ product, method, path }): [string, string, Sent][] => {
  const all: [string, Sent][] = [
    ['nothing', { method, path, text: '' }],
    ['a wrong verb', { method: method === 'POST' ? 'GET' : 'POST', path, body: {} }],
  ];
  if (method === 'POST')
    all.push(
      ['no JSON, with a payment', { method, path, text: '{', headers: PAYMENT }],
      ['an unknown property, with a payment', { method, path, body: { x: 1 }, headers: PAYMENT }],
      [
        'another media type, with a payment',
        { method, path, text: 'x=1', headers: { ...PAYMENT, 'content-type': 'text/plain' } },
      ],
      ['too much', { method, path, text: ' '.repeat(BODY_MAX_BYTES + 1) }],
      [
        'what policy refuses, with a payment',
        {
          method,
          path,
          body: {
            ...(exampleCall(product, product.forms[0]!).body as object),
            source: 'sk_live_51JZ8xk2eZvKYlo2C0aBcDeFgHiJkLmNoPqRsTuVwXyZ',
          },
          headers: PAYMENT,
        },
      ],
    );
  if (product.admission?.kind === 'ticket')
    all.push(
      ['a ticket that is none', { method, path, body: {}, headers: { [TICKET_HEADER]: 'x' } }],
      [
        'an invented ticket',
        { ...exampleCall(product, product.forms[0]!), headers: { [TICKET_HEADER]: 'f'.repeat(64) } },
      ],
    );
  if (product.admission?.kind === 'match')
    all.push(
      ['an invented match', { method, path: `${path}?match=exact` }],
      ['a match under its other name', { method, path: `${path}?matchId=exact` }],
      ['two matches', { method, path: `${path}?match=exact&match=other` }],
      ['two matches, with a payment', { method, path: `${path}?match=a&matchId=b`, headers: PAYMENT }],
    );
  return all.map(([name, call]) => [`${method} ${path}`, name, call]);
});

describe('whoever follows only `next` of each refusal buys an answer', () => {
  const shop = openShop(publishedSample(), { ways: [{ ...USDC_SOLANA, payTo: 'seller', extra: {} }] });
  const refusals = new Set<string>();

  it.each(wrong)('%s: %s', async (_route, _name, call) => {
    const before = shop.chain.settled;
    const { trail, path } = await follow(shop, call);
    expect(trail.at(-1), trail.join(' > ')).toBe('200');
    expect(path).toBe(call.path.split('?')[0]);
    expect(shop.chain.settled).toBe(before + 1);
    refusals.add(trail[0]!);
  });

  const paidFor = async (path: string, init?: RequestInit) =>
    paymentHeaderFor((await shop.fetch(path, init)).headers.get('payment-required')!);
  const [opportunity, ledger, witness, audit] = [
    'opportunity-check',
    'agent-commerce-reliability-ledger',
    'x402-compatibility-witness',
    'agent-revenue-audit',
  ].map((id) => products.find((product) => product.id === id)!) as [Product, Product, Product, Product];
  const given = async ({ first }: Product) =>
    (await (await send(shop, first!)).json()) as Record<string, string>;
  const post = (product: Product) =>
    exampleCall(product, product.forms.find((form) => form.method === 'POST')!);
  const withTicket = async (ticket?: string, change: object = {}): Promise<Sent> => {
    const { ticket: issued } = await given(audit);
    const call = audit.first!.after!;
    const body = { ...(call.body as object), ...change };
    const headers = {
      [TICKET_HEADER]: ticket ?? issued!,
      'payment-signature': await paidFor(audit.path, { method: 'POST' }),
    };
    return { method: 'POST', path: audit.path, body, headers };
  };
  const matched = async () => `${witness.path}?match=${(await given(witness)).matchId}`;
  const withIdentifier = (header: string, id: string) => {
    const payment = JSON.parse(atob(header)) as { extensions: Record<string, { info: object }> };
    payment.extensions['payment-identifier']!.info = {
      ...payment.extensions['payment-identifier']!.info,
      id,
    };
    return btoa(JSON.stringify(payment));
  };
  const used = async (path: string) => {
    const headers = { 'payment-signature': await paidFor(path) };
    expect((await shop.fetch(path, { headers })).status).toBe(200);
    return headers;
  };
  /** What has to happen before: the call, and what is put right again after its first answer. */
  const later: readonly [string, string, () => Promise<Sent>][] = [
    [
      '400 unknown_payment_network',
      ledger.path,
      async () => ({ method: 'GET', path: `${ledger.path}?paymentNetwork=x` }),
    ],
    [
      '400 invalid_request',
      ledger.path,
      async () => ({ method: 'GET', path: `${ledger.path}?client=nobody`, headers: PAYMENT }),
    ],
    [
      '400 invalid_request',
      witness.path,
      async () => ({ method: 'GET', path: `${await matched()}&shape=x` }),
    ],
    [
      '400 multiple_credentials',
      ledger.path,
      async () => ({ method: 'GET', path: ledger.path, headers: { ...PAYMENT, 'x-payment': 'e30' } }),
    ],
    [
      '400 invalid_payment_identifier',
      opportunity.path,
      async () => ({
        ...post(opportunity),
        headers: {
          'payment-signature': withIdentifier(await paidFor(opportunity.path, { method: 'POST' }), 'x'),
        },
      }),
    ],
    [
      '402 payment_required',
      witness.path,
      async () => ({ method: 'GET', path: await matched(), headers: PAYMENT }),
    ],
    ['403 ticket_mismatch', audit.path, async () => withTicket(undefined, { serviceName: 'Another API' })],
    [
      '403 ticket_expired',
      audit.path,
      async () => {
        const call = await withTicket();
        shop.moment.ahead = 900_000;
        return call;
      },
    ],
    [
      '403 ticket_used',
      audit.path,
      async () => {
        const call = await withTicket();
        expect((await send(shop, call)).status).toBe(200);
        return {
          ...call,
          headers: {
            ...call.headers,
            'payment-signature': (await withTicket()).headers!['payment-signature']!,
          },
        };
      },
    ],
    [
      '428 ticket_required',
      audit.path,
      async () => ({
        ...post(audit),
        headers: { 'payment-signature': await paidFor(audit.path, { method: 'POST' }) },
      }),
    ],
    [
      '409 payment_reused',
      opportunity.path,
      async () => ({ ...post(opportunity), headers: await used(opportunity.path) }),
    ],
    [
      '410 preflight_expired',
      witness.path,
      async () => {
        const path = await matched();
        shop.moment.ahead = 900_000;
        return { method: 'GET', path };
      },
    ],
    [
      '503 settlement_unavailable',
      ledger.path,
      async () => {
        const headers = { 'payment-signature': await paidFor(ledger.path) };
        shop.moment.verified = { kind: 'unreachable' };
        return { method: 'GET', path: ledger.path, headers };
      },
    ],
    [
      '429 too_many_requests',
      ledger.path,
      async () => {
        const headers = { 'payment-signature': await paidFor(ledger.path) };
        shop.moment.verified = { kind: 'busy' };
        return { method: 'GET', path: ledger.path, headers };
      },
    ],
    [
      '503 edition_not_current',
      ledger.path,
      async () => {
        shop.moment.ahead = 8 * 86_400_000;
        return { method: 'GET', path: ledger.path };
      },
    ],
  ];
  it.each(later)('%s on the way to %s', async (first, product, prepare) => {
    const call = await prepare();
    const before = shop.chain.settled;
    const { trail, path } = await follow(shop, call, () => {
      shop.moment.ahead = 0;
      shop.moment.verified = { kind: 'valid' };
    });
    expect([trail[0], trail.at(-1), path], trail.join(' > ')).toEqual([first, '200', product]);
    expect(shop.chain.settled).toBe(before + 1);
    refusals.add(trail[0]!);
  });

  it('is led from a path that is none to where everything is described', async () => {
    expect(await follow(shop, { method: 'GET', path: '/api/none' })).toMatchObject({
      ...{ trail: ['404 not_found', '200'], path: '/openapi.json' },
    });
  });

  it('goes by way of each kind of refusal, and reaches all four products', () => {
    expect([...refusals].sort()).toEqual([
      '400 invalid_payment_identifier',
      '400 invalid_request',
      '400 multiple_credentials',
      '400 unknown_payment_network',
      '402 payment_required',
      '403 ticket_expired',
      '403 ticket_invalid',
      '403 ticket_mismatch',
      '403 ticket_used',
      '405 method_not_allowed',
      '409 payment_reused',
      '410 preflight_expired',
      '413 payload_too_large',
      '415 unsupported_media_type',
      '422 request_refused',
      '428 preflight_required',
      '428 ticket_required',
      '429 too_many_requests',
      '503 edition_not_current',
      '503 settlement_unavailable',
    ]);
  });
});

describe('a refusal that a payment came with', () => {
  const shop = openShop();
  const audit = products.find(({ admission }) => admission?.kind === 'ticket')!;
  const opportunity = products.find(({ id }) => id === 'opportunity-check')!;
  const witness = products.find(({ admission }) => admission?.kind === 'match')!;
  const body = exampleCall(opportunity, opportunity.forms[0]!).body as object;
  const payment = async (path: string, init: RequestInit = {}) =>
    paymentHeaderFor((await shop.fetch(path, init)).headers.get('payment-required')!);
  const post = (path: string, sent: unknown, headers: Record<string, string>) =>
    send(shop, { method: 'POST', path, body: sent, headers });

  it('says that nothing was settled, and the same payment then buys the corrected request', async () => {
    const header = { 'payment-signature': await payment(opportunity.path, { method: 'POST' }) };
    const refused = await post(opportunity.path, { ...body, x: 1 }, header);
    expect(refused.status).toBe(400);
    const said = (await refused.json()) as { detail: string };
    expect(said).toMatchObject({ error: 'invalid_request', settled: false });
    expect(said.detail).toContain(UNSETTLED);
    expect(shop.chain).toEqual({ verified: 0, settled: 0 });
    const bought = await post(opportunity.path, body, header);
    expect(bought.status).toBe(200);
    expect(shop.chain.settled).toBe(1);
  });

  it('says it of this call only: the same payment may have been settled before', async () => {
    const header = { 'payment-signature': await payment(opportunity.path, { method: 'POST' }) };
    expect((await post(opportunity.path, body, header)).status).toBe(200);
    const { settled } = shop.chain;
    const refused = await post(opportunity.path, { ...body, x: 1 }, header);
    const said = (await refused.json()) as { detail: string };
    expect([refused.status, said]).toMatchObject([400, { error: 'invalid_request', settled: false }]);
    expect(said.detail).toContain('This call settled no payment.');
    expect(said.detail).not.toMatch(/your payment was not|payment was not settled/i);
    const again = await post(opportunity.path, body, header);
    expect([again.status, again.headers.get('x-svc-redelivery')]).toEqual([200, '1']);
    expect(shop.chain.settled).toBe(settled);
  });

  it('says so before a ticket or a match too', async () => {
    const header = { 'payment-signature': await payment(audit.path, { method: 'POST' }) };
    const refused = await send(shop, { ...exampleCall(audit, audit.forms[0]!), headers: header });
    expect([refused.status, await refused.json()]).toMatchObject([
      428,
      { error: 'ticket_required', settled: false, next: audit.first },
    ]);
    const unmatched = await send(shop, { method: 'GET', path: witness.path, headers: header });
    expect([unmatched.status, await unmatched.json()]).toMatchObject([
      428,
      { error: 'preflight_required', settled: false, next: witness.first },
    ]);
  });

  it('says nothing of a payment that did not come', async () => {
    const said = (await (await shop.fetch(witness.path)).json()) as object;
    expect(said).not.toHaveProperty('settled');
    expect(JSON.stringify(said)).not.toContain(UNSETTLED);
  });
});

it('a match is read under both of its names, as one and the same request', async () => {
  const shop = openShop();
  const witness = shop.catalogue.products.find(({ admission }) => admission?.kind === 'match')!;
  const answer = await send(shop, witness.first!);
  const { matchId } = (await answer.json()) as { matchId: string };
  const challenged = await shop.fetch(`${witness.path}?matchId=${matchId}`);
  expect(challenged.status).toBe(402);
  const headers = { 'payment-signature': paymentHeaderFor(challenged.headers.get('payment-required')!) };
  const bought = await shop.fetch(`${witness.path}?matchId=${matchId}`, { headers });
  const again = await shop.fetch(`${witness.path}?match=${matchId}`, { headers });
  expect([bought.status, again.status, again.headers.get('x-svc-redelivery')]).toEqual([200, 200, '1']);
  expect(await again.text()).toBe(await bought.text());
});

it('two different matches in one query are refused before any challenge, and charge nobody', async () => {
  const shop = openShop();
  const witness = shop.catalogue.products.find(({ admission }) => admission?.kind === 'match')!;
  const { matchId } = (await (await send(shop, witness.first!)).json()) as { matchId: string };
  const good = `${witness.path}?match=${matchId}`;
  const offered = (await shop.fetch(good)).headers.get('payment-required')!;
  const headers = { 'payment-signature': paymentHeaderFor(offered) };
  for (const another of ['match=x', 'matchId=x'])
    for (const init of [{}, { headers }]) {
      const refused = await shop.fetch(`${good}&${another}`, init);
      expect([refused.status, await refused.json()]).toMatchObject([
        400,
        { error: 'invalid_request', issues: [{ path: 'match', code: 'different_values' }] },
      ]);
    }
  expect(shop.chain.settled).toBe(0);
  // Said twice, it is said.
  expect((await shop.fetch(`${good}&matchId=${matchId}`, { headers })).status).toBe(200);
  expect(shop.chain.settled).toBe(1);
});
