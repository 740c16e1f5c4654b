import { usd } from '../../values/money.ts';

/** Typed here and nowhere else: the declaration sells for it, and the GET form names it. */
export const OPPORTUNITY_PRICE = usd('0.01');
