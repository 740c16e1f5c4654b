import { readable } from '../../reading/text.ts';
import { viewsOf } from '../../reading/view.ts';
import { vocabularyOf } from '../../reading/vocabulary.ts';
import { OPERATORS } from '../../reading/words/operators.ts';

/** Words of a goal that says when it is reached, what to suppose or that it is not sure: any sentence may be part of that. */
const SETS_OUT =
  /\b(?:success(?! rate)|succeeds?|acceptance|criteri(?:a|on)|definition|defin(?:e|es|ed|ing)|done|objectives?|aims?|targets?|purpose|deliverables?|outcomes?|suppos\w*|assum\w*|imagin\w*|pretend\w*|hypothe\w*|scenarios?|what if|let'?s say|say that|for (?:example|instance)|e\.g|not sure|unsure|no idea|hearsay|rumou?rs?)\b|\bgoal(?: is\b|:)/i;
/** A condition, an expectation, a label or a quote: what follows may stand under it. */
const SETS_UNDER =
  /\b(?:if|unless|when|whenever|once|until|till|after|as soon as|as long as|provided|providing|given|in case|whether|or|else|otherwise|so that|in order|means?|meaning|counts? as|accepted|complet(?:e|es|ed|ion)|finish\w*|stop\w*|ends?|ended|spent|exhausted|desired|ideal\w*|expect\w*|ensure|make sure|requir\w*|where|is (?:that|to)|tasks?|jobs?|mission|results?|kpis?|wanted|happy path|simulat\w*|should|shall|must|will|may|might|could|would(?! like to)|(?:needs?|wants?|wish\w*|hop(?:e|es|ing)|plan\w*|intend\w*)(?! to\b))\b|:(?:\s|$)|["“”«»„=]/i;
/** "Decide whether" and "tell me if" ask, and set no condition. */
const WHETHER =
  /\b(?:decide|check|tell me|tell us|know|see|find out|evaluate|assess|ask|verify|determine)(?: \w+)? (?:if|whether)\b/gi;
const WISHES = /\b(?:like|needs?|wants?|wish\w*|hop(?:e|es|ing)|plan\w*|intend\w*) to\b/i;
/** A statement first names what it is about; orders and the items of a list begin otherwise. */
const STATES =
  /^(?:the|their|its|this|these|those|it|they|we|i|our|my|he|she|an?|no|nobody|all|both|most|some|several|many|others?|one|two|three|four|five|six|seven|eight|nine|ten|\d+)\b/i;
/** "It works as we paid": what we did, told as a part of something else. */
const WITHIN = /\s(?:we|i)\b/i;
const SENTENCE_END = /(?<=[.;!?])\s+|\s[–—-]\s/;
const FEWEST_WORDS = 3;
const LONGEST_FACT = 200;
const MOST_FACTS = 8;

const VOCABULARY = vocabularyOf(OPERATORS);

/**
 * What a goal states as so. It is paid for as evidence, and a goal speaks mostly of what is not so yet: whatever may be
 * part of a definition, a supposition, a plan, a question or a condition is left out. The goal says it still.
 */
export function assertedIn(goal: string): string[] {
  if (SETS_OUT.test(goal)) return [];
  const sentences = goal
    .split(SENTENCE_END)
    .map((sentence) => sentence.replace(/[.;]+$/, '').trim())
    .filter((sentence) => !sentence.includes('?'));
  const under = sentences.findIndex((sentence) => SETS_UNDER.test(sentence.replace(WHETHER, '')));
  return sentences
    .slice(0, under === -1 ? undefined : under)
    .filter(isFact)
    .slice(0, MOST_FACTS);
}

const isFact = (sentence: string): boolean =>
  sentence.split(' ').length >= FEWEST_WORDS &&
  sentence.length <= LONGEST_FACT &&
  STATES.test(sentence) &&
  !WITHIN.test(sentence) &&
  !WISHES.test(sentence) &&
  viewsOf(readable(sentence), VOCABULARY).every(({ modality }) => modality === 'asserted');
