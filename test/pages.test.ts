import { readFileSync } from 'node:fs';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ASSETS } from '../src/http/pages/assets.ts';
import { GUIDES } from '../src/http/pages/frame.ts';
import { PAGES } from '../src/http/pages/index.ts';
import { guidesOfRelease } from '../src/origin/guides.ts';
import { SANDBOX_ACCOUNTS } from '../src/sandbox/accounts.ts';
import {
  accessibilityScript,
  type Browser,
  type BrowserContext,
  openBrowser,
  type Page,
  type Request,
} from './browser/chromium.ts';
import { buyersIn } from './shared/people.ts';
import { rowsOf, sized } from './support/campaign.ts';
import { disposeServices, type Hosted, startHosted } from './support/service.ts';

const GUIDE_NAMES = ['buyers', ...guidesOfRelease().map(({ name }) => name)].filter(
  (name, i, all) => all.indexOf(name) === i,
);
/** The packs are one template: `npm test` looks at the first. */
const PATHS = [
  ...PAGES.map(({ path }) => path),
  '/calibration',
  // Guides are one template too: `npm test` looks at one.
  GUIDES,
  ...rowsOf(GUIDE_NAMES, (_, i) => i === 0).map((name) => `${GUIDES}/${name}`),
  ...rowsOf(['proof', 'audit', 'agentic-trading', 'scope'], (_, i) => i === 0).map(
    (name) => `/action-pack/${name}`,
  ),
];
/** Of each kind one: forms, a purchase, figures, a table, a text. A campaign examines all. */
const EXAMINED = rowsOf(PATHS, (path) => ['/', '/try', '/audit', '/books', '/ledger', GUIDES].includes(path));
const WIDTHS = [360, 1280] as const;
const PAGE_MAX_BYTES = 60_000;
const GOAL = 'Decide whether to pay $0.01 per call for api.weather.example before a batch of 500 calls';

/** What a visitor's browser saw besides the pages: requests, refusals of the policy, errors. */
interface Visit {
  readonly page: Page;
  readonly requests: string[];
  readonly complaints: string[];
}

let service: Hosted;
let browser: Browser;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  [service, browser] = await Promise.all([startHosted(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await disposeServices();
});

async function visit(options: {
  width?: number;
  script?: boolean;
  scheme?: 'light' | 'dark';
  bypassCSP?: boolean;
}): Promise<Visit> {
  const { width = 1280, script = true, scheme = 'light', bypassCSP = false } = options;
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    javaScriptEnabled: script,
    colorScheme: scheme,
    bypassCSP,
    permissions: script ? ['clipboard-read', 'clipboard-write'] : [],
  });
  contexts.push(context);
  const page = await context.newPage();
  const seen: Visit = { page, requests: [], complaints: [] };
  page.on('request', (request) => seen.requests.push(request.url()));
  page.on('requestfailed', (request) => seen.complaints.push(`failed: ${request.url()}`));
  page.on('pageerror', (error) => seen.complaints.push(`threw: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' || /content security policy/i.test(message.text()))
      seen.complaints.push(message.text());
  });
  return seen;
}

async function closeAll(): Promise<void> {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
}

const go = (page: Page, path: string) => page.goto(service.url + path);
const register = async () => (await (await fetch(`${service.url}/api/cash-register`)).json()) as Register;
interface Preview {
  readonly edition: {
    readonly compatibilityMap: {
      readonly clients: readonly string[];
      readonly registries: readonly string[];
      readonly behaviours: readonly {
        readonly id: string;
        readonly moneyAtRisk: boolean;
        readonly cells: readonly { readonly passed: number; readonly ran: number }[];
      }[];
    };
  };
}
interface Box {
  readonly y: number;
  readonly height: number;
}
interface Register {
  readonly buyerWalletCloseSignals: Readonly<Record<string, number>>;
  readonly paidCompletions: number;
  readonly unpaid402Challenges: number;
}

describe.each(WIDTHS)('at %i px', (width) => {
  // Two of the four walks pass every line: the small screen without script, the large one with it.
  it.each(rowsOf([true, false], (script) => script === (width === 1280)))(
    'a visitor walks from the landing page to the books (script: %s)',
    async (script) => {
      const { page, requests, complaints } = await visit({ width, script });
      await go(page, '/');
      await page.getByRole('link', { name: 'Try a free check' }).click();
      await page.getByLabel('Goal').fill(GOAL);
      await page.getByLabel('Budget in dollars').fill('0.05');
      await page.getByRole('button', { name: 'Find the check that fits' }).click();
      const result = page.locator('#passport .result');
      await result.getByRole('heading', { name: 'One of our checks fits' }).waitFor();
      const sold = await result.locator('dl').innerText();
      expect(sold).toContain('/api/opportunity-check');
      expect(sold).toContain('$0.01');
      expect(JSON.parse((await result.locator('pre').first().textContent())!)).toMatchObject({ goal: GOAL });
      expect(page.url()).not.toContain('weather');

      await result.getByRole('link', { name: 'Next: see the price' }).click();
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Prove it for yourself');
      const button = page.getByRole('button', { name: 'Copy: pay once with the reference buyer' });
      if (script) {
        const before = (await register()).buyerWalletCloseSignals.copyPaidProofCommand!;
        const counted = page.waitForEvent('requestfinished', (request) =>
          request.url().endsWith('/wallet-close-signals'),
        );
        await button.click();
        expect((await (await counted).response())?.status()).toBe(200);
        expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('buy opportunity-check');
        const after = await register();
        expect(after.buyerWalletCloseSignals.copyPaidProofCommand).toBe(before + 1);
        expect(after.paidCompletions).toBe(0);
      } else expect(await button.isVisible()).toBe(false);

      await page.getByRole('link', { name: 'Ledger', exact: true }).click();
      await page.getByRole('heading', { name: 'Where clients pass and fail' }).waitFor();
      await page.getByRole('link', { name: 'Books', exact: true }).click();
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Live books');
      expect(complaints).toEqual([]);
      for (const url of requests) expect(new URL(url).origin).toBe(service.url);
      await closeAll();
    },
  );
});

const SCHEMES = ['light', 'dark'] as const;
const examined = sized({
  smoke: { schemes: SCHEMES.slice(0, 1), widths: WIDTHS.slice(0, 1) },
  short: { schemes: SCHEMES, widths: WIDTHS },
  full: { schemes: SCHEMES, widths: WIDTHS },
});
describe.each(examined.schemes)('every page, examined in %s', (scheme) => {
  it.each(examined.widths)('no page has an accessibility violation or is wider than %i px', async (width) => {
    const examine = async (paths: readonly string[]): Promise<void> => {
      // The policy of the pages forbids foreign script; only the one that examines them is let in.
      const { page } = await visit({ width, scheme, bypassCSP: true });
      for (const path of paths) {
        await go(page, path);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(over, path).toBeLessThanOrEqual(0);
        if (path === '/try') await tryStop(page);
        await page.evaluate(accessibilityScript());
        const found = await page.evaluate(async () => {
          const { axe } = window as unknown as { axe: { run(): Promise<{ violations: AxeViolation[] }> } };
          const { violations } = await axe.run();
          return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
        });
        expect(found, `${path} at ${width}`).toEqual([]);
      }
    };
    // Two at once: what examines them works in the browser, one process for each.
    await Promise.all([0, 1].map((odd) => examine(EXAMINED.filter((_, i) => i % 2 === odd))));
    await closeAll();
  });
});

interface AxeViolation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

async function tryStop(page: Page): Promise<void> {
  await page.getByLabel('Resource URL').fill('https://api.example.com/v1?email=someone@example.com');
  await page.getByRole('button', { name: 'Check this metadata' }).click();
  await page.locator('#preflight .result h3').waitFor();
}

it('every page with its assets is under 60 kB and loads nothing from elsewhere', async () => {
  // All at once: each mostly waits for what does not come.
  const weigh = async (path: string): Promise<void> => {
    const { page, requests, complaints } = await visit({});
    const sizes: ReturnType<Request['sizes']>[] = [];
    page.on('requestfinished', (request) => void sizes.push(request.sizes()));
    // Not before nothing more comes: what a page loads late weighs too.
    await page.goto(service.url + path, { waitUntil: 'networkidle' });
    const bytes = (await Promise.all(sizes)).reduce(
      (sum, { responseBodySize, responseHeadersSize }) => sum + responseBodySize + responseHeadersSize,
      0,
    );
    expect(requests.length, path).toBeGreaterThan(2);
    for (const url of requests) expect(new URL(url).origin).toBe(service.url);
    expect(bytes, path).toBeGreaterThan(5_000);
    expect(bytes, path).toBeLessThan(PAGE_MAX_BYTES);
    expect(complaints, path).toEqual([]);
  };
  await Promise.all(PATHS.map(weigh));
  await closeAll();
});

it('the books in the page are the books as JSON', async () => {
  await fetch(`${service.url}/api/opportunity-check`);
  const { page } = await visit({});
  const before = await register();
  await go(page, '/books');
  await page.getByText('As a table: Unpaid challenges').click();
  const table = page.getByRole('table', { name: 'Unpaid challenges' });
  expect(before.unpaid402Challenges).toBeGreaterThan(0);
  expect(await table.locator('tbody tr').first().innerText()).toMatch(
    new RegExp(`opportunity-check\\s+${before.unpaid402Challenges}`),
  );
  expect(await page.locator('svg.bars rect.bar').count()).toBeGreaterThan(0);
  await closeAll();
});

describe('the map of the ledger', () => {
  const mapOf = async () => {
    const preview = await fetch(`${service.url}/api/agent-commerce-reliability-ledger/preview`);
    return ((await preview.json()) as Preview).edition.compatibilityMap;
  };
  const shownIn = async (page: Page) => ({
    clients: (await page.locator('table.heat thead th').allInnerTexts()).slice(1),
    rows: await page
      .locator('table.heat tr[id]')
      .evaluateAll((all) =>
        all.map((row) => [row.id, ...[...row.querySelectorAll('td')].map((cell) => cell.innerText)]),
      ),
  });
  const words = ({ passed, ran }: { readonly passed: number; readonly ran: number }) =>
    ran === 0 ? 'not run' : `${passed} of ${ran}`;

  it('is the preview, cell by cell, with what loses money on top, and leaves the versions to the edition', async () => {
    const { clients, behaviours } = await mapOf();
    const { page } = await visit({ script: false });
    await go(page, '/ledger');
    const shown = await shownIn(page);
    expect(shown.clients).toEqual(clients);
    expect(behaviours.length).toBeGreaterThan(40);
    expect(shown.rows).toEqual(behaviours.map(({ id, cells }) => [id, ...cells.map(words)]));
    expect(new Set(shown.rows.flatMap(([, ...cells]) => cells)).size).toBeGreaterThan(3);
    const risky = behaviours.filter(({ moneyAtRisk }) => moneyAtRisk).map(({ id }) => id);
    expect(risky).toContain('B09');
    expect(risky).not.toContain('B01');
    expect(await page.locator('table.heat tbody').first().locator('tr[id]').count()).toBe(risky.length);
    expect(shown.rows.slice(0, risky.length).map(([id]) => id)).toEqual(risky);
    await closeAll();
  });

  it('shows one language when asked, without script, and all of them for a language that is not there', async () => {
    const { clients, registries, behaviours } = await mapOf();
    const { page, complaints } = await visit({ script: false });
    await go(page, '/ledger');
    for (const [name, registry] of [
      ['Python', 'pypi'],
      ['Rust', 'crates.io'],
    ] as const) {
      await page.getByRole('link', { name: new RegExp(`^${name} \\(\\d+\\)$`) }).click();
      expect(await page.locator('nav a[aria-current=true]').innerText()).toMatch(name);
      const shown = await shownIn(page);
      const own = <T>(all: readonly T[]) => all.filter((_, i) => registries[i] === registry);
      expect(own(clients).length).toBeGreaterThan(0);
      expect(shown.clients).toEqual(own(clients));
      expect(shown.rows).toEqual(
        behaviours
          .map(({ id, cells }) => [id, ...own(cells).map(words)])
          .filter(([, ...cells]) => cells.some((cell) => cell !== 'not run')),
      );
    }
    await go(page, '/ledger?language=%3Cb%3Ecobol');
    expect((await shownIn(page)).clients).toEqual(clients);
    expect(await page.locator('main').innerText()).toContain('no client in that language');
    expect(await page.content()).not.toContain('cobol');
    expect(complaints).toEqual([]);
    await closeAll();
  });

  it.each(WIDTHS)(
    'keeps the names of the clients in sight at a row that a link leads to, at %i px',
    async (width) => {
      const { page, complaints } = await visit({ width, script: width === 1280 });
      await go(page, '/ledger?language=python');
      const rows = await page.locator('table.heat tr[id]').evaluateAll((all) => all.map(({ id }) => id));
      for (const id of [rows[0]!, rows[30]!, rows.at(-1)!]) {
        // A link of its own: not where the page already stands.
        await go(page, '/status.html');
        await go(page, `/ledger?language=python#${id}`);
        const [row, head, box] = (await Promise.all(
          [`#${id}`, 'table.heat thead th:last-child', '.tall'].map((each) =>
            page.locator(each).boundingBox(),
          ),
        )) as unknown as readonly [Box, Box, Box];
        expect(head.y, id).toBeGreaterThanOrEqual(Math.max(box.y, 0) - 1);
        expect(row.y, id).toBeGreaterThanOrEqual(head.y + head.height - 1);
        expect(row.y + row.height, id).toBeLessThan(800);
      }
      await page.getByRole('link', { name: rows[0]!, exact: true }).click();
      expect(new URL(page.url()).search + new URL(page.url()).hash).toBe(`?language=python#${rows[0]}`);
      expect(complaints).toEqual([]);
      await closeAll();
    },
  );
});

it('status says for people what readiness says for programs', async () => {
  const { page } = await visit({ script: false });
  const readiness = async () =>
    ((await (await fetch(`${service.url}/readyz`)).json()) as { status: string }).status;
  await expect.poll(readiness).toBe('ready');
  const { release } = (await (await fetch(`${service.url}/status`)).json()) as { release: string };
  await go(page, '/status.html');
  const facts = await page.locator('dl.facts').innerText();
  expect(facts).toContain('ready');
  expect(facts).toContain(release);
  await closeAll();
});

it('what is wrong with a form is said beside it, by script or without, and the text is kept', async () => {
  for (const script of [true, false]) {
    const { page } = await visit({ script });
    await go(page, '/try');
    await page.getByLabel('Budget in dollars').fill('a lot');
    await page.getByLabel('Goal').fill(GOAL);
    await page.getByRole('button', { name: 'Find the check that fits' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('Budget in dollars').getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByLabel('Goal').inputValue()).toBe(GOAL);
    expect(await page.getByLabel('Budget in dollars').inputValue()).toBe('a lot');
    await closeAll();
  }
});

it('says how an opportunity check would read what was typed, alike by script and without', async () => {
  const said: string[][] = [];
  for (const script of [true, false]) {
    const { page, complaints, requests } = await visit({ script });
    await go(page, '/try');
    await page.getByLabel('Seller').fill('https://api.weather.example/v1');
    await page.getByLabel('What you want to decide').fill(GOAL);
    await page.getByLabel('What you know').fill('1 of 10 paid calls succeeded\n\nthe frobs are shiny');
    await page.getByLabel('Limits').fill('not more than fifty bucks');
    await page.getByRole('button', { name: 'Read this' }).click();
    const result = page.locator('#reading .result');
    await result.getByRole('heading', { name: 'Part of it was not understood' }).waitFor();
    const lines = await result.locator('ul li').allInnerTexts();
    expect(lines).toContain('Statement 1: paid_then_failed, seen by you, 10 calls.');
    expect(lines).toContain('Goal: one call costs $0.01.');
    expect(lines).toContain('Constraint 1: all calls together may cost $50.00.');
    expect(lines.find((line) => line.startsWith('Statement 2 moves nothing'))).toContain('"frobs"');
    expect(await result.innerText()).not.toMatch(/"probability"/);
    expect(await page.getByLabel('Limits').inputValue()).toBe('not more than fifty bucks');
    // The result is seen beside or below the form, not over it.
    const [form, box] = [await page.locator('#reading form').boundingBox(), await result.boundingBox()];
    expect(box!.x >= form!.x + form!.width || box!.y >= form!.y + form!.height).toBe(true);
    for (const url of requests) expect(url).not.toContain('weather');
    expect(complaints).toEqual([]);
    said.push(lines);
    await closeAll();
  }
  expect(said[0]).toEqual(said[1]);
});

it('markup in a form is text in the answer', async () => {
  const { page, complaints } = await visit({ script: false });
  await go(page, '/try');
  const hostile = `"><script>document.title='owned'</script></textarea><img src=x onerror=alert(1)> pay $0.01 for api.example.com?`;
  await page.getByLabel('Goal').fill(hostile);
  await page.getByLabel('Budget in dollars').fill('"><b>x');
  await page.getByRole('button', { name: 'Find the check that fits' }).click();
  await page.getByRole('alert').waitFor();
  expect(await page.getByLabel('Goal').inputValue()).toBe(hostile);
  expect(await page.locator('img, main b, main script').count()).toBe(0);
  expect(complaints.filter((text) => !text.includes('400'))).toEqual([]);
  await closeAll();
});

it('the names of failures are folded, and the one that is asked for is shown, with and without script', async () => {
  for (const script of [false, true]) {
    const { page, complaints } = await visit({ script, width: 360 });
    await go(page, '/failures');
    const height = await page.evaluate('document.documentElement.scrollHeight');
    expect(height).toBeLessThan(60_000);
    const asked = page.locator('#insufficient_funds');
    expect(await asked.isVisible()).toBe(false);
    await go(page, '/failures#insufficient_funds');
    await asked.waitFor({ state: 'visible' });
    if (script) {
      await page.getByLabel('Find a code').fill('settlement_pending');
      const shown = page.locator('#entries li:visible');
      await expect.poll(() => shown.count()).toBeGreaterThan(0);
      for (const text of await shown.allInnerTexts())
        expect(text.toLowerCase()).toContain('settlement_pending');
      await page.getByLabel('Find a code').fill('');
      await expect.poll(() => shown.count()).toBe(0);
    }
    expect(complaints).toEqual([]);
    await closeAll();
  }
});

const SELLER = {
  serviceName: 'Alder Scans',
  currentOffer: 'OCR API: send a page, get its text, $0.02 per page. Every call needs an API key.',
  targetBuyer: 'back-office agents',
};
const WALLET = privateKeyToAccount(buyersIn(SANDBOX_ACCOUNTS)[3]!.privateKey);

/** A wallet as extensions put it into a page. It signs what it is shown, and keeps it. */
async function withWallet(page: Page): Promise<{ domain: object; message: Record<string, string> }[]> {
  const signed: { domain: object; message: Record<string, string> }[] = [];
  await page.exposeFunction('askWallet', async (method: string, params: string[]) => {
    if (method === 'eth_requestAccounts') return [WALLET.address];
    if (method === 'eth_chainId') return '0x2105';
    const asked = JSON.parse(params[1]!);
    signed.push(asked);
    const { EIP712Domain: _, ...types } = asked.types;
    return WALLET.signTypedData({ ...asked, types });
  });
  await page.addInitScript(() => {
    const scope = window as unknown as { askWallet: (method: string, params?: string[]) => Promise<unknown> };
    Object.assign(window, {
      ethereum: {
        request: ({ method, params = [] }: { method: string; params?: string[] }) =>
          scope.askWallet(method, params),
      },
    });
  });
  return signed;
}

/** Tabs until what has the focus is named so. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let i = 0; i < 80; i++) {
    const focused = await page.evaluate(() => {
      const at = document.activeElement as HTMLInputElement | null;
      return at?.name || at?.textContent?.trim() || '';
    });
    if (focused === name) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${name} cannot be reached by keyboard`);
}

it.each(rowsOf(WIDTHS, (width) => width === 360))(
  'a person buys an audit with a wallet and the keyboard alone, at %i px',
  async (width) => {
    const { page, complaints, requests } = await visit({ width });
    const signed = await withWallet(page);
    await go(page, '/audit');
    for (const [name, value] of Object.entries(SELLER)) {
      await tabTo(page, name);
      await page.keyboard.type(value);
    }
    await tabTo(page, 'Show what we understood');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Ready to buy' }).waitFor();
    await tabTo(page, 'Pay $5.00 with your wallet');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your audit' }).waitFor({ timeout: 100_000 });

    expect(signed).toHaveLength(1);
    expect(signed[0]!.message).toMatchObject({ from: WALLET.address, value: '5000000' });
    expect(signed[0]!.domain).toEqual({
      name: 'USD Coin',
      version: '2',
      chainId: 8453,
      verifyingContract: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    });
    const bought = page.locator('[data-wallet]');
    expect(await bought.locator('li', { hasText: /^Day \d/ }).count()).toBe(7);
    expect(await bought.locator('svg.bars').count()).toBe(1);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(over).toBeLessThanOrEqual(0);

    await tabTo(page, 'Save as one HTML file');
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    const saved = readFileSync((await download.path())!, 'utf8');
    for (const part of ['Day 7', 'PAYMENT-RESPONSE', '"sellerSnippets"']) expect(saved).toContain(part);
    expect(saved).not.toMatch(/<script|<link|<img|@import|src=/);
    for (const url of requests) expect(url).not.toContain('Alder');
    expect(complaints.filter((text) => !text.includes('402'))).toEqual([]);
    await closeAll();
  },
);

it('a wallet is asked for no second signature while a payment may have moved money', async () => {
  const { page } = await visit({});
  const signed = await withWallet(page);
  const sent: string[] = [];
  await page.route('**/api/agent-revenue-audit', async (route) => {
    const payment = await route.request().headerValue('payment-signature');
    if (payment) sent.push(payment);
    return payment && sent.length === 1 ? route.abort() : route.continue();
  });
  await go(page, '/audit');
  for (const [name, value] of Object.entries(SELLER)) await page.locator(`[name=${name}]`).fill(value);
  await page.getByRole('button', { name: 'Show what we understood' }).click();
  await page.getByRole('button', { name: 'Pay $5.00 with your wallet' }).click();
  await page.getByRole('button', { name: 'Send the same payment again' }).click();
  await page.getByRole('heading', { name: 'Your audit' }).waitFor({ timeout: 100_000 });
  expect(signed).toHaveLength(1);
  expect(sent).toHaveLength(2);
  expect(sent[1]).toBe(sent[0]);
  await closeAll();
});

it('a challenge for more than the page says is not signed', async () => {
  const { page } = await visit({});
  const signed = await withWallet(page);
  await page.route('**/api/agent-revenue-audit', async (route) => {
    const answer = await route.fetch();
    const required = JSON.parse(Buffer.from(answer.headers()['payment-required']!, 'base64').toString());
    required.accepts[0].amount = '5000001';
    const header = Buffer.from(JSON.stringify(required)).toString('base64');
    return route.fulfill({ response: answer, headers: { ...answer.headers(), 'payment-required': header } });
  });
  await go(page, '/audit');
  for (const [name, value] of Object.entries(SELLER)) await page.locator(`[name=${name}]`).fill(value);
  await page.getByRole('button', { name: 'Show what we understood' }).click();
  await page.getByRole('button', { name: 'Pay $5.00 with your wallet' }).click();
  await page.getByText('The terms are not those of this page').waitFor();
  expect(signed).toHaveLength(0);
  await closeAll();
});

it('assets are typed and found', async () => {
  for (const [path, { type }] of Object.entries(ASSETS)) {
    const answer = await fetch(service.url + path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe(type);
  }
});
