import { describe, expect, it } from 'vitest';
import { catalogue } from '../catalogue.ts';
import { Stage } from '../checks/stage.suite.ts';
import { appWithoutChain } from '../origin/testing.ts';
import { isBrowser } from './for-people.ts';
import { framed } from './pages/frame.ts';
import { siteFiles } from './site-files.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
const NOW = Date.UTC(2026, 10, 22);
const { published } = new Stage(catalogue).context;

it.each([
  [BROWSER, true],
  ['*/*', false],
  ['application/json, text/html', false],
  // What Java's HttpURLConnection sends for every program.
  ['text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', false],
  [null, false],
])('%s is sent by a browser: %s', (accept, browser) => {
  expect(isBrowser(accept)).toBe(browser);
});

describe('a paid address that a person opens', () => {
  const ask = async (accept: string) => {
    const { app } = appWithoutChain({ costly: 100, payment: 100, message: 100, other: 100 });
    return app.fetch(new Request('http://127.0.0.1/api/opportunity-check', { headers: { accept } }));
  };

  it('says the price and that no money moved, under the status and challenge that programs get', async () => {
    const page = await ask(BROWSER);
    expect(page.status).toBe(402);
    expect(page.headers.get('payment-required')).not.toBeNull();
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(await page.text()).toMatch(
      /<h1>Opportunity check costs \$0\.01 a call<\/h1>[\s\S]*No money moved\./,
    );
  });

  it('stays JSON for programs', async () => {
    const challenge = await ask('*/*');
    expect(challenge.status).toBe(402);
    expect(await challenge.json()).toMatchObject({ error: 'payment_required' });
  });
});

describe('a refusal that a person opens', () => {
  const ask = (path: string, headers: Record<string, string> = {}) => {
    const { app } = appWithoutChain({ costly: 100, payment: 100, message: 100, other: 100 });
    return app.fetch(new Request(`http://127.0.0.1${path}`, { headers: { accept: BROWSER, ...headers } }));
  };

  it.each([
    ['/api/x402-compatibility-witness', 428, 'Compatibility witness: this address is for programs'],
    ['/api/agent-spend-passport/prepare', 405, 'This address is for programs'],
  ])('%s says what to do, under the same status', async (path, status, title) => {
    const page = await ask(path);
    expect([page.status, page.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
    const text = await page.text();
    expect(text).toContain(`<h1>${title}</h1>`);
    expect(text).toMatch(/curl -sS[\s\S]*/);
    const json = (await (await ask(path, { accept: '*/*' })).json()) as { type: string };
    expect(text).toContain(`href="${json.type}"`);
  });

  it.each(['payment-signature', 'x-payment'])('stays JSON where %s is attached', async (header) => {
    const refused = await ask('/api/x402-compatibility-witness', { [header]: 'x' });
    expect(refused.status).toBe(428);
    expect(refused.headers.get('content-type')).toContain('problem+json');
  });
});

it('says in words that there is nothing, where a person asks', async () => {
  const stage = new Stage(catalogue);
  const page = await stage.app.fetch(new Request('http://127.0.0.1/nope', { headers: { accept: BROWSER } }));
  expect(page.status).toBe(404);
  expect(await page.text()).toContain('<h1>There is no page at this address</h1>');
});

describe('who runs this instance', () => {
  const operator = {
    name: 'Example <Ltd>',
    contact: 'mailto:shop@example.com',
    terms: 'https://example.com/t',
  };
  const page = { path: '/', title: 't', description: 'd', main: [] as never };

  it('is on every page, as far as it is set', () => {
    const html = framed({ ...published, operator }, page);
    expect(html).toContain('Run by Example &lt;Ltd&gt;.');
    expect(html).toContain('<a href="mailto:shop@example.com">Contact</a>');
    expect(html).toContain('<a href="https://example.com/t">Terms</a>');
    expect(html).not.toContain('>Source</a>');
    expect(framed(published, page)).not.toContain('Run by');
  });

  it('is in security.txt, which ends within a year; without a contact there is none', () => {
    const text = siteFiles({ ...published, operator }, [], NOW)['/.well-known/security.txt']!.text;
    expect(text).toContain('Contact: mailto:shop@example.com\nExpires: 2027-11-21T00:00:00.000Z\n');
    expect(siteFiles(published, [], NOW)).not.toHaveProperty(['/.well-known/security.txt']);
  });

  it('is asked for by crawlers: every page and guide is in the sitemap', () => {
    const { text } = siteFiles(published, [{ name: 'buyers', markdown: '# x' }], NOW)['/sitemap.xml']!;
    for (const path of ['/', '/try', '/failures', '/docs', '/docs/buyers'])
      expect(text).toContain(`<loc>https://assay.example${path}</loc>`);
  });
});
