import { html } from 'hono/html';
import type { CalibrationBand } from '../../accounting/calibration.ts';
import type { Published } from '../../declare.ts';
import type { calibration } from '../../documents/calibration.ts';
import { framed, type Html } from './frame.ts';
import { chip, table, when } from './parts.ts';

type Figures = Awaited<ReturnType<typeof calibration.render>>;

/** How well the probabilities held, for people; programs get the same figures as JSON. */
export function calibrationPage(path: string, figures: Figures, published: Published): string {
  const { asOf, status, judged, needed, outcomes, bands, signals, report, meaning } = figures;
  return framed(published, {
    title: 'Calibration',
    description: 'Whether the probabilities that were sold came true, from reports that came with a receipt.',
    path,
    main: html`<h1>Did the probabilities hold?</h1>
<p class="lead">Read at ${when(asOf)}. A buyer sends one of our receipts and says what became of the call: <code>${report.method} ${report.path}</code>. We verify the receipt and the answer, and count each once.</p>
${
  status === 'measured'
    ? measured(figures)
    : html`<p>${chip('wait', 'not enough yet')} ${judged} of ${needed} judged calls have been reported. Before that there is no score and no diagram: they would show chance, not the model.</p>`
}
<section aria-labelledby="counts">
<h2 id="counts">Counts</h2>
${table(
  'What became of the calls',
  [['Reported'], ['Means'], ['Reports', 'number']],
  Object.entries(report.outcomes).map(([word, means]) => [
    html`<code>${word}</code>`,
    means,
    outcomes[word as keyof typeof outcomes],
  ]),
)}
${table(
  'By stated probability',
  [['Stated'], ['Judged', 'number'], ['Good', 'number'], ['Mean stated', 'number'], ['Observed', 'number']],
  bands.map(({ from, to, judged: n, good, stated, observed }) => [
    `${percent(from)} to ${percent(to)}`,
    n,
    good,
    stated === null ? '–' : percent(stated),
    observed === null ? '–' : percent(observed),
  ]),
)}
${
  signals.length === 0
    ? ''
    : table(
        'By signal that the answer weighed',
        [['Signal'], ['Was'], ['Judged', 'number'], ['Good', 'number']],
        signals.map((row) => [html`<code>${row.signal}</code>`, row.state, row.judged, row.good]),
      )
}
</section>
<section aria-labelledby="means">
<h2 id="means">What this is and is not</h2>
<dl class="facts">
${Object.entries(meaning).map(([name, text]) => html`<div><dt>${name}</dt><dd>${text}</dd></div>\n`)}</dl>
</section>`,
  });
}

const percent = (share: number): string => `${Number((share * 100).toFixed(1))}\u00a0%`;

const measured = ({
  judged,
  brierScore,
  brierScoreOfBaseRate,
  bands,
}: Figures): Html => html`<dl class="figures">
<div><dt>Brier score</dt><dd class="big">${brierScore}</dd><dd>0 is perfect. Always stating the overall share of good calls would score ${brierScoreOfBaseRate}.</dd></div>
<div><dt>Judged calls</dt><dd class="big">${judged}</dd><dd>Reports whose call was paid for.</dd></div>
</dl>
<figure class="plot">
<figcaption><h3>Reliability</h3><p>Each point is one band of stated probabilities. If a point is on the line, they held. The bar is the 95 % interval of what was observed. The table below has the same figures.</p></figcaption>
${diagram(bands)}
</figure>`;

const SIZE = 320;
const LEFT = 48;
const TOP = 12;
const x = (share: number): string => (LEFT + share * SIZE).toFixed(1);
const y = (share: number): string => (TOP + (1 - share) * SIZE).toFixed(1);
const TICKS = [0, 0.25, 0.5, 0.75, 1];

/** Drawn in the colours of the page, so light and dark need no second drawing. */
const diagram = (
  bands: readonly CalibrationBand[],
): Html => html`<svg class="reliability" viewBox="0 0 ${LEFT + SIZE + 28} ${TOP + SIZE + 52}" role="img" aria-label="Observed share of good calls against stated probability">
${TICKS.map(
  (tick) => html`<path class="grid" d="M${x(tick)} ${y(0)}V${y(1)}M${x(0)} ${y(tick)}H${x(1)}"/>
<text x="${x(tick)}" y="${TOP + SIZE + 20}" text-anchor="middle">${tick * 100}</text><text x="${LEFT - 8}" y="${Number(y(tick)) + 5}" text-anchor="end">${tick * 100}</text>\n`,
)}<text x="${x(0.5)}" y="${TOP + SIZE + 42}" text-anchor="middle">stated, %</text>
<text x="14" y="${y(0.5)}" text-anchor="middle" transform="rotate(-90 14 ${y(0.5)})">observed, %</text>
<path class="ideal" d="M${x(0)} ${y(0)}L${x(1)} ${y(1)}"/>
${bands.map(point)}</svg>`;

function point({ stated, observed, interval95, judged }: CalibrationBand): Html | '' {
  if (stated === null || observed === null || interval95 === null) return '';
  const [low, high] = interval95;
  return html`<path class="spread" d="M${x(stated)} ${y(low)}V${y(high)}"/><circle class="point" cx="${x(stated)}" cy="${y(observed)}" r="5"><title>${judged} calls: stated ${percent(stated)}, observed ${percent(observed)}</title></circle>\n`;
}
