import { html } from 'hono/html';
import { reliabilityLedgerPreview } from '../../documents/reliability-ledger-preview.ts';
import { framed, type Html } from './frame.ts';
import type { Page } from './page.ts';
import { broken, chip, command, type Tone, when } from './parts.ts';

type Preview = Awaited<ReturnType<typeof reliabilityLedgerPreview.render>>;
type Summary = NonNullable<Preview['edition']>;
type HeatMap = Summary['compatibilityMap'];
type Cell = HeatMap['behaviours'][number]['cells'][number];

/** The ledger's free half for people: whether it may be bought, and where clients fail. The preview is the only source. */
export const ledger: Page = {
  path: '/ledger',
  freshness: 'live',
  sameForAll: true,
  html: async (context) => {
    const { availability, purchase, edition, howToVerify } = await reliabilityLedgerPreview.render(context);
    const { publicUrl } = context.published;
    return framed(context.published, {
      path: '/ledger',
      title: 'Reliability ledger',
      description:
        'What client builds do when a seller asks them to pay: where they pass, and where money is at risk.',
      main: html`<h1>Reliability ledger</h1>
<p class="lead">We run published client builds and record what they do when a seller asks them to pay. This page is the free preview. The paid edition names each version, what exactly happened, and the verified fix.</p>
<p>${chip(availability.purchaseAvailable ? 'good' : 'wait', availability.purchaseAvailable ? 'current' : 'not for sale')} ${availability.detail}${availability.validUntil === null ? '' : html` Valid until ${when(availability.validUntil)}.`}</p>
${edition ? editionHtml(edition) : ''}
${
  purchase
    ? html`<section aria-labelledby="buy">
<h2 id="buy">The whole edition for ${purchase.price}</h2>
<p>Look at the challenge first: it moves nothing. <a href="/proof">How to pay and check the receipt</a>.</p>
${command('see the price of the edition', `curl -sS -i '${publicUrl}${purchase.path}'`)}
<p>For the same price you can ask for the rows of one client, version, behaviour or severity. You get these rows and their proofs. A client, version or behaviour that was not run is not sold.</p>
${command('see the price of the rows in which money is paid twice', `curl -sS -i '${publicUrl}${purchase.path}?severity=double_charge'`)}
<p class="note">${howToVerify}</p>
</section>`
    : ''
}
<p>For programs: <a href="${reliabilityLedgerPreview.path}"><code>${reliabilityLedgerPreview.path}</code></a>.</p>`,
    });
  },
};

const COVERAGE = [
  ['buyerClients', 'Clients'],
  ['clientVersions', 'Versions'],
  ['behaviours', 'Situations'],
  ['observedSignatures', 'Failures observed'],
  ['verifiedMitigations', 'Verified fixes'],
] as const;

const LANGUAGES = { npm: 'JavaScript', pypi: 'Python', go: 'Go', 'crates.io': 'Rust' } as const;

const editionHtml = ({
  coverage,
  registries,
  contentDigest,
  compatibilityMap,
}: Summary): Html => html`<dl class="figures">
${COVERAGE.map(([member, name]) => html`<div><dt>${name}</dt><dd class="big">${coverage[member]}</dd></div>\n`)}</dl>
<p>Client builds by language: ${registries.map(({ registry, builds }) => `${LANGUAGES[registry]} ${builds}`).join(', ')}.</p>
<section aria-labelledby="map">
<h2 id="map">Where clients pass and fail</h2>
<p>Each row is a situation that a seller puts a client in, with what a careful client does then. Each column is a client. A cell says how many of the tested versions do that.</p>
<ul class="legend">
${Object.values(GRADES).map(({ tone, sample, says }) => html`<li><span class="cell ${tone}">${sample}</span> ${says}</li>\n`)}</ul>
${heatMap(compatibilityMap)}
</section>
<p class="note">Digest of the edition: <code class="digest">${contentDigest}</code></p>`;

/** Words and a colour for a cell; the numbers alone say the same. */
const GRADES = {
  all: { tone: 'good', sample: '3 of 3', says: 'every version does' },
  some: { tone: 'wait', sample: '1 of 3', says: 'it depends on the version' },
  none: { tone: 'bad', sample: '0 of 3', says: 'no version does' },
  unknown: { tone: 'quiet', sample: 'not run', says: 'not applicable, or not run' },
} as const satisfies Record<string, { tone: Tone; sample: string; says: string }>;

const gradeOf = ({ passed, ran }: Cell): keyof typeof GRADES =>
  ran === 0 ? 'unknown' : passed === ran ? 'all' : passed === 0 ? 'none' : 'some';

const heatMap = ({
  clients,
  behaviours,
}: HeatMap): Html => html`<div class="scroll" tabindex="0" role="region" aria-label="Compatibility by situation and client"><table class="heat">
<caption>Versions that do what a careful client does</caption>
<thead><tr><th scope="col">Situation → what a careful client does</th>${clients.map((client) => html`<th scope="col">${broken(client)}</th>`)}</tr></thead>
<tbody>
${behaviours.map(
  ({ id, title, expected, cells }) =>
    html`<tr><th scope="row"><b>${id}</b> ${title}<span class="hint">${expected}</span></th>${cells.map((cell) => html`<td><span class="cell ${GRADES[gradeOf(cell)].tone}">${cell.ran === 0 ? 'not run' : `${cell.passed} of ${cell.ran}`}</span></td>`)}</tr>\n`,
)}</tbody></table></div>`;
