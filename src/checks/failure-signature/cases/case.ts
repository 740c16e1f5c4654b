import type { Cause } from '../dictionary/causes.ts';
import type { Actor, FateName } from '../dictionary/meaning.ts';

/** One way in which a cause comes about, with the step that ends it. */
export interface Case {
  /** Its anchor on the page, behind `case-`. Never given to anything else. */
  readonly id: string;
  /** The causes that a text may be put down to when it holds this. */
  readonly of: readonly [Cause, ...Cause[]];
  /** What the text says, all of it, in any order: lower case, without quotes, no space beside `:,{}[]()=`. */
  readonly says: RegExp | readonly RegExp[];
  /** What speaks against it, wherever it stands in the text. */
  readonly unless?: RegExp;
  /** Who has to do what the fix says. */
  readonly acts: Actor;
  /** What becomes of the payment. */
  readonly fate: FateName;
  /** For the one who reads it; `Buyer:` and `Seller:` where they do different things. */
  readonly fix: string;
  /**
   * What it says is closer than any code beside it: the text is put down to the first of its causes. `alone`: and only
   * paid calls fail so, whatever else the text says.
   */
  readonly leads?: true | 'alone';
}
