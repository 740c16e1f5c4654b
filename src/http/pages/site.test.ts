import { describe, expect, it } from 'vitest';
import type { Reconciled } from '../../accounting/reconcile.ts';
import { catalogue } from '../../catalogue.ts';
import { Stage } from '../../checks/stage.suite.ts';
import type { Published } from '../../declare.ts';
import { firstPurchase } from '../../documents/first-purchase.ts';
import type { HistoricalItem } from '../../ledger/schema.ts';
import { publishedSample } from '../../ledger/testing.ts';
import { guidesOfRelease } from '../../origin/guides.ts';
import { ASSETS } from './assets.ts';
import { PAGES } from './index.ts';
import { PARTS } from './one-answer.ts';
import { VIEWS } from './try-view.ts';

const GOAL = 'Decide whether to pay $0.01 per call for api.weather.example before a batch of 500 calls';

/** Every document that pages link to. */
const stageOfAll = () => new Stage(catalogue);

const ask = (stage: Stage, path: string, init: RequestInit = {}) =>
  stage.app.fetch(new Request(`http://127.0.0.1${path}`, init));

const submit = (stage: Stage, fields: Record<string, string>, type = 'application/x-www-form-urlencoded') =>
  ask(stage, '/try', {
    method: 'POST',
    headers: { 'content-type': type },
    body: new URLSearchParams(fields).toString(),
  });

describe.each(PAGES.map(({ path, freshness }) => ({ path, freshness })))('$path', ({ path, freshness }) => {
  it('keeps to its policy: nothing inline, nothing from elsewhere, one h1, a language, a title of its own', async () => {
    const page = await ask(stageOfAll(), path, { headers: { accept: 'text/html' } });
    expect(page.status).toBe(200);
    const html = await page.text();
    const policy = page.headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=")|<style| style="| on\w+="|javascript:/i);
    expect(html.match(/<h1>/g)).toHaveLength(1);
    expect(html).toMatch(/<html lang="en">/);
    expect(html).not.toMatch(/undefined|\[object|NaN/);
    expect(page.headers.get('cache-control')).toBe(freshness === 'live' ? 'no-store' : 'public, max-age=60');
  });

  it('links to nothing that is not there', async () => {
    const stage = stageOfAll();
    const html = await (await ask(stage, path)).text();
    // Files of the origin (keys, readiness, guides) are not part of this application; test/pages.test.ts asks for those.
    const elsewhere = /^\/(\.well-known\/jwks\.json|readyz|healthz|docs\/[a-z-]+)$/;
    const targets = [...html.matchAll(/(?:src|href|action)="(\/[^"#]*)[^"]*"/g)].map(([, target]) => target!);
    expect(targets.length).toBeGreaterThan(5);
    for (const target of targets.filter((each) => !elsewhere.test(each)))
      expect((await ask(stage, target, { method: 'HEAD' })).status, target).toBeLessThan(400);
  });
});

it.each(['/', '/proof'])('%s is JSON for programs that ask for it', async (path) => {
  const stage = stageOfAll();
  const answer = await ask(stage, path, { headers: { accept: 'application/json' } });
  expect(answer.headers.get('content-type')).toContain('application/json');
  expect(answer.headers.get('vary')).toContain('Accept');
  const document = path === '/' ? '/api/platform-readiness' : '/api/x402-proof';
  expect(await answer.json()).toEqual(await (await stage.get(document)).json());
});

it('every price and product of the catalogue is on the landing page, and no other price', async () => {
  const stage = stageOfAll();
  const html = await (await ask(stage, '/')).text();
  for (const { title, price, path } of stage.catalogue.products) {
    expect(html).toContain(`<h3>${title}</h3>`);
    expect(html).toContain(price.label);
    expect(html).toContain(path);
  }
  const prices = new Set([...html.matchAll(/class="price">(\$[\d.]+)/g)].map(([, price]) => price));
  expect([...prices].sort()).toEqual(stage.catalogue.products.map(({ price }) => price.label).sort());
});

describe('the landing page', () => {
  const homeOf = (over: Partial<Published> = {}) => {
    const page = PAGES.find(({ path }) => path === '/')!;
    return page.freshness === 'fixed' ? page.html({ ...stageOfAll().context.published, ...over }) : '';
  };
  const text = (html: string) => html.replaceAll('&quot;', '"').replaceAll('&#39;', "'");

  it('shows a real answer with each of its parts explained', () => {
    const { published } = stageOfAll().context;
    const { body } = firstPurchase(published)!;
    const html = text(homeOf());
    const parts = [...html.matchAll(/<dt><code>([^<]*)<\/code><\/dt><dd><samp>([^<]*)<\/samp>([^<]+)</g)];
    expect(parts.map(([, path]) => path)).toEqual(PARTS.map(([path]) => path));
    for (const [, path, value] of parts) {
      const found = path!
        .split('.')
        .reduce<unknown>((of, step) => (of as Record<string, unknown>)[step], body);
      expect(value, path).toBe(typeof found === 'string' ? found : JSON.stringify(found));
    }
  });

  it('says who runs it, as far as the operator says', () => {
    expect(homeOf()).toContain('has published no name. There is no contact either: buy');
    expect(homeOf({ mode: 'sandbox' })).toContain('this is a sandbox');
    const named = homeOf({ operator: { name: 'Example Ltd', contact: 'mailto:shop@example.com' } });
    expect(named).toContain('run by <b>Example Ltd</b>');
    expect(named).toContain('href="mailto:shop@example.com"');
    const silent = homeOf({ operator: { name: 'Example Ltd' } });
    expect(silent).toContain('run by <b>Example Ltd</b>. They publish no contact: buy');
  });

  it('links to guides that are there', () => {
    const names = new Set(guidesOfRelease().map(({ name }) => name));
    const linked = [...homeOf().matchAll(/href="\/docs\/([a-z-]+)"/g)].map(([, name]) => name!);
    expect(linked.length).toBeGreaterThan(8);
    expect(linked.filter((name) => !names.has(name))).toEqual([]);
  });
});

describe('a form that is sent without script', () => {
  it('gets the answer of the JSON check, counted once as that check, and kept by no cache', async () => {
    const stage = stageOfAll();
    const page = await submit(stage, { check: 'passport', goal: GOAL, maxBudgetUsd: '0.05' });
    expect(page.status).toBe(200);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(stage.counters.get('free.agent-spend-passport-prepare.caller')).toBe(1);
    expect(stage.counters.get('passport.prepare')).toBe(1);
    const json = await stage.post('/api/agent-spend-passport/prepare', { goal: GOAL, maxBudgetUsd: '0.05' });
    expect(shown(await page.text())).toEqual(await json.json());
  });

  it('reads a payload as the JSON that it is', async () => {
    const stage = stageOfAll();
    const payloadPreview = { goal: 'Is this forecast worth $0.01?', contact: 'someone@example.com' };
    const page = await submit(stage, { check: 'preflight', payloadPreview: JSON.stringify(payloadPreview) });
    const json = await stage.post('/api/x402-metadata-preflight/check', { payloadPreview });
    const answer = (await json.json()) as { piiRisk: string };
    expect(answer.piiRisk).not.toBe('low');
    expect(shown(await page.text())).toEqual(answer);
  });

  it.each<Record<string, string>>([
    { check: 'passport', goal: ' ' },
    { check: 'passport', goal: GOAL, maxBudgetUsd: 'much' },
    { check: 'passport', goal: GOAL, buyerType: 'nobody' },
    { check: 'preflight', payloadPreview: '{"a":1,"a":2}' },
    { check: 'preflight', payloadPreview: 'not json' },
  ])('is told what is wrong with %j, and nothing is counted', async (fields) => {
    const stage = stageOfAll();
    const page = await submit(stage, fields);
    expect(page.status).toBe(400);
    const html = await page.text();
    expect(html).toContain('role="alert"');
    expect(html).toContain('aria-invalid="true"');
    expect(stage.counters.size).toBe(0);
  });

  it('is refused as any body is: type, size, unknown form', async () => {
    const stage = stageOfAll();
    expect((await submit(stage, { check: 'passport', goal: GOAL }, 'application/json')).status).toBe(415);
    expect((await submit(stage, { check: 'passport', goal: 'x'.repeat(33_000) })).status).toBe(413);
    expect((await submit(stage, { check: 'buy', goal: GOAL })).status).toBe(400);
    expect(stage.counters.size).toBe(0);
  });

  it('reaches no log: an event holds closed words only', async () => {
    const { createApp } = await import('../app.ts');
    const stage = stageOfAll();
    const events: unknown[] = [];
    const { published, reach } = stage.context;
    const app = createApp({
      catalogue: stage.catalogue,
      published,
      gates: [],
      clock: { now: () => stage.now, sleep: async () => {} },
      reach,
      observe: (event) => void events.push(event),
    });
    const canary = 'canary-7f3a9c';
    await app.fetch(
      new Request('http://127.0.0.1/try', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ check: 'passport', goal: `${GOAL} ${canary}` }).toString(),
      }),
    );
    expect(events).toHaveLength(1);
    expect(JSON.stringify([events, [...stage.counters], [...stage.issued.values()]])).not.toContain(canary);
  });

  /** The whole answer, as the page shows it. */
  function shown(html: string): unknown {
    const [, text] = /<summary>Whole answer<\/summary><pre[^>]*><code>([\s\S]*?)<\/code>/.exec(html)!;
    return JSON.parse(
      text!
        .replaceAll('&quot;', '"')
        .replaceAll('&#39;', "'")
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&'),
    );
  }
});

it('the script shows the members that the server shows', () => {
  const script = ASSETS['/assets/assay.js']!.text;
  for (const { rows, headlines } of Object.values(VIEWS)) {
    for (const [name, path] of rows) expect(script).toContain(JSON.stringify([name, path]));
    for (const headline of Object.values(headlines)) expect(script).toContain(headline);
  }
});

it('the ledger says which builds its edition could not run, and which edition ran them last', async () => {
  const stage = stageOfAll();
  const { document, ...published } = publishedSample();
  const earlier: HistoricalItem = {
    rowId: 'B42.mppx-0.11.0',
    originalEdition: '2026-11-14T12:00:00.000Z',
    originalDigest: `sha256:${'7'.repeat(64)}`,
    observedAt: '2026-11-14T11:00:00.000Z',
    notReverifiedSince: '2026-11-14T11:00:00.000Z',
    boundary: 'that day only',
  };
  stage.edition = {
    ...published,
    document: { ...document, historicalEvidence: { items: [earlier] } } as typeof document,
  };
  const html = await (await ask(stage, '/ledger')).text();
  expect(html).toContain('Not run for this edition: B42 was observed.');
  expect(html).toMatch(
    /<code>mppx-0\.11\.0<\/code>: last run on .*2026-11-14 11:00 UTC.*sha256:7{64}<\/code><\/li>/,
  );
});

it('books compare journal and chain when they are opened, and say when what they show is old', async () => {
  const stage = stageOfAll();
  const { reach } = stage;
  const found: Reconciled = {
    at: stage.now,
    since: null,
    networks: [],
    notCompared: [],
    differences: { row_without_transfer: 0, other_amount: 0, transfer_without_row: 0 },
  };
  const html = async (compared: () => Promise<void>) => {
    const page = PAGES.find(({ path }) => path === '/books')!;
    return page.freshness === 'live'
      ? page.html({ ...stage.context, reach: { ...reach, compared } }, {}, '')
      : undefined;
  };
  expect(await html(async () => {})).toContain('The first comparison is under way');
  const fresh = await html(async () => {
    stage.reconciled = found;
  });
  expect(fresh).toContain('agrees');
  expect(fresh).not.toContain('There is no newer one');
  stage.now += 60_001;
  expect(await html(async () => {})).toContain('There is no newer one');
});

it('books without a sale say so in figures, and never fail', async () => {
  const html = await (await ask(stageOfAll(), '/books')).text();
  expect(html).toContain('not compared yet');
  expect(html).not.toContain('class="bar"');
});
