/**
 * The random id that each copy of a challenge carries. Only whoever was sent the challenge knows it: it never goes to a
 * chain or to a facilitator.
 */
export const ORDER_BYTES = 16;

/** Draws an order id: 32 lower-case hex characters. */
export type DrawOrder = () => string;

/** The form of what was drawn: anything else is no order of ours. */
export const ORDER_FORM = /^[0-9a-f]{32}$/;

/** Holds the place of the order id in a challenge that many get: as long as one, and found nowhere else. */
export const ORDER_PLACE = '<the-order-id-of-this-challenge>';

/**
 * The same place in base64. Whoever encodes the challenge lets the place begin at a multiple of three bytes, so that it
 * and the quote behind it are these characters and no others.
 */
const PLACE_IN_BASE64 = btoa(`${ORDER_PLACE}"`);
const inBase64 = (order: string): string => btoa(`${order}"`);

/** A text with an order id in its place, plain or in base64. */
export const withOrder = (text: string, order: string): string =>
  text.replace(ORDER_PLACE, order).replace(PLACE_IN_BASE64, inBase64(order));

/** The text with its places cut out, to be filled many times. In base64 first: a header comes before its body. */
export function fillable(text: string): (order: string) => string {
  const [head = '', rest = ''] = text.split(PLACE_IN_BASE64);
  const [middle = '', end = ''] = rest.split(ORDER_PLACE);
  return (order) => head + inBase64(order) + middle + order + end;
}
