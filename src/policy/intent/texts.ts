import { harmIn } from '../harm/harm.ts';
import type { HarmLine } from '../harm/line.ts';
import { firedRules, type Rule } from './rules.ts';
import { tokenise } from './tokens.ts';

/**
 * What is read of the texts of one call. Each text is read once: a sentence comes again in every reading that was
 * decoded, and what asks is searched for harm, too. It lives as long as the call, so that nothing of a caller is kept.
 */
export class Texts {
  readonly tokens = readOnce(tokenise);
  readonly lines: (text: string) => readonly HarmLine['id'][] = readOnce(harmIn);
  readonly fired: (text: string) => readonly Rule[] = readOnce((text) => firedRules(this.tokens(text)));
  /** What the classifier makes of a text (model.ts). */
  readonly sums = new Map<string, Float64Array>();
}

function readOnce<Read>(read: (text: string) => Read): (text: string) => Read {
  const known = new Map<string, Read>();
  return (text) => {
    const held = known.get(text);
    if (held !== undefined) return held;
    const made = read(text);
    known.set(text, made);
    return made;
  };
}
