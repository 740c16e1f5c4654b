import { html } from 'hono/html';
import type { Operator, Published } from '../../declare.ts';
import { FAILURES_PATH } from '../../values/limits.ts';

export type Html = ReturnType<typeof html>;

export interface PageFrame {
  readonly title: string;
  readonly description: string;
  /** Path of this page, for the navigation. */
  readonly path: string;
  readonly main: Html;
  /** Path of a script that only this page needs, after the one of all pages. */
  readonly script?: string;
}

/** Paths of what every page links to. */
export const STYLESHEET = '/assets/assay.css';
export const SCRIPT = '/assets/assay.js';
export const WALLET = '/assets/wallet.js';
export const FAVICON = '/favicon.svg';
export const GUIDES = '/docs';

const NAVIGATION = [
  ['/try', 'Try'],
  ['/audit', 'Audit'],
  ['/proof', 'Proof'],
  ['/ledger', 'Ledger'],
  [FAILURES_PATH, 'Failures'],
  ['/books', 'Books'],
  [GUIDES, 'Docs'],
  ['/status.html', 'Status'],
] as const;

/** Elsewhere in this service, for programs and for those who write them. */
const FOR_PROGRAMS = [
  ['/openapi.json', 'OpenAPI 3.1'],
  ['/llms.txt', 'llms.txt'],
  ['/.well-known/x402', 'x402 discovery'],
  ['/api/mcp-tool-pack', 'MCP tools'],
  ['/.well-known/jwks.json', 'public keys'],
] as const;

/** The one page frame: no inline script or style, nothing from another origin. */
export function framed({ mode, release, operator, publicUrl }: Published, page: PageFrame): string {
  const { title, description, path, main, script } = page;
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${description}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="Assay">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${publicUrl}${path}">
<title>${path === '/' ? `Assay · ${title}` : `${title} · Assay`}</title>
<link rel="icon" href="${FAVICON}" type="image/svg+xml">
<link rel="stylesheet" href="${STYLESHEET}">
<script src="${SCRIPT}" defer></script>
${
  script === undefined
    ? ''
    : html`<script src="${script}" defer></script>
`
}</head>
<body>
<a class="skip" href="#main">Skip to content</a>
${mode === 'sandbox' ? html`<aside class="sandbox" aria-label="Sandbox">Sandbox: payments settle on a local chain with test money.</aside>` : ''}
<header class="top">
<a class="wordmark" href="/"${path === '/' ? html` aria-current="page"` : ''}>${MARK}<span>Assay</span></a>
<nav aria-label="Pages"><ul>
${NAVIGATION.map(
  ([to, name]) =>
    html`<li><a href="${to}"${to === path ? html` aria-current="page"` : ''}>${name}</a></li>\n`,
)}</ul></nav>
</header>
<main id="main" tabindex="-1">
${main}
</main>
<p class="said" role="status" aria-live="polite" id="said"></p>
<footer class="bottom">
<nav aria-label="For programs"><ul>
${FOR_PROGRAMS.map(([to, name]) => html`<li><a href="${to}">${name}</a></li>\n`)}</ul></nav>
${operator ? runBy(operator) : ''}<p>No cookies, no accounts, no third-party requests. A 402 means that no money moved. Release ${release}.</p>
</footer>
</body>
</html>
`);
}

/** Who runs this instance, and where to turn. */
const runBy = (operator: Operator): Html =>
  html`<p>${operator.name === undefined ? '' : html`Run by ${operator.name}.`}${linksOf(operator)}</p>
`;

export const linksOf = ({ contact, terms, source }: Operator): Html[] =>
  [
    ['Contact', contact],
    ['Terms', terms],
    ['Source', source],
  ].flatMap(([label, to]) => (to === undefined ? [] : [html` <a href="${to}">${label}</a>`]));

/** The mark: an assayer's punch, eight-sided, with the letter cut out. Decorative beside the name. */
const MARK = html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false"><path d="M10 1h12l9 9v12l-9 9H10l-9-9V10z"/><path class="cut" fill-rule="evenodd" d="M14 7h4l6 18h-4l-1.2-4h-5.6L12 25H8zm2 5.5l-1.8 5.2h3.6z"/></svg>`;
