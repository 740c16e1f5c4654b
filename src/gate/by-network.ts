import { type Catalogue, NETWORK_PARAMETER, type Product } from '../declare.ts';
import type { PaidOn } from '../values/networks.ts';
import { problem } from '../values/problem.ts';
import { type Gate, gateFor } from './gate.ts';
import { type PayIn, pays, type Terms, termsFor } from './offer.ts';
import type { GateOptions } from './options.ts';
import type { Rail } from './rails/rail.ts';

/** What the gates of one product are made of, for every network that it is sold on. */
export interface GatesOptions extends Omit<GateOptions, 'terms' | 'rails'> {
  readonly publicUrl: string;
  /** Everything that this instance can be paid with. */
  readonly payIns: readonly PayIn[];
  /** The rails that can sell on these terms. */
  readonly railsFor: (terms: Terms) => readonly Rail[];
}

/**
 * Gates of a product with several ways to pay: one for the default offers, and one for each value of `paymentNetwork`.
 * They share a journal, in which a payment has the same key whichever gate it came through.
 */
export function gateOf(product: Product, options: GatesOptions): Gate {
  const { publicUrl, payIns, railsFor, ...rest } = options;
  const gateOn = (selected?: string): Gate => {
    const terms = termsFor(product, payIns, publicUrl, options.release, selected);
    return gateFor({ ...rest, terms, rails: railsFor(terms) });
  };
  const byDefault = gateOn();
  if (!product.paidOn.some(isSelected)) return byDefault;

  const configured = product.paidOn.filter(isSelected).filter((way) => payIns.some(pays(way)));
  const selected = new Map(configured.map(({ selectedBy }) => [selectedBy, gateOn(selectedBy)] as const));
  /** Undefined: the parameter names a network that is not sold on, or names two. */
  const asked = (query: URLSearchParams): Gate | undefined => {
    const [value, another] = query.getAll(NETWORK_PARAMETER);
    if (value === undefined) return byDefault;
    return another === undefined ? selected.get(value) : undefined;
  };
  return {
    product,
    terms: [byDefault, ...selected.values()].flatMap(({ terms }) => terms),
    // What was sold is owed, whichever network the call names and whether it is still sold on.
    owed: (form, request, caller) => byDefault.owed(form, request, caller),
    pass: async (form, request, caller) => {
      const gate = asked(request.query);
      const owed = gate?.isPaymentAttached(request.header)
        ? undefined
        : await byDefault.owed(form, request, caller);
      return owed ?? (await gate?.pass(form, request, caller)) ?? UNKNOWN_NETWORK;
    },
    unpaid: async (form, request) => (await asked(request.query)?.unpaid(form, request)) ?? UNKNOWN_NETWORK,
    standing: (request) =>
      byDefault.isPaymentAttached(request.header) ? undefined : asked(request.query)?.standing(request),
    railOf: (header) => byDefault.railOf(header),
    isPaymentAttached: (header) =>
      [byDefault, ...selected.values()].some((gate) => gate.isPaymentAttached(header)),
  };
}

const UNKNOWN_NETWORK = { kind: 'refused', problem: problem('unknown_payment_network') } as const;

const isSelected = (way: PaidOn): way is PaidOn & { readonly selectedBy: string } =>
  way.selectedBy !== undefined;

/** The catalogue as this instance sells it, for documents. It leaves out ways to pay that are not configured. */
export const catalogueOn = (
  catalogue: Catalogue,
  payIns: readonly Pick<PayIn, 'rail' | 'network'>[],
): Catalogue => ({
  ...catalogue,
  products: catalogue.products.map((product) => ({
    ...product,
    paidOn: product.paidOn.filter((way) => payIns.some(pays(way))),
  })),
});
