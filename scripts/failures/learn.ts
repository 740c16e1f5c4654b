/**
 * How people tell each cause, learnt from examples: a margin for each over words and pairs of words. The same
 * examples give the same weights, to the last digit.
 */
import type { Cause } from '../../src/checks/failure-signature/dictionary/causes.ts';
import { type Examples, examplesIn, NONE, originOf } from './examples.ts';
import { type Readers, readersLearnt } from './readers.ts';

export const LEARNT_FILE = 'src/checks/failure-signature/learnt.artefact.json';

/** Learning takes seconds: what was learnt from the same examples by the same code is not learnt again. */
export async function learntText(root: string, kept: string): Promise<string> {
  const origin = originOf(root);
  return kept.includes(`"origin": "${origin}"`) ? kept : learntNow(root, origin);
}

const MIN_SEEN = 2;
const ROUNDS = 10;
/** How much one example may pull: more follows single texts, less only what many say. */
const PULL = 0.3;
/** Margins as logarithms of chances: what held-out authors bear out. */
const SCALE = 7;

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
  const rarity = names.map((name) => rarityOf(all.length, seen.get(name)!));
  const rows = features.map((own) =>
    vectorOf(
      own.flatMap((name) => place.get(name) ?? []),
      rarity,
    ),
  );
  const placesOf = (own: readonly string[]): readonly number[] =>
    own.flatMap((name) => place.get(name) ?? []);
  const readers = readersLearnt(
    all.flatMap(({ buys }, i) => (buys === undefined ? [] : [{ buys, held: placesOf(features[i]!) }])),
    names.length,
  );
  const { weights, bias } = separated(
    rows,
    all.map(({ causes, weight }) => ({
      right: causes.map((cause) => (classes as readonly string[]).indexOf(cause)),
      weight,
    })),
    names.length,
    classes.length,
  );
  const tellings = all.flatMap(({ causes, pasted, of }, i) =>
    pasted
      ? [
          {
            classes: causes.map((cause) => (classes as readonly string[]).indexOf(cause)),
            of: of ?? '',
            words: placesOf(features[i]!),
          },
        ]
      : [],
  );
  return written({ origin, classes, names, rarity, weights, bias, messages, tellings, readers });
}

const rarityOf = (all: number, times: number): number => Math.round(1000 * Math.log(1 + all / times)) / 1000;

type Vector = readonly (readonly [place: number, value: number])[];

function vectorOf(places: readonly number[], rarity: readonly number[]): Vector {
  const length = Math.sqrt(places.reduce((sum, at) => sum + rarity[at]! ** 2, 0)) || 1;
  return places.map((at) => [at, rarity[at]! / length] as const);
}

interface Told {
  /** The first is the cause; the others count neither for nor against their class. */
  readonly right: readonly number[];
  readonly weight: number;
}

/**
 * One class against the rest, each the widest margin (a support vector machine with squared hinge loss, by dual coordinate
 * descent), in an order that a fixed seed shuffles.
 */
function separated(
  rows: readonly Vector[],
  said: readonly Told[],
  width: number,
  classes: number,
): { readonly weights: Float64Array; readonly bias: Float64Array } {
  const weights = new Float64Array(width * classes);
  const bias = new Float64Array(classes);
  const squares = rows.map((row) => row.reduce((sum, [, value]) => sum + value * value, 1));
  const next = shuffler();
  const own = new Float64Array(width + 1);
  for (let c = 0; c < classes; c += 1) {
    own.fill(0);
    const order = said.flatMap(({ right, weight }, at) => (weight > 0 && right.indexOf(c) <= 0 ? [at] : []));
    const pulls = new Float64Array(rows.length);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (let i = order.length - 1; i > 0; i -= 1) {
        const j = next(i + 1);
        [order[i], order[j]] = [order[j]!, order[i]!];
      }
      for (const at of order) {
        const row = rows[at]!;
        const side = said[at]!.right[0] === c ? 1 : -1;
        const slack = 0.5 / (PULL * said[at]!.weight);
        let margin = own[width]!;
        for (const [place, value] of row) margin += own[place]! * value;
        const slope = side * margin - 1 + slack * pulls[at]!;
        const pull = Math.max(pulls[at]! - slope / (squares[at]! + slack), 0);
        const step = side * (pull - pulls[at]!);
        if (step === 0) continue;
        pulls[at] = pull;
        own[width]! += step;
        for (const [place, value] of row) own[place]! += step * value;
      }
    }
    for (let place = 0; place < width; place += 1) weights[place * classes + c] = SCALE * own[place]!;
    bias[c] = SCALE * own[width]!;
  }
  return { weights, bias };
}

function shuffler(): (below: number) => number {
  let seed = 1;
  return (below) => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return Math.floor((seed / 0x80000000) * below);
  };
}

interface Telling {
  readonly classes: readonly number[];
  readonly of: string;
  readonly words: readonly number[];
}

/** Weights are kept to a tenth; small ones say nothing. */
const STEP = 10;
const MIN_KEPT = 4;

interface Learnt {
  readonly origin: string;
  readonly classes: readonly string[];
  readonly names: readonly string[];
  readonly rarity: readonly number[];
  readonly weights: Float64Array;
  readonly bias: Float64Array;
  readonly messages: Examples['messages'];
  readonly tellings: readonly Telling[];
  readonly readers: Readers;
}

function written(learnt: Learnt): string {
  const { origin, classes, names, rarity, weights, bias, messages, tellings, readers } = learnt;
  const compared = new Set(tellings.flatMap(({ words }) => words));
  const rows = new Map<number, number>();
  const lines = names.flatMap((name, i) => {
    const kept = classes.flatMap((_class, c) => {
      const value = Math.round(weights[i * classes.length + c]! * STEP);
      return Math.abs(value) < MIN_KEPT ? [] : [c, value];
    });
    if (kept.length === 0 && !compared.has(i)) return [];
    rows.set(i, rows.size);
    return [`    ${JSON.stringify([name, rarity[i], kept, readers.weights.get(i) ?? 0])}`];
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
  "buys": ${readers.bias},
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
