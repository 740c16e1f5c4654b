import { beforeEach, describe, expect, it } from 'vitest';
import { catalogue } from '../catalogue.ts';
import { USDC_SOLANA, USDC_TEMPO_TERMS } from '../gate/assets.ts';
import { cacheable, whenAsked } from '../http/answer.ts';
import { openShop } from '../http/shop.testing.ts';
import { publishedSample } from '../ledger/testing.ts';
import { CONDITIONS, type ConditionName, keepAsking, LASTS_MS, type Words } from './conditions.ts';
import { shopOf } from './shop.ts';

const FINE = Object.fromEntries(Object.keys(CONDITIONS).map((name) => [name, 'ok'])) as unknown as Words;
const PROOF = '/api/opportunity-check';
const AUDIT = '/api/agent-revenue-audit';
const LEDGER = '/api/agent-commerce-reliability-ledger';
const WITNESS = '/api/x402-compatibility-witness';
const ALL = [PROOF, AUDIT, LEDGER, WITNESS].toSorted();

let words: Words;
let time = 0;
beforeEach(() => {
  words = FINE;
  time += 1_000_000;
});
const asking = keepAsking(async () => words, {
  clock: { now: () => time, sleep: async () => {} },
  mode: 'production',
  changed: () => {},
});
asking.stop();
const shopWith = (soldElsewhere = false) =>
  openShop(publishedSample(), {
    ways: [
      { ...USDC_SOLANA, payTo: 'seller', extra: {} },
      { ...USDC_TEMPO_TERMS, payTo: '0xseller' },
    ],
    shopFor: (published) => shopOf(published, asking.glance, soldElsewhere),
  });
const { fetch: get } = shopWith();
type Get = typeof get;

/** What is so now has been asked, and stands for as long. */
async function become(over: Partial<Record<ConditionName, string>>, forMs = 0): Promise<void> {
  words = { ...FINE, ...over };
  time += 60_000;
  await asking.words();
  time += forMs;
  await asking.words();
}

const read = async (path: string, from: Get, accept = 'application/json') => {
  const answer = await from(path, { headers: { accept } });
  expect(answer.status).toBe(200);
  return answer.text();
};
const json = async <T>(path: string, from: Get) => JSON.parse(await read(path, from)) as T;
const pathsIn = (text: string): string[] => ALL.filter((path) => new RegExp(`${path}(?![\\w/-])`).test(text));

async function toolsListed(from: Get): Promise<string[]> {
  const answer = await from('/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  const { result } = (await answer.json()) as { result: { tools: { name: string }[] } };
  const bought: Record<string, string> = {
    buy_opportunity_check: PROOF,
    buy_proof: PROOF,
    buy_audit: AUDIT,
    buy_ledger: LEDGER,
    buy_witness: WITNESS,
  };
  return [...new Set(result.tools.flatMap(({ name }) => bought[name] ?? []))];
}

/** What each surface offers for sale. */
const SURFACES: Readonly<Record<string, (from: Get) => Promise<readonly string[]>>> = {
  '/ for people': async (from) => {
    const html = await read('/', from, 'text/html');
    return pathsIn(/<ul class="cards">.*?<\/ul>/s.exec(html)![0]);
  },
  '/ for programs': async (from) =>
    (await json<{ paidRoutes: { path: string }[] }>('/', from)).paidRoutes.map(({ path }) => path),
  OpenAPI: async (from) => {
    const { paths } = await json<{ paths: Record<string, Record<string, object>> }>('/openapi.json', from);
    return Object.entries(paths).flatMap(([path, verbs]) =>
      Object.values(verbs).some((each) => 'x-payment-info' in each) ? [path] : [],
    );
  },
  '/.well-known/x402': async (from) =>
    (await json<{ resources: string[] }>('/.well-known/x402', from)).resources.map(
      (url) => new URL(url).pathname,
    ),
  'x402scan discovery': async (from) =>
    (await json<{ listings: { url: string }[] }>('/api/x402scan-discovery', from)).listings.map(
      ({ url }) => new URL(url).pathname,
    ),
  'llms.txt': async (from) => pathsIn(/## Paid\n(.*?)\n## /s.exec(await read('/llms.txt', from))![1]!),
  'the tool pack': async (from) =>
    (
      await json<{ tools: { price: string; route: { path: string } }[] }>('/api/mcp-tool-pack', from)
    ).tools.flatMap(({ price, route }) => (price === '$0.00' ? [] : [route.path])),
  'tools/list': toolsListed,
};

async function offered(from: Get = get): Promise<Record<string, readonly string[]>> {
  const found = Object.entries(SURFACES).map(
    async ([name, of]) => [name, [...new Set(await of(from))].toSorted()] as const,
  );
  return Object.fromEntries(await Promise.all(found));
}
const everywhere = (paths: readonly string[]) =>
  Object.fromEntries(Object.keys(SURFACES).map((name) => [name, paths]));

describe('what cannot be sold is offered nowhere, and comes back by itself', () => {
  it.each([
    ['no current edition', { edition: 'edition_not_current' }, 0, [AUDIT, PROOF]],
    ['an edition that ends soon', { edition: 'edition_expires_soon' }, LASTS_MS, ALL],
    ['no gas', { gas: 'out_of_gas' }, 0, []],
    ['little gas', { gas: 'low_on_gas' }, LASTS_MS, ALL],
    ['a node that just gave no answer', { chain: 'chain_unavailable' }, LASTS_MS - 1, ALL],
    ['a node that gives no answer', { chain: 'chain_unavailable' }, LASTS_MS, []],
    ['a node of another chain', { chain: 'wrong_chain' }, 0, []],
    ['a facilitator that is down', { facilitator: 'facilitator_unavailable' }, LASTS_MS, []],
    ['a database that is late', { journal: 'journal_slow', data_dir: 'data_dir_slow' }, LASTS_MS, ALL],
    ['a database that is away', { journal: 'journal_unavailable' }, LASTS_MS, []],
    ['Solana alone', { solana: 'out_of_sol' }, 0, ALL],
  ])('%s', async (_, over, forMs, left) => {
    await become({});
    expect(await offered()).toEqual(everywhere(ALL));
    await become(over, forMs);
    expect(await offered()).toEqual(everywhere(left));
    await become({});
    expect(await offered()).toEqual(everywhere(ALL));
  });

  it('and the time counts from when it stopped being well, whatever words it had since', async () => {
    await become({ journal: 'journal_slow' }, LASTS_MS - 1_000);
    expect(await offered()).toEqual(everywhere(ALL));
    words = { ...FINE, journal: 'journal_unavailable' };
    time += 2_000;
    await asking.words();
    expect(await offered()).toEqual(everywhere([]));
    await become({ journal: 'journal_unavailable' });
    expect(await offered()).toEqual(everywhere([]));
    await become({});
    await become({ journal: 'journal_unavailable' });
    expect(await offered()).toEqual(everywhere(ALL));
  });

  it('behind an edge, which settles with an account of its own, our gas says nothing', async () => {
    const edge = shopWith(true);
    await become({ gas: 'out_of_gas', edition: 'edition_not_current' });
    expect(await offered(edge.fetch)).toEqual(everywhere([AUDIT, PROOF]));
    await become({ journal: 'journal_unavailable' }, LASTS_MS);
    expect(await offered(edge.fetch)).toEqual(everywhere([]));
  });

  it('a way to pay that is down is left out, and the product stays', async () => {
    const ways = async () => ({
      mpp: (await read('/openapi.json', get)).includes('"mpp":{'),
      solana: (await read('/openapi.json', get)).includes('"paymentNetwork"'),
      home: /: also .*\((x402|mpp)\)/.test(await read('/', get, 'text/html')),
      pack: (await read('/api/mcp-tool-pack', get)).includes('paymentNetwork'),
    });
    await become({});
    expect(await ways()).toEqual({ mpp: true, solana: true, home: true, pack: true });
    await become({ tempo: 'tempo_unavailable' }, LASTS_MS);
    expect(await ways()).toEqual({ mpp: false, solana: true, home: true, pack: true });
    await become({ tempo: 'tempo_unavailable', solana: 'out_of_sol' }, LASTS_MS);
    expect(await ways()).toEqual({ mpp: false, solana: false, home: false, pack: false });
    await become({});
    expect(await ways()).toEqual({ mpp: true, solana: true, home: true, pack: true });
  });

  it('/ledger, /proof and /audit say so, and how to buy when it is so again', async () => {
    const shown = async () => ({
      ledger: /id="buy"/.test(await read('/ledger', get, 'text/html')),
      preview: 'purchase' in (await json<object>(`${LEDGER}/preview`, get)),
      proof: /copyPaidProofCommand/.test(await read('/proof', get, 'text/html')),
      audit: /per audit/.test(await read('/audit', get, 'text/html')),
    });
    const [all, none] = [true, false].map((is) => ({ ledger: is, preview: is, proof: is, audit: is }));
    await become({});
    expect(await shown()).toEqual(all);
    await become({ gas: 'out_of_gas' });
    expect(await shown()).toEqual(none);
    const preview = await json<{ availability: object }>(`${LEDGER}/preview`, get);
    expect(preview.availability).toMatchObject({
      purchaseAvailable: false,
      failClosed: true,
      reason: 'settlement_unavailable',
      freshness: { status: 'current' },
    });
    expect(await read('/', get, 'text/html')).toContain('Not for sale at the moment');
    await become({});
    expect(await shown()).toEqual(all);
  });

  it('an agent that listed the tools before reads why one is gone', async () => {
    await become({ edition: 'edition_not_current' });
    const answer = await get('/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: {
          protocolVersion: '2025-06-18',
          capabilities: {},
          clientInfo: { name: 'test', version: '1' },
        },
      }),
    });
    const { result } = (await answer.json()) as { result: { instructions: string } };
    expect(result.instructions.match(/Not for sale at the moment: [^.]*\./g)).toHaveLength(2);
  });
});

describe('documents', () => {
  it('are made once a change, and are the same bytes again when all is as before', async () => {
    const published = {
      catalogue,
      publicUrl: 'https://assay.example',
      release: 'v0',
      mode: 'sandbox',
    } as const;
    const shop = shopOf(published, asking.glance, false);
    let made = 0;
    const { GET } = whenAsked(shop, (now) => {
      made++;
      return cacheable(JSON.stringify(now.offered), {});
    });
    const request = new Request('https://assay.example/');
    const asked = { header: () => undefined, query: new URLSearchParams() };
    const ask = async () => {
      const { reply } = await GET!.run(request);
      // What stands ready is never of another moment.
      expect(GET!.standing!(asked)?.reply).toBe(reply);
      return [reply.headers['etag'], made];
    };
    await become({});
    const [all, first] = await ask();
    expect(first).toBe(1);
    await become({});
    expect(await ask()).toEqual([all, 1]);
    await become({ gas: 'out_of_gas' });
    expect(GET!.standing!(asked)).toBeUndefined();
    const [none] = await ask();
    expect(none).not.toBe(all);
    await become({ gas: 'out_of_gas', chain: 'wrong_chain' });
    expect((await ask())[0]).toBe(none);
    await become({});
    expect((await ask())[0]).toBe(all);
    expect(made).toBe(4);
  });
});
