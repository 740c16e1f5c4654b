import { html } from 'hono/html';

type Html = ReturnType<typeof html>;

export interface Frame {
  readonly title: string;
  readonly description: string;
  readonly main: Html;
  /** Paths of scripts of ours that the page is better with and works without. */
  readonly scripts?: readonly string[];
}

/** Paths of what every page links to. */
export const STYLESHEET = '/assets/assay.css';
export const COPY_SCRIPT = '/assets/copy.js';

/** The one page frame: no inline script or style, nothing from another origin. */
export function framed({ title, description, main, scripts = [] }: Frame): string {
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${description}">
<title>${title} · Assay</title>
<link rel="stylesheet" href="${STYLESHEET}">
${scripts.map((path) => html`<script src="${path}" defer></script>\n`)}</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header><p><a href="/status">Assay</a> · <a href="/api/cash-register">books</a> · <a href="/openapi.json">OpenAPI</a></p></header>
<main id="main">
${main}
</main>
<footer><p>No cookies, no accounts, no third-party requests. A 402 means that no money moved.</p></footer>
</body>
</html>
`);
}
