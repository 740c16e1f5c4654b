/**
 * What a fix says of another payment stands between ⟦ and ⟧ in our tables: beside "Money moved" it would be a second
 * charge.
 */

const MARKS = /[⟦⟧]/g;
/** What is left of a part that held nothing else. */
const EMPTY =
  /(?<=^|[.;:!?)] )(?:Buyer|Client|Seller|Facilitator|Seller or facilitator): ?(?=$|(?:Buyer|Client|Seller|Facilitator|Seller or facilitator|Check|Test): )/g;
const MARKED = /([.!?;,:]?) ?⟦[^⟧]*?([.;]?)⟧( [a-z])?/g;

/** The fix, as it is told where a new payment may be signed. */
export const told = (fix: string): string => fix.replace(MARKS, '');

/** The same fix for a payment that was made. */
export const toldOnceMoved = (fix: string): string =>
  fix
    .replace(MARKED, (_, before: string, end: string, next: string | undefined, at: number) => {
      const further = next ?? '';
      if (at === 0) return further.trim().toUpperCase();
      if (/[.!?:]/.test(before)) return `${before}${end === ';' ? further.toUpperCase() : further}`;
      return `${end || before}${end === '.' ? further.toUpperCase() : further}`;
    })
    .replace(EMPTY, '')
    .trim();

/** Where a text leaves open what became of an earlier payment: what has to be known before another one. */
export const ONLY_ONCE =
  ' (only once the chain shows that no earlier payment of this call was used, or can be)';
/** A fix that says itself where to look. */
const LOOKS = /authorizationState|<<used>>|explorer|\bchain\b|validBefore|in no block|\bvoid\b|\bexpired\b/;
const LAST_MARK = /([.;]?)⟧(?=[^⟧]*$)/;
export const toldWhileOpen = (fix: string): string =>
  told(LOOKS.test(fix) ? fix : fix.replace(LAST_MARK, `${ONLY_ONCE}$1⟧`));
