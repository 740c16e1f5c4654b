import { probabilities } from './model.ts';
import type { IntentFinding } from './rules.ts';
import { ruleFindings } from './rules.ts';
import type { Scope } from './scope.ts';
import { readScope, vagueness } from './scope.ts';
import type { Token } from './tokens.ts';
import { tokenise, unleet } from './tokens.ts';

export interface Intent {
  readonly findings: readonly IntentFinding[];
  readonly scope: Scope;
  readonly vaguenessScore: number;
}

/** Probability of a refused class above which a whole request is refused. Chosen on the training lines by cross-validation. */
export const REFUSE_ABOVE = 0.5;
/** The same for one sentence of several, and for text that was decoded: less context, so more certainty is asked for. */
export const REFUSE_PART_ABOVE = 0.8;
/** A request in scope by its words is still vague above this. */
export const VAGUE_ABOVE = 0.6;
const FEWEST_WORDS_OF_PART = 4;

const ADVICE = ['legal', 'tax', 'investment', 'lending', 'compliance', 'trading'] as const;
const ACTS = ['outreach', 'scraping'] as const;

/** The refused class that the classifier sees, if it is sure enough. */
function modelFinding(
  tokens: readonly Token[],
  text: string,
  above: number,
): { finding?: IntentFinding; vague: number } {
  const p = probabilities(tokens, text);
  const advice = ADVICE.reduce((sum, name) => sum + p[name], 0);
  const acts = ACTS.reduce((sum, name) => sum + p[name], 0);
  if (advice + acts <= above) return { vague: p.vague };
  const likeliest = <T extends keyof typeof p>(names: readonly T[]): T =>
    names.reduce((best, name) => (p[name] > p[best] ? name : best));
  const finding: IntentFinding =
    advice >= acts ? `unsafeAdvice:${likeliest(ADVICE)}` : `outreachOrScrapingRequest:${likeliest(ACTS)}`;
  return { finding, vague: p.vague };
}

function partFindings(text: string): IntentFinding[] {
  const tokens = tokenise(text);
  const found = new Set<IntentFinding>(ruleFindings(tokens));
  if (tokens.length >= FEWEST_WORDS_OF_PART) {
    const { finding } = modelFinding(tokens, text, REFUSE_PART_ABOVE);
    if (finding) found.add(finding);
  }
  return [...found];
}

/** Sentences of a text of several, so that a request cannot be hidden among harmless ones. */
const sentencesOf = (text: string): string[] => {
  const sentences = text.split(/(?<=[.?!;])\s+|\n+/).filter((sentence) => sentence.trim() !== '');
  return sentences.length > 1 ? sentences.slice(0, 64) : [];
};

/** What a text asks for. `views` are further readings (decoded ones); they can add a refusal, never scope. */
export function classify(text: string, views: readonly string[] = []): Intent {
  const tokens = tokenise(text);
  const scope = readScope(tokens, text);
  const findings = new Set<IntentFinding>(ruleFindings(tokens));
  const whole = modelFinding(tokens, text, REFUSE_ABOVE);
  if (whole.finding) findings.add(whole.finding);
  const plainer = unleet(text);
  const parts = [...sentencesOf(text), ...(plainer === text ? [] : [plainer]), ...views];
  for (const part of parts) for (const finding of partFindings(part)) findings.add(finding);
  if (findings.size === 0 && whole.vague > VAGUE_ABOVE) findings.add('vagueRequest:nothing_to_decide');
  return { findings: [...findings], scope, vaguenessScore: vagueness(tokens, scope) };
}
