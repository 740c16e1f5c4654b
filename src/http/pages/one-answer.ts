import { html } from 'hono/html';
import type { Published } from '../../declare.ts';
import { firstPurchase } from '../../documents/first-purchase.ts';
import type { Html } from './frame.ts';
import { command } from './parts.ts';

/** Members of the request, as a person says them. */
const ASKED: readonly (readonly [member: string, label: string])[] = [
  ['subject', 'The seller'],
  ['goal', 'What the agent plans'],
  ['knownSignals', 'What it has seen'],
  ['constraints', 'Its limits'],
];

/** Members of the answer that decide, and what each one tells a buyer. */
export const PARTS: readonly (readonly [path: string, means: string])[] = [
  ['action', 'The decision, for your program to act on. It is one of a short, published list.'],
  ['summary', 'The same decision in a sentence for people.'],
  [
    'trustProfile.probability',
    'The probability that one paid call brings a good answer and is charged only once. 1 is certain.',
  ],
  ['trustProfile.interval80', 'The likely range of that number. More evidence makes it narrower.'],
  [
    'commercial.breakEvenProbabilityProbe',
    'One call is worth its price if trustProfile.probability is higher than this.',
  ],
  ['commercial.maxRationalSpendUsd', 'The most that is worth spending now, in dollars.'],
  ['reasons.0', 'Each reason, with its source and its weight.'],
  [
    'valueOfInformation.signals.0.obtain',
    'What you could still find out that may change the decision most: do that first.',
  ],
  ['evidenceDigest', 'A fingerprint of the evidence. The same evidence gives the same answer.'],
];

const at = (body: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((found, step) => (found as Record<string, unknown> | undefined)?.[step], body);

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** One real answer, worked out here by the rules that are sold, with each part explained. */
export function oneAnswer(published: Published, price: string): Html | '' {
  const purchase = firstPurchase(published);
  if (!purchase) return '';
  const { asked, body, command: buy } = purchase;
  return html`<section aria-labelledby="answer">
<h2 id="answer">One real answer, part by part</h2>
<p>An agent asks this question for ${price}:</p>
<dl class="facts">
${ASKED.flatMap(([member, label]) =>
  asked[member] === undefined
    ? []
    : [html`<div><dt>${label}</dt><dd>${[asked[member]].flat().join(', ')}</dd></div>\n`],
)}</dl>
<p>These parts of the answer decide what it does next:</p>
<dl class="parts">
${PARTS.flatMap(([path, means]) => {
  const value = at(body, path);
  return value === undefined
    ? []
    : [html`<div><dt><code>${path}</code></dt><dd><samp>${shown(value)}</samp>${means}</dd></div>\n`];
})}</dl>
<p>Signed receipts bind the price, the payment and these bytes. <a href="/calibration">See how well the probabilities held</a>.</p>
<details>
<summary>Buy exactly this answer</summary>
${command('buy this answer', buy)}
</details>
</section>`;
}
