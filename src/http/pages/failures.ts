import { html } from 'hono/html';
import type { failures } from '../../checks/failure-signature/codes.ts';
import type { Published } from '../../declare.ts';
import { framed, type Html } from './frame.ts';
import { broken, chip, type Tone, table, withCode } from './parts.ts';

type Codes = ReturnType<typeof failures.render>;
type Entry = Codes['entries'][number];
type CauseRow = Codes['causes'][number];
type CaseRow = Codes['cases'][number];

const TONE: Readonly<Record<CauseRow['moneyMoved'], Tone>> = { no: 'good', maybe: 'wait', yes: 'bad' };
export const RESEND_WORDS = {
  yes: 'may be sent again',
  no: 'do not send it again',
  nothing_signed: 'nothing was signed',
  if_signed: 'may be sent again, if one was signed',
} as const;
export const SIGN_WORDS = {
  yes: 'may sign anew',
  once_void: 'sign anew only once this one can no longer settle',
  no: 'do not sign anew',
  next_call: 'sign anew only for a further call',
} as const;

/** Every name of a failure, by cause, each at its own anchor. The browser's own search finds any; script opens and hides rows. */
export function failuresPage(path: string, codes: Codes, published: Published): string {
  const { causes, cases, entries, means, own } = codes;
  const byCause = Map.groupBy(entries, ({ cause }) => cause);
  const casesBy = Map.groupBy(cases, ({ causes: [first] }) => first!);
  return framed(published, {
    title: 'Failures',
    description:
      'Every error code and message of paid calls: who acts, whether money moved, what to do next.',
    path,
    main: html`<h1>Every failure has a name</h1>
<p class="lead">${entries.length} codes and messages, and ${cases.length} cases, from the x402 and MPP SDKs, facilitators and this service. If the outcome is unknown, money may have moved: send the same payment again, and sign nothing new.</p>
<form class="field" action="${codes.codes}" method="get" role="search">
<label for="code">Find a code</label>
<input type="text" id="code" name="code" maxlength="200" autocomplete="off" spellcheck="false" data-filter="entries" aria-describedby="code-hint">
<span class="hint" id="code-hint">Without JavaScript the answer comes as JSON. Open a cause below to see its codes.</span>
</form>
<section aria-labelledby="words">
<h2 id="words">What the words mean</h2>
<dl class="facts">
${Object.entries({ ...means.moneyMoved }).map(([word, meaning]) => html`<div><dt>money: ${word}</dt><dd>${meaning}</dd></div>\n`)}${Object.entries(means.acts).map(([word, meaning]) => html`<div><dt>acts: ${word}</dt><dd>${meaning}</dd></div>\n`)}</dl>
</section>
<section aria-labelledby="own">
<h2 id="own">Errors of this service</h2>
<p>What each answer of this service says about your money. An error that comes in several situations has a row for each.</p>
${table(
  'Errors of this service, and what happened to money',
  [['Status'], ['Error'], ['Money'], ['The same payment'], ['A new payment']],
  own.map(({ status, code, moneyMoved, sendSameAgain, signAnew }) => [
    String(status),
    html`<a href="#${code}"><code>${broken(code)}</code></a>`,
    chip(TONE[moneyMoved], moneyMoved),
    RESEND_WORDS[sendSameAgain],
    SIGN_WORDS[signAnew],
  ]),
)}
</section>
<section aria-labelledby="causes">
<h2 id="causes">Causes</h2>
<ul>
${causes.map(({ cause, title }) => html`<li><a href="#cause-${cause}">${withCode(title)}</a></li>\n`)}</ul>
</section>
<div id="entries">
${causes.map((row) => section(row, casesBy.get(row.cause) ?? [], byCause.get(row.cause) ?? []))}</div>`,
  });
}

/** A fix as a person reads it: what an answer tells in three sentences is told here in short ones. */
const fixSaid = (fix: string): Html[] => withCode(inShortSentences(fix));

const CODE_OR_JOINT = /`[^`]*`|; (\p{Ll})?/gu;
const inShortSentences = (fix: string): string =>
  fix.replace(CODE_OR_JOINT, (part, letter: string | undefined) =>
    part.startsWith(';') ? `. ${letter?.toUpperCase() ?? ''}` : part,
  );

const section = (
  row: CauseRow,
  cases: readonly CaseRow[],
  entries: readonly Entry[],
): Html => html`<section aria-labelledby="cause-${row.cause}">
<h2 id="cause-${row.cause}">${withCode(row.title)}</h2>
<p><code>${row.cause}</code> ${verdict(row)}</p>
<p>${fixSaid(row.smallestFix)}</p>
${folded(cases.map(told), 'case', 'cases')}${folded(
  entries.map((entry) => name(entry, row)),
  'code or message',
  'codes and messages',
)}</section>
`;

/** Closed, or nobody could scroll past them. A browser opens what holds the anchor that was asked for, or what it searches. */
const folded = (names: readonly Html[], one: string, many: string): Html | '' =>
  names.length === 0
    ? ''
    : html`<details>
<summary>${names.length === 1 ? `One ${one}` : `${names.length} ${many}`}</summary>
<ul class="names">
${names}</ul>
</details>
`;

const told = (row: CaseRow): Html =>
  html`<li id="${row.id}"><a href="#${row.id}">${row.id.slice('case-'.length).replaceAll('-', ' ')}</a><br>${verdict(row)}<br>${fixSaid(row.smallestFix)}</li>\n`;

const verdict = ({
  acts,
  moneyMoved,
  sendSameAgain,
  signAnew,
}: Pick<CauseRow, 'acts' | 'moneyMoved' | 'sendSameAgain' | 'signAnew'>): Html =>
  html`${chip(TONE[moneyMoved], `money: ${moneyMoved}`)} ${acts} acts · ${RESEND_WORDS[sendSameAgain]} · ${SIGN_WORDS[signAnew]}`;

const name = (entry: Entry, row: CauseRow): Html => {
  const own =
    entry.acts !== row.acts ||
    entry.moneyMoved !== row.moneyMoved ||
    entry.sendSameAgain !== row.sendSameAgain ||
    entry.signAnew !== row.signAnew;
  const [said] = entry.saidBy;
  return html`<li id="${entry.id}"><a href="#${entry.id}"><code>${entry.text}</code></a> <span class="note">${said!.package}${said!.package.includes(' ') ? '' : ` ${said!.since}`}${entry.saidBy.length > 1 ? ` and ${entry.saidBy.length - 1} more` : ''}</span>${own ? html`<br>${verdict(entry)}` : ''}${entry.smallestFix ? html`<br>${fixSaid(entry.smallestFix)}` : ''}</li>\n`;
};
