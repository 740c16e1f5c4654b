import {
  type Catalogue,
  offeredBy,
  type Product,
  type Published,
  preconditionOf,
  unpaidStatusOf,
} from '../declare.ts';
import { curlGet, curlPost } from '../values/command.ts';
import { NETWORK, SCHEME, spendControlsFor } from '../values/limits.ts';
import type { PaidOn } from '../values/networks.ts';

/** What several documents say of one paid route: taken from the catalogue, so that no document can say otherwise. */
export interface PaidRoute {
  readonly id: string;
  readonly title: string;
  readonly path: string;
  readonly url: string;
  readonly methods: readonly string[];
  readonly price: string;
  readonly maxAmountAtomicUnits: string;
  readonly scheme: string;
  readonly network: string;
  /** Other ways to pay the same price here; empty where there are none. */
  readonly alsoPaidOn: readonly PaidOn[];
  /** 428 where a free match has to come first. */
  readonly expectedUnpaidStatus: number;
  readonly expectedPaidStatus: 200;
  /** A free route whose answer the paid call needs; null where none is needed. */
  readonly precondition: ReturnType<typeof preconditionOf>;
  /** The line that lets a current official client pay this price; null when it pays by default. */
  readonly clientOverride: string | null;
}

export const publishedPaidRoute = (
  product: Product,
  { publicUrl }: Pick<Published, 'publicUrl'>,
): PaidRoute => ({
  id: product.id,
  title: product.title,
  path: product.path,
  url: publicUrl + product.path,
  methods: product.forms.map(({ method }) => method),
  price: product.price.label,
  maxAmountAtomicUnits: product.price.amount,
  scheme: SCHEME,
  network: NETWORK,
  alsoPaidOn: product.paidOn.filter(({ rail, network }) => rail !== 'x402' || network !== NETWORK),
  expectedUnpaidStatus: unpaidStatusOf(product),
  expectedPaidStatus: 200,
  precondition: preconditionOf(product),
  clientOverride: spendControlsFor(product.price),
});

export const paidRoutes = (published: Published): readonly PaidRoute[] =>
  published.catalogue.products.map((product) => publishedPaidRoute(product, published));

/** Of these, what can be bought at the moment. */
export const offeredRoutes = (published: Published): readonly PaidRoute[] =>
  offeredBy(published).products.map((product) => publishedPaidRoute(product, published));

/** Cheapest first: where a careful buyer begins. */
export const byPrice = ({ catalogue }: { readonly catalogue: Catalogue }): readonly Product[] =>
  catalogue.products.toSorted((a, b) => Number(BigInt(a.price.amount) - BigInt(b.price.amount)));
export const cheapest = (published: { readonly catalogue: Catalogue }): Product => byPrice(published)[0]!;

/** One free decision, as documents list it. */
export const freeChecks = ({ catalogue, publicUrl }: Published) =>
  catalogue.checks.map(({ id, path, summary, example }) => ({
    id,
    method: 'POST',
    path,
    does: summary,
    price: '$0.00',
    command: curlPost(publicUrl + path, example),
  }));

export const freeDocuments = ({ catalogue }: Published) =>
  catalogue.documents.map(({ id, path, summary }) => ({ id, method: 'GET', path, does: summary }));

/** Free decisions that take a larger body than every other route. */
export const largerBodies = ({ catalogue }: { readonly catalogue: Catalogue }) =>
  catalogue.checks.flatMap(({ path, maxBodyBytes }) =>
    maxBodyBytes === undefined ? [] : [{ path, bodyBytes: maxBodyBytes }],
  );

/** Aggregate reads that are made for monitoring. */
export const liveDocuments = ({ catalogue }: Published): readonly string[] =>
  catalogue.documents.filter(({ freshness }) => freshness === 'live').map(({ path }) => path);

/** The free look at a paid route: answers 402, moves nothing. A GET where there is one, since it needs no body. */
export function lookCommand(product: Product, { publicUrl }: Pick<Published, 'publicUrl'>): string {
  const url = publicUrl + product.path;
  const form = product.forms.find(({ method }) => method === 'GET') ?? product.forms[0]!;
  return form.method === 'GET' ? curlGet(url, '-i ') : `${curlPost(url, form.example)} -i`;
}

/** Buys with the reference buyer and keeps what {@link receiptCommand} checks. `options`: what the product asks for. */
export const buyCommandLine = (
  { id, price }: Product,
  { publicUrl }: Pick<Published, 'publicUrl'>,
  options = '',
): string =>
  `npm run -s assay -- buy ${id} --url ${publicUrl} ${options}--max ${price.label.slice(1)} --save receipt.json`;

/** Checks that receipt against the published keys. */
export const receiptCommand = ({ publicUrl }: Pick<Published, 'publicUrl'>): string =>
  `${curlGet(`${publicUrl}/.well-known/jwks.json`, '-o jwks.json ')} && npm run -s assay -- verify receipt receipt.json --keys jwks.json`;
