/** Without it the compiler works out the type of half a million numbers, at every check. */
declare const learnt: {
  readonly origin: string;
  readonly step: number;
  readonly classes: readonly string[];
  readonly bias: readonly number[];
  /** In hundredths: whether the one who pasted a text buys, before any word of it. */
  readonly buys: number;
  /** Word or two, its rarity, in turn a class and its weight, and how much it is a buyer's. */
  readonly words: readonly (readonly [
    name: string,
    rarity: number,
    weights: readonly number[],
    buys: number,
  ])[];
  /** A cause, and words of the message that a client or facilitator says of it. */
  readonly messages: readonly (readonly [cause: string, text: string])[];
  /** Texts as they were pasted: their classes, their case, and which of `words` they hold. */
  readonly tellings: readonly (readonly [classes: readonly number[], of: string, words: readonly number[]])[];
};
export = learnt;
