import { html } from 'hono/html';
import { spendPassport } from '../../checks/agent-spend-passport/check.ts';
import { offeredBy, type Product, type Published, preconditionOf } from '../../declare.ts';
import { firstPurchase } from '../../documents/first-purchase.ts';
import { platformReadiness } from '../../documents/platform-readiness.ts';
import { cheapest, type PaidRoute, paidRoute } from '../../documents/routes.ts';
import { curlPost } from '../../values/command.ts';
import { framed, type Html } from './frame.ts';
import type { Page } from './page.ts';
import { command } from './parts.ts';

/** What it is, what it costs, what is promised, and how to begin. */
export const home: Page = {
  path: '/',
  freshness: 'fixed',
  json: (published) => platformReadiness.render(published),
  html: (published) => {
    const { paidRoutes, notForSale, freeChecks, promises, lookFirst } = platformReadiness.render(published);
    const first = cheapest(published);
    const shown = paidRoute(first, published);
    const { products } = offeredBy(published);
    const isFirstSold = products.some(({ id }) => id === first.id);
    return framed(published, {
      path: '/',
      title: 'ask before your program pays',
      description:
        'Before your program pays for an API call, ask whether it should. Free checks first; answers for $0.01 to $5 with signed receipts. No account, no API key.',
      main: html`<section class="hero">
<div>
<p class="eyebrow">Pay per call over HTTP 402</p>
<h1>Before your program pays for an API call, ask whether it should</h1>
<p class="lead">Answers cost ${priceRange(published.catalogue.products)} and follow published rules. Your agent sees the price, pays with its own wallet, and gets one JSON answer with a signed receipt. Free checks come first. No account, no API key.</p>
<p class="actions"><a class="action" href="/try">Try a free check</a> ${isFirstSold ? html`<a class="action second" href="/proof">Buy one proof for ${shown.price}</a>` : ''}</p>
</div>
${exchange(shown.methods[0]!, shown.path, shown.price)}
</section>

<section aria-labelledby="promises">
<h2 id="promises">Three promises, each with tests behind it</h2>
<ol class="promises">
${promises.map((promise) => {
  const [first, ...rest] = promise.split(/(?<=\.) /);
  return html`<li><h3>${first}</h3><p>${rest.join(' ')}</p></li>\n`;
})}</ol>
</section>

<section aria-labelledby="prices">
<h2 id="prices">What is sold</h2>
<ul class="cards">
${products.map(card)}</ul>
${notForSale.map(({ why }) => html`<p class="note">${why}</p>\n`)}
<p class="note">Paid in USDC on ${shown.network}, scheme ${shown.scheme}. ${paidRoutes.filter(({ alsoPaidOn }) => alsoPaidOn.length > 0).map(also)}The live 402 challenge is authoritative: it names recipient and amount, signed.</p>
</section>

<section aria-labelledby="first">
<h2 id="first">First commands</h2>
<h3>Look at a price. It is free and moves nothing</h3>
${command('look at the price', lookFirst.command)}
<h3>Ask which check fits your goal and budget. Free too</h3>
${command('ask the spend passport', curlPost(published.publicUrl + spendPassport.path, spendPassport.example))}
${isFirstSold ? withEvidence(published) : ''}<p><a href="/proof">Pay once and check the receipt</a>, or <a href="/action-pack/go/audit">prepare an audit</a>.</p>
</section>

<section aria-labelledby="free">
<h2 id="free">Free decisions</h2>
<p>They never spend, fetch nothing that you name and store nothing of what you send.</p>
<dl class="free">
${freeChecks.map(({ path, does }) => html`<dt><code>POST ${path}</code></dt><dd>${does}</dd>\n`)}</dl>
</section>`,
    });
  },
};

function priceRange(products: readonly Product[]): string {
  const prices = [...products].sort((a, b) => Number(a.price.amount) - Number(b.price.amount));
  return `${prices[0]!.price.label} to ${prices.at(-1)!.price.label}`;
}

/** What an answer says to somebody who knows something. */
function withEvidence(published: Published): Html | '' {
  const purchase = firstPurchase(published);
  if (!purchase) return '';
  return html`<h3>Pay once, and say what you know: the answer weighs it</h3>
${command('buy with evidence', purchase.command)}
<p>It answers: <q>${purchase.answer}</q> <a href="/calibration">How well such probabilities held</a>.</p>
`;
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
<p>${product.description}</p>
<p class="routes">${product.forms.map(({ method }) => html`<code>${method} ${product.path}</code> `)}</p>
${needs(product)}</li>\n`;

const also = ({ title, alsoPaidOn }: PaidRoute): Html =>
  html`${title} also ${alsoPaidOn.map(({ rail, network }) => `over ${rail} on ${network}`).join(', ')}. `;

function needs(product: Product): Html | '' {
  const first = preconditionOf(product);
  if (!first) return '';
  return html`<p class="note">First a free ${first.header ? 'ticket' : 'match'} from <code>${first.issuer}</code>.</p>`;
}
