import { html } from 'hono/html';
import { z } from 'zod';
import type { Context, Published } from '../../declare.ts';
import { issuesOf } from '../../issues.ts';
import { parseStrictJson } from '../../values/json.ts';
import type { Issue } from '../../values/problem.ts';
import { framed, type Html } from './frame.ts';
import type { Page } from './page.ts';
import { TRY_CHECKS, type TryId, type TryView, VIEWS } from './try-view.ts';
import { at, inWords } from './values.ts';

/** What came of one form: the answer of the check, or what is wrong, and the sender's own values for the sender's page. */
interface Tried {
  readonly id: TryId;
  readonly values: Readonly<Record<string, string>>;
  readonly issues: readonly Issue[];
  readonly answer?: object;
}

/** Free checks in the page. A goal must not land in an address or a log, so the forms are sent as POST. */
export const tryPage: Page = {
  path: '/try',
  freshness: 'fixed',
  html: (published) => tryHtml(published),
};

/**
 * Answers a form that was sent without script: the same check, asked with the same input as its JSON route, and shown
 * to the sender only. Undefined where the form is none of ours.
 */
export async function answerForm(
  fields: URLSearchParams,
  context: Context,
): Promise<{ readonly html: string; readonly ok: boolean; readonly checkId: string } | undefined> {
  const id = fields.get('check');
  if (!isTryId(id)) return undefined;
  const check = TRY_CHECKS[id];
  const values = Object.fromEntries(VIEWS[id].fields.map(({ name }) => [name, fields.get(name) ?? '']));
  const read = inputOf(VIEWS[id], values);
  const parsed = 'issue' in read ? undefined : check.input.safeParse(read.input);
  const issues =
    'issue' in read ? [read.issue] : parsed!.success ? [] : issuesOf(parsed!.error!, check.input);
  const answer = parsed?.success ? await check.run(parsed.data, context) : undefined;
  const tried: Tried = { id, values, issues, ...(answer && { answer }) };
  return { html: tryHtml(context.published, tried), ok: answer !== undefined, checkId: check.id };
}

const isTryId = (id: string | null): id is TryId => id !== null && Object.hasOwn(VIEWS, id);

/** The input as a JSON caller would send it: a field that was left empty is absent. */
function inputOf({ fields }: TryView, values: Tried['values']): { input: object } | { issue: Issue } {
  const input: Record<string, unknown> = {};
  for (const { name, as } of fields) {
    const value = values[name]!.replaceAll('\r\n', '\n');
    if (value === '') continue;
    if (as === 'lines') input[name] = linesIn(value);
    else if (as !== 'json') input[name] = value;
    else {
      const parsed = parseStrictJson(value);
      if (!parsed.ok) return { issue: { ...parsed.issue, path: name } };
      input[name] = parsed.value;
    }
  }
  return { input };
}

/** As the script parts them. */
const linesIn = (value: string): string[] => value.split('\n').filter((line) => line.trim() !== '');

function tryHtml(published: Published, tried?: Tried): string {
  return framed(published, {
    path: '/try',
    title: tried ? titleOf(tried) : 'Try a free check',
    description:
      'Try the spend passport, the metadata preflight and the reading of an opportunity check. Free; spends and stores nothing.',
    main: html`<h1>Try a free check</h1>
<p class="lead">These forms run the same code as the API. Nothing is spent, stored or logged, and only you see what you type.</p>
<div class="tries">
${(Object.keys(VIEWS) as TryId[]).map((id) => form(id, tried?.id === id ? tried : undefined))}
</div>`,
  });
}

const titleOf = ({ id, answer }: Tried): string =>
  answer ? `${headline(VIEWS[id], answer)}: ${VIEWS[id].title}` : `Please correct: ${VIEWS[id].title}`;

function form(id: TryId, tried: Tried | undefined): Html {
  const view = VIEWS[id];
  const shape = z.toJSONSchema(TRY_CHECKS[id].input, { io: 'input', unrepresentable: 'any' });
  return html`<section class="try" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${view.title}</h2>
<p>${view.lead}</p>
${tried && tried.issues.length > 0 ? faults(id, tried.issues) : ''}
<form method="post" action="/try#${id}" data-check="${id}" data-path="${TRY_CHECKS[id].path}" autocomplete="off" novalidate>
<input type="hidden" name="check" value="${id}">
${view.fields.map((field) =>
  control(id, field, tried, {
    ...(shape.properties?.[field.name] as Omit<Property, 'required'> | undefined),
    required: shape.required?.includes(field.name) ?? false,
  }),
)}
<p><button type="submit" class="action">${view.submit}</button></p>
</form>
<div class="result" data-result="${id}" tabindex="-1">${tried?.answer ? result(view, tried.answer) : ''}</div>
</section>\n`;
}

const faults = (id: TryId, issues: readonly Issue[]): Html =>
  html`<div class="faults" role="alert"><p>Please correct:</p><ul>
${issues.map(
  ({ path, message }) =>
    html`<li>${path === '' ? '' : html`<a href="#${id}-${path.split('.')[0]}">${path}</a>: `}${message}</li>`,
)}</ul></div>`;

interface Property {
  readonly description?: string;
  readonly maxLength?: number;
  readonly enum?: readonly string[];
  readonly required: boolean;
}

/** A description that lists things, each on a line of its own: in one sentence nobody finds the one that is looked for. */
function linesOf(description: string): Html[] {
  const [lead, listed] = description.split(/: (?=[^.]*;)/);
  const items = listed?.replace(/\.$/, '').split('; ') ?? [];
  return [html`${lead}${listed ? ':' : ''}`, ...items.map((item) => html`<br>${item}`)];
}

/** Hints and choices come from the schema. No `maxlength`: a browser would cut a pasted text and the rest go unread. */
function control(
  id: TryId,
  { name, label, as }: TryView['fields'][number],
  tried: Tried | undefined,
  property: Property,
) {
  const value = tried?.values[name] ?? '';
  const key = `${id}-${name}`;
  const wrong = tried?.issues.some(({ path }) => path.split('.')[0] === name) ?? false;
  const hint = [
    ...linesOf(property.description ?? ''),
    ...(property.maxLength ? [html` At most ${property.maxLength} characters.`] : []),
  ];
  const shared = html`id="${key}" name="${name}"${hint.length > 0 ? html` aria-describedby="${key}-hint"` : ''}${wrong ? html` aria-invalid="true"` : ''}${property.required ? html` aria-required="true"` : ''}`;
  return html`<p class="field"><label for="${key}">${label}${property.required ? html` <span class="must">required</span>` : ''}</label>
${
  as === 'choice'
    ? html`<select ${shared}><option value="">not said</option>${property.enum?.map((each) => html`<option${each === value ? html` selected` : ''}>${each}</option>`)}</select>`
    : as === 'line'
      ? html`<input type="text" ${shared} value="${value}" spellcheck="false">`
      : html`<textarea ${shared} rows="${as === 'json' ? 3 : 4}" spellcheck="${as === 'json' ? 'false' : 'true'}">\n${value}</textarea>`
}
${hint.length > 0 ? html`<span class="hint" id="${key}-hint">${hint}</span>` : ''}</p>\n`;
}

/** An answer as the script renders it too (script.ts): same rows, same words. */
function result(view: TryView, answer: object): Html {
  const rows = view.rows.flatMap(([name, path]) => {
    const value = at(answer, path);
    return value === null || value === undefined
      ? []
      : [html`<div><dt>${name}</dt><dd>${inWords(value)}</dd></div>\n`];
  });
  const [name, member] = view.send;
  return html`<h3>${headline(view, answer)}</h3>
<dl class="facts">${rows}</dl>
${sentences(view, answer)}<h4>${name}</h4>
<pre tabindex="0" role="region" aria-label="${name}"><code>${JSON.stringify(at(answer, member), null, 2)}</code></pre>
${next(view, answer)}<details><summary>Whole answer</summary><pre tabindex="0" role="region" aria-label="Whole answer"><code>${JSON.stringify(answer, null, 2)}</code></pre></details>`;
}

function sentences({ list }: TryView, answer: object): Html | '' {
  const said = list ? (at(answer, list[1]) as readonly string[]) : [];
  return list && said.length > 0
    ? html`<h4>${list[0]}</h4>\n<ul>${said.map((line) => html`<li>${line}</li>`)}</ul>\n`
    : '';
}

const next = ({ next: step }: TryView, answer: object): Html | '' =>
  step && at(answer, 'status') === step.status ? html`<p><a href="${step.to}">${step.text}</a></p>\n` : '';

const headline = ({ headlines }: Pick<TryView, 'headlines'>, answer: object): string => {
  const status = String(at(answer, 'status'));
  return headlines[status] ?? status;
};
