import { parseStrictJson } from '../values/json.ts';
import type { Survey } from './survey.ts';
import { walk } from './walk.ts';

/** What programs write: JSON, quoted-printable, and the pieces of a text that one would put together. */

const JSON_VALUE = /^\s*[{[][\s\S]*[}\]]\s*$/;
/** A text that is a JSON value, as one that travels by itself is read: members that belong together are put together. */
export function fromJson(text: string): string | undefined {
  const parsed = parseStrictJson(text);
  return parsed.ok ? walk(parsed.value).text : undefined;
}

/** What a buyer writes is shorter. */
const MOST_OF_JSON = 4_096;
export const isJson = ({ text }: Survey): boolean => text.length <= MOST_OF_JSON && JSON_VALUE.test(text);

/** What e-mail writes so and a query does not (`limit=20`): a colon, a sign of equality, an at, letters with marks. */
export const QUOTED_PRINTABLE =
  /=(?:3[AD]|C[2-9A-F]=[89AB][0-9A-F]|[DE][0-9A-F]=[89AB][0-9A-F])|[A-Za-z0-9]=40[A-Za-z]/;

/** `"AKIA" + "IOSF…"`, `concat("sk_", "live_…")`: pieces of text that a program would put together. */
export const CONCATENATED = /(["'`])[^"'`\n]{1,120}\1(?:\s?[+,.]\s?(["'`])[^"'`\n]{1,120}\2){1,12}/g;

export function fromConcatenated(run: string): string | undefined {
  const pieces = run.match(/(["'`])[^"'`\n]{1,120}\1/g) ?? [];
  return pieces.map((piece) => piece.slice(1, -1)).join('');
}
