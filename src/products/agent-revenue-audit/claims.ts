import { COUNT_WORDS } from '../../reading/words/numbers.ts';
import { evidence, statedPrice } from './facts.ts';
import { type Evidence, type Found, row } from './found.ts';
import type { Passage } from './lexicon.ts';
import { sentencesOf } from './offer.ts';
import type { AuditInput } from './schema.ts';
import type { Reading } from './stated.ts';
import { RULES } from './tables/bands.ts';
import { BARE_WAIT, CLAIMS, FUNNEL, OTHER_SPANS, WAIT } from './tables/claims.ts';
import type { ClaimRow } from './tables/shapes.ts';

/** A friction that the text states; `claim` says under which conditions it counts. */
export interface Claimed extends Found {
  readonly claim?: ClaimRow;
}

/** What the text itself says stands in the way, with the words that say it. Pure; linear in the text. */
export function claimed(input: AuditInput): Claimed[] {
  const passages = evidence(input).filter(({ field }) => field !== 'targetBuyer');
  const sentences = sentencesIn(passages);
  const out: Claimed[] = [];
  const add = (id: string, quotes: readonly Evidence[], claim?: ClaimRow) => {
    if (quotes.length === 0 || out.some((one) => one.row.id === id && !one.claim)) return;
    out.push({
      row: row(id),
      basis: 'stated',
      loss: false,
      evidence: quotes.slice(0, 2),
      ...(claim && { claim }),
    });
  };
  for (const claim of CLAIMS) {
    const quotes = sentences.flatMap(({ field, text }) => {
      const here = claim.only === undefined || claim.only === field;
      const said = !here || claim.unless?.test(text) ? null : claim.says.exec(text);
      return said ? [{ field, quote: said[0].trim() }] : [];
    });
    add(claim.friction, quotes, claim);
  }
  for (const { field, text } of sentences) {
    const wait = longWait(text);
    if (wait) add('F22', [{ field, quote: wait }]);
  }
  for (const { field, text } of passages) {
    const funnel = weakFunnel(text);
    if (funnel) add('F39', [{ field, quote: funnel }]);
  }
  return out;
}

const sentencesIn = (passages: readonly Passage[]) =>
  passages.flatMap(({ field, text }) =>
    sentencesOf(text).map((sentence) => ({ field, text: sentence.text })),
  );

export const applies = ({ claim }: Claimed, reading: Reading): boolean =>
  claim?.always === true ||
  (!(claim?.onlyUnpriced && reading.hasFigure) &&
    !(claim?.onlyWithoutUnitPrice && statedPrice(reading) !== undefined));

/** Friction id → the words that say that it is not so. One that is ruled out anywhere is not claimed elsewhere. */
export function denied(input: AuditInput): ReadonlyMap<string, Evidence & { readonly everywhere: boolean }> {
  const out = new Map<string, Evidence & { everywhere: boolean }>();
  const passages = evidence(input);
  const sentences = sentencesIn(passages);
  for (const { friction, cleared, unless, says, only } of CLAIMS) {
    for (const { field, text } of passages) {
      const quote = only && only !== field ? undefined : cleared?.exec(text)?.[0].trim();
      if (quote) out.set(friction, { field, quote, everywhere: true });
    }
    for (const { field, text } of out.has(friction) ? [] : sentences) {
      const quote = says.test(text) ? unless?.exec(text)?.[0].trim() : undefined;
      if (quote && field !== 'targetBuyer') out.set(friction, { field, quote, everywhere: false });
    }
  }
  return out;
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };

/** The words of a wait that no client sits out; undefined for what is quick, or lasts for another reason. */
function longWait(sentence: string): string | undefined {
  for (const pattern of [WAIT, BARE_WAIT])
    for (const match of sentence.matchAll(pattern)) {
      const around = sentence.slice(Math.max(0, match.index - 30), match.index + match[0].length + 12);
      if (OTHER_SPANS.test(around)) continue;
      const figure = match[2] ?? match[1]!.toLowerCase();
      const seconds = (COUNT_WORDS[figure] ?? Number(figure)) * SECONDS[match[3]![0]!.toLowerCase()]!;
      if (seconds > RULES.slowSeconds) return match[0].trim();
    }
  return undefined;
}

const LARGEST_WEAK_SHARE = 0.05;

/** Many who ask and few who buy. */
function weakFunnel(text: string): string | undefined {
  for (const match of text.matchAll(FUNNEL)) {
    const many =
      Number(match[1]!.replaceAll(',', '').replace(/k$/iu, '')) * (/k$/iu.test(match[1]!) ? 1_000 : 1);
    const few = /^\d/u.test(match[2]!) ? Number(match[2]!.replaceAll(',', '')) : 0;
    if (many >= 20 && few <= many * LARGEST_WEAK_SHARE) return match[0].trim();
  }
  return undefined;
}
