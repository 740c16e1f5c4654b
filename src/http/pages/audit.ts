import { html } from 'hono/html';
import { type Context, offeredBy, type Product, type Published, preconditionOf } from '../../declare.ts';
import { closedLineOf } from '../../discovery/closed.ts';
import { type PreviewSample, samplesOf } from '../../documents/agent-revenue-audit-preview.ts';
import { issuesOf } from '../../issues.ts';
import { once } from '../../values/once.ts';
import type { Issue } from '../../values/problem.ts';
import { framed, type Html, WALLET } from './frame.ts';
import type { Page } from './page.ts';
import { command, table } from './parts.ts';
import { report } from './report.ts';

/**
 * The revenue audit for a person: a form that keeps nothing, the facts that were read and the questions that would
 * change the audit, the ways to buy it, and a whole sample. It asks the same free checks as a program.
 */
const PREPARE = '/api/agent-revenue-audit-builder/prepare';
const PACK = '/api/agent-revenue-audit-builder/action-pack';
const AUDIT = '/api/agent-revenue-audit';

const FIELDS = [
  ['serviceName', 'Name of the service', 'line', 'A name only.', true],
  ['currentOffer', 'What you sell today', 'area', 'What a call returns, to whom, at which price.', true],
  ['targetBuyer', 'Who should buy it', 'line', 'Such as: travel-planning agents.', true],
  ['currentPaymentRail', 'How it is paid today', 'line', 'Such as: Stripe subscription.', false],
  ['currentProblem', 'What goes wrong', 'area', 'With numbers where there are any.', false],
] as const;
/** A fact is a field of its own: `fact-unitPrice`. */
const FACT = 'fact-';

interface Prepared {
  readonly status: 'ready' | 'needs_input' | 'stop' | 'not_sold_here';
  readonly facts: readonly { id: string; value: string; quote: string; confidence: string }[];
  readonly questions: readonly { field: string; id: string | null; asks: string; answer: string }[];
  readonly issues: readonly { field: string; code: string }[];
  readonly policyCheck: { readonly stopReason?: string | null; readonly rewriteHint?: string | null };
  readonly auditBody: object | null;
  readonly scopeCheckBody: object | null;
}
interface Pack {
  readonly steps: readonly { id: string; do: string; command: string | null }[];
}
interface Asked {
  readonly values: Readonly<Record<string, string>>;
  readonly issues: readonly Issue[];
  readonly prepared?: Prepared;
  readonly pack?: Pack;
}

export const auditPage: Page = {
  path: '/audit',
  freshness: 'fixed',
  html: (published) => auditHtml(published),
};

/** Answers the form: the preparing check with the same input as its JSON route, shown to the sender only. */
export async function answerAuditForm(
  fields: URLSearchParams,
  context: Context,
): Promise<{ readonly html: string; readonly ok: boolean; readonly checkId: string } | undefined> {
  const { checks } = context.published.catalogue;
  const [prepare, pack] = [PREPARE, PACK].map((path) => checks.find((one) => one.path === path));
  if (!prepare || !pack) return undefined;
  const values = Object.fromEntries(
    [...fields]
      .filter(([name]) => isField(name))
      .map(([name, value]) => [name, value.replaceAll('\r\n', '\n')]),
  );
  const draft = draftOf(values);
  const parsed = prepare.input.safeParse(draft);
  if (!parsed.success)
    return {
      html: auditHtml(context.published, { values, issues: issuesOf(parsed.error, prepare.input) }),
      ok: false,
      checkId: prepare.id,
    };
  const prepared = (await prepare.run(parsed.data, context)) as Prepared;
  const product = offeredBy(context.published).products.find(({ path }) => path === AUDIT);
  const isReady = prepared.status === 'ready' && product !== undefined;
  const asked: Asked = {
    values,
    issues: prepared.issues.map(({ field, code }) => ({
      path: field,
      code,
      message: code.replaceAll('_', ' '),
    })),
    prepared,
    ...(isReady && { pack: (await pack.run(parsed.data, context)) as Pack }),
  };
  return { html: auditHtml(context.published, asked), ok: true, checkId: prepare.id };
}

const isField = (name: string): boolean =>
  FIELDS.some(([field]) => field === name) || /^fact-[a-zA-Z0-9]{1,40}$/.test(name);

/** Names of the facts that were filled in, in the order of the draft. */
const factNames = (values: Asked['values']): string[] =>
  Object.keys(values).filter((name) => name.startsWith(FACT) && values[name]!.trim() !== '');

/** The draft as a JSON caller would send it: a field that was left empty is absent. */
function draftOf(values: Asked['values']): object {
  const filled = Object.entries(values).filter(([, value]) => value.trim() !== '');
  const facts = factNames(values).map((name) => ({
    id: name.slice(FACT.length),
    value: values[name]!.trim(),
  }));
  return {
    ...Object.fromEntries(filled.filter(([name]) => !name.startsWith(FACT))),
    ...(facts.length > 0 && { facts }),
  };
}

function auditHtml(published: Published, asked?: Asked): string {
  const product = published.catalogue.products.find(({ path }) => path === AUDIT);
  const sample = product && sampleOf(published, product);
  const closed = product && closedLineOf(product, published);
  const price = closed === undefined ? product?.price.label : undefined;
  return framed(published, {
    path: auditPage.path,
    ...(asked?.pack && { script: WALLET }),
    title: asked?.prepared ? `${HEADLINES[asked.prepared.status]}: revenue audit` : 'Revenue audit',
    description: `What to sell to agents first, at what price, and what stands in the way.${price ? ` One audit costs ${price}.` : ''}`,
    main: html`<p class="eyebrow">${price ? `${price} per audit` : (closed ?? 'Revenue audit')}</p>
<h1>What should you sell to agents first?</h1>
<p class="lead">Describe what you sell. See for free how an audit would read it. Nothing that you type is stored or logged.</p>
<section class="try" id="describe" aria-labelledby="describe-title">
<h2 id="describe-title">Describe your service</h2>
${asked && asked.issues.length > 0 ? faults(asked) : ''}
<form method="post" action="${auditPage.path}#understood" autocomplete="off" novalidate>
${FIELDS.map((field) => control(field, asked))}
${asked ? questions(asked) : ''}
<p><button type="submit" class="action">${asked?.prepared ? 'Read it again' : 'Show what we understood'}</button></p>
</form>
</section>
${asked?.prepared ? understood(asked, asked.prepared, published) : ''}
${
  sample
    ? html`<section id="sample" aria-labelledby="sample-title">
<h2 id="sample-title">A sample: ${(sample.request as { serviceName: string }).serviceName}</h2>
<p>An invented seller wrote: <q>${(sample.request as { currentOffer: string }).currentOffer}</q> The answer comes with files that run. So do the <a href="/api/agent-revenue-audit-preview">three full samples</a>.</p>
${report(sample.answer)}
</section>`
    : ''
}`,
  });
}

/** The sample changes with the configuration only, and a form is posted often. */
const sampleOf = once(
  (published: Published, product: Product): PreviewSample => samplesOf(product, published)[0]!,
);

const HEADLINES: Readonly<Record<Prepared['status'], string>> = {
  ready: 'Ready to buy',
  needs_input: 'Something is missing',
  stop: 'Stop: this is not sold',
  not_sold_here: 'Not sold here',
};

const faults = ({ issues, values }: Asked): Html =>
  html`<div class="faults" role="alert"><p>Please correct:</p><ul>
${issues.map(({ path, message }) => {
  const name = fieldAt(path, values);
  return html`<li><a href="#audit-${name}">${name.replace(FACT, '')}</a>: ${message}</li>`;
})}</ul></div>`;

/** The field of the form that a path of the draft came from. The draft lists facts; the form has one field for each. */
function fieldAt(path: string, values: Asked['values']): string {
  const [, index = '0'] = /^facts(?:\[(\d{1,3})\])?/.exec(path) ?? [];
  const fact = path.startsWith('facts') ? factNames(values)[Number(index)] : undefined;
  return fact ?? path.split('.')[0]!;
}

function control([name, label, as, hint, required]: (typeof FIELDS)[number], asked: Asked | undefined): Html {
  const value = asked?.values[name] ?? '';
  const key = `audit-${name}`;
  const wrong = asked?.issues.some(({ path }) => path.split('.')[0] === name) ?? false;
  const shared = html`id="${key}" name="${name}" aria-describedby="${key}-hint"${wrong ? html` aria-invalid="true"` : ''}${required ? html` aria-required="true"` : ''}`;
  return html`<p class="field"><label for="${key}">${label}${required ? html` <span class="must">required</span>` : ''}</label>
${as === 'line' ? html`<input type="text" ${shared} value="${value}">` : html`<textarea ${shared} rows="4">\n${value}</textarea>`}
<span class="hint" id="${key}-hint">${hint}</span></p>\n`;
}

/** Questions whose answers would change the audit, and the facts that were given before, to be kept or taken back. */
function questions({ values, prepared }: Asked): Html | string {
  const open = (prepared?.questions ?? []).flatMap(({ id, asks, answer }) =>
    id === null ? [] : [{ id, asks, answer }],
  );
  const given = Object.keys(values)
    .filter((name) => name.startsWith(FACT) && values[name] !== '')
    .map((name) => name.slice(FACT.length))
    .filter((id) => !open.some((one) => one.id === id))
    .map((id) => ({ id, asks: `You gave ${id}.`, answer: 'Keep, change or clear it.' }));
  if (open.length + given.length === 0) return '';
  return html`<h3>Answers that would change the audit</h3>
${[...open, ...given].map(
  ({ id, asks, answer }) => html`<p class="field"><label for="audit-${FACT}${id}">${asks}</label>
<input type="text" id="audit-${FACT}${id}" name="${FACT}${id}" value="${values[FACT + id] ?? ''}" aria-describedby="audit-${FACT}${id}-hint" spellcheck="false">
<span class="hint" id="audit-${FACT}${id}-hint">${readable(answer)}</span></p>\n`,
)}`;
}

/** A pattern says little to a person. */
const readable = (answer: string): string =>
  /[\\^$()[\]]/.test(answer) ? 'A number, or unknown.' : answer.length > 80 ? `One of: ${answer}` : answer;

function understood(asked: Asked, prepared: Prepared, published: Published): Html {
  const { status, facts, policyCheck } = prepared;
  return html`<section id="understood" aria-labelledby="understood-title">
<h2 id="understood-title">${HEADLINES[status]}</h2>
${policyCheck.stopReason ? html`<p>${policyCheck.stopReason} ${policyCheck.rewriteHint ?? ''}</p>` : ''}
${
  facts.length > 0
    ? table(
        'What an audit would rest on',
        [['Fact'], ['Read as'], ['Because you wrote'], ['Confidence']],
        facts.map(({ id, value, quote, confidence }) => [id, value, html`<q>${quote}</q>`, confidence]),
      )
    : ''
}
${asked.pack ? buying(asked.pack, prepared, published) : ''}
</section>`;
}

/** Commands, and before them the wallet of the browser, which the script offers where there is one. */
function buying({ steps }: Pack, prepared: Prepared, published: Published): Html {
  const product = published.catalogue.products.find(({ path }) => path === AUDIT)!;
  const [body, scope] = [prepared.auditBody, prepared.scopeCheckBody].map((value) => JSON.stringify(value));
  const issuer = preconditionOf(product)!.issuer;
  return html`<h3>Buy it</h3>
<div class="wallet" hidden data-wallet data-body="${body!}" data-scope="${scope!}" data-amount="${product.price.amount}" data-price="${product.price.label}" data-url="${published.publicUrl + AUDIT}" data-check="${issuer}"></div>
<p>These commands buy exactly this audit, once.</p>
<ol class="steps">
${steps.map((step) => html`<li><p>${step.do}</p>${step.command === null ? '' : command(step.id.replaceAll('_', ' '), step.command)}</li>\n`)}
</ol>`;
}
