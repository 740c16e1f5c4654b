import { html, raw } from 'hono/html';
import { Marked, type Token, type Tokens } from 'marked';
import type { Published } from '../../declare.ts';
import { framed, GUIDES, type Html } from './frame.ts';
import { scroll } from './parts.ts';

/** One page of the documentation: a Markdown file, as it stands in the repository. */
export interface Guide {
  /** `buyers`: the last part of its address. */
  readonly name: string;
  readonly markdown: string;
}

/** Where a guide is found, and who is helped by it. What is not named here is for whoever works on the service. */
const READERS: readonly (readonly [reader: string, names: readonly string[]])[] = [
  [
    'Buy something',
    ['first-check', 'first-witness', 'first-audit', 'ledger-rows', 'mcp-hosts', 'pay-once', 'refusals'],
  ],
  [
    'Pay with your client',
    ['pay-reference', 'pay-fetch', 'pay-axios', 'pay-python', 'pay-go', 'pay-mcp', 'pay-mpp'],
  ],
  [
    'Before and after paying',
    ['buyers', 'before-paying', 'verify-receipt', 'after-a-failure', 'purchase-ends'],
  ],
  ['Look it up', ['glossary', 'checks', 'protocol']],
  ['How answers are reached', ['opportunity-model', 'audit-model', 'ledger', 'policy', 'lab']],
  ['For operators', ['operators', 'deploy', 'backup', 'edge', 'books', 'scale']],
];

const address = (name: string): string => `${GUIDES}/${name}`;

/** "This page shows how to pay": in a list of pages, "How to pay" is enough. */
const OPENING = /^This page (?:(?:says|shows|explains) (?=how|what|where|which))?(\w)/;

/** What stands between a guide's first heading and its next block: one paragraph that says what it is about. */
function aboutOf(markdown: string): { readonly title: string; readonly about: string } {
  const tokens = new Marked().lexer(markdown);
  const heading = tokens.find(({ type }) => type === 'heading') as Tokens.Heading | undefined;
  const paragraph = tokens.find(({ type }) => type === 'paragraph') as Tokens.Paragraph | undefined;
  const sentence = plain(paragraph?.tokens ?? []).split(/(?<=[.?!])\s/)[0] ?? '';
  return {
    title: plain(heading?.tokens ?? []),
    about: sentence.replace(OPENING, (_, first) => first.toUpperCase()),
  };
}

/** All guides on one page, by who reads them. */
export function guidesPage(guides: readonly Guide[], published: Published): string {
  const named = new Set(READERS.flatMap(([, names]) => names));
  const groups: readonly (readonly [string, readonly string[]])[] = [
    ...READERS,
    ['For engineers', guides.map(({ name }) => name).filter((name) => !named.has(name))],
  ];
  return framed(published, {
    path: GUIDES,
    title: 'Documentation',
    description: 'How to buy, how answers are reached, how to run the service and how to work on it.',
    main: html`<h1>Documentation</h1>
${groups.map(([reader, names]) =>
  group(
    reader,
    names.flatMap((name) => guides.find((guide) => guide.name === name) ?? []),
  ),
)}`,
  });
}

function group(reader: string, guides: readonly Guide[]): Html | '' {
  if (guides.length === 0) return '';
  return html`<section>
<h2>${reader}</h2>
<dl class="free">
${guides.map(({ name, markdown }) => {
  const { title, about } = aboutOf(markdown);
  return html`<dt><a href="${address(name)}">${title}</a></dt><dd>${about}</dd>\n`;
})}</dl>
</section>
`;
}

/** One guide. Links to other guides stay on this service; a link to a file of the repository is shown as its name. */
export function guidePage({ name, markdown }: Guide, guides: readonly Guide[], published: Published): string {
  const { title, about } = aboutOf(markdown);
  const names = new Set(guides.map((each) => each.name));
  return framed(published, {
    path: address(name),
    title,
    description: about,
    main: html`<article class="guide">
<p class="eyebrow"><a href="${GUIDES}">Documentation</a></p>
${raw(rendererFor(names).parse(markdown, { async: false }))}</article>`,
  });
}

function rendererFor(names: ReadonlySet<string>): Marked {
  const ids = new Map<string, number>();
  // Regions that scroll need names, each its own.
  let codes = 0;
  let tables = 0;
  return new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const id = anchorOf(plain(tokens), ids);
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const to = targetOf(href, names);
        return to === undefined ? text : `<a href="${escaped(to)}">${text}</a>`;
      },
      // Pictures of the repository are not served: what stands beside them says the same.
      image: ({ text }) => escaped(text),
      // Comments mark what is derived; a guide has no other markup of its own than line breaks in cells.
      html: ({ text }) => (text.trim() === '<br>' ? '<br>' : ''),
      code: ({ text }) =>
        `<pre tabindex="0" role="region" aria-label="Code ${++codes}"><code>${escaped(text)}</code></pre>\n`,
      table({ header, rows }) {
        const cells = (row: readonly Tokens.TableCell[], tag: (i: number) => string) =>
          `<tr>${row.map((cell, i) => cellOf(cell.text === '' ? 'td' : tag(i), this.parser.parseInline(cell.tokens))).join('')}</tr>\n`;
        const head = cells(header, () => 'th scope="col"');
        const under = header.map(({ tokens }) => `td data-head="${escaped(plain(tokens))}"`);
        const body = rows.map((row) => cells(row, (i) => (i === 0 ? 'th scope="row"' : under[i]!)));
        return `<div class="${scroll(header.length)}" tabindex="0" role="region" aria-label="Table ${++tables}"><table><thead>${head}</thead><tbody>${body.join('')}</tbody></table></div>\n`;
      },
    },
  });
}

/** The tag with its attributes. An empty cell heads nothing: it is no `th`. */
const cellOf = (tag: string, inner: string): string => `<${tag}>${inner}</${tag.split(' ')[0]}>`;

/** GitHub's anchors, which the links between guides use: lower case, spaces to hyphens, other marks left out. */
function anchorOf(text: string, seen: Map<string, number>): string {
  const id = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
  const before = seen.get(id) ?? 0;
  seen.set(id, before + 1);
  return before === 0 ? id : `${id}-${before}`;
}

/** `operators.md#alerts` is a page of ours; `../bench/RESULTS.md` is a file of the repository, and no page. */
function targetOf(href: string, names: ReadonlySet<string>): string | undefined {
  if (/^(?:https:\/\/|#)/.test(href)) return href;
  const [, name, anchor = ''] = /^([a-z-]+)\.md(#.*)?$/.exec(href) ?? [];
  return name !== undefined && names.has(name) ? address(name) + anchor : undefined;
}

function plain(tokens: readonly Token[]): string {
  return tokens
    .map((token) =>
      'tokens' in token && token.tokens ? plain(token.tokens) : ((token as Tokens.Text).text ?? ''),
    )
    .join('');
}

const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
