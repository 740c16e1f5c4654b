import type { IntentFinding } from './rules.ts';
import { ruleFindings } from './rules.ts';
import type { Scope } from './scope.ts';
import { readScope, vagueness } from './scope.ts';
import { tokenise, unleet } from './tokens.ts';

export interface Intent {
  readonly findings: readonly IntentFinding[];
  readonly scope: Scope;
  readonly vaguenessScore: number;
}

/** What a text asks for. `views` are further readings (decoded ones); they can add a refusal, never scope. */
export function classify(text: string, views: readonly string[] = []): Intent {
  const tokens = tokenise(text);
  const scope = readScope(tokens, text);
  const findings = new Set<IntentFinding>(ruleFindings(tokens));
  for (const view of [unleet(text), ...views]) {
    if (view !== text) for (const finding of ruleFindings(tokenise(view))) findings.add(finding);
  }
  return { findings: [...findings], scope, vaguenessScore: vagueness(tokens, scope) };
}
