import type { AuditResponse } from './schema.ts';

/** How much of the advice of an audit is its buyer's, and how much of it another seller of the same route gets too. */

const SEQUENCE = 5;

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}$./_-]+/gu) ?? [];

/** All that advises: what an expert adds is counted too. */
const adviceOf = (audit: AuditResponse): string[] => [
  ...bodyOf(audit),
  ...audit.expertAdvice.map(({ advice }) => advice),
];
const bodyOf = ({ monetizationDiagnosis, conversionFriction, sevenDayRevenuePlan }: AuditResponse) => [
  monetizationDiagnosis,
  ...conversionFriction,
  ...sevenDayRevenuePlan,
];

function sequences(audit: AuditResponse, name: string): Set<string> {
  const words = wordsIn(adviceOf(audit).join('\n').replaceAll(name, 'NAME'));
  return new Set(words.slice(SEQUENCE - 1).map((_, i) => words.slice(i, i + SEQUENCE).join(' ')));
}

/** Share of the five-word sequences of the shorter advice that stand in the longer one too. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [few, many] = a.size < b.size ? [a, b] : [b, a];
  return [...few].filter((one) => many.has(one)).length / few.size;
}

export interface Audited {
  readonly name: string;
  readonly audit: AuditResponse;
}

/** Of every two sellers that get the same route, ascending. */
export function likenesses(audits: readonly Audited[]): number[] {
  const known = audits.map(({ name, audit }) => ({
    route: audit.archetype.route,
    words: sequences(audit, name),
  }));
  return known
    .flatMap((a, i) =>
      known.slice(i + 1).flatMap((b) => (a.route === b.route ? [likeness(a.words, b.words)] : [])),
    )
    .sort((a, b) => a - b);
}

/** Share of the words of diagnosis, frictions and plan that stand in double quotes: verbatim in the buyer's text. */
export function ownShare(audits: readonly Audited[]): number {
  const bodies = audits.map(({ audit }) => bodyOf(audit).join('\n'));
  const quoted = bodies.flatMap((text) => [...text.matchAll(/"([^"]*)"/gu)].map((match) => match[1]!));
  const count = (texts: readonly string[]) => texts.reduce((sum, text) => sum + wordsIn(text).length, 0);
  return count(quoted) / count(bodies);
}

export const median = (sorted: readonly number[]): number => sorted[sorted.length >> 1]!;
