import type { FineClass } from './features.ts';
import { probabilities } from './model.ts';
import type { IntentFinding } from './rules.ts';
import { ruleFindings } from './rules.ts';
import type { Scope } from './scope.ts';
import { readScope, vagueness } from './scope.ts';
import { type Token, tokenise, unleet } from './tokens.ts';

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
export const REFUSE_DESCRIPTION_ABOVE = 0.6;
/** The same for one sentence of several, and for text that was decoded: less context, so more certainty is asked for. */
const REFUSE_PART_ABOVE = 0.9;
/** And more still when the whole reads as a purchase question: "should I retry or stop?" is about trading only by itself. */
const REFUSE_PART_OF_OK_ABOVE = 0.97;
const CONFIDENT_OK = 0.8;
/** A request in scope by its words is still vague above this. */
const VAGUE_ABOVE = 0.6;
const FEWEST_WORDS_OF_PART = 4;
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

function partFindings(text: string, above: number): IntentFinding[] {
  const tokens = tokenise(text);
  const found = new Set<IntentFinding>(ruleFindings(tokens));
  if (tokens.length >= FEWEST_WORDS_OF_PART) {
    const finding = refusedClass(probabilities(tokens, text), above);
    if (finding) found.add(finding);
  }
  return [...found];
}

/** Sentences of a text of several, so that a request cannot be hidden among harmless ones. */
const sentencesOf = (text: string): string[] => {
  const sentences = text
    .split(
      /(?<=[.?!;])\s+|\n+|,\s+(?=(?:how|what|which|should|can|could|do|does|is|are|will|would|where|when|who)\s)|,?\s+(?=(?:and (?:then|also|by the way|tell|should|please)|also|by the way|plus|but first|after that)\s)/i,
    )
    .filter((sentence) => sentence.trim() !== '');
  return sentences.length > 1 ? sentences.slice(0, 64) : [];
};

/** What a text asks for. `views` are further readings (decoded ones); they can add a refusal, never scope. */
export function classify(text: string, views: readonly string[] = [], refuseAbove = REFUSE_ABOVE): Intent {
  const tokens = tokenise(text);
  const scope = readScope(tokens, text);
  const findings = new Set<IntentFinding>(ruleFindings(tokens));
  const inScope = scope.object && scope.verb && scope.specific;
  const whole = probabilities(tokens, text);
  const refused = refusedClass(whole, refuseAbove);
  if (refused) findings.add(refused);
  // Out of scope it is stopped anyway: which reason it is given may follow the likelier of the two.
  else if (!inScope && whole.ok < LIKELY_OK) {
    const likely = refusedClass(whole, Math.max(LEAST_LIKELY, CLEARLY * whole.vague));
    if (likely) findings.add(likely);
  }
  const plainer = unleet(text);
  const parts = new Set([...sentencesOf(text), ...(plainer === text ? [] : [plainer]), ...views]);
  const above = whole.ok > CONFIDENT_OK ? REFUSE_PART_OF_OK_ABOVE : REFUSE_PART_ABOVE;
  for (const part of parts) for (const finding of partFindings(part, above)) findings.add(finding);
  if (findings.size === 0 && whole.vague > VAGUE_ABOVE) findings.add('vagueRequest:nothing_to_decide');
  return { findings: [...findings], scope, vaguenessScore: vagueness(tokens, scope), tokens };
}
