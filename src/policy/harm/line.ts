/**
 * What is refused whoever asks and however it is described, a line each with its cases on both sides. A line names acts,
 * which are refused unless the sentence is about a defence against them, and things, which are refused when they are
 * made, sold, hired or used: a feed of phishing pages is none.
 */
export interface HarmLine {
  readonly id: string;
  /** Published: what is refused. */
  readonly refused: string;
  /** Published: what is near to it and lawful. */
  readonly lawful: string;
  readonly acts: readonly RegExp[];
  readonly things?: RegExp;
  /** Meanings (words.ts) that make one together, in any language and order, as near as the number of words at the end. */
  readonly frames: readonly string[];
  readonly hits: readonly string[];
  readonly misses: readonly string[];
}

/** Whoever is not asked: said of what is done to people. */
export const UNASKED =
  "(?:without (?:\\w+ ){0,3}?(?:consent|consenting|permission|knowledge|knowing|noticing|being (?:aware|noticed|seen)|telling|asking)|(?:who|that) (?:never|did not|didn't|have not|haven't|has not) (?:consent\\w*|agree\\w*)|(?:non-?|un)consen(?:sual|ting)|secretly|covertly|silently|in secret|behind (?:his|her|their|the \\w+'s) back|(?:does|do|did|will|would)(?: not|n't| never) (?:know|notice|see|find out)|never (?:knows?|notices?|sees?)|invisible to (?:the|him|her|them)|undetected)";
export const TARGET =
  "(?:wife|wives|husband|partner|spouse|girlfriend|boyfriend|ex(?:-\\w+)?|lover|neighbou?r|employee|worker|staff|co-?worker|colleague|woman|women|girl|girls|man|person|people|someone|somebody|anyone|anybody|any (?:phone|number|device|person|user)|victim|target|journalist|activist|celebrit(?:y|ies)|stranger|classmate|teen|kid|roommate|tenant|crush|him|her|them)(?:'s|s')?";
/** Somebody, or what they carry, is in the sentence. */
export const OF_A_PERSON = `(?=.*\\b(?:phones?|mobiles?|devices?|numbers?|whereabouts|messages|webcam|microphone|bedroom|owner|${TARGET})\\b)^.*?`;
export const STOLEN =
  '(?:stolen|hacked|cracked|compromised|breached|leaked|phished|hijacked|skimmed|carded|cloned|harvested|breach|infostealer|stealer)';

export const re = (source: string): RegExp => new RegExp(source);
