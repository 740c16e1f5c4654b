import { describe, expect, it } from 'vitest';
import { memoryReach } from '../../../test/support/reach.ts';
import { COPY_EVENTS, counter, INTENTS } from '../../accounting/counters.ts';
import { catalogue } from '../../catalogue.ts';
import { Stage } from '../../checks/stage.suite.ts';
import { createApp } from '../app.ts';
import { ASSETS } from './assets.ts';
import { wantsJson } from './index.ts';

const published = {
  catalogue,
  publicUrl: 'https://assay.example',
  release: 'v0',
  mode: 'production',
} as const;

function app(operator = false) {
  const reach = memoryReach();
  const clock = { now: () => 1, sleep: async () => {} };
  const { fetch } = createApp({
    catalogue,
    published,
    gates: [],
    clock,
    reach,
    fixed: { '/.well-known/jwks.json': { keys: [] } },
    isOperator: () => operator,
  });
  const get = (target: string, init: RequestInit = {}) =>
    fetch(new Request(`http://127.0.0.1${target}`, init));
  return { get, counted: () => reach.counters.read() };
}

describe.each(INTENTS)('intent link %s', (name) => {
  it('leads to its fixed page, whatever a caller adds, and counts one intent', async () => {
    const { get, counted } = app();
    const answer = await get(`/action-pack/go/${name}?url=https://evil.example&next=//evil.example`, {
      headers: { host: 'evil.example', referer: 'https://evil.example/' },
    });
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe(`/action-pack/${name}`);
    expect(JSON.stringify([...answer.headers]) + (await answer.text())).not.toContain('evil');
    expect(await counted()).toEqual({ [counter('intent', { intent: name, who: 'caller' })]: 1 });
  });

  it('counts nothing for HEAD, and the operator apart', async () => {
    const { get, counted } = app();
    expect((await get(`/action-pack/go/${name}`, { method: 'HEAD' })).status).toBe(302);
    expect(await counted()).toEqual({});
    const monitored = app(true);
    await monitored.get(`/action-pack/go/${name}`);
    expect(await monitored.counted()).toEqual({ [counter('intent', { intent: name, who: 'operator' })]: 1 });
  });

  it('leads to a page for people and to JSON for programs', async () => {
    const { get } = app();
    const page = await get(`/action-pack/${name}`, {
      headers: { accept: 'text/html,application/json;q=0.9' },
    });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.headers.get('vary')).toContain('Accept');
    const html = await page.text();
    const json = await get(`/action-pack/${name}`, { headers: { accept: 'application/json' } });
    expect(json.headers.get('content-type')).toContain('application/json');
    const { title, steps, spends } = await json.json();
    expect(spends).toBe(false);
    expect(html).toContain(`<h1>${title}</h1>`);
    expect(steps.length).toBeGreaterThan(1);
    expect(html.match(/<li>\s*<h2>/g)).toHaveLength(steps.length);
  });

  it('keeps to its policy: nothing inline, nothing from elsewhere, one h1, a language', async () => {
    const { get } = app();
    const page = await get(`/action-pack/${name}`);
    const html = await page.text();
    const policy = page.headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=")|<style| style="| on\w+="|javascript:/i);
    const loaded = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, target]) => target!);
    for (const target of loaded) {
      expect(target).toMatch(/^[/#](?!\/)/);
      if (target.startsWith('/')) expect((await get(target)).status).toBe(200);
    }
    expect(html.match(/<h1>/g)).toHaveLength(1);
    expect(html).toMatch(/<html lang="en">/);
  });
});

describe('copy events', () => {
  it.each(COPY_EVENTS)('count %s', async (event) => {
    const stage = new Stage();
    const answer = await stage.post('/api/wallet-close-signals', { event });
    expect(answer.status).toBe(200);
    expect(stage.counters.get(counter('copy', { event, who: 'caller' }))).toBe(1);
    const register = await (await stage.get('/api/cash-register')).json();
    expect(register.buyerWalletCloseSignals[event]).toBe(1);
    expect(register.paidCompletions).toBe(0);
  });

  it.each([{ event: 'bought' }, { event: 'walletReadyIntent', note: 'x' }, {}, 'x'])(
    'refuse %j',
    async (body) => {
      const stage = new Stage();
      expect((await stage.post('/api/wallet-close-signals', JSON.stringify(body))).status).toBe(400);
      expect(stage.counters.size).toBe(0);
    },
  );

  it('that pages name are ones that are counted', async () => {
    const { get } = app();
    for (const name of INTENTS) {
      const html = await (await get(`/action-pack/${name}`)).text();
      for (const [, event] of html.matchAll(/data-event="([^"]+)"/g)) expect(COPY_EVENTS).toContain(event);
    }
  });
});

it('assets are small, cacheable and typed', async () => {
  const { get } = app();
  for (const [path, { type, text }] of Object.entries(ASSETS)) {
    const answer = await get(path);
    expect(answer.headers.get('content-type')).toBe(type);
    expect(answer.headers.get('etag')).not.toBeNull();
    expect(await answer.text()).toBe(text);
    expect(text.length).toBeLessThan(17_000);
  }
});

it('a page that is the same for all may be compressed, and another may not', async () => {
  const { app: served } = new Stage();
  const asked = (path: string, more: Record<string, string> = {}) =>
    served.answer(new Request(`http://127.0.0.1${path}`, { headers: { accept: 'text/html', ...more } }));
  for (const path of ['/', '/failures']) {
    const { headers, forAll } = await asked(path);
    expect(forAll, path).toMatch(/^sha256:/);
    expect(headers['etag']).toMatch(/^W\//);
    expect(headers['vary']).toMatch(/(^|, )Accept-Encoding$/);
    expect((await asked(path, { 'if-none-match': headers['etag']! })).status).toBe(304);
  }
  const { headers, forAll } = await asked('/ledger');
  expect(forAll).toMatch(/^sha256:/);
  expect(headers['cache-control']).toBe('no-store');
  for (const path of ['/books', '/nothing-here']) expect((await asked(path)).forAll, path).toBeUndefined();
});

it('only a program that asks for JSON and not for HTML gets it', () => {
  expect(wantsJson('application/json')).toBe(true);
  expect(wantsJson('application/json, text/plain;q=0.5')).toBe(true);
  for (const accept of [null, '*/*', 'text/html', 'text/html, application/json', 'application/problem+json'])
    expect(wantsJson(accept)).toBe(false);
});
