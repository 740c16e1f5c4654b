import { evidence, type Reading, statedPrice } from './facts.ts';
import { type Evidence, type Found, row } from './found.ts';
import { sentencesOf } from './offer.ts';
import type { AuditInput } from './schema.ts';
import { RULES } from './tables/bands.ts';
import { BARE_WAIT, CLAIMS, type ClaimRow, FUNNEL, OTHER_SPANS, WAIT } from './tables/claims.ts';

/** What the text itself says stands in the way, with the words that say it. Pure; linear in the text. */
export function claimed(input: AuditInput, reading: Reading): Found[] {
  const passages = evidence(input).filter(({ field }) => field !== 'targetBuyer');
  const sentences = passages.flatMap(({ field, text }) =>
    sentencesOf(text).map((sentence) => ({ field, text: sentence.text })),
  );
  const out: Found[] = [];
  const add = (id: string, quotes: readonly Evidence[]) => {
    if (quotes.length === 0 || out.some((one) => one.row.id === id)) return;
    out.push({ row: row(id), basis: 'stated', loss: false, evidence: quotes.slice(0, 2) });
  };
  for (const claim of CLAIMS) {
    if (!applies(claim, reading) || isRuledOut(claim.friction, input)) continue;
    const quotes = sentences.flatMap(({ field, text }) => {
      const said = claim.unless?.test(text) ? null : claim.says.exec(text);
      return said ? [{ field, quote: said[0].trim() }] : [];
    });
    add(claim.friction, quotes);
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

const applies = (claim: ClaimRow, reading: Reading): boolean =>
  !(claim.onlyUnpriced && reading.hasFigure) &&
  !(claim.onlyWithoutUnitPrice && statedPrice(reading) !== undefined);

/** Somewhere the text says that this is not so. */
export const isRuledOut = (id: string, input: AuditInput): boolean =>
  CLAIMS.some(
    ({ friction, cleared }) =>
      friction === id && cleared !== undefined && evidence(input).some(({ text }) => cleared.test(text)),
  );

const NUMBERS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  ten: 10,
  twelve: 12,
  twenty: 20,
  thirty: 30,
  forty: 40,
  ninety: 90,
};
const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };

/** The words of a wait that no client sits out; undefined for what is quick, or lasts for another reason. */
function longWait(sentence: string): string | undefined {
  for (const pattern of [WAIT, BARE_WAIT])
    for (const match of sentence.matchAll(pattern)) {
      const around = sentence.slice(Math.max(0, match.index - 30), match.index + match[0].length + 12);
      if (OTHER_SPANS.test(around)) continue;
      const figure = match[2] ?? match[1]!.toLowerCase();
      const seconds = (NUMBERS[figure] ?? Number(figure)) * SECONDS[match[3]![0]!.toLowerCase()]!;
      if (seconds >= RULES.slowSeconds) return match[0].trim();
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
