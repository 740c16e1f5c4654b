import { type Token, wordAt as word } from './tokens.ts';
import { CALL_NOUNS, singular } from './units.ts';

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const NEGATORS = set(
  "not no never nothing none neither nor cannot cant dont wont mustnt shouldnt doesnt isnt without reject refuse refuses avoid abort decline skip stop forbid forbidden prohibited unacceptable ban ain't don't dead worthless pointless blocks block rejects declines",
);
/** A word that turns what it governs into its opposite. */
export const isNegator = (text: string): boolean => NEGATORS.has(text) || text.endsWith("n't");

const EDGES = set('. ; ! ? | but however though although while whereas');
const OVER_WORDS = set(
  'above over exceed exceeds exceeding beyond past surpass surpasses surpassing overspend top upwards >',
);
const OVER_THAN = set(
  'more higher greater larger bigger dearer pricier costlier steeper expensive excess north upward',
);
const UNDER_WORDS = set('under below beneath within < ≤ inside underneath');
const UNDER_THAN = set('less lower fewer cheaper smaller');
const MOST_WORDS = set(
  'max maximum maximally maxvalue maxprice maxamount maxpayment maxspend maxcost budget budgets cap capped caps limit limits limited ceiling upto threshold allowance tolerate stomach',
);
const MOST_AFTER = set('max maximum tops top cap ceiling limit budget');
const LEAST_WORDS = set('min minimum minimally');

/** Between a comparator and its number only words like these stand. */
const FILLERS = set(
  "a an the of is are be to at by on in : = for my our your its us usd usdc total overall spend spending spent cost costs price amount about around approximately roughly exactly set paid per each - ( $ altogether all any single ~ ≈ hard strict absolute it was and or this that task job run project everything whole yourself i we you i'll we'll i'm can will would want pay paying allow allowed go may should accept afford use anything something much money total sum maximum at more combined together than after once when i'd we'd you'd costing client wallet config settings agent lifetime session daily whatsoever only just no \" /",
);
const REACH = 9;

/**
 * Does a quantity bound what is wanted from above or below? Looks at the words right before it, then right behind it.
 */
export function boundOf(tokens: readonly Token[], first: number, next: number): 'most' | 'least' | null {
  return behind(tokens, next) ?? before(tokens, first);
}

function before(tokens: readonly Token[], first: number): 'most' | 'least' | null {
  for (let at = first - 1; at >= 0 && at >= first - REACH; at -= 1) {
    const text = word(tokens, at);
    const found = comparator(tokens, at);
    if (found) return found;
    if (!(FILLERS.has(text) || isNegator(text) || CALL_NOUNS.has(singular(text)))) return null;
  }
  return null;
}

function comparator(tokens: readonly Token[], at: number): 'most' | 'least' | null {
  const [text, follows, ahead] = [word(tokens, at), word(tokens, at + 1), word(tokens, at - 1)];
  if (text === 'to' && ahead === 'up')
    return /^(?:scale|scaling|scales|ramp|grow)$/.test(word(tokens, at - 2)) ? null : 'most';
  if (text === 'most' && (ahead === 'at' || ahead === 'the')) return 'most';
  if (/^(?:stop|halt|quit|end|plug)$/.test(text) && /^(?:at|after|once|when)$/.test(follows)) return 'most';
  if (text === 'south' && follows === 'of') return 'most';
  if (text === 'least' && ahead === 'at') return negatedBefore(tokens, at - 2) ? null : 'least';
  if (text === '<' || text === '≤') return 'most';
  if (text === '>' || text === '≥') return negatedAnywhere(tokens, at - 1) ? 'most' : 'least';
  if (text === 'often' && ahead === 'more' && follows === 'than') return over(tokens, at);
  if (OVER_THAN.has(text) && (follows === 'than' || follows === 'of')) return over(tokens, at);
  if (UNDER_THAN.has(text) && follows === 'than') return rightBefore(tokens, at - 1) ? 'least' : 'most';
  if (OVER_WORDS.has(text) && !(text === 'past' && ahead === 'the')) return over(tokens, at);
  if (UNDER_WORDS.has(text)) return rightBefore(tokens, at - 1) ? 'least' : 'most';
  if (MOST_WORDS.has(text) && !(text === 'limit' && ahead === 'rate')) return 'most';
  return LEAST_WORDS.has(text) ? 'least' : null;
}

const over = (tokens: readonly Token[], at: number): 'most' | 'least' =>
  negatedAnywhere(tokens, at - 1) || rejectedBehind(tokens, at) ? 'most' : 'least';

/** "no less than", "not under": the negator stands right before the comparator. */
const rightBefore = (tokens: readonly Token[], at: number): boolean =>
  isNegator(word(tokens, at)) && !/^(?:reject|refuse|avoid|stop)/.test(word(tokens, at));

const negatedBefore = (tokens: readonly Token[], at: number): boolean => isNegator(word(tokens, at));

/** A negator between the start of the sentence and here. */
export function negatedAnywhere(tokens: readonly Token[], at: number): boolean {
  for (let i = at; i >= 0; i -= 1) {
    if (EDGES.has(word(tokens, i)) && !insideNumber(tokens, i)) return false;
    if (isNegator(word(tokens, i))) return true;
  }
  return false;
}

const insideNumber = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.glued === true && tokens[at + 1]?.glued === true;

/** "anything above $1 is out of the question", "over $5 is too much", "above that: abort". */
function rejectedBehind(tokens: readonly Token[], at: number): boolean {
  for (let i = at + 1; i < tokens.length && i < at + 16; i += 1) {
    const text = word(tokens, i);
    if (EDGES.has(text) && !insideNumber(tokens, i)) return false;
    if (isNegator(text)) return true;
    if (
      /^(?:out|off|unacceptable|rejected|refused|declined|aborted|skipped|forbidden|banned|reject|abort|excluded|ruled|wrong|leave|drop|forget)$/.test(
        text,
      )
    )
      return true;
    if (text === 'too' && /^(?:much|expensive|dear|high|many)$/.test(word(tokens, i + 1))) return true;
  }
  return false;
}

/** "$5 max", "3 calls tops", "5 cents or less", "$10 at most", "$2 is the most", "3, not more". */
function behind(tokens: readonly Token[], next: number): 'most' | 'least' | null {
  let at = next;
  while (SKIPPED.has(word(tokens, at)) && at < next + 4) at += 1;
  const [text, follows, then] = [0, 1, 2].map((ahead) => word(tokens, at + ahead)) as [
    string,
    string,
    string,
  ];
  const comma = word(tokens, next) === ',';
  if (MOST_AFTER.has(text))
    return startsNumber(tokens, at + 1) || (comma && !isEnd(tokens, at + 1)) ? null : 'most';
  if (text === 'at' && /^(?:most|max|maximum)$/.test(follows))
    return startsNumber(tokens, at + 2) ? null : 'most';
  if (text === 'most' && /^(?:the|is|my)$/.test(word(tokens, at - 1))) return comma ? null : 'most';
  if (text === 'or' && /^(?:less|lower|below|under|fewer|cheaper|better)$/.test(follows)) return 'most';
  const rest = text === 'and' || text === 'but' || text === 'or' ? at + 1 : at;
  if (/^(?:no|not|never)$/.test(word(tokens, rest)) && noMore(tokens, rest + 1)) return 'most';
  if (text === 'or' && /^(?:more|higher|above|greater|over)$/.test(follows)) return 'least';
  if (text === '+' && tokens[at]!.glued) return 'least';
  if (text === 'at' && follows === 'least' && !startsNumber(tokens, at + 2)) return 'least';
  return text === 'minimum' && then !== ':' ? 'least' : null;
}

const SKIPPED = set(
  ', ( in total overall altogether usd usdc hard spending spend absolute is as the my our a price each per call all - strict daily paid',
);

/** "no more", "not more", "not a cent more", "not a penny over". */
function noMore(tokens: readonly Token[], at: number): boolean {
  const coin = /^(?:a|one|single)$/.test(word(tokens, at));
  const next = coin ? at + 2 : at;
  return /^(?:more|over|higher|above|beyond|further)$/.test(word(tokens, next)) && isEnd(tokens, next + 1);
}

const startsNumber = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.kind === 'number' || /^(?:\$|:|=|of|is|usdc?)$/.test(word(tokens, at));

const isEnd = (tokens: readonly Token[], at: number): boolean =>
  at >= tokens.length || (tokens[at]!.kind === 'mark' && tokens[at]!.text !== '/');
