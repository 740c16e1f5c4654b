import { html } from 'hono/html';
import { reliabilityLedgerPreview } from '../../documents/reliability-ledger-preview.ts';
import { LANGUAGE_OF, type Registry } from '../../ledger/tested-builds.ts';
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
  formOf: (query) => {
    const asked = query.get('language');
    if (asked === null) return ALL;
    return KEYS.includes(asked) ? asked : UNKNOWN;
  },
  html: async (context, _, form) => {
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
${edition ? editionHtml(edition, form) : ''}
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

const editionHtml = (edition: Summary, form: string): Html => {
  const { coverage, registries, contentDigest, compatibilityMap } = edition;
  const only = registries.find(({ registry }) => keyOf(registry) === form)?.registry;
  return html`<dl class="figures">
${COVERAGE.map(([member, name]) => html`<div><dt>${name}</dt><dd class="big">${coverage[member]}</dd></div>\n`)}</dl>
<section aria-labelledby="map">
<h2 id="map">Where clients pass and fail</h2>
<p>Each row is a situation that a seller puts a client in, with what a careful client does then. Each column is a client. A cell says how many of the tested versions do that. The id of a row is a link to it.</p>
${filter(registries, only)}
${form === ALL || only ? '' : html`<p>This edition has no client in that language, so all are shown.</p>`}
<ul class="legend">
${Object.values(GRADES).map(({ tone, sample, says }) => html`<li><span class="cell ${tone}">${sample}</span> ${says}</li>\n`)}</ul>
${heatMap(only ? narrowed(compatibilityMap, only) : compatibilityMap)}
</section>
${notRunHtml(edition)}<p class="note">Digest of the edition: <code class="digest">${contentDigest}</code></p>`;
};

/** The value of `language` in the address. */
const keyOf = (registry: Registry): string => LANGUAGE_OF[registry].toLowerCase();
const KEYS: readonly string[] = Object.values(LANGUAGE_OF).map((name) => name.toLowerCase());
/** The forms of the page without a language, and for one that is none of ours. */
const [ALL, UNKNOWN] = ['', 'unknown'] as const;

/** Plain links: they work without script, and each view has an address. */
const filter = (registries: Summary['registries'], only: Registry | undefined): Html => {
  const all = registries.reduce((sum, { builds }) => sum + builds, 0);
  const link = (to: string, name: string, builds: number, shown: boolean) =>
    html`<li><a href="${to}"${shown ? html` aria-current="true"` : ''}>${name} (${builds})</a></li>\n`;
  return html`<nav aria-label="Client builds by language"><ul>
${link('/ledger', 'All languages', all, only === undefined)}${registries.map(({ registry, builds }) =>
  link(`/ledger?language=${keyOf(registry)}`, LANGUAGE_OF[registry], builds, registry === only),
)}</ul></nav>`;
};

/** Builds that this edition could not run, and where they were tested last. */
const notRunHtml = ({ notRun, lastTestedEarlier }: Summary): Html => {
  const tested = new Map(lastTestedEarlier.map((each) => [each.build, each]));
  const item = (build: string) => {
    const last = tested.get(build);
    return html`<li><code>${build}</code>${last ? html`: last run on ${when(last.observedAt)}, for the edition <code class="digest">${last.edition}</code>` : ''}</li>\n`;
  };
  return html`${notRun.map(
    ({ why, builds }) => html`<p>Not run for this edition: ${why}.</p>
<ul>
${builds.map(item)}</ul>
`,
  )}`;
};

/** The columns of one language, and the rows in which one of its clients was run. */
function narrowed({ clients, registries, behaviours }: HeatMap, only: Registry): HeatMap {
  const kept = <T>(all: readonly T[]): T[] => all.filter((_, i) => registries[i] === only);
  return {
    clients: kept(clients),
    registries: kept(registries),
    behaviours: behaviours
      .map((row) => ({ ...row, cells: kept(row.cells) }))
      .filter(({ cells }) => cells.some(({ ran }) => ran > 0)),
  };
}

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
}: HeatMap): Html => html`<div class="scroll tall" tabindex="0" role="region" aria-label="Compatibility by situation and client"><table class="heat">
<caption>Versions that do what a careful client does</caption>
<thead><tr><th scope="col">Situation → what a careful client does</th>${clients.map((client) => html`<th scope="col">${broken(client)}</th>`)}</tr></thead>
${GROUPS.map(([risk, says]) => {
  const rows = behaviours.filter(({ moneyAtRisk }) => moneyAtRisk === risk);
  return rows.length === 0
    ? ''
    : html`<tbody>
<tr><th scope="rowgroup" colspan="${clients.length + 1}">${says}</th></tr>
${rows.map(rowHtml)}</tbody>\n`;
})}</table></div>`;

const GROUPS = [
  [true, 'Situations in which a client put money at risk'],
  [false, 'All other situations'],
] as const;

const rowHtml = ({ id, title, expected, cells }: HeatMap['behaviours'][number]): Html =>
  html`<tr id="${id}"><th scope="row"><a href="#${id}"><b>${id}</b></a> ${title}<span class="hint">${expected}</span></th>${cells.map((cell) => html`<td><span class="cell ${GRADES[gradeOf(cell)].tone}">${cell.ran === 0 ? 'not run' : `${cell.passed} of ${cell.ran}`}</span></td>`)}</tr>\n`;
