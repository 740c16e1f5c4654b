import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Faults, memoryJournal } from '../adapters/memory-journal.ts';
import { form, type Product } from '../declare.ts';
import { frozen } from '../frozen.ts';
import type { Ports, Revisions, Settler } from '../ports.ts';
import { gateFor } from './gate.ts';
import { x402Rail } from './rails/x402.ts';
import type { Result } from './result.ts';
import { encodeHeader, samplePayload, sampleProduct, sampleTerms } from './testing.ts';

const NOW = 1_795_000_000_000;
const HEADER = encodeHeader(samplePayload(NOW / 1_000));
const never = async (): Promise<never> => {
  throw new Error('nothing of this may be asked here');
};

/** The product as it was sold, and as a later release has it: other words, another schema, another price. */
const old: Product = { ...sampleProduct, revision: 'aaaaaaaaaaaaaaaa' };
const later = (input: z.ZodObject): Product => ({
  ...sampleProduct,
  revision: 'bbbbbbbbbbbbbbbb',
  forms: [
    form({ method: 'GET', summary: 's', input, example: {}, run: (given) => ({ says: given }) }),
    form({ method: 'POST', summary: 's', input, example: {}, run: (given) => ({ says: given }) }),
  ],
});
const SCHEMAS: readonly (readonly [string, z.ZodObject])[] = [
  ['the same schema', z.strictObject({ word: z.string() })],
  ['a schema that refuses what was sold', z.strictObject({ word: z.string().max(1), to: z.string() })],
  ['a schema that reads nothing of it', z.object({})],
];

const kept: Revisions = {
  find: async (product, revision) => {
    if (product === old.id && revision === old.revision) return frozen(old);
    throw new Error('it is not here');
  },
};

interface Selling {
  readonly product: Product;
  readonly journal: ReturnType<typeof memoryJournal>;
  readonly revisions?: Revisions;
  readonly settler?: Partial<Settler>;
}

const gateOver = ({ product, journal, revisions, settler }: Selling) => {
  const ports: Ports = {
    journal,
    tickets: { issue: never, find: never },
    editions: { latest: never, get: never },
    settler: {
      authenticate: async () => ({ kind: 'valid' }),
      verify: never,
      settle: never,
      resolve: never,
      ...settler,
    },
    signer: { kid: '', sign: async (payload) => JSON.stringify(payload), verify: never },
    clock: { now: () => NOW, sleep: never },
    seal: (text) => `key:${text}`,
    entropy: { hex: () => '00' },
    ...(revisions && { revisions }),
  };
  const terms = { ...sampleTerms, product };
  const gate = gateFor({ terms, rails: [x402Rail(terms, ports)], ports, release: 'v1', owners: new Set() });
  return (method: 'GET' | 'POST', word: string) =>
    gate.pass(
      product.forms.find((each) => each.method === method)!,
      {
        query: new URLSearchParams(method === 'GET' ? { word } : {}),
        header: (name) => ({ 'payment-signature': HEADER, 'content-type': 'application/json' })[name],
        body: async () => ({ text: JSON.stringify({ word }) }),
      },
      { operatorToken: false, source: undefined },
    );
};

/** A sale of `old`; with `faults` its answer is not handed over. */
async function sold(method: 'GET' | 'POST', faults: Faults = {}) {
  const journal = memoryJournal(faults);
  const settler: Partial<Settler> = {
    verify: async () => ({ kind: 'valid' }),
    settle: async (_payment, record) => {
      await record({ rawTransaction: '0x02' });
      return { kind: 'settled', transaction: `0x${'7a'.repeat(32)}` };
    },
  };
  const first = await gateOver({ product: old, journal, settler })(method, 'hello');
  return { journal, first };
}

const bodyOf = (result: Result) => (result.kind === 'delivered' ? result.body : result);

describe.each(['GET', 'POST'] as const)('what was sold by another revision, %s', (method) => {
  it.each(SCHEMAS)('is answered by that revision after a release with %s', async (_what, input) => {
    const { journal, first } = await sold(method);
    const ask = gateOver({ product: later(input), journal, revisions: kept });
    const again = await ask(method, 'hello');
    expect(again).toMatchObject({ kind: 'delivered', redelivery: true });
    expect(bodyOf(again)).toBe(bodyOf(first));
    const headers = [first, again].map((each) => each.kind === 'delivered' && each.headers);
    expect(headers[1]).toEqual({ ...headers[0], 'x-svc-redelivery': '1' });
  });

  it.each(SCHEMAS)('is owed when it is settled and was not handed over, %s', async (_what, input) => {
    let down = true;
    const { journal, first } = await sold(method, {
      before: (operation) => {
        if (operation === 'delivered' && down) throw new Error('connection reset');
      },
    });
    expect(first).toMatchObject({ kind: 'refused', problem: { code: 'settlement_pending' } });
    down = false;
    const result = await gateOver({ product: later(input), journal, revisions: kept })(method, 'hello');
    expect(result).toMatchObject({ kind: 'delivered', redelivery: false, body: '{"said":"hello"}' });
  });

  it.each(SCHEMAS)('buys no other answer, %s', async (_what, input) => {
    const { journal } = await sold(method);
    const result = await gateOver({ product: later(input), journal, revisions: kept })(method, 'other');
    expect(result).toMatchObject({ kind: 'refused', problem: { code: 'payment_reused' } });
  });

  it.each(SCHEMAS)('is owed still while its bundle is not here, %s', async (_what, input) => {
    const { journal } = await sold(method);
    const revisions = { find: never };
    const result = await gateOver({ product: later(input), journal, revisions })(method, 'hello');
    expect(result).toMatchObject({
      kind: 'refused',
      problem: { code: 'redelivery_failed', retryAfterSeconds: 30 },
    });
  });
});

it('a body that no revision takes is refused for what it is when nothing was sold', async () => {
  const [, [, input]] = SCHEMAS as [unknown, (typeof SCHEMAS)[number]];
  const result = await gateOver({ product: later(input), journal: memoryJournal(), revisions: kept })(
    'POST',
    'hello',
  );
  expect(result).toMatchObject({ kind: 'refused', problem: { code: 'invalid_request' } });
});
