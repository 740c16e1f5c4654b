/** Tables of the documentation that follow from the code. */
import { readFileSync } from 'node:fs';
import { DEFINITIONS } from '../src/accounting/definitions.ts';
import { catalogue } from '../src/catalogue.ts';
import { failureBuckets, MONEY_BY_STATUS, RETRY_WORDS, refusals } from '../src/documents/meanings.ts';
import { VARIABLES } from '../src/origin/config.ts';

/** Blocks by the file that holds them and the name between `<!-- derived:name -->` and its end. */
export const BLOCKS: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'README.md': { prices },
  'docs/books.md': { definitions },
  'docs/protocol.md': { statuses, retry, declines, problems },
  'docs/operators.md': { settings, alerts },
};

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

function definitions(): string {
  return table(
    ['Figure', 'Is', 'Is not'],
    DEFINITIONS.map(({ figure, is, isNot }) => [`\`${figure}\``, is, isNot]),
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
    ['Status', '`error`', 'Says', '`retry`'],
    refusals()
      .sort((a, b) => a.status - b.status)
      .map(({ status, error, detail, retry: word }) => [status, `\`${error}\``, detail, word ?? '']),
  );
}

function settings(): string {
  return table(
    ['Variable', 'What it is'],
    Object.entries(VARIABLES).map(([name, text]) => [`\`${name}\``, text]),
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
      ];
    });
  return table(['Alert', 'Severity', 'Says', 'Do'], rows);
}

const cell = (value: string | number): string => String(value).replaceAll('|', '\\|');

function table(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(heads), `|${heads.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}
