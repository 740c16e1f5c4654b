/** Tables of the documentation that follow from the code. */
import { readFileSync } from 'node:fs';
import { SIZING_FILE, type Sizing } from '../bench/sizing-rows.ts';
import { DEFINITIONS } from '../src/accounting/definitions.ts';
import { STOPS } from '../src/buyer/stops.ts';
import { catalogue } from '../src/catalogue.ts';
import { recordSchema } from '../src/checks/buyer-agent-payment-safety/record.ts';
import { ownErrors } from '../src/checks/failure-signature/dictionary/ours.ts';
import { RECOVERIES } from '../src/cli/recover-exits.ts';
import { firstPurchase } from '../src/documents/first-purchase.ts';
import { failureBuckets, MONEY_BY_STATUS, RETRY_WORDS } from '../src/documents/meanings.ts';
import { largerBodies } from '../src/documents/routes.ts';
import { EDGE_VARIABLES } from '../src/edge/config.ts';
import { auditPage } from '../src/http/pages/audit.ts';
import { RESEND_WORDS, SIGN_WORDS } from '../src/http/pages/failures.ts';
import { tryPage } from '../src/http/pages/try.ts';
import { MONEY_ROWS } from '../src/lab/behaviours/money.ts';
import { behaviour } from '../src/lab/behaviours.ts';
import { GRADES, ONE_CALL, SECOND_CALL } from '../src/ledger/grade.ts';
import { VARIABLES } from '../src/origin/variables.ts';
import { SIGNALS } from '../src/products/opportunity-check/tables/index.ts';
import { RELEASE } from '../src/release.ts';
import { BODY_MAX_BYTES, LARGE_BODY_MAX_BYTES, TOOL_CALL_MAX_BYTES } from '../src/values/limits.ts';
import { proofsWithFewer } from './campaign/proofs.ts';
import { CAMPAIGNS } from './campaign/table.ts';
import { readPurchases, shownMatrix } from './guides/purchases/matrix.ts';
import { broughtTo, PLATFORMS } from './pack/platforms.ts';
import { SIZES } from './pack/sizes.ts';

/** Blocks by the file that holds them and the name between `<!-- derived:name -->` and its end. */
export const BLOCKS: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'README.md': { prices, 'first-purchase': purchase, signals },
  'docs/books.md': { definitions },
  'docs/after-a-failure.md': { recoveries },
  'docs/purchase-ends.md': { exits },
  'docs/checks.md': { record },
  'docs/protocol.md': { statuses, retry, declines, problems, bodies },
  'docs/operators.md': { settings, alerts },
  'docs/deploy.md': { platforms: platformsTable, sizing },
  'docs/edge.md': { 'edge-settings': edgeSettings },
  'docs/retry-grade.md': { grades, 'grade-rows': gradeRows },
  'docs/lab.md': { 'money-rows': moneyRows, purchases },
  'docs/testing.md': { campaigns, proofs },
};

function grades(): string {
  return table(['Grade', 'Means'], Object.entries(GRADES));
}

function gradeRows(): string {
  const rows = (about: string, ids: readonly string[]) =>
    ids.map((id) => [about, id, behaviour(id)!.title, behaviour(id)!.expected]);
  return table(
    ['About', 'Row', 'What happens', 'A careful client'],
    [...rows('one call', ONE_CALL), ...rows('a second call', SECOND_CALL)],
  );
}

function moneyRows(): string {
  return table(
    ['Row', 'What happens', 'Question', 'A careful client'],
    MONEY_ROWS.map(({ id, title, question, expected }) => [id, title, question, expected]),
  );
}

/** Made by `scripts/guides/purchases.ts --write`, not here. */
function purchases(): string {
  const { at, rows } = readPurchases();
  const { heads, cells, reasons } = shownMatrix(rows);
  const numbered = reasons.map((why, i) => `${i + 1}. ${why}`).join('\n');
  return `Bought on ${at.slice(0, 10)}:\n\n${table(heads, cells)}\n\n${numbered}`;
}

function platformsTable(): string {
  return table(
    ['What', ...PLATFORMS.map(({ name }) => name)],
    broughtTo().map(({ what, by }) => [what, ...by.map((each) => each ?? 'no')]),
  );
}

/** Measured by `node bench/sizing.ts --write`, not here: what was measured stays until it is measured again. */
function sizing(): string {
  const { at, machine, loadBefore, rows, short } = JSON.parse(readFileSync(SIZING_FILE, 'utf8')) as Sizing;
  const measured = table(
    ['', ...rows.map(({ setup }) => setup)],
    SIZES.map(([name, of]) => [name, ...rows.map((row) => of(row) ?? '')]),
  );
  return `Measured on ${at}, on ${machine}, at a load of ${loadBefore} before it began and ${Math.max(...rows.map(({ loadAverage }) => loadAverage))} at its highest${short ? ', in the short form' : ''}.\n\n${measured}`;
}

function prices(): string {
  return table(
    ['Answer', 'Route', 'Price', 'Atomic units'],
    catalogue.products.map(({ path, forms, price, title }) => [
      title,
      forms.map((form) => `\`${form.method} ${path}\``).join(', '),
      price.label,
      price.amount,
    ]),
  );
}

/** Against the sandbox of this machine, which is where the reference buyer buys by default. */
function purchase(): string {
  const { command, answer } = firstPurchase({ catalogue, publicUrl: '', release: RELEASE })!;
  const lines = command.replaceAll(/ (--(?:goal|signal|limit|max)) /g, ' \\\n  $1 ');
  return `\`\`\`sh\n${lines}\n\`\`\`\n\nIts \`recommendation\`:\n\n> ${answer}`;
}

/** Ids that a buyer can send as `knownSignals`, by what they are about. */
function signals(): string {
  const about = Map.groupBy(
    SIGNALS.filter(({ derived }) => !derived),
    ({ dimension }) => dimension,
  );
  return table(
    ['About', 'Ids'],
    [...about].map(([dimension, rows]) => [
      dimension.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
      rows.map(({ id }) => `\`${id}\``).join(', '),
    ]),
  );
}

function campaigns(): string {
  return table(
    ['`--only`', 'Proves', 'Amount', '`--short`', 'Seed decides', 'Smoke in `npm test`'],
    CAMPAIGNS.map(({ name, proves, amount, seeded = 'nothing', smoke }) => [
      `\`${name}\``,
      proves,
      amount.full,
      amount.short,
      seeded,
      `\`${smoke.file}\`: ${smoke.tests}`,
    ]),
  );
}

/** One row for all files of the same campaigns. */
function proofs(): string {
  const rows = Map.groupBy(proofsWithFewer(), ({ campaigns }) =>
    campaigns.map((name) => `\`${name}\``).join(', '),
  );
  return table(
    ['Before: whole in `npm test`', 'In `npm test` now', 'The other cases: `npm run campaign -- --only`'],
    [...rows].map(([names, files]) => [
      files.map(({ file }) => `\`${file}\``).join('<br>'),
      'some cases of each kind',
      names,
    ]),
  );
}

function definitions(): string {
  return table(
    ['Figure', 'Is', 'Is not'],
    DEFINITIONS.map(({ figure, is, isNot }) => [`\`${figure}\``, is, isNot]),
  );
}

function exits(): string {
  return table(
    ['Exit', '`stop`', '`paid`', 'Means'],
    Object.entries(STOPS).map(([stop, { exit, paid, meaning }]) => [
      exit,
      `\`${stop}\``,
      `\`${paid}\``,
      meaning,
    ]),
  );
}

/** Members of a preflight record, those of the payment by their path. */
function record(): string {
  const { payment, ...rest } = recordSchema.shape;
  const of = (shape: object, path = '') =>
    Object.entries(shape as Record<string, { description?: string }>).map(([name, { description = '' }]) => [
      `\`${path}${name}\``,
      description,
    ]);
  return table(['Member', 'Is'], [...of(payment.shape, 'payment.'), ...of(rest)]);
}

function recoveries(): string {
  return table(
    ['Exit', 'Decision', 'Means'],
    Object.entries(RECOVERIES).map(([end, { exit, meaning }]) => [exit, `\`${end}\``, meaning]),
  );
}

function statuses(): string {
  return table(['Status', 'Says about money'], Object.entries(MONEY_BY_STATUS));
}

function retry(): string {
  return table(
    ['`retry`', 'Means'],
    Object.entries(RETRY_WORDS).map(([word, means]) => [`\`${word}\``, means]),
  );
}

function declines(): string {
  return table(
    ['`failureBucket`', 'Means', 'The buyer', '`reason` (`retry`)'],
    failureBuckets().map(({ bucket, means, buyer, reasons }) => [
      `\`${bucket}\``,
      means,
      buyer,
      reasons.map(({ reason, retry: word }) => `\`${reason}\` (${word})`).join(', '),
    ]),
  );
}

function problems(): string {
  return table(
    ['Status', '`error`', 'Money moved', 'The same payment', 'A new payment', 'Says'],
    ownErrors().map(({ status, code, error, money, resend, sign, fix }) => [
      status,
      status === 402
        ? `\`payment_required\`, reason \`${code}\``
        : error
          ? `\`${error}\` (${code.replaceAll('_', ' ')})`
          : `\`${code}\``,
      money,
      RESEND_WORDS[resend],
      SIGN_WORDS[sign],
      status === 402 ? `\`/failures#${code}\`` : fix,
    ]),
  );
}

function bodies(): string {
  const larger = largerBodies({ catalogue });
  const routes = [...Map.groupBy(larger, ({ bodyBytes }) => bodyBytes)].map(
    ([bytes, checks]): [string, number] => [checks.map(({ path }) => `\`${path}\``).join(', '), bytes],
  );
  return table(
    ['Body of', 'Bytes at the most'],
    [
      ...routes,
      [`a form of \`${tryPage.path}\` or \`${auditPage.path}\``, LARGE_BODY_MAX_BYTES],
      ['a tool call, `/mcp`', TOOL_CALL_MAX_BYTES],
      ['every other route', BODY_MAX_BYTES],
    ],
  );
}

function settings(): string {
  return variables(VARIABLES);
}

function edgeSettings(): string {
  return variables(EDGE_VARIABLES);
}

function variables(texts: Readonly<Record<string, string>>): string {
  return table(
    ['Variable', 'What it is'],
    Object.entries(texts).map(([name, text]) => [`\`${name}\``, text]),
  );
}

/** The rules themselves are the source: a row of this table is an alert that fires. */
function alerts(): string {
  const rules = readFileSync(new URL('../ops/prometheus/alerts.yml', import.meta.url), 'utf8');
  const rows = rules
    .split(/^ *- alert: /m)
    .slice(1)
    .map((rule) => {
      const part = (pattern: RegExp): string => {
        const found = pattern.exec(rule)?.[1];
        if (found === undefined) throw new Error(`an alert rule has no ${pattern}`);
        return found.trim();
      };
      return [
        `\`${part(/^(\w+)/)}\``,
        part(/severity: (\w+)/),
        part(/summary: (.+)/),
        part(/what_to_do: (.+)/),
        part(/buyers_see: (.+)/).replace(/^"(.*)"$/, '$1'),
      ];
    });
  return table(['Alert', 'Severity', 'Says', 'Do', 'Buyers see meanwhile'], rows);
}

const cell = (value: string | number): string => String(value).replaceAll('|', '\\|');

function table(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(heads), `|${heads.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}
