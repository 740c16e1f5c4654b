import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Ed25519Jwk, importEd25519, thumbprintOf, webSigner } from '../adapters/edge/web-signer.ts';
import { memoryJournal } from '../adapters/memory-journal.ts';
import { catalogueDigest } from '../discovery/sold.ts';
import { SOLD } from '../discovery/sold-products.ts';
import { openShop } from '../http/shop.testing.ts';
import type { Settled, Settler, Verified } from '../ports.ts';
import { didWeb } from '../values/did.ts';
import { declined } from '../values/problem.ts';
import { paidBy } from './app.testing.ts';
import { createEdgeApp } from './app.ts';
import type { Last } from './failure.ts';
import type { Outside } from './outside.ts';
import { gatesOf } from './service.ts';
import type { JournalNamespace } from './shards.ts';

/** The edge without a runtime: what it computes, whom it asks, and what it does when nobody answers. */

const PUBLIC = 'https://api.example';
const CHECK = `${PUBLIC}/api/opportunity-check`;
const NOW = 1_795_000_000_000;

async function edge({
  journalDown = false,
  /** Calls of the journal of which each fails once. */
  failing = [] as string[],
  origin = (): Response => new Response('{}', { status: 200 }),
  cache = undefined as Pick<Cache, 'match' | 'put'> | undefined,
  verified = { kind: 'valid' } as Verified,
  settled = { kind: 'settled', transaction: `0x${'ab'.repeat(32)}` } as Settled | Promise<Settled>,
  resolved = { kind: 'unknown' } as Settled,
  asserted = (): Response | undefined => undefined,
} = {}) {
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as Ed25519Jwk & {
    d: string;
  };
  const kid = `${didWeb(PUBLIC)}#${await thumbprintOf(jwk)}`;
  const signer = webSigner({
    kid,
    privateKey: await importEd25519(jwk, 'sign'),
    publicKeys: new Map([[kid, await importEd25519(jwk, 'verify')]]),
  });
  const count = {
    ...{ signatures: 0, verified: 0, settled: 0, sleeps: 0 },
    asked: [] as string[],
    passed: [] as Request[],
  };
  /** Of each payment that was verified, which settler that there was did it. */
  const verifiedBy: number[] = [];
  let settlers = 0;
  const clock = {
    now: () => NOW,
    sleep: () => {
      count.sleeps++;
      return new Promise<void>(() => {});
    },
  };
  const settler: Settler = {
    authenticate: async () => ({ kind: 'valid' }),
    verify: async () => {
      count.verified++;
      return verified;
    },
    settle: async (_payment, record) => {
      if (!(await record({}))) return { kind: 'not_sent' };
      count.settled++;
      return settled;
    },
    resolve: async () => resolved,
  };
  const outside: Outside = {
    config: {
      originUrl: 'https://origin.example',
      publicUrl: PUBLIC,
      payTo: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      facilitatorUrl: 'https://facilitator.example',
      evmRpcUrl: 'https://node.example',
      signingJwk: jwk,
      issuer: 'assay-edge',
      audience: PUBLIC,
      settled: undefined,
      sandbox: false,
    },
    clock,
    entropy: { hex: (bytes) => '0'.repeat(bytes * 2) },
    seal: (text) => `key:${text}`,
    settler,
    settlerAlone: () => {
      const nth = ++settlers;
      const verify: Settler['verify'] = (payment) => {
        verifiedBy.push(nth);
        return settler.verify(payment);
      };
      return { ...settler, verify };
    },
    signer: {
      kid,
      sign: (payload) => {
        count.signatures++;
        return signer.sign(payload);
      },
      verify: (jws) => signer.verify(jws),
    },
    origin: {
      url: 'https://origin.example',
      assert: async (facts) => {
        count.asked.push(facts.kind);
        return asserted();
      },
      pass: async (target, init) => {
        count.passed.push(new Request(`https://origin.example${target}`, init));
        return origin();
      },
    },
    catalogue: catalogueDigest(SOLD),
    pushJournal: async () => {},
  };
  const journal = memoryJournal();
  const namespace = {
    idFromName: (name: string) => ({ name }),
    get: () => ({
      call: (operation: keyof typeof journal, args: unknown[]) =>
        journalDown || failing.splice(failing.indexOf(operation) >>> 0, 1).length === 1
          ? Promise.reject(new Error('the object is overloaded'))
          : (journal[operation] as (...given: unknown[]) => unknown)(...args),
    }),
  } as unknown as JournalNamespace;
  const notes: Last[] = [];
  const counted: string[] = [];
  const app = createEdgeApp({
    gates: gatesOf(outside, namespace, async () => {}),
    origin: outside.origin,
    publicUrl: PUBLIC,
    clock,
    sandbox: false,
    health: async () => ({}),
    lastFailure: async () => notes.pop(),
    note: async (last) => void notes.push(last),
    count: (name) => void counted.push(name),
    cache,
  });
  const ask = (url: string, init?: RequestInit) => app.fetch(new Request(url, init), () => {});
  return { ask, count, counted, notes, journal, verifiedBy };
}

const payment = async (ask: (url: string) => Promise<Response>, nonce?: string): Promise<string> =>
  paidBy(await ask(CHECK), NOW, nonce);

describe('an unpaid call', () => {
  it('computes nothing that was computed before, and asks nobody', async () => {
    const { ask, count } = await edge();
    const first = await ask(CHECK);
    const signatures = count.signatures;
    const bodies = new Set([await first.text()]);
    const headers = new Set([first.headers.get('payment-required')]);
    for (let i = 0; i < 200; i++) {
      const again = await ask(CHECK, i % 2 ? { method: 'POST', body: '{}' } : {});
      expect(again.status).toBe(402);
      expect(again.headers.get('x-svc-edge-x402')).toBe('edge-unpaid-402');
      headers.add(again.headers.get('payment-required'));
      bodies.add(await again.text());
    }
    expect([bodies.size, headers.size]).toEqual([1, 1]);
    expect(count.signatures).toBe(signatures);
    expect([count.asked, count.passed]).toEqual([[], []]);
  });

  it('is counted under a closed name, and a refusal is not', async () => {
    const { ask, counted } = await edge();
    await ask(`${CHECK}?src=x-profile`);
    await ask(`${CHECK}?src=nobody-knows`, { method: 'POST', body: '{}' });
    await ask(CHECK, { method: 'PUT' });
    expect(counted).toEqual([
      'challenge.opportunity-check.GET.caller.x-profile',
      'challenge.opportunity-check.POST.caller.other',
    ]);
  });

  it("of whoever shows an operator's token is the origin's to answer", async () => {
    const { ask, count, counted } = await edge();
    await ask(CHECK, { headers: { 'x-svc-operator-token': 'x' } });
    expect([count.passed.length, counted]).toEqual([1, []]);
  });

  it('is answered as HEAD too, without a body, and other verbs are refused', async () => {
    const { ask, count } = await edge();
    const head = await ask(CHECK, { method: 'HEAD' });
    expect([head.status, await head.text(), head.headers.has('payment-required')]).toEqual([402, '', true]);
    const put = await ask(CHECK, { method: 'PUT' });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
    expect((await ask(CHECK, { method: 'OPTIONS' })).status).toBe(204);
    expect((await ask(CHECK, { method: 'POST', body: 'x'.repeat(16_001) })).status).toBe(413);
    expect(count.passed).toEqual([]);
  });
});

describe('a body that cannot be read is refused in the words of the origin, with a call that works:', () => {
  const PAYMENT = { 'payment-signature': 'e30' };
  it.each([
    ['too much', 413, 'x'.repeat(16_001), {}],
    ['too much, with a payment', 413, 'x'.repeat(16_001), PAYMENT],
    ['no UTF-8, with a payment', 400, Uint8Array.of(0x7b, 0xff), PAYMENT],
  ])('%s', async (_name, status, body, more) => {
    const sent = { method: 'POST', headers: { 'content-type': 'application/json', ...more }, body };
    const { ask, count } = await edge();
    const atEdge = await ask(CHECK, sent);
    const atOrigin = await openShop().fetch(new URL(CHECK).pathname, sent);
    const said = await atEdge.json();
    expect([atEdge.status, said]).toEqual([atOrigin.status, await atOrigin.json()]);
    expect(atEdge.status).toBe(status);
    expect(said).toHaveProperty('next.body');
    expect((said as { settled?: boolean }).settled).toBe(more === PAYMENT ? false : undefined);
    expect([count.verified, count.passed]).toEqual([0, []]);
  });
});

describe('a paid call', () => {
  it('is 503 when the journal cannot be reached: never free, never charged, and the origin is not asked', async () => {
    const { ask, count } = await edge({ journalDown: true });
    const answer = await ask(CHECK, { headers: { 'payment-signature': await payment(ask) } });
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([
      503,
      'settlement_unavailable',
    ]);
    expect([count.settled, count.asked]).toEqual([0, []]);
  });

  it('that is declined here is marked as answered here', async () => {
    const { ask } = await edge();
    const answer = await ask(CHECK, { headers: { 'payment-signature': 'nonsense' } });
    expect([answer.status, answer.headers.get('x-svc-edge-x402')]).toEqual([402, 'edge-unpaid-402']);
  });

  it.each(['authorization_expired', 'invalid_signature', 'authorization_used'] as const)(
    'that has no row here and is %s goes to the origin, which may have sold for it',
    async (reason) => {
      const sold = () => new Response('{"sold":"there"}', { headers: { 'x-svc-redelivery': '1' } });
      const { ask, count, counted, notes } = await edge({ origin: sold, verified: declined(reason) });
      const header = await payment(ask);
      counted.length = 0;
      const answer = await ask(CHECK, { headers: { 'payment-signature': header } });
      expect([answer.status, await answer.text(), answer.headers.get('x-svc-edge-x402')]).toEqual([
        200,
        '{"sold":"there"}',
        'origin',
      ]);
      expect(count.passed.map(({ headers }) => headers.get('payment-signature'))).toEqual([header]);
      expect([count.settled, counted, notes]).toEqual([0, [], []]);
    },
  );

  it('of other terms than are sold here today goes to the origin, and is pending when that is silent', async () => {
    const silent = () => {
      throw new Error('no answer');
    };
    const { ask, count } = await edge({ origin: silent });
    const paid = JSON.parse(Buffer.from(await payment(ask), 'base64').toString());
    paid.accepted.amount = paid.payload.authorization.value = '9000';
    const header = Buffer.from(JSON.stringify(paid)).toString('base64');
    const answer = await ask(CHECK, { headers: { 'payment-signature': header } });
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([
      503,
      'settlement_pending',
    ]);
    expect([count.verified, count.passed.length]).toEqual([0, 1]);
  });

  it('that the facilitator refused after the origin had prepared it is declined here: it was sold nowhere', async () => {
    const prepared = { bodyDigest: `sha256:${'0a'.repeat(32)}` };
    const { ask, count } = await edge({
      asserted: () => Response.json(prepared, { headers: { 'x-svc-edge-prepare': 'ready' } }),
      settled: { kind: 'failed', reason: 'settlement_refused' },
    });
    const answer = await ask(CHECK, { headers: { 'payment-signature': await payment(ask) } });
    expect([answer.status, answer.headers.get('x-svc-edge-x402')]).toEqual([402, 'edge-unpaid-402']);
    expect(count.passed).toEqual([]);
  });

  it('whose row was left when the journal could not be reached is taken up by the next call, without waiting', async () => {
    const transaction = `0x${'ab'.repeat(32)}`;
    const { ask, count } = await edge({
      failing: ['settled'],
      resolved: { kind: 'settled', transaction },
      asserted: () =>
        Response.json(
          { bodyDigest: `sha256:${'0a'.repeat(32)}` },
          { headers: { 'x-svc-edge-prepare': 'ready' } },
        ),
    });
    const headers = { 'payment-signature': await payment(ask) };
    expect((await ask(CHECK, { headers })).status).toBe(503);
    expect(count.settled).toBe(1);
    void ask(CHECK, { headers });
    await expect.poll(() => count.asked.at(-1)).toBe('paid');
    expect(count.settled).toBe(1);
  });

  it('has a settler of its own: what another call began ends with that call', async () => {
    const { ask, verifiedBy } = await edge();
    for (const nonce of ['01', '02', '03'])
      await ask(CHECK, { headers: { 'payment-signature': await payment(ask, nonce) } });
    expect(verifiedBy).toHaveLength(3);
    expect(new Set(verifiedBy).size).toBe(3);
  });

  it('waits for its row by itself: a call that waited for the same row may have ended', async () => {
    const { ask, count, journal } = await edge({
      settled: new Promise(() => {}),
      asserted: () =>
        Response.json(
          { bodyDigest: `sha256:${'0a'.repeat(32)}` },
          { headers: { 'x-svc-edge-prepare': 'ready' } },
        ),
    });
    const headers = { 'payment-signature': await payment(ask) };
    const again = () => void ask(CHECK, { headers });
    again();
    await expect.poll(() => count.settled).toBe(1);
    // It waits, and no timer ever wakes it again.
    again();
    await expect.poll(() => count.sleeps).toBe(1);
    const [row] = await journal.unfinished(1);
    await journal.settled(row!.key, { transaction: `0x${'ab'.repeat(32)}`, bodyDigest: null, at: NOW });
    again();
    await expect.poll(() => count.asked.at(-1), { timeout: 5_000 }).toBe('paid');
  });

  it('is not looked at before the origin has said that its body may be sold', async () => {
    const { ask, count } = await edge();
    const headers = { 'payment-signature': await payment(ask), 'content-type': 'application/json' };
    const answer = await ask(CHECK, { method: 'POST', headers, body: '{}' });
    expect(answer.status).toBe(503);
    expect([count.verified, count.settled, count.asked]).toEqual([0, 0, ['judge']]);
  });

  it('moves no money before the origin has said that there is an answer', async () => {
    const { ask, count, notes } = await edge();
    const answer = await ask(CHECK, { headers: { 'payment-signature': await payment(ask) } });
    expect(answer.status).toBe(503);
    expect([count.settled, count.asked]).toEqual([0, ['prepare']]);
    expect(notes).toMatchObject([{ route: 'GET /api/opportunity-check', code: 'settlement_unavailable' }]);
  });
});

describe('the last failure', () => {
  it.each([
    '/__svc/edge-x402/health/last-failure',
    '/api/edge-x402-edge-failure/last',
    '/api/cloudflare-x402-edge-failure/last',
  ])('is read once at %s, and not by whoever asks for headers alone', async (path) => {
    const { ask } = await edge();
    await ask(CHECK, { headers: { 'payment-signature': await payment(ask) } });
    const head = await ask(PUBLIC + path, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const read = async () => (await ask(PUBLIC + path)).json();
    expect(await read()).toMatchObject({ status: 'recorded', failure: { code: 'settlement_unavailable' } });
    expect(await read()).toMatchObject({ status: 'none', failure: null });
  });
});

describe('what is passed on', () => {
  it.each([
    ['x-svc-edge-assertion', 'forged'],
    ['x-svc-edge-prepare', 'ready'],
    ['cf-connecting-ip', '192.0.2.1'],
    ['x-forwarded-for', '192.0.2.1'],
  ])('does not carry %s', async (name, value) => {
    const { ask, count } = await edge();
    await ask(`${PUBLIC}/status`, { headers: { [name]: value, accept: 'application/json' } });
    expect(count.passed[0]!.headers.has(name)).toBe(false);
    expect(count.passed[0]!.headers.get('accept')).toBe('application/json');
  });

  it('with a payment is pending when the origin falls silent, and without one unavailable', async () => {
    const silent = () => {
      throw new Error('no answer');
    };
    const { ask } = await edge({ origin: silent });
    const said = async (headers: Record<string, string>, url = CHECK, method = 'GET') =>
      ((await (await ask(url, { headers, method })).json()) as { error: string }).error;
    expect(await said({ authorization: 'Payment x' })).toBe('settlement_pending');
    expect(await said({}, `${PUBLIC}/mcp`, 'POST')).toBe('settlement_pending');
    expect(await said({ 'x-svc-operator-token': 'x' })).toBe('settlement_unavailable');
    expect(await said({ authorization: 'Bearer x' }, `${PUBLIC}/status`)).toBe('settlement_unavailable');
  });

  it('is kept for others where it has one form, and asked for anew where it has several', async () => {
    const kept = new Map<string, Response>();
    const cache = {
      match: async (key: Request) => kept.get(key.url)?.clone(),
      put: async (key: Request, answer: Response) => void kept.set(key.url, answer),
    } as unknown as Pick<Cache, 'match' | 'put'>;
    const shown = async (vary: Record<string, string>) => {
      const origin = () =>
        new Response('{}', { headers: { 'cache-control': 'public, max-age=60', ...vary } });
      const { ask, count } = await edge({ origin, cache });
      for (const accept of ['text/html', 'application/json'])
        await ask(`${PUBLIC}/proof`, { headers: { accept } });
      kept.clear();
      return count.passed.length;
    };
    expect(await shown({})).toBe(1);
    expect(await shown({ vary: 'Accept' })).toBe(2);
  });

  it('does not bring headers of an edge back', async () => {
    const origin = () => new Response('{}', { headers: { 'x-svc-edge-fault': 'replayed', etag: '"1"' } });
    const { ask } = await edge({ origin });
    const answer = await ask(`${PUBLIC}/status`);
    expect([answer.headers.has('x-svc-edge-fault'), answer.headers.get('etag')]).toEqual([false, '"1"']);
  });

  it('is an unpaid call with a ticket, and one with a credential of another rail', async () => {
    const { ask, count } = await edge();
    const audit = `${PUBLIC}/api/agent-revenue-audit`;
    await ask(audit, {
      method: 'POST',
      body: '{}',
      headers: { 'x-svc-audit-authorization': 'ab'.repeat(32) },
    });
    await ask(audit, { method: 'POST', body: '{}', headers: { authorization: 'Payment x' } });
    expect(count.passed).toHaveLength(2);
  });
});

describe('a path', () => {
  it.each(['/admin', '/admin/x', '/api/admin/x', '/API/Admin/', '/./admin/x', '/x/../admin'])(
    '%s is not there',
    async (path) => {
      const { ask, count } = await edge();
      expect((await ask(PUBLIC + path)).status).toBe(404);
      expect(count.passed).toEqual([]);
    },
  );

  it.each(['/api/%61dmin', '/api//opportunity-check', '/api/opportunity-check%2F', '/api/x%00'])(
    '%s is refused, not repaired',
    async (path) => {
      const { ask, count } = await edge();
      expect((await ask(PUBLIC + path)).status).toBe(400);
      expect(count.passed).toEqual([]);
    },
  );
});
