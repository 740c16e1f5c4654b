/** The rows that the classifier is trained on, with who wrote them: whoever is left out, the others are the training. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { CLASSES } from '../../src/policy/intent/features.ts';

export interface Labelled {
  readonly id: string;
  readonly text: string;
  readonly author: string;
  /** Classes any of which is right. */
  readonly classes: readonly number[];
  /** What a seller says of a service; else what a buyer wants done. */
  readonly offer: boolean;
  /** Rules were written with it in view. */
  readonly tuned: boolean;
  readonly weight: number;
  readonly lang: string;
}

interface Raw {
  readonly id: string;
  readonly text?: string;
  readonly label?: string;
  readonly as?: string;
  readonly kind?: string;
  readonly cls?: string;
  readonly class?: string;
  readonly field?: string;
  readonly lang?: string;
}

const DATA = new URL('../../data/policy/', import.meta.url);
const read = (path: string): Raw[] =>
  readFileSync(new URL(path, DATA), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Raw);

const index = (...names: (typeof CLASSES)[number][]): number[] => names.map((name) => CLASSES.indexOf(name));
const ADVICE = index('investment', 'trading', 'tax', 'legal', 'lending', 'compliance');
const ACTS = index('outreach', 'scraping');
/** Labels as the sets have them; what is not here ends in the name of a class. */
const LABELS: Readonly<Record<string, readonly number[]>> = {
  vagueRequest: index('vague'),
  advice_trading: index('investment', 'trading'),
  scraping_people: index('scraping'),
  harm: index('unlawful_service'),
  unsafeAdvice: ADVICE,
  outreachOrScrapingRequest: ACTS,
  request: [...ADVICE, ...ACTS],
};
function classesOf(label: string): readonly number[] {
  const name = label
    .split(':')
    .at(-1)!
    .replace(/^advice_(?!trading)/, '');
  const found = LABELS[name] ?? index(name as (typeof CLASSES)[number]);
  if (found.includes(-1)) throw new Error(`Unknown label: ${label}`);
  return found;
}

/** Files written by authors who saw no rules, for training, and who wrote each. */
const STRANGERS: Readonly<Record<string, string>> = {
  goals: 'stranger-a',
  harm: 'stranger-b',
  offers: 'stranger-b',
  languages: 'stranger-c',
  mixed: 'stranger-c',
  packages: 'stranger-d',
  'harm-1': 'stranger-e',
  'harm-2': 'stranger-f',
  'harm-3': 'stranger-g',
  'harm-4': 'stranger-h',
  'harm-5': 'stranger-i',
  'harm-6': 'stranger-j',
  'goals-6': 'stranger-j',
  'harm-7': 'stranger-k',
  'goals-7': 'stranger-k',
  'harm-8': 'stranger-l',
  'goals-9': 'stranger-m',
  'harm-10': 'stranger-n',
  'offers-10': 'stranger-n',
  'harm-11': 'stranger-o',
  'goals-12': 'stranger-p',
  'goals-13': 'stranger-q',
  'offers-14': 'stranger-r',
  'goals-15': 'stranger-s',
  'languages-2': 'stranger-t',
  'harm-16': 'stranger-u',
  'harm-17': 'stranger-v',
  'harm-18': 'stranger-w',
  'harm-19': 'stranger-x',
  'harm-20': 'stranger-y',
};
const SETS = {
  own: 'own',
  'stranger-tuned': 'stranger-1',
  'stranger-2': 'stranger-2',
  'stranger-3': 'stranger-3',
  'stranger-4': 'stranger-4',
  'stranger-5': 'stranger-5',
  'stranger-6': 'stranger-6',
  'stranger-7': 'stranger-7',
};
/** Learnt from by the reader alone: with them the linear model refused fewer requests for advice. */
const READER_ONLY = new Set(['stranger-v', 'stranger-w', 'stranger-x', 'stranger-y']);
/** Whose rows the rules were written with in view. */
const SEEN = new Set(['own', 'stranger-1', 'stranger-2']);
const FILES = ['requests', 'request-neighbours', 'harm', 'harm-neighbours', 'harmless-text'];

/** @param whose `words`: the linear model's, `reader`: the learnt reader's, who has more of them */
export function labelledRows(whose: 'words' | 'reader' = 'words'): Labelled[] {
  const rows: Labelled[] = [];
  const add = (author: string, raw: Raw, label: string, offer: boolean, weight: number): void => {
    const { id, text = '', lang = 'en' } = raw;
    const tuned = SEEN.has(author);
    rows.push({ id, text, author, classes: classesOf(label), offer, tuned, weight, lang });
  };
  for (const [file, author] of Object.entries(STRANGERS)) {
    if (whose === 'words' && READER_ONLY.has(author)) continue;
    for (const raw of read(`strangers-train/${file}.jsonl`))
      add(author, raw, raw.label!, raw.as === 'offer', raw.label!.endsWith('service') ? 2 : 1.5);
  }
  // What stands in a body where a buyer said nothing: too few words to tell of anything, and never to be refused.
  for (const raw of read('placeholders.jsonl')) add('own', raw, raw.label!, true, 3);
  for (const raw of read('train.jsonl'))
    add('own', raw, raw.label!, false, raw.kind === 'template' ? 0.3 : 1);
  for (const [file, author, weight] of [
    ['dev', 'own', 1],
    ['dev-2', 'own', 1],
    // The short requests of other languages are few.
    ['nine', 'own', 3],
    ['stranger-half', 'stranger-1', 1],
  ] as const)
    for (const raw of read(`${file}.jsonl`)) {
      if (raw.cls === 'sensitiveData') continue;
      const harm = raw.kind === 'harm';
      const fine = raw.kind! in LABELS || raw.kind!.startsWith('advice_') ? raw.kind! : raw.cls!;
      add(author, raw, harm ? 'harm' : fine, harm, weight);
    }
  for (const [folder, author] of Object.entries(SETS))
    for (const file of FILES) {
      if (folder === 'stranger-tuned' && file === 'request-neighbours') continue;
      if (folder === 'own' && file === 'harmless-text') continue;
      for (const raw of read(`${folder}/${file}.jsonl`)) {
        const label = file === 'requests' ? (raw.class ?? 'request') : file === 'harm' ? 'harm' : 'ok';
        const offer = file.startsWith('harm') && raw.field !== 'goal';
        if (raw.text) add(author, raw, label, offer, SEEN.has(author) ? 1 : 1.5);
      }
    }
  return rows;
}

/** What the artefact was made of. */
export const digestOfRows = (rows: readonly Labelled[]): string =>
  `sha256:${createHash('sha256').update(JSON.stringify(rows)).digest('hex')}`;

/** What the learnt reader was taught. It takes a few of the templates, and else knows no weights. */
export const digestOfTaught = (rows: readonly Labelled[]): string =>
  digestOfRows(rows.map((row) => ({ ...row, weight: 1 })));

// For `teach.py`: the rows and their digest on standard output, as JSON.
if (import.meta.main) {
  const rows = labelledRows('reader');
  process.stdout.write(JSON.stringify({ rows, digest: digestOfTaught(rows) }));
}
