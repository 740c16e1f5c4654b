/** What is learnt from, and compared with: labelled rows, words of causes, messages, reports, one text a case. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOLE } from '../../src/checks/failure-signature/dictionary/hole.ts';

const WORDS = 'data/failures/words';
/** Labelled rows that are learnt from too. What they measure is said with the set left out. */
const SETS = [
  'dev',
  'tuned',
  'stranger',
  'stranger-2',
  'stranger-3',
  'stranger-4',
  'stranger-5',
  'stranger-6',
  'stranger-6-even',
  'stranger-7',
  'stranger-9',
  'stranger-10',
  'stranger-11',
  'stranger-12',
  'stranger-14',
  'to-chat-16',
  'to-chat-17',
  'drafts',
  'chat-drafts',
  'everyday',
  'everyday-2',
  'threads',
].map((set) => `data/failures/${set}`);
const ROOM = 'src/checks/failure-signature';
/** What decides the weights, besides the examples. */
const SOURCES = [
  'scripts/failures/learn.ts',
  'scripts/failures/examples.ts',
  'scripts/failures/readers.ts',
  `${ROOM}/features.ts`,
  `${ROOM}/dictionary/said.artefact.json`,
  `${ROOM}/dictionary/rules.ts`,
  `${ROOM}/tables/causes.ts`,
];
/** One text at least for each case. */
const HITS = `${ROOM}/cases`;

/** No cause: texts that have nothing to do with a paid call. */
export const NONE = 'none';
/** A line that begins so is a message, word for word. */
const MESSAGE = '! ';

interface Example {
  readonly text: string;
  /** The first is the cause; a careful reader accepts the others as well. */
  readonly causes: readonly string[];
  readonly weight: number;
  /** Pasted whole, as people do: new texts are compared with it. */
  readonly pasted?: true;
  /** The case that it tells of. */
  readonly of?: string;
  /** Whether whoever pasted it buys, where its author says it. */
  readonly buys?: boolean;
}
export interface Examples {
  readonly all: readonly Example[];
  readonly messages: readonly (readonly [cause: string, text: string])[];
}

/** A digest of all that decides what is learnt. */
export function originOf(root: string): string {
  const hash = createHash('sha256');
  const files = [
    ...SOURCES,
    ...readdirSync(join(root, WORDS))
      .sort()
      .map((name) => `${WORDS}/${name}`),
    ...readdirSync(join(root, ROOM, 'tables'))
      .sort()
      .map((name) => `${ROOM}/tables/${name}`),
    ...readdirSync(join(root, HITS))
      .filter((name) => name.endsWith('.testing.ts'))
      .sort()
      .map((name) => `${HITS}/${name}`),
    ...SETS.flatMap((set) => [`${set}/failures.jsonl`, `${set}/unrelated.jsonl`]),
  ];
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 16);
}

/**
 * Of a template the fixed words are known and not how people paste it: it counts for less than an example. Examples of no
 * failure are many, and together they count for as much as a few causes.
 */
const WEIGHT = {
  example: 1,
  none: 0.4,
  hit: 0.5,
  template: 0.35,
  message: 0.6,
  report: 0.6,
  fragment: 0.4,
} as const;

/** Sets whose author wrote another one, too: who is left out is left out with all that is his. */
const OF_ONE_AUTHOR = [['dev', 'tuned'].map((set) => `data/failures/${set}`)] as const;
const authorOf = (set: string | undefined): readonly (string | undefined)[] =>
  OF_ONE_AUTHOR.find((sets) => sets.some((each) => each === set)) ?? [set];

export async function examplesIn(root: string, without: string | undefined): Promise<Examples> {
  const { dictionary } = await import('../../src/checks/failure-signature/dictionary/index.ts');
  const { SIGNATURES } = await import('../../src/checks/failure-signature/tables/index.ts');
  const { CAUSE_OF } = await import('../../src/checks/failure-signature/tables/causes.ts');
  const lines = readdirSync(join(root, WORDS))
    .sort()
    .flatMap((name) =>
      readFileSync(join(root, WORDS, name), 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => [name.replace(/\.txt$/, ''), line] as const),
    );
  const messages = lines
    .filter(([, line]) => line.startsWith(MESSAGE))
    .map(([cause, line]) => [cause, line.slice(MESSAGE.length)] as const);
  const all: Example[] = [
    ...SETS.filter((set) => !authorOf(without).includes(set)).flatMap((set) => rowsOf(join(root, set))),
    ...(await hitsOfCases()),
    ...lines
      .filter(([, line]) => !line.startsWith(MESSAGE))
      .map(([cause, text]) => ({
        text,
        causes: [cause],
        weight: cause === NONE ? WEIGHT.none : WEIGHT.example,
      })),
    ...messages.map(([cause, text]) => ({ text, causes: [cause], weight: WEIGHT.message })),
    ...dictionary().map(({ text, cause }) => ({
      text: text.replaceAll(HOLE, ' '),
      causes: [cause],
      weight: WEIGHT.template,
    })),
    ...SIGNATURES.flatMap(({ id, title, symptom, says }) => {
      const cause = CAUSE_OF[id];
      return cause
        ? [
            { text: `${title}\n${symptom}`, causes: [cause], weight: WEIGHT.report },
            ...says.map((parts) => ({ text: parts.join(' '), causes: [cause], weight: WEIGHT.fragment })),
          ]
        : [];
    }),
  ];
  return { all, messages };
}

interface Row {
  readonly text: string;
  readonly cause: string;
  readonly also?: readonly string[];
  readonly case?: string;
  readonly role?: string;
}

function rowsOf(set: string): readonly Example[] {
  const rows = (name: string) =>
    readFileSync(join(set, `${name}.jsonl`), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Row);
  return [
    ...rows('failures').map(({ text, cause, also = [], case: of, role }) => ({
      text,
      causes: [cause, ...also],
      weight: WEIGHT.example,
      pasted: true as const,
      ...(of !== undefined && { of }),
      ...(role !== undefined && { buys: role === 'buyer' }),
    })),
    ...rows('unrelated').map(({ text }) => ({
      text,
      causes: [NONE],
      weight: WEIGHT.none,
      pasted: true as const,
    })),
  ];
}

async function hitsOfCases(): Promise<readonly Example[]> {
  const { TOLD } = await import('../../src/checks/failure-signature/cases/cases.testing.ts');
  const { TOLD_MORE } = await import('../../src/checks/failure-signature/cases/hits.testing.ts');
  const { CASES } = await import('../../src/checks/failure-signature/cases/index.ts');
  const hits = CASES.flatMap(({ id, of: causes }) => {
    const text = TOLD[id] ?? TOLD_MORE[id]?.[0];
    return text === undefined
      ? []
      : [{ text, causes: [causes[0]], weight: WEIGHT.hit, pasted: true as const, of: id }];
  });
  // What only lies near a case is compared with, too: it is told nearly as a hit is, and is none.
  const misses = Object.values(TOLD_MORE).map(([, text]) => ({
    text,
    causes: [],
    weight: 0,
    pasted: true as const,
  }));
  return [...hits, ...misses];
}
