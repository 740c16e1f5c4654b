/** What others wrote, made safe to print: a terminal obeys control characters, and a reader believes what looks like ours. */

/** What is mostly meant by a terminal's escape, so that the rest of it is not read as text. */
const ESCAPE = /\p{Cc}\[[0-?]*[ -/]*[@-~]/gu;
/** Controls, formats (among them everything bidirectional), line ends of their own, lone surrogates, private use. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu;
const SAID_AT_MOST = 300;

/** One line without anything that a terminal would act on. */
export const singleLine = (text: string): string => text.replace(ESCAPE, '').replace(UNSEEN, ' ');

/** Words of the seller's, marked as such: on one line, cut, and in quotation marks that they cannot close. */
export function sellerSays(text: string, atMost = SAID_AT_MOST): string {
  const points = Array.from(singleLine(text).replaceAll('"', "'").replaceAll(/\s+/g, ' ').trim());
  const cut = points.length > atMost ? `${points.slice(0, atMost).join('')}…` : points.join('');
  return cut === '' ? 'the seller gives no reason' : `the seller says: "${cut}"`;
}

/** The same JSON, with everything unseen escaped: what was bought is printed without a loss and without an effect. */
export const printableJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}]/gu, (found) =>
    found === '\n'
      ? found
      : [...Array(found.length).keys()]
          .map((i) => `\\u${found.charCodeAt(i).toString(16).padStart(4, '0')}`)
          .join(''),
  );
