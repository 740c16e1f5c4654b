import { html } from 'hono/html';
import type { CommerceAccounting } from '../../accounting/commerce.ts';
import { definitionOf } from '../../accounting/definitions.ts';
import { cashRegister } from '../../documents/cash-register.ts';
import { barChart } from './chart.ts';
import { framed, type Html } from './frame.ts';
import type { Page } from './page.ts';
import { age, chip, command, networkName, table, when } from './parts.ts';

type Reconciliation = CommerceAccounting['reconciliation'];

/** The cash register, live. Every figure says what it is and what it is not. */
export const books: Page = {
  path: '/books',
  freshness: 'live',
  costly: true,
  html: async (context) => {
    await context.reach.compared?.();
    const register = await cashRegister.render(context);
    const { commerceAccounting: account, unpaid } = register;
    const { publicUrl } = context.published;
    return framed(context.published, {
      path: '/books',
      title: 'Live books',
      description: 'Paid completions, unpaid challenges and evidence classes, from the journal, live.',
      main: html`<h1>Live books</h1>
<p class="lead">All figures are computed from the list of payments as of ${when(account.asOf)}. The operator’s own test calls are counted apart, and no figure is about a single buyer.${age(register.figures)}</p>
<dl class="figures">
${figure('Paid completions', `${register.paidCompletions}`, 'paidCompletions')}
${figure('Gross revenue', `$${register.estimatedGrossRevenueUsd}`, 'estimatedGrossRevenueUsd')}
${figure('Unpaid challenges', `${register.unpaid402Challenges}`, 'unpaid402Challenges')}
${figure('Feedback', `${register.feedbackCount}`, 'feedbackCount')}
</dl>
<section aria-labelledby="plots">
<h2 id="plots">Challenges, completions, evidence</h2>
<div class="plots">
${barChart(
  'Unpaid challenges',
  both('unpaid402Challenges'),
  ['Product', '402 answers'],
  Object.entries(unpaid.products).map(([label, { unpaidChallenges }]) => ({
    label,
    value: unpaidChallenges,
  })),
)}
${barChart(
  'Paid completions',
  both('paidCompletions'),
  ['Product', 'Completions'],
  Object.entries(account.productPaidCompletions).map(([label, value]) => ({ label, value })),
)}
${barChart(
  'Who paid, as far as is known',
  both('commerceAccounting.evidenceClasses'),
  ['Evidence class', 'Completions'],
  Object.entries(account.evidenceClasses).map(([label, { paidCompletions }]) => ({
    label,
    value: paidCompletions,
  })),
)}
${barChart(
  'Payments that could not be taken',
  both('unpaid.products.*.declinedPayments'),
  ['Failure bucket', 'Answers 402'],
  Object.entries(unpaid.failureBuckets).map(([label, value]) => ({ label, value })),
)}
</div>
</section>
<p>Whether the probabilities that were sold came true: <a href="/calibration">calibration</a>.</p>
<section aria-labelledby="reconciliation">
<h2 id="reconciliation">Journal against chain</h2>
<p>For each sale, the journal has one row and the chain has one transfer. Opening this page compares them again if the last comparison is over a minute old. One that asked much of the chains stays for longer.</p>
${reconciliation(account.reconciliation, account.asOf)}
</section>
<section aria-labelledby="check">
<h2 id="check">Check it yourself</h2>
<p>${register.howToCheck}</p>
<p class="digest"><code>${account.snapshotDigest}</code></p>
${command('fetch the same books as JSON', `curl -sS ${publicUrl}${cashRegister.path}`)}
</section>`,
    });
  },
};

/** What a figure is and is not, in the words of the books themselves. */
const both = (path: string): string => {
  const row = definitionOf(path);
  return row ? `${row.is} ${row.isNot}` : '';
};

const figure = (name: string, value: string, path: string): Html =>
  html`<div><dt>${name}</dt><dd class="big">${value}</dd><dd>${definitionOf(path)?.is ?? ''}</dd></div>\n`;

const DIFFERENCES: Readonly<Record<string, string>> = {
  row_without_transfer: 'Sale in the journal, no transfer on the chain',
  other_amount: 'Transfer of another amount',
  transfer_without_row: 'Transfer on the chain, no sale in the journal',
};

const VERDICTS = {
  agrees: ['good', 'agrees'],
  incomplete: ['wait', 'not all compared'],
  differs: ['bad', 'differs'],
  not_run: ['wait', 'not compared yet'],
} as const;

/** Shared with the status page: the verdict of the last comparison, in words. */
export function reconciled({ status }: Reconciliation): Html {
  const [tone, text] = VERDICTS[status];
  return chip(tone, text);
}

/** Then what is shown is older than a reader expects, who is told why. */
const OLD_MS = 60_000;

function reconciliation(found: Reconciliation, asOf: string): Html {
  if (found.status === 'not_run')
    return html`<p>${reconciled(found)} The first comparison is under way. Reload this page in a few seconds.</p>`;
  const isOld = Date.parse(asOf) - Date.parse(found.at) > OLD_MS;
  return html`<p>${reconciled(found)} Compared at ${when(found.at)}: every sale since ${found.since === 'the beginning' ? found.since : when(found.since)}.${isOld ? ' There is no newer one: it is not due yet, still running, or a chain does not answer.' : ''}</p>
${table(
  'Last comparison by network',
  [
    ['Network'],
    ['Settled payments', 'number'],
    ['Settled', 'number'],
    ['Transfers', 'number'],
    ['Arrived', 'number'],
  ],
  found.journalAgainstChain.map((row) => [
    networkName(row.network),
    row.settledPayments,
    `$${row.settledUsd}`,
    row.transfersToSeller,
    `$${row.transferredUsd}`,
  ]),
)}
${table(
  'Differences found',
  [['Kind'], ['Payments', 'number']],
  Object.entries(found.differences).map(([kind, n]) => [DIFFERENCES[kind] ?? kind, n]),
)}`;
}
