import type { FineClass } from './features.ts';
import { probabilities, unlawfulness } from './model.ts';
import { foreignFindings } from './nine.ts';
import { findingsOf, type IntentFinding } from './rules.ts';
import { withoutMoney } from './sale.ts';
import { type IntentScope, namesOurs, readScope, vagueness } from './scope.ts';
import { speechOf } from './speech.ts';
import { Texts } from './texts.ts';
import { type IntentToken, unleet } from './tokens.ts';

export interface Intent {
  readonly findings: readonly IntentFinding[];
  readonly scope: IntentScope;
  readonly vaguenessScore: number;
  /** The words of the text. */
  readonly tokens: readonly IntentToken[];
}

/** Probability of the refused classes together above which a request is refused (docs/policy.md tells how it was chosen). */
const REFUSE_ABOVE = 0.62;
/** Where it is harm that speaks loudest: words of any trade can sound like it. */
const REFUSE_HARM_ABOVE = 0.85;
/** A rule that matches is believed unless the whole is surely no request: it is read as one piece of evidence, too. */
const RULE_ABOVE = 0.3;
/** What is left without all that is said about money may lack what made it a purchase. */
const REFUSE_UNPAID_ABOVE = 0.8;
/** For one question of a text that travels with a purchase, by itself, and for such a text as a whole. */
const REFUSE_QUESTION_ABOVE = 0.9;
const REFUSE_DESCRIPTION_ABOVE = 0.8;
/** What a text that travels with a purchase belongs to: alone, "should it be legal-size?" would be a question about law. */
const PURCHASE = 'Pay for one API call.';
/** For one sentence of several, and for text that was decoded: less context, so more certainty is asked for. */
const REFUSE_PART_ABOVE = 0.95;
/** And more still when the whole reads as a purchase question: "should I retry or stop?" is about trading only by itself. */
const REFUSE_PART_OF_OK_ABOVE = 0.99;
const CONFIDENT_OK = 0.8;
/** A request in scope by its words is still vague above this. */
const VAGUE_ABOVE = 0.6;
const FEWEST_WORDS_OF_PART = 3;
const ADVICE = ['legal', 'tax', 'investment', 'lending', 'compliance', 'trading'] as const;
const ACTS = ['outreach', 'scraping'] as const;
const HARM = ['unlawful_service'] as const;
/** What is refused whoever asks, and however it is described (docs/policy.md lists it). */
export const UNLAWFUL: IntentFinding = 'unsafeAdvice:unlawful_service';
const FAMILIES = [
  ['unsafeAdvice', ADVICE],
  ['outreachOrScrapingRequest', ACTS],
  ['unsafeAdvice', HARM],
] as const;
type Probabilities = Readonly<Record<FineClass, number>>;

/** The refused class that the classifier is sure enough of, if any. */
function refusedClass(p: Probabilities, above: number): IntentFinding | undefined {
  const shareOf = (names: readonly FineClass[]): number => names.reduce((sum, name) => sum + p[name], 0);
  const shares = FAMILIES.map(([, names]) => shareOf(names));
  const isHarm = shares[2]! > shares[0]! + shares[1]!;
  if (shares.reduce((a, b) => a + b, 0) <= (isHarm ? Math.max(above, REFUSE_HARM_ABOVE) : above))
    return undefined;
  const [family, names] = FAMILIES[shares.indexOf(Math.max(...shares))]!;
  const name = (names as readonly FineClass[]).reduce((best, one) => (p[one] > p[best] ? one : best));
  // "Take this to the next level" may be any of them a little, and is vague more than any.
  return p[name] > p.vague ? `${family}:${name}` : undefined;
}
const refusable = (p: Probabilities): number => 1 - p.ok - p.vague;

function partFindings(text: string, above: number, texts: Texts): IntentFinding[] {
  const ruled = findingsOf(texts.fired(text));
  if (texts.tokens(text).length < FEWEST_WORDS_OF_PART) return ruled;
  const p = probabilities(text, texts);
  const finding = refusedClass(p, above);
  return [...(refusable(p) > RULE_ABOVE ? ruled : []), ...(finding ? [finding] : [])];
}

/** Sentences of a text of several, so that a request cannot be hidden among harmless ones. */
const sentencesOf = (text: string): string[] => {
  const sentences = text
    .split(
      /(?<=[.?!;])\s+|\n+|,\s+(?=(?:how|what|which|should|can|could|do|does|is|are|will|would|where|when|who)\s)|,?\s{1,8}(?=(?:and (?:then|also|by the way|tell|should|please)|also|by the way|plus|but first|after that)\s)/i,
    )
    .filter((sentence) => sentence.trim() !== '');
  return sentences.length > 1 ? sentences.slice(0, 64) : [];
};

const UNREAD: Omit<Intent, 'tokens'> = {
  findings: [],
  scope: { object: false, verb: false, specific: false },
  vaguenessScore: 1,
};

/** What a text asks for. `views` are further readings (decoded ones); they can add a refusal, never scope. */
export function classify(text: string, views: readonly string[] = [], texts: Texts = new Texts()): Intent {
  const tokens = texts.tokens(text);
  if (!texts.look(text)) return { ...UNREAD, tokens };
  const scope = readScope(tokens, text);
  // A price that is named beside a request makes it no purchase: it is judged without the terms of a sale.
  const request = texts.request(text);
  const whole = probabilities(request, texts);
  const refused = refusedClass(whole, REFUSE_ABOVE);
  const findings = new Set<IntentFinding>(refused ? [refused] : []);
  if (refusable(whole) > RULE_ABOVE)
    for (const finding of [...findingsOf(texts.fired(request)), ...foreignFindings(text)])
      findings.add(finding);
  const isSurelyFine = whole.ok > CONFIDENT_OK;
  const unpaid = isSurelyFine ? undefined : withoutMoney(request);
  const refusedUnpaid = unpaid && refusedClass(probabilities(unpaid, texts), REFUSE_UNPAID_ABOVE);
  // Harm is judged by the whole: what nobody pays for in so many words may sound like it.
  if (refusedUnpaid && refusedUnpaid !== UNLAWFUL) findings.add(refusedUnpaid);
  const plainer = unleet(text);
  const parts = new Set([...sentencesOf(text), ...(plainer === text ? [] : [plainer]), ...views]);
  const above = isSurelyFine ? REFUSE_PART_OF_OK_ABOVE : REFUSE_PART_ABOVE;
  for (const part of parts) for (const finding of partFindings(part, above, texts)) findings.add(finding);
  // What is left without the terms may be little: it is vague only where the whole is.
  const isVague =
    whole.vague > VAGUE_ABOVE && (request === text || probabilities(text, texts).vague > VAGUE_ABOVE);
  if (findings.size === 0 && isVague && !namesOurs(text)) findings.add('vagueRequest:nothing_to_decide');
  return { findings: [...findings], scope, vaguenessScore: vagueness(tokens, scope), tokens };
}

/** Probability above which a text that describes a service is refused, and above which a line of harm is believed. */
const UNLAWFUL_ABOVE = 0.55;
const LINE_ABOVE = 0.5;
/** A sentence without the others around it is less sure. */
const UNLAWFUL_SENTENCE_ABOVE = 0.97;
const FEWEST_WORDS_OF_OFFER = 3;
/** A word as people write it; pieces of ids, addresses and digests are none. */
const PLAIN_WORD = /(?<![\p{L}\p{N}_@.-])\p{L}{3,}(?![\p{L}\p{N}_@-]|\.\p{L})|[^\0-\u007f]{4}/gu;

/**
 * Whether a text offers or asks for what harms. Sentences are read one by one only where a line of harm matches. What a buyer
 * reports of a seller ("they drained a wallet") is no offer: only a line of harm in so many words tells.
 */
export function isUnlawful(
  text: string,
  speaks: 'offers' | 'asks' | 'reports',
  texts: Texts = new Texts(),
): boolean {
  const asks = speaks === 'asks';
  // Ids, numbers and digests: no part of them says more than the whole.
  if (!texts.look(text) || !saysSomething(text)) return false;
  const read = (part: string, above: number): boolean => {
    if (!saysSomething(part)) return false;
    if (speaks === 'reports' && texts.lines(part).length === 0) return false;
    const share = asks ? probabilities(part, texts).unlawful_service : unlawfulness(part, texts);
    if (speaks === 'reports') return share > UNLAWFUL_SENTENCE_ABOVE;
    return share > above || (share > LINE_ABOVE && texts.lines(part).length > 0);
  };
  return (
    read(texts.request(text), asks ? REFUSE_HARM_ABOVE : UNLAWFUL_ABOVE) ||
    (texts.lines(text).length > 0 && sentencesOf(text).some((part) => read(part, UNLAWFUL_SENTENCE_ABOVE)))
  );
}

function saysSomething(part: string): boolean {
  PLAIN_WORD.lastIndex = 0;
  for (let words = 0; words < FEWEST_WORDS_OF_OFFER; words++) if (!PLAIN_WORD.test(part)) return false;
  return true;
}

/**
 * What a text that travels with a purchase asks for. Sentences that say what a thing does are passed over; an order is
 * told by rules alone, since summaries of an API are orders by their form ("Extract text from a PDF").
 */
export function classifyCompanion(
  text: string,
  views: readonly string[] = [],
  texts: Texts = new Texts(),
): Pick<Intent, 'findings' | 'tokens'> {
  const tokens = texts.tokens(text);
  if (!texts.look(text)) return { findings: [], tokens };
  const findings = new Set<IntentFinding>(foreignFindings(text));
  const parts = new Set([
    ...allSentencesOf(text),
    ...allSentencesOf(unleet(text)),
    ...views.flatMap(allSentencesOf),
  ]);
  let asked = false;
  for (const part of parts) {
    if (!texts.look(part)) break;
    const speech = speechOf(part);
    if (speech === 'describes') continue;
    for (const finding of findingsOf(texts.fired(part))) findings.add(finding);
    if (speech !== 'asks' || texts.tokens(part).length < FEWEST_WORDS_OF_PART) continue;
    const refused = refusedClass(probabilities(part, texts), REFUSE_QUESTION_ABOVE);
    if (refused) findings.add(refused);
    asked = true;
  }
  if (asked) {
    const refused = refusedClass(probabilities(`${PURCHASE} ${text}`, texts), REFUSE_DESCRIPTION_ABOVE);
    if (refused) findings.add(refused);
  }
  return { findings: [...findings], tokens };
}

const allSentencesOf = (text: string): string[] => {
  const sentences = sentencesOf(text);
  return sentences.length > 0 ? sentences : [text];
};
