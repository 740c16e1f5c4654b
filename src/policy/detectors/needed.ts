/** What a text must hold for some rows of labels.ts: looked for once, where the rows would be tried at every label. */

/** Of a password that is spelled out in words. */
export const IN_LETTERS =
  /\b(?:bravo|foxtrot|tango|uniform|november|sierra|kilo|zulu|yankee|capital|upper-?case|lower-?case)\b/i;
/** A label that stands behind its value. */
export const LABEL_BEHIND =
  /(?:password|passwd|passphrase|passcode|pwd|secret key|api[ _-]?key|access (?:key|token)|auth token|login|credential)s?\b/i;
