import type { Catalogue, Product } from '../declare.ts';
import { type Digest, digestJson } from '../values/digest.ts';
import { DEFAULT_NETWORK, NETWORKS, type PaidOn } from '../values/networks.ts';
import { bazaarOf } from './bazaar.ts';

/** What an edge has to know of a product to sell it: everything but how its answer is made. */
export interface SoldProduct {
  readonly id: string;
  readonly path: `/${string}`;
  readonly price: string;
  readonly title: string;
  readonly description: string;
  readonly admission?: Product['admission'];
  readonly paidOn: readonly PaidOn[];
  readonly first?: Product['first'];
  /** `query`: the parameters that a GET reads, `src` among them. */
  readonly forms: readonly {
    readonly method: 'GET' | 'POST';
    readonly summary: string;
    readonly query: readonly string[];
    readonly example: unknown;
    /** Policy may refuse its body: the origin is asked before the payment is looked at. */
    readonly judged: boolean;
  }[];
  readonly bazaar: object;
}

type Way = Pick<SoldProduct, 'admission' | 'paidOn'>;

/** What an edge is paid with. */
const isEdgeWay = ({ rail, network }: PaidOn): boolean => rail === 'x402' && network === EDGE_NETWORK;

/** Whether an edge may settle it: the origin has said before money moves what it needs besides a payment. */
export const isSettledAtEdge = ({ paidOn }: Way): boolean => paidOn.some(isEdgeWay);

/**
 * Whether an edge may also say what it costs: what needs an edition is challenged only by who has one, and a way to pay
 * that an edge does not speak must not be hidden by its challenge. A call that names its network is the origin's.
 */
export const isChallengedAtEdge = ({ admission, paidOn }: Way): boolean =>
  (admission === undefined || admission.kind === 'ticket') &&
  paidOn.every((way) => way.selectedBy !== undefined || isEdgeWay(way));

/** The network that an edge is paid on. */
export const EDGE_NETWORK = NETWORKS[DEFAULT_NETWORK].network;

/** The paid part of the catalogue as data, for an entry point that cannot hold the products themselves. */
export const soldProducts = ({ products }: Catalogue): readonly SoldProduct[] =>
  products.map((product) => ({
    id: product.id,
    path: product.path,
    price: product.price.label,
    title: product.title,
    description: product.description,
    ...(product.admission && { admission: dataOf(product.admission) }),
    paidOn: product.paidOn,
    ...(product.first && { first: product.first }),
    forms: product.forms.map(({ method, summary, input, example, judge }) => ({
      method,
      summary,
      example,
      query: method === 'GET' ? Object.keys(input.shape) : [],
      judged: judge !== undefined,
    })),
    bazaar: bazaarOf(product, product.forms[0]!),
  }));

/** A rule without its code, which an edge has no use for: the origin admits. */
function dataOf(rule: NonNullable<Product['admission']>): NonNullable<Product['admission']> {
  if (rule.kind !== 'edition') return rule;
  const { faultsOf: _code, ...data } = rule;
  return data;
}

/**
 * One digest over all that decides about money: an edge and an origin that agree on it cannot differ on a price after
 * a buyer has paid. Texts are left out, so that a release which changes only answers needs no new edge.
 */
export const catalogueDigest = (sold: readonly SoldProduct[]): Digest =>
  digestJson(
    sold.map(({ id, path, price, admission, forms }) => ({
      id,
      path,
      price,
      admission: admission ?? null,
      forms: forms.map(({ method, query }) => ({ method, query })),
    })),
  );
