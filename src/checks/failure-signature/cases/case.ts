import type { Cause } from '../dictionary/causes.ts';

/** One way in which a cause comes about, with the step that ends it. */
export interface Case {
  /** Never given to anything else. */
  readonly id: string;
  /** The causes that a text may be put down to when it holds this. */
  readonly of: readonly [Cause, ...Cause[]];
  /** What the text says: lower case, without quotes, no space beside `:,{}[]()=`. */
  readonly says: RegExp;
  /** For the one who reads it; `Buyer:` and `Seller:` where they do different things. */
  readonly fix: string;
  /** What it says is closer than any code beside it: the text is put down to the first of its causes. */
  readonly leads?: true;
}
