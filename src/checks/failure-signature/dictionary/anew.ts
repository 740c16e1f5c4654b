/**
 * What a fix says of another payment stands between ⟦ and ⟧ in our tables: beside "Money moved" it would be a second
 * charge.
 */

const MARKS = /[⟦⟧]/g;
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
    .trim();
