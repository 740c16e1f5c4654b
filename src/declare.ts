import type { z } from 'zod';
import type { Price } from './values/money.ts';
import type { EpochMs } from './values/time.ts';

/**
 * The three shapes of everything we publish. A **product** is paid, a **check** is a free POST decision,
 * a **document** is a free GET. Routes, validation, types, OpenAPI, MCP tools, the README's price table and
 * the contract tests all follow from these declarations (docs/architecture.md).
 */

/** Everything besides the input that an answer may depend on, read once per request. Kept small so that answers can be computed again. */
export interface Facts {
  /** The one instant all facts are read at. The journal keeps it; a redelivery is computed at the same instant. */
  readonly asOf: EpochMs;
  /** Our release label. */
  readonly release: string;
}

/** One way to call a product. A form's input is its parsed body (POST) or `{}` plus declared query parameters (GET). */
export interface Form<I = unknown, O = unknown> {
  readonly method: 'GET' | 'POST';
  /** Closed zod schema of the JSON body; absent: the form takes no body. */
  readonly body?: z.ZodType<I>;
  /** Query parameters that this form reads, besides `src`. Undeclared ones are ignored. */
  readonly query?: z.ZodType;
  /** Pure: same input and facts, same answer. Runs before money moves, and again for each redelivery. */
  readonly run: (input: I, facts: Facts) => O;
  readonly summary: string;
  /** An input that passes `body`: shown in OpenAPI and used by derived tests. */
  readonly example?: I;
}

export interface Product<I = unknown, O = unknown> {
  readonly kind: 'product';
  /** The product's name on the wire, in the journal and in accounting. */
  readonly id: string;
  readonly path: `/api/${string}`;
  readonly price: Price;
  readonly title: string;
  /** Constant text: it is seen by facilitators and listings, so nothing of a caller's may enter it. At most 500 characters. */
  readonly description: string;
  readonly forms: readonly Form<never, O>[];
  /** Shape of the paid 200. */
  readonly response: z.ZodType<O>;
  /** Names the rule tables. A change that can alter an answer changes it, and keeps the old run in `earlier` for a day. */
  readonly revision: string;
  /** Earlier revisions that may still be owed as redeliveries: revision → forms. */
  readonly earlier?: Readonly<Record<string, readonly Form<I, O>[]>>;
}

export interface Check<I = unknown, O = unknown> {
  readonly kind: 'check';
  readonly id: string;
  /** The POST route that decides. */
  readonly path: `/api/${string}`;
  readonly summary: string;
  readonly body: z.ZodType<I>;
  readonly response: z.ZodType<O>;
  readonly run: (input: I, facts: Facts) => O;
  readonly example: I;
}
