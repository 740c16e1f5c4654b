import { html } from 'hono/html';
import type { Html } from './frame.ts';
import { table } from './parts.ts';

export interface Bar {
  readonly label: string;
  readonly value: number;
}

const ROW = 44;
const BAR_TOP = 22;
const BAR_HEIGHT = 12;

/**
 * Bars, and the same figures as a table to open. Widths are percentages and texts have a size of their own, so the
 * drawing stretches with the page and stays readable on a phone. Readers that do not see get the table. Where there is
 * nothing to draw, it says so.
 */
export function barChart(
  title: string,
  note: string,
  heads: readonly [string, string],
  bars: readonly Bar[],
): Html {
  const most = Math.max(...bars.map(({ value }) => value), 0);
  return html`<figure class="plot">
<figcaption><h3>${title}</h3><p>${note}</p></figcaption>
${
  most === 0
    ? html`<p class="none">None so far.</p>`
    : html`<svg class="bars" width="100%" height="${bars.length * ROW}" aria-hidden="true" focusable="false">
${bars.map(({ label, value }, i) => bar(label, value, (value / most) * 100, i * ROW))}</svg>`
}
<details><summary>As a table<span class="unseen">: ${title}</span></summary>
${table(
  title,
  [[heads[0]], [heads[1], 'number']],
  bars.map(({ label, value }) => [label, value]),
)}
</details>
</figure>`;
}

const bar = (label: string, value: number, percent: number, top: number): Html => html`<g>
<text x="0" y="${top + 14}">${label}</text><text class="value" x="100%" y="${top + 14}">${value}</text>
<rect class="track" x="0" y="${top + BAR_TOP}" width="100%" height="${BAR_HEIGHT}" rx="3"/>
${value === 0 ? '' : html`<rect class="bar" x="0" y="${top + BAR_TOP}" width="${Math.max(1, percent).toFixed(1)}%" height="${BAR_HEIGHT}" rx="3"/>`}
</g>\n`;
