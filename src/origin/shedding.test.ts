import { describe, expect, it } from 'vitest';
import { catalogue } from '../catalogue.ts';
import { encodeHeader, samplePayload } from '../gate/testing.ts';
import { appWithoutChain, NOW } from './testing.ts';

/** What is turned away while the event loop is late, by the whole application. */

const RATE = 1_000;
const PRODUCT = catalogue.products[0]!;
const CHECK = catalogue.checks[0]!;
const json = { 'content-type': 'application/json' };
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  new Request(`https://assay.example${path}`, {
    method: 'POST',
    headers: { ...json, ...headers },
    body: JSON.stringify(body),
  });
const EXAMPLE = PRODUCT.forms.find(({ method }) => method === 'POST')!.example;
const CALLS = {
  check: () => post(CHECK.path, CHECK.example),
  tool: () =>
    post(
      '/mcp',
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      { accept: 'application/json, text/event-stream' },
    ),
  challenge: () => post(PRODUCT.path, EXAMPLE),
  paid: () => post(PRODUCT.path, EXAMPLE, { 'payment-signature': encodeHeader(samplePayload(NOW / 1_000)) }),
  health: () => new Request('https://assay.example/healthz'),
};

/** What the application itself answers to each of these: a payment that no chain can be asked about is 503 of its own. */
async function askedWhile(lateMs: number, turn?: () => Promise<boolean>) {
  const rates = { costly: RATE, payment: RATE, message: RATE, other: RATE };
  let late = 0;
  const { app } = appWithoutChain(rates, () => late, turn);
  // From now on this challenge stands ready.
  await app.fetch(new Request(`https://assay.example${PRODUCT.path}`));
  late = lateMs;
  const standing = app.standing({
    method: 'GET',
    target: PRODUCT.path,
    header: (name) => (name === 'host' ? 'assay.example' : undefined),
    address: undefined,
  });
  const said: Record<string, string> = {
    standing: standing && 'status' in standing ? String(standing.status) : '',
  };
  for (const [name, call] of Object.entries(CALLS)) {
    const answer = await app.fetch(call());
    const { error } = (await answer.json()) as { error?: string };
    said[name] = [answer.status, error, answer.headers.get('retry-after')].filter(Boolean).join(' ');
  }
  return said;
}

const SHED = '503 service_unavailable 1';

describe('while the event loop is late', () => {
  it('by a tenth of a second, everything is answered', async () => {
    const said = await askedWhile(100);
    expect(said).toMatchObject({ check: '200', tool: '200', standing: '402', health: '200' });
    expect(said.challenge).toMatch(/^402/);
    expect(said.paid).not.toBe(SHED);
  });

  it('by more, free checks and tools are turned away, with a time to come back', async () => {
    const said = await askedWhile(101);
    expect(said).toMatchObject({ check: SHED, tool: SHED, standing: '402', health: '200' });
    expect(said.challenge).toMatch(/^402/);
    expect(said.paid).not.toBe(SHED);
  });

  it('by three tenths, challenges too, and never what is paid for nor whether it is alive', async () => {
    const said = await askedWhile(301);
    expect(said).toMatchObject({ check: SHED, tool: SHED, standing: '503', challenge: SHED, health: '200' });
    expect(said.paid).toBe((await askedWhile(0)).paid);
    expect(said.paid).not.toBe(SHED);
  });
});

it('while too many free checks wait for their turn, one more is turned away, and nothing else', async () => {
  const said = await askedWhile(0, async () => false);
  expect(said).toMatchObject({ check: SHED, tool: '200', standing: '402', health: '200' });
  expect(said.challenge).toMatch(/^402/);
  expect(said.paid).not.toBe(SHED);
});
