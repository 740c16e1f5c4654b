/** The labelled sellers, and what is learnt from them. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { lexiconSums } from '../../src/products/agent-revenue-audit/archetype.ts';
import { kindWordOf } from '../../src/products/agent-revenue-audit/learnt/classes.ts';
import { kindFeatures } from '../../src/products/agent-revenue-audit/learnt/kind.ts';
import { type AuditInput, auditInput } from '../../src/products/agent-revenue-audit/schema.ts';
import { ROUTES } from '../../src/products/agent-revenue-audit/tables/routes.ts';
import type { Example, Fit } from './learn.ts';

export interface Label {
  readonly id: string;
  readonly returns?: string;
  readonly archetype: string;
  readonly acceptableArchetypes: readonly string[];
  readonly frictions: readonly string[];
  readonly ruledOut: readonly string[];
  readonly quotes?: readonly (readonly [friction: string, quote: string])[];
  readonly ruledOutQuotes?: readonly (readonly [friction: string, quote: string])[];
}
export interface Seller {
  readonly id: string;
  readonly author: string;
  readonly input: AuditInput;
  readonly label: Label;
}

const SETS = ['strangers-train', 'stranger', 'stranger-2', 'stranger-3', 'stranger-4', 'dev'];
const linesOf = (file: string): string[] => readFileSync(file, 'utf8').trim().split('\n');

export const sellers = (): Seller[] =>
  SETS.flatMap((set) => {
    const labels = new Map(
      linesOf(`data/audit/${set}/labels.jsonl`)
        .map((line) => JSON.parse(line) as Label)
        .map((label) => [label.id, label]),
    );
    return linesOf(`data/audit/${set}/sellers.jsonl`).map((line) => {
      const { id, body } = JSON.parse(line) as { id: string; body: unknown };
      const author = set === 'strangers-train' ? id.split('-')[0]! : set;
      return { id, author, input: auditInput.parse(body), label: labels.get(id)! };
    });
  });

const ROWS = SETS.flatMap((set) => [`data/audit/${set}/sellers.jsonl`, `data/audit/${set}/labels.jsonl`]);
const LEARNT_FROM = { kind: [...ROWS, 'data/audit/returns.txt'], friction: ROWS };
export type Learnt = keyof typeof LEARNT_FROM;

/** What an artefact was learnt from: a test compares, so that rows and weights cannot drift apart. */
export function originOf(learnt: Learnt): string {
  const hash = createHash('sha256');
  for (const file of LEARNT_FROM[learnt]) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

/** What a phrase counts beside an offer. */
const PHRASE = 0.5;
const CUE = 0.3 / 4;
const LEAST_CUE = 3;
/** Of what is accepted as well, all together. */
const ALSO = 0.3;

export const kindsOf = (rows: readonly Seller[]): string[] =>
  [...new Set(rows.map(({ label }) => label.archetype))].sort();

export const KIND_FIT: Omit<Fit, 'classes'> = {
  one: true,
  steps: 40,
  rate: 0.2,
  decay: 1e-4,
  decayOfVectors: 3e-5,
  vectors: 2,
  fewestRows: 2,
  rights: 1,
  bias: 0,
};

export function kindExamples(rows: readonly Seller[], classes: readonly string[]): Example[] {
  const example = (
    input: Parameters<typeof kindFeatures>[0],
    kinds: readonly string[],
    weight: number,
  ): Example => {
    const [first, ...also] = kinds.map((kind) => classes.indexOf(kind)).filter((k) => k >= 0);
    return {
      features: kindFeatures(input, lexiconSums(input.currentOffer)),
      right: [[first!, also.length > 0 ? 1 - ALSO : 1], ...also.map((k) => [k, ALSO / also.length] as const)],
      weight,
    };
  };
  const phrase = (text: string, kinds: readonly string[], weight: number) =>
    example({ currentOffer: `${text.trim()}.`, targetBuyer: '' }, kinds, weight);
  const accepted = ({ archetype, acceptableArchetypes }: Label) => [
    ...new Set([archetype, ...acceptableArchetypes]),
  ];
  return [
    ...rows.flatMap(({ input: { serviceName, ...texts }, label }) => [
      example(texts, accepted(label), 0.6),
      example({ ...texts, serviceName }, accepted(label), 0.6),
    ]),
    ...rows.flatMap(({ label }) => (label.returns ? [phrase(label.returns, accepted(label), PHRASE)] : [])),
    ...linesOf('data/audit/returns.txt').flatMap((line) => {
      const [kind, phrases] = line.split(/: (.*)/u) as [string, string];
      return phrases.split(';').map((text) => phrase(text, [kind], PHRASE));
    }),
    ...ROUTES.flatMap((row) =>
      Object.entries(row.cues)
        .filter(([, weight]) => weight >= LEAST_CUE)
        .map(([cue, weight]) => phrase(`${cue.replaceAll('~', '')} API`, [kindWordOf(row)], CUE * weight)),
    ),
  ];
}
