import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount } from '../amount.testing.ts';
import type { Check } from '../declare.ts';
import { spendPassport } from './agent-spend-passport/check.ts';
import { builder, CHECKS, reading, Stage } from './stage.suite.ts';
import { metadataPreflight } from './x402-metadata-preflight/check.ts';

/** Harmless to every detector, so that nothing but the check itself keeps it out of an answer. */
const CANARY = 'zanzibarquokka';

/** Where an answer gives the caller's own words back, without what must not be sent. Nowhere else. */
const RETURNED: ReadonlyMap<Check, readonly string[]> = new Map([
  [spendPassport, ['copyPastePayload']],
  [metadataPreflight, ['sanitizedMetadata']],
  // Facts and questions quote the words that state a fact.
  [builder.prepare, ['auditBody', 'scopeCheckBody', 'facts', 'questions']],
  [builder.actionPack, ['steps', 'questions']],
  // Words that were not understood.
  [reading, ['lines', 'reading']],
]);

type Path = readonly (string | number)[];

/** Paths of every text in a request. */
function texts(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => texts(child, [...path, key]));
}

function put(value: unknown, [head, ...rest]: Path, text: string): unknown {
  if (head === undefined) return text;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>;
  copy[head as string] = put(copy[head as string], rest, text);
  return copy;
}

const withoutReturned = (check: Check, answer: object): object =>
  Object.fromEntries(Object.entries(answer).filter(([name]) => !RETURNED.get(check)?.includes(name)));

describe.each(CHECKS.map((check) => [check.path, check] as const))('POST %s', (path, check) => {
  const places = texts(check.example);

  it('gives no text of the caller back, but where it says so', async () => {
    const stage = new Stage();
    for (const place of places) {
      const original = place.reduce<unknown>(
        (value, key) => (value as Record<string, unknown>)[key as string],
        check.example,
      );
      await expectKept(stage, place, `${original} ${CANARY}`);
    }
  });

  async function expectKept(stage: Stage, place: Path, text: string): Promise<void> {
    const response = await stage.post(path, put(check.example, place, text));
    const body = await response.json();
    const shown = JSON.stringify(response.status === 200 ? withoutReturned(check, body) : body);
    expect(shown, `${response.status} ${place.join('.')}`).not.toContain(CANARY);
    expect([...response.headers].join()).not.toContain(CANARY);
  }

  it('names no key of the caller', async () => {
    const bodies = [
      { ...(check.example as object), [CANARY]: 1 },
      { [CANARY]: { [CANARY]: CANARY } },
      [CANARY],
      CANARY,
    ];
    for (const body of bodies) {
      const response = await new Stage().post(path, body);
      expect(response.status).toBe(400);
      expect(await response.text()).not.toContain(CANARY);
    }
    for (const text of [`{"${CANARY}":`, `{"a":1,"a":"${CANARY}"}`, CANARY]) {
      const response = await new Stage().post(path, text);
      expect(response.status).toBe(400);
      expect(await response.text()).not.toContain(CANARY);
    }
  });

  it('leaves nothing of a text in the place of its own, behind or in the answer, but closed counters and digests', async () => {
    const stage = new Stage();
    for (const place of places) await expectKept(stage, place, CANARY);
    await stage.post(path, check.example);
    const left = JSON.stringify([[...stage.issued.values()], [...stage.counters]]);
    expect(left).not.toContain(CANARY);
    expect(left).toMatch(/^[[\]{}",:.\w-]*$/);
  });

  it('never fails and never answers out of its schema, whatever is sent', async () => {
    const stage = new Stage();
    const keys = Object.keys(check.input.shape);
    const value = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.jsonValue({ maxDepth: 4 }),
      fc.constantFrom(...Object.values(check.example as object)),
    );
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.constantFrom(...keys), value), async (changes) => {
        const response = await stage.post(path, { ...(check.example as object), ...changes });
        expect([200, 400]).toContain(response.status);
        const body = await response.json();
        if (response.status === 200) expect(check.response.parse(body)).toEqual(body);
      }),
      { numRuns: amount(15, 80) },
    );
  });
});

describe('secrets', () => {
  const SECRETS = [
    'sk_live_4eC39HqLyjWDarjtT1zdp7dc',
    'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
    '4111 1111 1111 1111',
    'jane.roe.canary@gmail.com',
    '0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318',
  ];
  const carriers: [Check, (secret: string) => object][] = [
    [
      spendPassport,
      (secret) => ({ goal: `Decide whether to pay $0.01 per call for api.weather.example with ${secret}` }),
    ],
    [
      metadataPreflight,
      (secret) => ({
        reason: `use ${secret}`,
        paymentDescription: secret,
        resourceUrl: `https://x.example/${encodeURIComponent(secret)}`,
        payloadPreview: { a: secret },
      }),
    ],
    [
      builder.prepare,
      (secret) => ({ serviceName: 'A', currentOffer: `sold with ${secret}`, targetBuyer: 'agents' }),
    ],
    [
      builder.actionPack,
      (secret) => ({ serviceName: 'A', currentOffer: `sold with ${secret}`, targetBuyer: 'agents' }),
    ],
    ...(['subject', 'goal'] as const).map((name): [Check, (secret: string) => object] => [
      reading,
      (secret) => ({ subject: 'a', goal: 'b', [name]: `with ${secret}` }),
    ]),
    ...(['knownSignals', 'constraints'] as const).map((name): [Check, (secret: string) => object] => [
      reading,
      (secret) => ({ subject: 'a', goal: 'b', [name]: [`with ${secret}`] }),
    ]),
  ];
  it.each(SECRETS)('%s is in no answer', async (secret) => {
    for (const [check, carry] of carriers) {
      const response = await new Stage().post(check.path, carry(secret));
      expect(response.status).toBe(200);
      const text = await response.text();
      expect(text).not.toContain(secret);
      expect(text).not.toContain(encodeURIComponent(secret));
    }
  });
});
