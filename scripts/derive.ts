/** What follows from the catalogue and is kept in the repository: written by `npm run derive`, compared by `--check`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { catalogue } from '../src/catalogue.ts';
import { openapi } from '../src/discovery/openapi.ts';
import { soldProducts } from '../src/discovery/sold.ts';
import { USDC_BASE_TERMS, USDC_SOLANA, USDC_TEMPO_TERMS } from '../src/gate/assets.ts';
import { BEHAVIOURS } from '../src/lab/behaviours.ts';
import { RELEASE } from '../src/release.ts';
import { BLOCKS } from './derived-tables.ts';

const root = new URL('../', import.meta.url);
const check = process.argv.includes('--check');

/** Described with every way to pay that an instance may have; one that has fewer describes fewer. */
const configured = [USDC_BASE_TERMS, USDC_SOLANA, USDC_TEMPO_TERMS].map(({ rail, network, asset }) => ({
  rail,
  network,
  asset,
}));

const derived: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(BLOCKS).map(([path, blocks]) => [
      path,
      Object.entries(blocks).reduce((text, [name, make]) => withBlock(path, text, name, make()), read(path)),
    ]),
  ),
  'src/ledger/behaviours.artefact.json': `${JSON.stringify(Object.fromEntries(BEHAVIOURS.map(({ id, title }) => [id, title])), null, 2)}\n`,
  'docs/openapi.json': `${JSON.stringify(openapi({ catalogue, publicUrl: 'https://assay.example', release: RELEASE, mode: 'production', configured }), null, 2)}\n`,
  // The edge cannot hold the products; what it must know of them it holds as data.
  'src/edge/sold.artefact.json': `${JSON.stringify(soldProducts(catalogue), null, 2)}\n`,
};

const stale = Object.entries(derived).filter(([path, text]) => read(path) !== text);
if (!check) for (const [path, text] of stale) writeFileSync(new URL(path, root), text);
for (const [path] of stale) console.log(`${check ? 'stale' : 'written'}: ${path}`);
if (check && stale.length > 0) {
  console.error('Run "npm run derive" and commit what it writes.');
  process.exit(1);
}

function withBlock(path: string, text: string, name: string, block: string): string {
  const [open, close] = [`<!-- derived:${name} -->`, `<!-- /derived:${name} -->`];
  const [from, to] = [text.indexOf(open), text.indexOf(close)];
  if (from < 0 || to < from) throw new Error(`${path} has no ${open} … ${close}`);
  return `${text.slice(0, from + open.length)}\n${block}\n${text.slice(to)}`;
}

function read(path: string): string {
  try {
    return readFileSync(new URL(path, root), 'utf8');
  } catch {
    return '';
  }
}
