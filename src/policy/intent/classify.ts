import type { FineClass } from './features.ts';
import { probabilities } from './model.ts';
import { foreignFindings, opensWithProduct } from './nine.ts';
import type { IntentFinding } from './rules.ts';
import { ruleFindings } from './rules.ts';
import type { Scope } from './scope.ts';
import { readScope, vagueness } from './scope.ts';
import { speechOf, withoutTerms } from './speech.ts';
import { type Token, tokenise, unleet } from './tokens.ts';
import { isTrade } from './trade.ts';

export interface Intent {
  readonly findings: readonly IntentFinding[];
  readonly scope: Scope;
  readonly vaguenessScore: number;
  /** The words of the text. */
  readonly tokens: readonly Token[];
}

/** Probability of the refused classes together above which a request is refused: chosen on the sets that rules are written from. */
const REFUSE_ABOVE = 0.45;
/** The same for a text that only describes what is paid for: nouns without a verb leave the classifier less to go by. */
const REFUSE_DESCRIPTION_ABOVE = 0.6;
/** For one question of such a text, by itself. */
const REFUSE_QUESTION_ABOVE = 0.8;
/** For a request without the terms of a sale that stood about it, where it is about a purchase all the same. */
const REFUSE_ABOVE_TERMS = 0.75;
const OF_A_PURCHASE =
  /\b(?:pay|paying|worth|evaluate|trust check|buy (?:from|this|the)|apis?|endpoints?)\b|https?:|\b[a-z0-9-]+\.(?:example|com|io|dev|xyz|net|org|ai|app)\b/i;
/** What a text that travels with a purchase belongs to: alone, "should it be legal-size?" would be a question about law. */
const PURCHASE = 'Pay for one API call.';
/** The same for one sentence of several, and for text that was decoded: less context, so more certainty is asked for. */
const REFUSE_PART_ABOVE = 0.9;
/** And more still when the whole reads as a purchase question: "should I retry or stop?" is about trading only by itself. */
const REFUSE_PART_OF_OK_ABOVE = 0.97;
const CONFIDENT_OK = 0.8;
/** A request in scope by its words is still vague above this. */
const VAGUE_ABOVE = 0.6;
const FEWEST_WORDS_OF_PART = 3;
/** Out of scope, what is less likely than this to be a purchase question is named by its likeliest refused class. */
const LIKELY_OK = 0.75;
/** How much likelier the refused classes must be than that nothing was asked. */
const CLEARLY = 1.25;
/** And how likely at least. */
const LEAST_LIKELY = 0.22;

const ADVICE = ['legal', 'tax', 'investment', 'lending', 'compliance', 'trading'] as const;
const ACTS = ['outreach', 'scraping'] as const;
type Probabilities = Readonly<Record<FineClass, number>>;

/** The refused class that the classifier is sure enough of, if any. */
function refusedClass(p: Probabilities, above: number): IntentFinding | undefined {
  const advice = ADVICE.reduce((sum, name) => sum + p[name], 0);
  const acts = ACTS.reduce((sum, name) => sum + p[name], 0);
  const likeliest = <T extends FineClass>(names: readonly T[]): T =>
    names.reduce((best, name) => (p[name] > p[best] ? name : best));
  const name = advice >= acts ? likeliest(ADVICE) : likeliest(ACTS);
  if (advice + acts <= above) return undefined;
  return `${advice >= acts ? 'unsafeAdvice' : 'outreachOrScrapingRequest'}:${name}`;
}

/** What is looked up, compared or checked is a service or its data: "Compare sanctions screening APIs by coverage". */
const LOOKS_AT_GOODS =
  /^\W*(?:please )?(?:check|verify|validate|compare|benchmark|test|measure|reorder|look up|fetch|monitor|evaluate|assess|probe|translate|convert)\b.{0,160}\b(?:apis?|endpoints?|routes?|transactions?|payments?|checksums?|digests?|hash(?:es)?|receipts?|feeds?|datasets?|providers?|services?|signatures?|402)\b/is;
/** "Phishing URL classifier: returns verdict and screenshot". */
const TITLED = /^(?!(?:We|I|My|Our|Budget|Goal|Task)\b)[\p{Lu}\d][\p{L}\p{N}' /()-]{2,60}: (?=\S)/u;
/** What is done to data or to words advises nobody: "Translate our contract", "Convertis 200 factures". */
const WORKS_ON_DATA =
  /^\W*(?:please |kindly |bitte |por favor,? )?(?:translate|convert|resolve|parse|geocode|render|re-?render|decode|encode|compress|resize|transcribe|reformat|geokodiere|übersetze?|wandle|konvertiere|transkribiere|tradui[st]|traduire|convertis(?:sez)?|convertir|transcris|traduce|traducir|convierte|transcribe|traduza|traduzir|converta|converter|transcreva|traduci|converti|переведи(?:те)?(?! .{0,40}(?:деньги|накоплен|сбережен))|преобразуй|конвертируй|翻译|转换|翻訳|変換|ترجم|حو[ّ]?ل (?:ملف|\d)|अनुवाद|बदलो)(?![\p{L}\p{M}])/iu;
/** "Pick a historical candles feed": what is chosen is data. */
const PICKS_GOODS =
  /^\W*(?:get|pick|select|find|choose|buy|order|fetch|use|call|track)\b(?! me| us)[^.,;:|—–?]{0,80}\b(?:apis?|endpoints?|feeds?|datasets?|data ?feeds?|candles|shipment|reference|routes?)\b/i;
/** "Should we pay $0.05 for a register extract?" */
const PAYS_FOR =
  /^\W*(?:(?:should|can|may|do|would) (?:we|i|my agent|the agent|our agent) (?:\w+ )?(?:pay|spend)|is (?:it (?:worth|fair|ok(?:ay)?) (?:paying|to pay) )?)\W*(?:up to )?(?:[$€]\d[\d.,]*|\d[\d.,]* ?(?:usdc?|dollars?|cents?|eur))\b[^;|—–]{0,120}$/i;
/** What else is asked in the same breath. */
const AND_MORE =
  /\b(?:and (?:then |also )?(?:build|argue|get|tell|decide|write|send|contact|advise|use|find|call|explain|recommend|file)|but|without|who|(?:get|tell|give|find|advise|help) (?:me|us)|then|whether)\b/i;
/** Rules read the sentence all the same: what is passed over is the classifier's guess by subject. */
const isOfTrade = (text: string): boolean => {
  const request = withoutTerms(text) ?? text;
  return (
    isOfGoods(text) ||
    isTrade(request) ||
    (!AND_MORE.test(request) && [WORKS_ON_DATA, PICKS_GOODS, PAYS_FOR].some((form) => form.test(request)))
  );
};
const isOfGoods = (text: string): boolean =>
  (LOOKS_AT_GOODS.test(text) || TITLED.test(text) || opensWithProduct(text)) &&
  [...allSentencesOf(text), text.replace(TITLED, '')].every((sentence) => speechOf(sentence) === 'describes');

function partFindings(text: string, above: number): IntentFinding[] {
  const tokens = tokenise(text);
  const found = new Set<IntentFinding>(ruleFindings(tokens));
  if (tokens.length >= FEWEST_WORDS_OF_PART && !isOfTrade(text)) {
    const finding = refusedClass(probabilities(tokens, text), above);
    if (finding) found.add(finding);
  }
  return [...found];
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

/** What a text asks for. `views` are further readings (decoded ones); they can add a refusal, never scope. */
export function classify(text: string, views: readonly string[] = [], refuseAbove = REFUSE_ABOVE): Intent {
  const tokens = tokenise(text);
  const scope = readScope(tokens, text);
  const findings = new Set<IntentFinding>([...ruleFindings(tokens), ...foreignFindings(text)]);
  const inScope = scope.object && scope.verb && scope.specific;
  const whole = probabilities(tokens, text);
  const asking = !isOfTrade(text);
  const refused = asking ? refusedClass(whole, refuseAbove) : undefined;
  if (refused) findings.add(refused);
  // Out of scope it is stopped anyway: which reason it is given may follow the likelier of the two.
  else if (asking && !inScope && whole.ok < LIKELY_OK) {
    const likely = refusedClass(whole, Math.max(LEAST_LIKELY, CLEARLY * whole.vague));
    if (likely) findings.add(likely);
  }
  const plainer = unleet(text);
  const parts = new Set([...sentencesOf(text), ...(plainer === text ? [] : [plainer]), ...views]);
  // A price that is named beside a request makes it no purchase: what is asked is read without the terms of a sale.
  const bare = withoutTerms(text);
  if (bare !== undefined)
    for (const finding of partFindings(bare, OF_A_PURCHASE.test(bare) ? REFUSE_ABOVE_TERMS : REFUSE_ABOVE))
      findings.add(finding);
  const above = whole.ok > CONFIDENT_OK ? REFUSE_PART_OF_OK_ABOVE : REFUSE_PART_ABOVE;
  for (const part of parts) for (const finding of partFindings(part, above)) findings.add(finding);
  if (findings.size === 0 && whole.vague > VAGUE_ABOVE) findings.add('vagueRequest:nothing_to_decide');
  return { findings: [...findings], scope, vaguenessScore: vagueness(tokens, scope), tokens };
}

/**
 * What a text that travels with a purchase asks for. Sentences that say what a thing does are passed over; an order is
 * told by rules alone, since summaries of an API are orders by their form ("Extract text from a PDF").
 */
export function classifyCompanion(
  text: string,
  views: readonly string[] = [],
): Pick<Intent, 'findings' | 'tokens'> {
  const tokens = tokenise(text);
  const findings = new Set<IntentFinding>(foreignFindings(text));
  const parts = new Set([
    ...allSentencesOf(text),
    ...allSentencesOf(unleet(text)),
    ...views.flatMap(allSentencesOf),
  ]);
  let asked = false;
  for (const part of parts) {
    const speech = speechOf(part);
    if (speech === 'describes') continue;
    const own = tokenise(part);
    for (const finding of ruleFindings(own)) findings.add(finding);
    if (speech !== 'asks' || own.length < FEWEST_WORDS_OF_PART) continue;
    const refused = refusedClass(probabilities(own, part), REFUSE_QUESTION_ABOVE);
    if (refused) findings.add(refused);
    asked = true;
  }
  if (asked) {
    const whole = `${PURCHASE} ${text}`;
    const refused = refusedClass(probabilities(tokenise(whole), whole), REFUSE_DESCRIPTION_ABOVE);
    if (refused) findings.add(refused);
  }
  return { findings: [...findings], tokens };
}

const allSentencesOf = (text: string): string[] => {
  const sentences = sentencesOf(text);
  return sentences.length > 0 ? sentences : [text];
};
