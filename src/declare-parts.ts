import type { z } from 'zod';

/** Parts of declarations that stand by themselves. */

/**
 * What an agent reads of a tool before it calls it: every word is paid for in tokens, by every agent, in every
 * conversation.
 */
export interface ToolText {
  /** `verb_noun`. */
  readonly name: string;
  readonly title: string;
  /** Without the price, which the declaration says. */
  readonly does: string;
  /** Adds to a counter: `again` says whether a second call adds again. */
  readonly counts?: 'again' | 'once';
}

/** A document that may be asked for one part of it, by query parameters: then it is a tool as well. */
export interface Lookup {
  readonly id: string;
  readonly tool?: ToolText;
  readonly summary: string;
  /** Closed; its keys are the parameters. */
  readonly input: z.ZodObject;
  readonly example: unknown;
  readonly response: z.ZodObject;
  readonly find: (input: unknown) => object;
}

/** A lookup as its author writes it: `find` sees the type that `input` parses to. */
export const lookup = <S extends z.ZodObject>(
  declared: Omit<Lookup, 'input' | 'example' | 'find'> & {
    input: S;
    example: z.input<S>;
    find: (input: z.output<S>) => object;
  },
): Lookup => ({ ...declared, find: (input) => declared.find(input as z.output<S>) });
