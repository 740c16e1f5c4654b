import { describe, expect, it } from 'vitest';
import { memoryJournal } from '../adapters/memory-journal.ts';
import type { Form, Product } from '../declare.ts';
import type { Ports, Settler } from '../ports.ts';
import { behindEdge } from './behind-edge.ts';
import { gateFor } from './gate.ts';
import { x402Rail } from './rails/x402.ts';
import type { PaidRequest } from './request.ts';
import { encodeHeader, samplePayload, sampleProduct, sampleTerms } from './testing.ts';

const NOW = 1_795_000_000_000;
const header = encodeHeader(samplePayload(NOW / 1_000));
const CALLER = { operatorToken: false, source: undefined };
const never = async (): Promise<never> => {
  throw new Error('nothing may be asked here');
};

/** The sample product, whose policy refuses the words it is told to, today or from tomorrow on. */
function house({ journal = memoryJournal(), settler = {} as Partial<Settler> } = {}) {
  const refuses = new Set<string>();
  const judge: Form['judge'] = {
    fields: { word: 'asks' },
    refusalOf: ({ word }) =>
      refuses.has(String(word))
        ? {
            stopReason: 'unsafeAdvice',
            issues: [{ path: 'word', code: 'unsafeAdvice:trading', message: '' }],
          }
        : undefined,
  };
  const product: Product = {
    ...sampleProduct,
    forms: sampleProduct.forms.map((form) => ({ ...form, judge })),
  };
  const chain = { asked: [] as string[] };
  const asked = <T>(what: string, answer: T): T => {
    chain.asked.push(what);
    return answer;
  };
  let now = NOW;
  const ports: Ports = {
    journal,
    tickets: { issue: never, find: never },
    editions: { latest: never, get: never },
    settler: {
      authenticate: async () => asked('authenticate', { kind: 'valid' }),
      verify: async () => asked('verify', { kind: 'valid' }),
      settle: async (_payment, record) => {
        chain.asked.push('settle');
        return (await record({})) ? { kind: 'settled', transaction: '0x7a' } : { kind: 'not_sent' };
      },
      resolve: async () => ({ kind: 'unknown' }),
      ...settler,
    },
    signer: { kid: '', sign: async () => 'a.b.c', verify: never },
    clock: {
      now: () => now,
      sleep: async (ms) => {
        now += ms;
      },
    },
    seal: (text) => `key:${text}`,
    entropy: { hex: () => '00' },
  };
  const terms = { ...sampleTerms, product };
  const options = { terms, rails: [x402Rail(terms, ports)], ports, release: 'v0', owners: new Set<string>() };
  const gate = gateFor(options);
  const form = product.forms.find(({ method }) => method === 'POST')!;
  const request = (word: string, headers: Record<string, string> = {}): PaidRequest => {
    const all: Record<string, string> = {
      'content-type': 'application/json',
      'payment-signature': header,
      ...headers,
    };
    return {
      query: new URLSearchParams(),
      header: (name) => all[name],
      body: async () => ({ text: JSON.stringify({ word }) }),
    };
  };
  const buy = (word: string, headers?: Record<string, string>) =>
    gate.pass(form, request(word, headers), CALLER);
  return { refuses, chain, journal, buy, form, request, behind: behindEdge(options, gate) };
}

const REFUSED = {
  kind: 'refused',
  problem: {
    code: 'request_refused',
    stopReason: 'unsafeAdvice',
    issues: [{ path: 'word', code: 'unsafeAdvice:trading', message: '' }],
  },
};

describe('a body that policy refuses', () => {
  it.each([
    ['a good payment', header],
    ['a bad one', 'nonsense'],
  ])('buys nothing with %s', async (_name, sent) => {
    const { refuses, chain, buy } = house();
    refuses.add('trade');
    expect(await buy('trade', { 'payment-signature': sent })).toEqual(REFUSED);
    expect(chain.asked).toEqual([]);
    // The payment is free for another body.
    expect(await buy('other')).toMatchObject({ kind: 'delivered', redelivery: false });
  });

  it('is delivered again where it was sold before the rules changed, and to nobody else', async () => {
    const { refuses, buy, chain } = house();
    const first = await buy('trade');
    expect(first).toMatchObject({ kind: 'delivered', redelivery: false });
    for (const word of ['trade', 'scrape']) refuses.add(word);
    expect(await buy('trade')).toMatchObject({ kind: 'delivered', redelivery: true, body: bodyOf(first) });
    const before = chain.asked.length;
    expect(await buy('scrape')).toEqual(REFUSED);
    const another = samplePayload(NOW / 1_000);
    another.payload.authorization.nonce = `0x${'0d'.repeat(32)}`;
    expect(await buy('trade', { 'payment-signature': encodeHeader(another) })).toEqual(REFUSED);
    expect(chain.asked.length).toBe(before);
  });

  it('is pending, not refused, while its money may be moving', async () => {
    const { refuses, buy } = house({
      settler: {
        settle: async (_payment, record) => {
          await record({});
          return { kind: 'unknown' };
        },
      },
    });
    expect(await buy('trade')).toMatchObject({ problem: { code: 'settlement_pending' } });
    refuses.add('trade');
    expect(await buy('trade')).toMatchObject({ problem: { code: 'settlement_pending' } });
  });

  it('is refused after a sale that was given up before anything was sent', async () => {
    const { refuses, buy } = house({ settler: { settle: async () => ({ kind: 'not_sent' }) } });
    expect(await buy('trade')).toMatchObject({ problem: { code: 'settlement_unavailable' } });
    refuses.add('trade');
    expect(await buy('trade')).toEqual(REFUSED);
  });

  it('is asked about again where a settlement had failed: it may have come true', async () => {
    const { refuses, buy, chain } = house({
      settler: {
        settle: async (_payment, record) => {
          await record({});
          return { kind: 'failed', reason: 'settlement_refused' };
        },
      },
    });
    await buy('trade');
    refuses.add('trade');
    const before = chain.asked.length;
    expect(await buy('trade')).toEqual(REFUSED);
    // Asked, and not sold anew.
    expect(chain.asked.slice(before)).toEqual(['verify']);
  });

  it('is neither refused nor sold while the journal cannot say whether it was sold', async () => {
    const journal = memoryJournal({
      before: (operation) => {
        if (operation === 'get') throw new Error('connection reset');
      },
    });
    const { refuses, buy, chain } = house({ journal });
    refuses.add('trade');
    expect(await buy('trade')).toMatchObject({ problem: { code: 'settlement_unavailable' } });
    expect(chain.asked).toEqual([]);
  });
});

describe('behind an edge', () => {
  it('a body is judged before anything is claimed, and again when it is prepared', async () => {
    const { refuses, behind, form, request, journal } = house();
    const read = await x402Rail(sampleTerms, {} as Ports).read(request('trade').header, NOW);
    const { key } = (read as { payment: { key: string } }).payment;
    expect(await behind.judge(form, request('trade'), CALLER)).toBeUndefined();
    refuses.add('trade');
    expect(await behind.judge(form, request('trade'), CALLER)).toEqual(REFUSED);
    expect(
      await behind.judge(form, { ...request('x'), body: async () => ({ text: '{}' }) }, CALLER),
    ).toMatchObject({
      problem: { code: 'invalid_request' },
    });
    expect(await behind.prepare(form, request('trade'), CALLER, { key, asOf: NOW })).toEqual({
      kind: 'result',
      result: REFUSED,
    });
    expect(await journal.get(key)).toBeUndefined();
  });

  it('what an edge has settled is handed over, whatever the rules have become since', async () => {
    const { refuses, behind, form, request } = house();
    const read = await x402Rail(sampleTerms, {} as Ports).read(request('trade').header, NOW);
    const { key, offer } = (
      read as { payment: { key: string; offer: { network: string; asset: string; amount: string } } }
    ).payment;
    await behind.prepare(form, request('trade'), CALLER, { key, asOf: NOW });
    refuses.add('trade');
    const { network, asset, amount } = offer;
    const settled = { key, asOf: NOW, network, asset, amount, transaction: '0x7a' };
    expect(await behind.fulfil(form, request('trade'), CALLER, settled)).toMatchObject({
      kind: 'result',
      result: { kind: 'delivered' },
    });
  });
});

const bodyOf = (result: object): unknown => (result as { body?: string }).body;
