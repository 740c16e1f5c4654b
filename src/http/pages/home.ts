import { html } from 'hono/html';
import { offeredBy, type Product, type Published, preconditionOf } from '../../declare.ts';
import { platformReadiness } from '../../documents/platform-readiness.ts';
import { cheapest, type PaidRoute, publishedPaidRoute } from '../../documents/routes.ts';
import { FAILURES_PATH } from '../../values/limits.ts';
import { framed, GUIDES, type Html, linksOf } from './frame.ts';
import { oneAnswer } from './one-answer.ts';
import type { Page } from './page.ts';
import { command, networkName } from './parts.ts';

/** What it is, what it costs, what is promised, and how to begin. */
export const home: Page = {
  path: '/',
  freshness: 'fixed',
  json: (published) => platformReadiness.render(published),
  html: (published) => {
    const { paidRoutes, notForSale, freeChecks, promises, lookFirst } = platformReadiness.render(published);
    const first = cheapest(published);
    const shown = publishedPaidRoute(first, published);
    const { products } = offeredBy(published);
    const isFirstSold = products.some(({ id }) => id === first.id);
    return framed(published, {
      path: '/',
      title: 'ask before your program pays',
      description:
        'Before your program pays for an API call, ask whether it should. Free checks first; answers for $0.01 to $5 with signed receipts. No account, no API key.',
      main: html`<section class="hero">
<div>
<p class="eyebrow">A paid API for programs that pay</p>
<h1>Before your program pays for an API call, ask whether it should</h1>
<p class="lead">Assay is for developers whose agents spend money on API calls, and for API owners who want agents as customers. Answers cost ${priceRange(published.catalogue.products)} and follow published rules.</p>
<p>Your program sees the price, pays with its own wallet in USDC, and gets one JSON answer with a signed receipt. Free checks come first. No account, no API key.</p>
<p class="actions"><a class="action" href="/try">Try a free check</a> ${isFirstSold ? html`<a class="action second" href="/proof">Buy one proof for ${shown.price}</a>` : ''}</p>
</div>
${exchange(shown.methods[0]!, shown.path, shown.price)}
</section>

<section aria-labelledby="prices">
<h2 id="prices">What is sold</h2>
<ul class="cards">
${products.map(card)}</ul>
${notForSale.map(({ why }) => html`<p class="note">${why}</p>\n`)}
<p class="note">Paid in USDC on ${networkName(shown.network)}. ${paidRoutes.filter(({ alsoPaidOn }) => alsoPaidOn.length > 0).map(also)}Recipient and amount are in the signed 402 answer: trust that, not this page.</p>
</section>

${oneAnswer(published, shown.price)}

<section aria-labelledby="start">
<h2 id="start">Three ways to start</h2>
<ol class="promises ways">
<li><h3>In a terminal</h3>
<p>Look at a price. The answer is 402, and nothing is paid.</p>
${command('look at the price', lookFirst.command)}
<p><a href="${GUIDES}/first-check">Buy your first check with curl</a></p></li>
<li><h3>From an agent</h3>
<p>Add this to the MCP settings of your agent. Free checks work at once; paid tools show their price first.</p>
${command('connect an agent', mcpSettings(published.publicUrl))}
<p><a href="${GUIDES}/mcp-hosts">Let the agent buy, within caps</a></p></li>
<li><h3>In this browser</h3>
<p>Fill in a form. You need no wallet, and nothing is stored.</p>
<p><a href="/try">Open the forms</a></p>
<p><a href="/audit">Prepare an audit, and buy it with a browser wallet</a></p></li>
</ol>
</section>

<section aria-labelledby="promises">
<h2 id="promises">Three promises, each with tests behind it</h2>
<ol class="promises">
${promises.map((promise) => {
  const [first, ...rest] = promise.split(/(?<=\.) /);
  return html`<li><h3>${first}</h3><p>${rest.join(' ')}</p></li>\n`;
})}</ol>
</section>

<section aria-labelledby="free">
<h2 id="free">Free checks</h2>
<p>They never spend money, fetch no address that you name, and store nothing that you send. <a href="${GUIDES}/checks">How to call each one</a>.</p>
<ul class="asked">
${freeChecks.map(({ does }) => html`<li>${does.split(/(?<=[.?]) /)[0]}</li>\n`)}</ul>
</section>

<section aria-labelledby="more">
<h2 id="more">Documentation</h2>
<ul>
<li>Guides that end in something bought: <a href="${GUIDES}/first-check">first check</a>, <a href="${GUIDES}/first-witness">first witness</a>, <a href="${GUIDES}/first-audit">first audit</a>, <a href="${GUIDES}/ledger-rows">rows of the ledger</a></li>
<li>When something goes wrong: <a href="${GUIDES}/refusals">handle a refusal</a>, <a href="${GUIDES}/pay-once">never pay twice</a>, <a href="${FAILURES_PATH}">every failure by name</a></li>
<li>How it works: <a href="${GUIDES}/glossary">every word explained</a>, <a href="${GUIDES}/protocol">the protocol</a>, <a href="${GUIDES}">all pages</a></li>
<li>For programs: <a href="/openapi.json">OpenAPI</a>, <a href="/llms.txt">llms.txt</a></li>
</ul>
</section>

<section aria-labelledby="who">
<h2 id="who">Who runs this</h2>
${whoRuns(published)}
</section>`,
    });
  },
};

function priceRange(products: readonly Product[]): string {
  const prices = [...products].sort((a, b) => Number(a.price.amount) - Number(b.price.amount));
  return `${prices[0]!.price.label} to ${prices.at(-1)!.price.label}`;
}

/** What an MCP host needs to find the tools. */
const mcpSettings = (publicUrl: string): string =>
  JSON.stringify({ mcpServers: { assay: { type: 'http', url: `${publicUrl}/mcp` } } }, null, 1);

function whoRuns({ operator, mode }: Published): Html {
  const { name, contact } = operator ?? {};
  if (mode === 'sandbox' && name === undefined)
    return html`<p>Whoever started it: this is a sandbox with test money. In production, this place names the operator.</p>`;
  return html`<p>${name === undefined ? 'The operator of this instance has published no name.' : html`This instance is run by <b>${name}</b>.`} ${contact === undefined ? html`${name === undefined ? 'There is no contact either' : 'They publish no contact'}: buy only what you can afford to lose.` : html`<a href="${contact}">Write to them</a> if something is wrong.`}</p>
${operator ? html`<p>${linksOf(operator)}</p>` : ''}`;
}

/** The exchange as it goes over the wire, for the cheapest product. */
const exchange = (
  method: string,
  path: string,
  price: string,
): Html => html`<ol class="exchange" aria-label="One purchase, step by step">
<li><b>You</b><code>${method} ${path}</code></li>
<li><b>Assay</b><code>402 Payment Required</code><span>${price}, signed offer. Nothing moved.</span></li>
<li><b>You</b><code>PAYMENT-SIGNATURE: …</code><span>Your wallet, your approval, your cap.</span></li>
<li class="done"><b>Assay</b><code>200 OK</code><span>One answer, settlement and receipt.</span></li>
</ol>`;

const card = (product: Product): Html => html`<li class="card">
<h3>${product.title}</h3>
<p class="price">${product.price.label}<span> a call</span></p>
${asks(product)}<p>${product.description}</p>
<p class="routes">${product.forms.map(({ method }) => html`<code>${method} ${product.path}</code> `)}</p>
${needs(product)}</li>\n`;

/** What each product answers, in a buyer's words. */
const ASKS: Readonly<Record<string, string>> = {
  'opportunity-check': 'Should my program pay this seller?',
  'agent-commerce-reliability-ledger': 'Which payment clients work, and which lose money?',
  'x402-compatibility-witness': 'What does this one client do when it has to pay?',
  'agent-revenue-audit': 'What could I sell to agents, and for how much?',
};

const asks = ({ id }: Product): Html | '' => (ASKS[id] ? html`<p class="asks">${ASKS[id]}</p>\n` : '');

const also = ({ title, alsoPaidOn }: PaidRoute): Html =>
  html`${title}: also ${alsoPaidOn.map(({ rail, network }) => `${networkName(network)} (${rail})`).join(', ')}. `;

function needs(product: Product): Html | '' {
  const first = preconditionOf(product);
  if (!first) return '';
  return html`<p class="note">First a free ${first.header ? 'ticket' : 'match'} from <code>${first.issuer}</code>.</p>`;
}
