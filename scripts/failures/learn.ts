/**
 * How people tell each cause, learnt from examples: a logistic regression over words and pairs of words. The same
 * examples give the same weights, to the last digit.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cause } from '../../src/checks/failure-signature/dictionary/causes.ts';
import { HOLE } from '../../src/checks/failure-signature/dictionary/hole.ts';

export const LEARNT_FILE = 'src/checks/failure-signature/learnt.artefact.json';
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
  'stranger-7',
  'threads',
].map((set) => `data/failures/${set}`);
const ROOM = 'src/checks/failure-signature';
/** What decides the weights, besides the examples. */
const SOURCES = [
  'scripts/failures/learn.ts',
  `${ROOM}/features.ts`,
  `${ROOM}/dictionary/said.artefact.json`,
  `${ROOM}/dictionary/rules.ts`,
  `${ROOM}/tables/causes.ts`,
];
/** One text at least for each case. */
const HITS = `${ROOM}/cases`;

/** No cause: texts that have nothing to do with a paid call. */
const NONE = 'none';
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
}
export interface Examples {
  readonly all: readonly Example[];
  readonly messages: readonly (readonly [cause: string, text: string])[];
}

function originOf(root: string): string {
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

/** Learning takes seconds: what was learnt from the same examples by the same code is not learnt again. */
export async function learntText(root: string, kept: string): Promise<string> {
  const origin = originOf(root);
  return kept.includes(`"origin": "${origin}"`) ? kept : learntNow(root, origin);
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

async function examplesIn(root: string, without: string | undefined): Promise<Examples> {
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
    ...SETS.filter((set) => set !== without).flatMap((set) => rowsOf(join(root, set))),
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

function rowsOf(set: string): readonly Example[] {
  const rows = (name: string) =>
    readFileSync(join(set, `${name}.jsonl`), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { text: string; cause: string; also?: string[]; case?: string });
  return [
    ...rows('failures').map(({ text, cause, also = [], case: of }) => ({
      text,
      causes: [cause, ...also],
      weight: WEIGHT.example,
      pasted: true as const,
      ...(of !== undefined && { of }),
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

const MIN_SEEN = 2;
const ROUNDS = 30;
const RATE = 0.5;
const BIAS_RATE = 0.3;
const DECAY = 5e-4;
/** A pair says less than its words do: there are more of them. */
const PAIR = 0.7;

export async function learntNow(root: string, origin: string, without?: string): Promise<string> {
  const { featuresOf } = await import('../../src/checks/failure-signature/features.ts');
  const { CAUSES } = await import('../../src/checks/failure-signature/dictionary/causes.ts');
  const { all, messages } = await examplesIn(root, without);
  const classes = [...(Object.keys(CAUSES) as Cause[]), NONE];
  const features = all.map(({ text }) => [...featuresOf(text)]);
  const seen = new Map<string, number>();
  for (const own of features) for (const name of own) seen.set(name, (seen.get(name) ?? 0) + 1);
  const names = [...seen]
    .filter(([, times]) => times >= MIN_SEEN)
    .map(([name]) => name)
    .sort();
  const place = new Map(names.map((name, i) => [name, i]));
  const rarity = names.map((name) => rarityOf(all.length, seen.get(name)!, name.includes(' ')));
  const rows = features.map((own) =>
    vectorOf(
      own.flatMap((name) => place.get(name) ?? []),
      rarity,
    ),
  );
  const { weights, bias } = descend(
    rows,
    all.map(({ causes, weight }) => ({ right: causes.length > 0 ? sharesOf(causes, classes) : [], weight })),
    names.length,
    classes.length,
  );
  const tellings = all.flatMap(({ causes, pasted, of }, i) =>
    pasted
      ? [
          {
            classes: causes.map((cause) => (classes as readonly string[]).indexOf(cause)),
            of: of ?? '',
            words: [...features[i]!].flatMap((name) => place.get(name) ?? []),
          },
        ]
      : [],
  );
  return written(origin, classes, names, rarity, weights, bias, messages, tellings);
}

/** Of what is accepted as well, all together. */
const ALSO = 0.3;

const sharesOf = ([first, ...also]: readonly string[], classes: readonly string[]) => [
  [classes.indexOf(first!), also.length > 0 ? 1 - ALSO : 1] as const,
  ...also.map((cause) => [classes.indexOf(cause), ALSO / also.length] as const),
];

const rarityOf = (all: number, times: number, pair: boolean): number =>
  Math.round(1000 * Math.log(1 + all / times) * (pair ? PAIR : 1)) / 1000;

type Vector = readonly (readonly [place: number, value: number])[];

function vectorOf(places: readonly number[], rarity: readonly number[]): Vector {
  const length = Math.sqrt(places.reduce((sum, at) => sum + rarity[at]! ** 2, 0)) || 1;
  return places.map((at) => [at, rarity[at]! / length] as const);
}

/** Adagrad, one example after the other, in an order that a fixed seed shuffles. */
function descend(
  rows: readonly Vector[],
  said: readonly { readonly right: ReturnType<typeof sharesOf>; readonly weight: number }[],
  width: number,
  classes: number,
): { readonly weights: Float64Array; readonly bias: Float64Array } {
  const weights = new Float64Array(width * classes);
  const bias = new Float64Array(classes);
  const slope = new Float64Array(width * classes).fill(1e-6);
  const biasSlope = new Float64Array(classes).fill(1e-6);
  const chance = new Float64Array(classes);
  const order = rows.map((_row, i) => i);
  let seed = 1;
  const next = (below: number): number => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return Math.floor((seed / 0x80000000) * below);
  };
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = order.length - 1; i > 0; i--) {
      const j = next(i + 1);
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
    for (const at of order) {
      const row = rows[at]!;
      const { right, weight } = said[at]!;
      if (weight === 0) continue;
      chancesOf(row, weights, bias, chance);
      for (const [c, share] of right) chance[c]! -= share;
      for (let c = 0; c < classes; c++) {
        const error = chance[c]! * weight;
        biasSlope[c]! += error * error;
        bias[c]! -= (RATE * BIAS_RATE * error) / Math.sqrt(biasSlope[c]!);
        for (const [feature, value] of row) {
          const k = feature * classes + c;
          const g = error * value + DECAY * weights[k]!;
          slope[k]! += g * g;
          weights[k]! -= (RATE * g) / Math.sqrt(slope[k]!);
        }
      }
    }
  }
  return { weights, bias };
}

function chancesOf(row: Vector, weights: Float64Array, bias: Float64Array, into: Float64Array): void {
  const classes = into.length;
  into.set(bias);
  for (const [feature, value] of row)
    for (let c = 0; c < classes; c++) into[c]! += value * weights[feature * classes + c]!;
  const top = Math.max(...into);
  let sum = 0;
  for (let c = 0; c < classes; c++) sum += into[c] = Math.exp(into[c]! - top);
  for (let c = 0; c < classes; c++) into[c]! /= sum;
}

interface Telling {
  readonly classes: readonly number[];
  readonly of: string;
  readonly words: readonly number[];
}

/** Weights are kept to a tenth; small ones say nothing. */
const STEP = 10;
const MIN_KEPT = 10;

function written(
  origin: string,
  classes: readonly string[],
  names: readonly string[],
  rarity: readonly number[],
  weights: Float64Array,
  bias: Float64Array,
  messages: Examples['messages'],
  tellings: readonly Telling[],
): string {
  const compared = new Set(tellings.flatMap(({ words }) => words));
  const rows = new Map<number, number>();
  const lines = names.flatMap((name, i) => {
    const kept = classes.flatMap((_class, c) => {
      const value = Math.round(weights[i * classes.length + c]! * STEP);
      return Math.abs(value) < MIN_KEPT ? [] : [c, value];
    });
    if (kept.length === 0 && !compared.has(i)) return [];
    rows.set(i, rows.size);
    return [`    ${JSON.stringify([name, rarity[i], kept])}`];
  });
  const told = tellings.map(
    ({ classes: own, of, words }) =>
      `    ${JSON.stringify([own, of, words.map((i) => rows.get(i)!).sort((a, b) => a - b)])}`,
  );
  return `{
  "origin": "${origin}",
  "step": ${STEP},
  "classes": ${JSON.stringify(classes)},
  "bias": ${JSON.stringify([...bias].map((value) => Math.round(value * STEP)))},
  "words": [
${lines.join(',\n')}
  ],
  "messages": [
${messages.map((message) => `    ${JSON.stringify(message)}`).join(',\n')}
  ],
  "tellings": [
${told.join(',\n')}
  ]
}
`;
}
