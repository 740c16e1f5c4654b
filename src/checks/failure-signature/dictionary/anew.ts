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
export const ONLY_ONCE =
  'Before another payment, make sure on the chain that no earlier one of this call was used, or can be. ';
/** An offer without a condition of its own keeps its marks: which parts of a fix are told is not known yet. */
const OFFER = /⟦(\??)([^⟧]*?)([.!?;,:)]*)⟧/g;
/** Its beginning is marked behind its first words: what stands there may be a label, or becomes a capital. */
const FIRST_WORDS =
  /^(?:(?:Buyer|Client|Seller|Facilitator|Seller or facilitator): )?(?:\W*\w+(?: \w+)?|\W*$)/;
export const toldWhileOpen = (fix: string): string =>
  fix.replace(OFFER, (_, own: string, offer: string, end: string) =>
    own ? `${offer}${end}` : `${offer.replace(FIRST_WORDS, (words) => `${words}⟦`)}⟧${end}`,
  );
const BETWEEN_SENTENCES = /[.!?)] (?=[A-Z])/g;
/** The condition, once, in front of the first sentence that offers another payment: what else is to do comes first. */
export function withCondition(said: string): string {
  const offer = said.indexOf('⟦');
  if (offer < 0) return told(said);
  const ends = [...said.slice(0, offer).matchAll(BETWEEN_SENTENCES)]
    .map(({ index }) => index + 2)
    .filter((at) => said.slice(0, at).split('`').length % 2 === 1);
  const at = ends.at(-1) ?? 0;
  return `${told(said.slice(0, at))}${ONLY_ONCE}${told(said.slice(at))}`;
}
