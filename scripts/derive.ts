/** What follows from the catalogue and is kept in the repository: written by `npm run derive`, compared by `--check`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { DEFINITIONS } from '../src/accounting/definitions.ts';
import { catalogue } from '../src/catalogue.ts';
import { openapi } from '../src/discovery/openapi.ts';
import { RELEASE } from '../src/release.ts';

const root = new URL('../', import.meta.url);
const check = process.argv.includes('--check');

const derived: Readonly<Record<string, string>> = {
  'README.md': withBlock(read('README.md'), 'prices', priceTable()),
  'docs/books.md': withBlock(read('docs/books.md'), 'definitions', definitionTable()),
  'docs/openapi.json': `${JSON.stringify(openapi({ catalogue, publicUrl: 'https://assay.example', release: RELEASE, mode: 'production' }), null, 2)}\n`,
};

const stale = Object.entries(derived).filter(([path, text]) => read(path) !== text);
if (!check) for (const [path, text] of stale) writeFileSync(new URL(path, root), text);
for (const [path] of stale) console.log(`${check ? 'stale' : 'written'}: ${path}`);
if (check && stale.length > 0) {
  console.error('Run "npm run derive" and commit what it writes.');
  process.exit(1);
}

function priceTable(): string {
  const rows = catalogue.products.map(
    ({ path, forms, price, title }) =>
      `| ${title} | ${forms.map((form) => `\`${form.method} ${path}\``).join(', ')} | ${price.label} | ${price.amount} |`,
  );
  return ['| Answer | Route | Price | Atomic units |', '|---|---|---|---|', ...rows].join('\n');
}

function definitionTable(): string {
  const rows = DEFINITIONS.map(({ figure, is, isNot }) => `| \`${figure}\` | ${is} | ${isNot} |`);
  return ['| Figure | Is | Is not |', '|---|---|---|', ...rows].join('\n');
}

function withBlock(text: string, name: string, block: string): string {
  const [open, close] = [`<!-- derived:${name} -->`, `<!-- /derived:${name} -->`];
  const [from, to] = [text.indexOf(open), text.indexOf(close)];
  if (from < 0 || to < from) throw new Error(`there is no ${open} … ${close}`);
  return `${text.slice(0, from + open.length)}\n${block}\n${text.slice(to)}`;
}

function read(path: string): string {
  try {
    return readFileSync(new URL(path, root), 'utf8');
  } catch {
    return '';
  }
}
