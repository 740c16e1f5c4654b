import type { Ask } from '../script.ts';
import { BASE_NETWORK, LAB_USDC } from '../terms.ts';

/** Terms of either version, as selectors and policies see them. */
export interface OpenTerms {
  readonly network: string;
  readonly asset: string;
  readonly amount?: string;
  readonly maxAmountRequired?: string;
  readonly maxTimeoutSeconds?: number;
}

const amountOf = ({ amount, maxAmountRequired }: OpenTerms): bigint =>
  BigInt(amount ?? maxAmountRequired ?? '0');

/** The ways to pay that the caller's remedies leave, in the seller's order or cheapest first. */
export function allowed<T extends OpenTerms>(ask: Ask, terms: readonly T[], withCap: boolean): T[] {
  const left = terms.filter(
    (each) =>
      (!withCap || ask.cap === undefined || amountOf(each) <= BigInt(ask.cap)) &&
      (!ask.onlyUsdc || each.asset.toLowerCase() === LAB_USDC.toLowerCase()) &&
      (!ask.onlyBase || each.network === BASE_NETWORK || each.network === 'base') &&
      (ask.maxValiditySeconds === undefined ||
        (each.maxTimeoutSeconds ?? Infinity) <= ask.maxValiditySeconds),
  );
  return ask.cheapest ? left.sort((a, b) => (amountOf(a) < amountOf(b) ? -1 : 1)) : left;
}

/** Whether the ask needs a selector at all: without one, the client's own default is what is observed. */
export const choosy = (ask: Ask, withCap: boolean): boolean =>
  Boolean(ask.cheapest || ask.onlyUsdc || ask.onlyBase || ask.maxValiditySeconds || (withCap && ask.cap));
