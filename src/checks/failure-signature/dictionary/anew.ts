/**
 * What a fix says of another payment stands between ⟦ and ⟧ in our tables: beside "Money moved" it would be a second
 * charge. One that begins with ⟦? says itself when the earlier payment is void, or was never sent.
 */

const MARKS = /⟦\??|⟧/g;
/** What is left of a part that held nothing else. */
const EMPTY =
  /(?<=^|[.;:!?)] )(?:Buyer|Client|Seller|Facilitator|Seller or facilitator): ?(?=$|(?:Buyer|Client|Seller|Facilitator|Seller or facilitator|Check|Test): )/g;
const MARKED = /([.!?;,:]?)(?: ?⟦[^⟧]*?([.;]?)⟧)+( [a-z])?/g;

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
export const ONLY_ONCE = 'once any earlier payment of this call has expired unused';
/** An offer without a condition of its own keeps its mark: which parts of a fix are told is not known yet. */
const OFFER = /⟦(\??)((?:(?:Buyer|Client|Seller|Facilitator|Seller or facilitator): )?)([^⟧]*)⟧/g;
export const toldWhileOpen = (fix: string): string =>
  fix.replace(OFFER, (_, own: string, label: string, offer: string) =>
    own ? `${label}${offer}` : `${label}⟦${offer}`,
  );
const BEGINNING = /(?:^|[.:;!?)] )$/;
/** A word as it stands in a sentence: no code, no name of letters. */
const WORD = /^[A-Z](?=[a-z ])/;
/** The condition, once, where the first offer of another payment stands: what else is to do needs none. */
export function withCondition(said: string): string {
  const offer = said.indexOf('⟦');
  if (offer < 0) return told(said);
  const before = said.slice(0, offer);
  const after = told(said.slice(offer)).replace(/^[Tt]hen /, '');
  if (!BEGINNING.test(before))
    return `${told(before).trimEnd()} (${ONLY_ONCE})${/^[ ,;.:]/.test(after) ? '' : ' '}${after}`;
  const condition = /: $|; $/.test(before) ? ONLY_ONCE : `O${ONLY_ONCE.slice(1)}`;
  return `${told(before)}${condition}, ${after.replace(WORD, (letter) => letter.toLowerCase())}`;
}
