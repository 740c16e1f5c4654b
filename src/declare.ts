import type { z } from 'zod';
import type { IntentPage } from './accounting/counters.ts';
import type { Lookup, ToolText } from './declare-parts.ts';
import type { PublishedEdition, Reach } from './ports.ts';
import type { Price } from './values/money.ts';
import { ON_EVM, type PaidOn } from './values/networks.ts';
import type { Issue, Next, Refusal } from './values/problem.ts';
import type { EpochMs } from './values/time.ts';

/**
 * The three shapes of everything we publish. A **product** is paid, a **check** is a free POST decision,
 * a **document** is a free GET. Routes, validation, types, OpenAPI, the README's price table and the contract tests
 * all follow from these declarations (docs/architecture.md).
 */

/** Everything besides the input that an answer may depend on, read once per request, so that it can be computed again. */
export interface Facts {
  /** The one instant all facts are read at. The journal keeps it; a redelivery is computed at the same instant. */
  readonly asOf: EpochMs;
  /** Our release label. */
  readonly release: string;
  /** The ledger edition that answers, for products that are sold from one. The journal keeps its digest. */
  readonly edition?: PublishedEdition;
}

type Path = `/${string}`;

/** One way to call a product. `input` parses the JSON body of a POST, or the declared query parameters of a GET. */
export interface Form {
  readonly method: 'GET' | 'POST';
  /** Without it its tool is named after the product: a catalogue of a test. */
  readonly tool?: ToolText;
  readonly summary: string;
  /** Closed schema. For a GET its keys are the query parameters that the route reads; others are ignored. */
  readonly input: z.ZodObject;
  /** An input that passes: shown in OpenAPI and used by derived tests. */
  readonly example: unknown;
  /** Further inputs that pass, each of another kind: documents that show worked answers work these too. */
  readonly samples?: readonly unknown[];
  /** Without it nothing of the input is judged. */
  readonly judge?: Judge;
  /** Pure: same input and facts, same answer. Runs before money moves, and again for each redelivery. */
  readonly run: (input: unknown, facts: Facts) => object;
}

/**
 * What policy says of a body. There is one verdict: whoever prepares, approves or sells a body asks here, so that what
 * is approved is sold, and what is sold gets a whole answer.
 */
export interface Judge {
  /**
   * Every field is searched for what must not be sent. One that `asks` is also read for what it asks, one that `describes`
   * for what it offers, and one that `reports` for neither. A `public` one holds a seller's own words, and is not searched.
   */
  readonly fields: Readonly<Record<string, 'asks' | 'describes' | 'reports' | 'public'>>;
  /**
   * Undefined: policy refuses nothing. Takes any object, so that a body may be judged before it is whole. `read` is
   * policy's own note of what the same call has read already.
   */
  readonly refusalOf: (body: Readonly<Record<string, unknown>>, read?: object) => Refusal | undefined;
}

/** A form as its author writes it: `run` sees the type that `input` parses to. */
export const form = <S extends z.ZodObject>(declared: {
  method: 'GET' | 'POST';
  tool?: ToolText;
  summary: string;
  input: S;
  example: z.input<S>;
  samples?: readonly z.input<S>[];
  judge?: Judge;
  run: (input: z.output<S>, facts: Facts) => object;
}): Form => ({ ...declared, run: (input, facts) => declared.run(input as z.output<S>, facts) });

/** What must hold before money may move for a product. */
export type AdmissionRule =
  /** The paid call needs a ticket in `header`, which the free check at `issuer` gives for one request body. */
  | { readonly kind: 'ticket'; readonly header: string; readonly issuer: Path }
  /**
   * There is a current edition; without one nobody is challenged. Query parameters may choose rows of it. What they
   * choose is what is paid for, and `faultsOf` says why a choice cannot be sold: empty when it can. Who asks it has
   * not paid.
   */
  | {
      readonly kind: 'edition';
      readonly selectedBy?: readonly string[];
      readonly faultsOf?: (
        chosen: Readonly<Record<string, string>>,
        edition: PublishedEdition,
      ) => readonly Issue[];
    }
  /** There is one, and the query `parameter` holds a match that the free check at `issuer` made against it. */
  | {
      readonly kind: 'match';
      readonly parameter: string;
      readonly issuer: Path;
      readonly selectedBy?: readonly string[];
    };
/** A paid answer. `product()` makes one from what its folder declares. */
export interface Product {
  readonly kind: 'product';
  /** The product's name on the wire, in the journal and in accounting. */
  readonly id: string;
  readonly path: Path;
  readonly price: Price;
  readonly title: string;
  /** Constant text, at most 500 characters: facilitators and listings see it, so nothing of a caller's may enter it. */
  readonly description: string;
  readonly forms: readonly Form[];
  readonly admission?: AdmissionRule;
  /** How it may be paid, cheapest first, where that is configured. Declared without it: {@link ON_EVM}. */
  readonly paidOn: readonly PaidOn[];
  /** Shape of the paid 200. Additional properties are allowed. */
  readonly response: z.ZodObject;
  /**
   * Digest of all that an answer is made of. The journal keeps it, so that what was sold is answered by the same code
   * again (src/frozen.ts). A folder cannot say its own: the catalogue adds what `npm run derive` worked out.
   */
  readonly revision: string;
  /** The free call that gives what `admission` asks for, as an example. The catalogue adds it: it has the check. */
  readonly first?: Next;
}

/** What a product has that is no part of the catalogue, as in a test. */
const NO_REVISION = 'none';

/** Declares a paid answer, sold on every EVM network where `paidOn` is absent. Throws where its description is too long. */
export const product = (
  declared: Omit<Product, 'kind' | 'revision' | 'paidOn'> & Partial<Pick<Product, 'revision' | 'paidOn'>>,
): Product => {
  if (declared.description.length > 500)
    throw new RangeError(`${declared.id}: description over 500 characters`);
  return { kind: 'product', revision: NO_REVISION, paidOn: ON_EVM, ...declared };
};

/** What a buyer needs before it is challenged, and where that is free to get; null for products that ask nothing. */
export const preconditionOf = (
  { admission }: Product,
  base = '',
): { readonly header?: string; readonly parameter?: string; readonly issuer: string } | null => {
  if (admission?.kind === 'ticket') return { header: admission.header, issuer: base + admission.issuer };
  if (admission?.kind === 'match') return { parameter: admission.parameter, issuer: base + admission.issuer };
  return null;
};

/** Another name of the query parameter that holds a match: the member of the preflight's answer that it comes from. */
export const MATCH_ALIAS = 'matchId';

/**
 * The query with every parameter under the name that is canonical: the same request has one fingerprint. Two different
 * values stay two, so that the gate refuses them: which one would be sold is not for us to choose.
 */
export function canonicalQuery(
  { admission }: Pick<Product, 'admission'>,
  query: URLSearchParams,
): URLSearchParams {
  if (admission?.kind !== 'match' || !query.has(MATCH_ALIAS)) return query;
  const { parameter } = admission;
  const matches = new Set([...query.getAll(parameter), ...query.getAll(MATCH_ALIAS)]);
  const others = [...query].filter(([name]) => name !== MATCH_ALIAS && name !== parameter);
  return new URLSearchParams([
    ...others,
    ...[...matches].map((match): [string, string] => [parameter, match]),
  ]);
}

/** The query parameters that choose what of a product is paid for. Other ones change nothing. */
export const selectedBy = ({ admission }: Pick<Product, 'admission'>): readonly string[] =>
  admission === undefined || admission.kind === 'ticket' ? [] : (admission.selectedBy ?? []);

/** What a query chooses, by the name of each parameter. */
export const chosenIn = (
  product: Pick<Product, 'admission'>,
  query: URLSearchParams,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    selectedBy(product).flatMap((name) => (query.has(name) ? [[name, query.get(name)!]] : [])),
  );

/** The call of a form with its own example. */
export function exampleCall(
  { path }: Pick<Product, 'path'>,
  { method, example }: Omit<Form, 'run' | 'input'>,
): Next {
  if (method === 'POST') return { method, path, body: example };
  const query = new URLSearchParams(Object.entries(example as Record<string, string>)).toString();
  return { method, path: query === '' ? path : `${path}?${query}` };
}

/** The query parameter that asks for another network than the default one (service spec §4.1). */
export const NETWORK_PARAMETER = 'paymentNetwork';

/** JSON Schema of {@link NETWORK_PARAMETER} for a product; undefined where there is nothing to choose. */
export function networkChoice({ paidOn }: Product) {
  const values = paidOn.flatMap(({ selectedBy }) => selectedBy ?? []);
  return values.length === 0
    ? undefined
    : {
        type: 'string',
        enum: values,
        description: 'Network to pay on instead of the default one. The challenge names it by its CAIP-2 id.',
      };
}

/** What a bare unpaid call is answered: a challenge, unless a match has to come first. */
export const unpaidStatusOf = ({ admission }: Product): number => (admission?.kind === 'match' ? 428 : 402);

/** What a free check or a live document may see besides its input. */
export interface Context extends Facts {
  readonly published: Published;
  readonly reach: Reach;
  /** The call carried a valid operator or monitor token: counted apart. */
  readonly selfProbe: boolean;
}

/** A free POST decision: never spends, stores nothing of the caller's. */
export interface Check {
  readonly kind: 'check';
  readonly id: string;
  readonly tool?: ToolText;
  readonly path: Path;
  readonly summary: string;
  readonly input: z.ZodObject;
  readonly example: unknown;
  readonly response: z.ZodObject;
  /** Bytes of the largest body, where it is not the common limit. */
  readonly maxBodyBytes?: number;
  /** The body has a `source`: uses are counted by its tag too. */
  readonly attributed: boolean;
  /** Ids of signals that its counters are named after. */
  readonly signals?: readonly string[];
  readonly run: (input: unknown, context: Context) => object | Promise<object>;
}

/** Declares a free POST decision; `run` gets what `input` parsed. */
export const check = <S extends z.ZodObject>(
  declared: Omit<Check, 'kind' | 'input' | 'example' | 'attributed' | 'run'> & {
    input: S;
    example: z.input<S>;
    run: (input: z.output<S>, context: Context) => object | Promise<object>;
  },
): Check => ({
  kind: 'check',
  ...declared,
  attributed: 'source' in declared.input.shape,
  run: (input, context) => declared.run(input as z.output<S>, context),
});

/** Whom buyers can turn to. Every part is optional, and shown where it is set. */
export interface Operator {
  readonly name?: string;
  /** `mailto:` or `https:` address. */
  readonly contact?: string;
  /** Address of the terms of this instance. */
  readonly terms?: string;
  /** Address of the source code that it runs. */
  readonly source?: string;
}

/** What a document may be rendered from: what is sold, and this instance's public configuration. */
export interface Published {
  readonly catalogue: Catalogue;
  readonly publicUrl: string;
  readonly release: string;
  readonly mode: 'sandbox' | 'production';
  /** Who runs this instance, as its operator says. */
  readonly operator?: Operator;
  /** Every way that this instance can be paid. Without it: x402 on Base. */
  readonly configured?: readonly (PaidOn & { readonly asset: string })[];
  /** What of the catalogue can be bought at the moment (gate/for-sale.ts). Without it: everything. */
  readonly offered?: Offered;
}

/** What can be bought at the moment, by the ways that settle, and what cannot. */
export interface Offered {
  readonly products: readonly Product[];
  readonly closed: readonly Closed[];
}

/** `code`: what a paid call of it would be refused with. */
export interface Closed {
  readonly product: Product;
  readonly code: 'edition_not_current' | 'settlement_unavailable';
}

/** Whatever offers something to a buyer offers this, and not the catalogue. */
export const offeredBy = ({ offered, catalogue }: Pick<Published, 'catalogue' | 'offered'>): Offered =>
  offered ?? { products: catalogue.products, closed: [] };

/** A free GET. A fixed one changes only with release or configuration and is rendered once; a live one is never cached. */
export type FreeDocument = {
  readonly kind: 'document';
  readonly id: string;
  readonly path: Path;
  /** Older names of the same document. */
  readonly aliases?: readonly Path[];
  readonly summary: string;
} & (
  | {
      readonly freshness: 'fixed';
      /** Where it is not JSON: the type of the text that `render` gives. */
      readonly mediaType?: string;
      /** People get it as a page (http/pages), programs that ask for JSON as JSON. */
      readonly page?: true;
      readonly lookup?: Lookup;
      readonly render: (published: Published) => object | string;
    }
  | {
      readonly freshness: 'live';
      /** Asks the database: counts against the lower rate limit of an address. */
      readonly costly?: true;
      /** Uses are counted by the tag of the query parameter `src` too. */
      readonly attributed?: true;
      /** People get it as a page (http/pages), programs that ask for JSON as JSON. */
      readonly page?: true;
      /** Reads what must be known should the database go away, where that is less than a whole answer. */
      readonly remember?: (context: Context) => Promise<unknown>;
      readonly render: (context: Context) => object | Promise<object>;
    }
);

type Undocumented<T> = T extends unknown ? Omit<T, 'kind'> : never;
/** Keeps the type of what `render` gives: pages read it. */
export const document = <D extends Undocumented<FreeDocument>>(
  declared: D,
): NoInfer<D> & { readonly kind: 'document' } => ({ kind: 'document', ...declared });

/** A link that counts one aggregate intent and leads to a fixed page of ours, whatever the caller sends with it. */
export interface IntentLink {
  readonly kind: 'intent';
  readonly id: string;
  readonly path: Path;
  readonly to: Path;
  readonly intent: IntentPage;
  readonly summary: string;
}
/** Declares an address that leads on to another, and is counted. */
export const intent = (declared: Omit<IntentLink, 'kind'>): IntentLink => ({ kind: 'intent', ...declared });

/** Anything of the catalogue. */
export type Declared = Product | Check | FreeDocument | IntentLink;

/** Everything sold and published, once. Routes, OpenAPI, tools, pages and tests derive from it. */
export interface Catalogue {
  readonly products: readonly Product[];
  readonly checks: readonly Check[];
  readonly documents: readonly FreeDocument[];
  readonly intents: readonly IntentLink[];
}
