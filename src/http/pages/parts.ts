import { html } from 'hono/html';
import type { CopyEvent } from '../../accounting/counters.ts';
import type { Known } from '../../documents/last-known.ts';
import { rowOf } from '../../values/networks.ts';
import type { Html } from './frame.ts';

/** A command to copy. Without script there is no button, and the text is selected by hand. */
export const command = (label: string, text: string, event?: CopyEvent): Html =>
  html`<div class="command"><pre tabindex="0" role="region" aria-label="Command: ${label}"><code>${text}</code></pre>
<button type="button" hidden data-copy data-event="${event ?? ''}" aria-label="Copy: ${label}">Copy</button></div>`;

export type Tone = 'good' | 'wait' | 'bad' | 'quiet';

/** Words in `backticks` as code. */
export const withCode = (text: string): Html[] =>
  text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));

/** A name that a narrow column breaks between its words. */
export const broken = (name: string): Html[] =>
  name.split(/(?<=[_/-])|(?=\[)/).map((word, i) => (i === 0 ? html`${word}` : html`<wbr>${word}`));

/** A state in words. Its colour only repeats them. */
export const chip = (tone: Tone, text: string): Html => html`<span class="chip ${tone}">${text}</span>`;

/** A table that scrolls by itself where it is wider than the page. Where it has many columns, a phone stacks its cells. */
export const table = (
  caption: string,
  heads: readonly (readonly [name: string, kind?: 'number'])[],
  rows: readonly (readonly (string | number | Html)[])[],
): Html => html`<div class="${scroll(heads.length)}" tabindex="0" role="region" aria-label="${caption}"><table>
<caption>${caption}</caption>
<thead><tr>${heads.map(([name, kind]) => html`<th scope="col" class="${kind ?? 'text'}">${name}</th>`)}</tr></thead>
<tbody>
${rows.map(
  (cells) =>
    html`<tr>${cells.map((cell, i) =>
      i === 0
        ? html`<th scope="row">${cell}</th>`
        : html`<td class="${heads[i]?.[1] ?? 'text'}" data-head="${heads[i]![0]}">${cell}</td>`,
    )}</tr>\n`,
)}</tbody></table></div>`;

/** The class of what a table scrolls in. A phone shows two columns; of more it would show names alone. */
export const scroll = (columns: number): string => (columns > 2 ? 'scroll deep' : 'scroll');

/** Networks by the names that people use; the signed challenge has the exact ids. */
export const networkName = (network: string): string => rowOf(network)?.label ?? network;

/** `2026-11-21T14:51:20.000Z` as people read it. */
export const when = (iso: string): Html =>
  html`<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`;

/** What a page adds when its figures are not of now. */
export const age = ({ status, ageSeconds }: Known<unknown>['figures']): Html | string =>
  status === 'live'
    ? ''
    : html` <strong>The database cannot be asked now: these are the last known figures, ${ageSeconds} s old.</strong>`;
