import { html } from 'hono/html';
import { cashRegister } from '../../documents/cash-register.ts';
import { reliabilityLedgerPreview } from '../../documents/reliability-ledger-preview.ts';
import { status as statusDocument } from '../../documents/status.ts';
import { reconciled } from './books.ts';
import { framed, type Html } from './frame.ts';
import type { LiveReads, Page } from './page.ts';
import { age, chip, when } from './parts.ts';

/** What an operator or a careful buyer asks first, for people. Programs read /status, /readyz and the cash register. */
export const statusPage: Page = {
  path: '/status.html',
  freshness: 'live',
  costly: true,
  html: async (context, live) => {
    const { release, mode } = statusDocument.render(context);
    const { commerceAccounting: account, figures } = await cashRegister.render(context);
    const { availability } = await reliabilityLedgerPreview.render(context);
    const { settledNotDelivered, unfinished, reconciliation } = account;
    const rows: readonly (readonly [string, Html | string])[] = [
      ['Ready to sell', await readiness(live)],
      ['Ledger edition', edition(availability)],
      ['Release', html`<code>${release}</code>`],
      ['Mode', mode === 'sandbox' ? 'sandbox: test money on a local chain' : 'production'],
      [
        'Payments under way',
        `${unfinished.claimed} not sent yet, ${unfinished.settling} sent and waiting for the chain`,
      ],
      [
        'Paid and waiting to be fetched',
        `${settledNotDelivered.payments} ($${settledNotDelivered.amountUsd})`,
      ],
      [
        'Journal against chain',
        html`${reconciled(reconciliation)}${reconciliation.status === 'not_run' ? '' : html` at ${when(reconciliation.at)}`}`,
      ],
    ];
    return framed(context.published, {
      path: '/status.html',
      title: 'Status',
      description: 'Readiness, release, edition, open payments and the last reconciliation.',
      main: html`<h1>Status</h1>
<p class="lead">Read at ${when(account.asOf)}.${age(figures)}</p>
<dl class="facts">
${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}</dl>
<p>For programs: <a href="/status"><code>/status</code></a>, <a href="/readyz"><code>/readyz</code></a>, <a href="/healthz"><code>/healthz</code></a> and <a href="${cashRegister.path}"><code>${cashRegister.path}</code></a>.</p>`,
    });
  },
};

type Availability = Awaited<ReturnType<typeof reliabilityLedgerPreview.render>>['availability'];

const edition = ({ purchaseAvailable, validUntil, detail }: Availability): Html =>
  html`${chip(purchaseAvailable ? 'good' : 'wait', purchaseAvailable ? 'current' : 'not for sale')} ${purchaseAvailable && validUntil !== null ? html`until ${when(validUntil)}` : detail}`;

async function readiness(live: LiveReads): Promise<Html> {
  const read = live['/readyz'];
  if (!read) return chip('quiet', 'not known here');
  const { ok, body } = await read();
  return chip(ok ? 'good' : 'wait', (body as { status?: string }).status ?? (ok ? 'ready' : 'not ready'));
}
