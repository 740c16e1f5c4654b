import { html } from 'hono/html';
import { closedLineOf } from '../../discovery/closed.ts';
import { cheapest } from '../../documents/routes.ts';
import { x402Proof } from '../../documents/x402-proof.ts';
import { framed } from './frame.ts';
import type { Page } from './page.ts';
import { command, table } from './parts.ts';

/** How to prove, for the cheapest price there is, that paying here works. */
export const proof: Page = {
  path: '/proof',
  freshness: 'fixed',
  json: (published) => x402Proof.render(published),
  html: (published) => {
    const { route, unpaidProof, paidProof, referenceBuyer, receiptBoundProof, isNot, statuses } =
      x402Proof.render(published);
    const closed = closedLineOf(cheapest(published), published);
    return framed(published, {
      path: '/proof',
      title: 'Prove it for yourself',
      description: `See the challenge for free, pay ${route.price} once, and check the receipt without asking the seller.`,
      main: html`<h1>Prove it for yourself</h1>
<p class="lead">See the challenge for free, pay ${route.price} once, and check the receipt without asking us. This page pays nothing and asks for no key.</p>
<ol class="steps">
<li>
<h2>See the price without paying</h2>
<p>${unpaidProof.does}</p>
${command('see the price', unpaidProof.command)}
</li>
<li>
<h2>Pay once, capped at ${route.price}</h2>
${
  closed === undefined
    ? html`<p>${referenceBuyer.does}</p>
${command('pay once with the reference buyer', referenceBuyer.command, 'copyPaidProofCommand')}
<details>
<summary>With the official x402 client instead</summary>
<p>${paidProof.does}</p>
${command('pay once with the official client', paidProof.command, 'copyPaidProofCommand')}
</details>`
    : html`<p>${closed}</p>`
}
</li>
<li>
<h2>Check the receipt offline</h2>
<p>${receiptBoundProof.does}</p>
${command('check the receipt', receiptBoundProof.command, 'copyReceiptBoundCommand')}
${table(
  'What to compare with what',
  [['In the receipt'], ['Must be']],
  Object.entries(receiptBoundProof.compare).map(([member, must]) => [
    html`<code>${member}</code>`,
    `${must}`,
  ]),
)}
</li>
</ol>
<section aria-labelledby="statuses">
<h2 id="statuses">What each status says about money</h2>
${table(
  'Statuses and money',
  [['Status'], ['Says']],
  Object.entries(statuses).map(([status, says]) => [status, `${says}`]),
)}
</section>
<section aria-labelledby="isnot">
<h2 id="isnot">What is not proof</h2>
<ul>
${isNot.map((line) => html`<li>${line}</li>\n`)}</ul>
<p>Copying a command is not a sale. We count that a command was copied, and keep nothing about you.</p>
</section>`,
    });
  },
};
