import { html } from 'hono/html';
import { barChart } from './chart.ts';
import type { Html } from './frame.ts';
import { table, withCode } from './parts.ts';
import { type Block, dollarsIn, REPORT } from './report-view.ts';
import { at, inWords } from './values.ts';

/** A report of the audit for people. What can be run is left to the files. */
export const report = (answer: object): Html =>
  html`<div class="report">${REPORT.map((block) => section(block, answer))}</div>`;

function section(block: Block, answer: object): Html | string {
  const content = contentOf(block, answer);
  if (content === undefined) return '';
  return block.as === 'bars' ? content : html`<h3>${block.name}</h3>\n${content}`;
}

/** Undefined where the answer has nothing to show of it. */
function contentOf(block: Block, answer: object): Html | undefined {
  if (block.as === 'text') return html`<p>${at(answer, block.path)}</p>`;
  if (block.as === 'list') {
    const lines = at(answer, block.path) as readonly string[];
    return lines.length === 0
      ? undefined
      : html`<ul>${lines.map((line) => html`<li>${withCode(line)}</li>`)}</ul>`;
  }
  if (block.as === 'bars') {
    const bars = block.rows.map(([label, path]) => ({ label, value: dollarsIn(at(answer, path)) }));
    return barChart(block.name, block.note, ['Figure', 'Dollars'], bars);
  }
  if (block.as === 'table') {
    const rows = at(answer, block.path) as readonly object[];
    const cells = rows.map((row) => block.columns.map(([, path]) => inWords(at(row, path))));
    return rows.length === 0
      ? undefined
      : table(
          block.name,
          block.columns.map(([name]) => [name] as const),
          cells,
        );
  }
  const rows = block.rows.flatMap(([name, path]) => {
    const value = at(answer, path);
    return value === null || value === undefined
      ? []
      : [html`<div><dt>${name}</dt><dd>${inWords(value)}</dd></div>\n`];
  });
  return html`<dl class="facts">${rows}</dl>`;
}
