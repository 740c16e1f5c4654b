import { once } from './once.ts';
import type { Issue } from './problem.ts';
import { isWellFormed } from './text.ts';

/** Limits of every JSON body: deep or wide input is refused before any recursive code sees it. */
export const JSON_MAX_DEPTH = 32;
/** Values in one body, at most: parsing and judging cost as many steps. */
export const JSON_MAX_NODES = 2_000;

/** A value, or the one fault that the text has as JSON. */
export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issue: Issue };

const issue = (code: string, message: string): ParsedJson => ({
  ok: false,
  issue: { path: '', code, message },
});

/**
 * JSON.parse, and what it lets pass: duplicate keys (two parsers could read two requests), `__proto__` (whoever copies
 * the object loses what is under it), depth and number of values.
 * Linear in the text, no recursion. Messages never quote the text.
 */
export function parseStrictJson(text: string): ParsedJson {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return issue('malformed_json', 'The body is not valid JSON.');
  }
  return inspect(text) ?? { ok: true, value };
}

const tooMany = (): ParsedJson => issue('too_large', `The body holds more than ${JSON_MAX_NODES} values.`);

/** Walks the tokens of a text that is known to be valid JSON. */
function inspect(text: string): ParsedJson | undefined {
  /** One frame per open container: the keys of an object, or null for an array. */
  const open: (Set<string> | null)[] = [];
  let nodes = 1;
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (char === '{' || char === '[') {
      if (open.push(char === '{' ? new Set() : null) > JSON_MAX_DEPTH)
        return issue('too_deep', `The body is nested deeper than ${JSON_MAX_DEPTH} levels.`);
      if (char === '[' && nextToken(text, at + 1) !== ']' && ++nodes > JSON_MAX_NODES) return tooMany();
    } else if (char === '}' || char === ']') open.pop();
    else if (char === ':' || (char === ',' && open.at(-1) === null)) {
      // Each member's colon and each element's comma begins one more value; first elements are counted by their bracket.
      if (++nodes > JSON_MAX_NODES) return tooMany();
    } else if (char === '"') {
      const { end, coded } = endOfString(text, at);
      const keys = open.at(-1);
      if (!isWellFormed(coded ? stringIn(text, at, end) : text.slice(at + 1, end)))
        return issue('malformed_unicode', 'A string in the body is not well-formed Unicode.');
      if (keys && nextToken(text, end + 1) === ':') {
        const string = stringIn(text, at, end);
        if (string === '__proto__') return issue('forbidden_key', 'No object may have a key __proto__.');
        if (keys.has(string)) return issue('duplicate_key', 'An object in the body has the same key twice.');
        keys.add(string);
      }
      at = end;
    }
  }
  return undefined;
}

/**
 * The next quote that no backslash escapes, and whether a `\u` stands before it: only that writes half of a character.
 * Read unit by unit: to search for each of a hundred thousand escaped quotes takes several times as long.
 */
function endOfString(text: string, start: number): { readonly end: number; readonly coded: boolean } {
  let coded = false;
  let end = start + 1;
  for (let unit = text.charCodeAt(end); unit !== QUOTE; unit = text.charCodeAt(++end))
    if (unit === BACKSLASH && text.charCodeAt(++end) === LETTER_U) coded = true;
  return { end, coded };
}
const QUOTE = 34;
const BACKSLASH = 92;
const LETTER_U = 117;

/** What the string between two quotes says. Without an escape it says itself. */
function stringIn(text: string, start: number, end: number): string {
  const inside = text.slice(start + 1, end);
  return inside.includes('\\') ? (JSON.parse(text.slice(start, end + 1)) as string) : inside;
}

function nextToken(text: string, from: number): string | undefined {
  let at = from;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at++;
  return text[at];
}

/** What an object was joined from. */
const partsOf = new WeakMap<object, readonly object[]>();

/**
 * One object of several that have no member in common, in their order. `jsonOf` writes it as `JSON.stringify` does, but
 * a frozen part only once, however many objects it is joined into.
 */
export function joined<A extends object, B extends object, C extends object>(
  first: A,
  second: B,
  third: C,
): A & B & C {
  const parts = [first, second, third];
  const whole = { ...first, ...second, ...third };
  const members = parts.reduce((sum, part) => sum + Object.keys(part).length, 0);
  if (members !== Object.keys(whole).length)
    throw new TypeError('joined(): two parts have a member in common');
  partsOf.set(whole, parts);
  return Object.freeze(whole);
}

/** JSON of an object. */
export function jsonOf(value: object): string {
  const parts = partsOf.get(value);
  return parts
    ? `{${parts
        .map((part) => innerText(part))
        .filter(Boolean)
        .join(',')}}`
    : JSON.stringify(value);
}

/** What stands between the braces: once for those parts that nothing can change. */
const innerText = once((part: object): string => JSON.stringify(part).slice(1, -1), Object.isFrozen);
