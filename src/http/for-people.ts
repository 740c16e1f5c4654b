import { html } from 'hono/html';
import { type Product, type Published, preconditionOf } from '../declare.ts';
import { curlGet, curlPost } from '../values/command.ts';
import { type Next, problem } from '../values/problem.ts';
import { type Answer, refuse } from './answer.ts';
import { HTML_HEADERS } from './page-routes.ts';
import { framed } from './pages/frame.ts';
import { command } from './pages/parts.ts';

/**
 * A person who opened an address in a browser. Programs that name `text/html` among other types are no browsers: all
 * browsers send these two first.
 */
export const isBrowser = (accept: string | null | undefined): boolean =>
  accept?.startsWith('text/html,application/xhtml+xml') === true;

/** The challenge of one product for a person: the same status and headers, and words instead of JSON. */
export function challengePage(product: Product, published: Published): string {
  const { title, price, path, description } = product;
  const first = preconditionOf(product);
  return framed(published, {
    path,
    title: `${title}: payment required`,
    description: `${title} costs ${price.label} a call.`,
    main: html`<p class="eyebrow">402 Payment Required</p>
<h1>${title} costs ${price.label} a call</h1>
<p class="lead">No money moved. This address is for programs: they read the price here, pay with their own wallet and get one JSON answer.</p>
<p>${description}</p>
${first ? html`<p>It needs a free ${first.header ? 'ticket' : 'match'} from <code>${first.issuer}</code> first.</p>` : ''}
<h2>See what a program sees</h2>
${command('look at the price', curlGet(published.publicUrl + path))}
<p class="actions"><a class="action" href="/proof">Buy one proof</a> <a class="action second" href="/try">Try a free check</a></p>`,
  });
}

/** The members of a refusal that a person is helped by. */
interface Shown {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
  readonly next?: Next;
}

/** A refusal of a call without payment, in words and with the command that works: status, headers and facts stay. */
export function refusalPage(answer: Answer, published: Published, product?: Product): Answer {
  const { type, title, status, detail, issues = [], next } = JSON.parse(String(answer.reply.body)) as Shown;
  const call =
    next &&
    (next.method === 'GET'
      ? curlGet(published.publicUrl + next.path)
      : curlPost(published.publicUrl + next.path, next.body ?? {}));
  return asPage(
    answer,
    framed(published, {
      path: next?.path ?? '/',
      title,
      description: detail,
      main: html`<p class="eyebrow">${status} ${title}</p>
<h1>${product ? html`${product.title}: this address is for programs` : 'This address is for programs'}</h1>
<p class="lead">You paid nothing by opening it.</p>
${product ? html`<p>${product.description} It costs ${product.price.label} a call.</p>\n` : ''}<p>${detail}</p>
${issues.length > 0 ? html`<ul>${issues.map(({ path, message }) => html`<li>${path === '' ? '' : html`<code>${path}</code>: `}${message}</li>\n`)}</ul>` : ''}
${call ? html`<h2>${next.after ? 'The free step that comes first' : 'A call that works'}</h2>\n${command('call it', call)}` : ''}
<p class="actions"><a class="action" href="/try">Try a free check</a> <a class="action second" href="${type}">What this refusal means</a></p>`,
    }),
  );
}

/** Nothing is at this address, said to a person. */
export function notFound(published: Published): Answer {
  const answer = refuse(problem('not_found'));
  const page = framed(published, {
    path: '/404',
    title: 'Not found',
    description: 'There is no page at this address.',
    main: html`<p class="eyebrow">404 Not Found</p>
<h1>There is no page at this address</h1>
<p class="lead">Nothing was charged.</p>
<p><a href="/">Start here</a>, read the <a href="/docs">documentation</a>, or give your program <a href="/openapi.json">/openapi.json</a>, which lists every route.</p>`,
  });
  return asPage(answer, page);
}

/** The same answer in words: status and headers stay, and programs that send a browser's headers find them there. */
export const asPage = (answer: Answer, page: string): Answer => ({
  ...answer,
  reply: { ...answer.reply, headers: { ...answer.reply.headers, ...HTML_HEADERS }, body: page },
});
