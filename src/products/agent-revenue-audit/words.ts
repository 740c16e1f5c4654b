/** Filling sentence templates, and making a caller's own words safe to stand in one. */

export type Slots = Readonly<Record<string, string>>;

/** Replaces `{name}`; an unknown slot is a fault in a table and throws. */
export function fillSlots(template: string, slots: Slots): string {
  return template.replace(/\{([a-zA-Z]{1,20})\}/gu, (_, name: string) => {
    const value = slots[name];
    if (value === undefined) throw new RangeError(`no slot ${name} for: ${template}`);
    return value;
  });
}

/** Double quotes in our prose stand around verbatim spans of the input and around nothing else. */
export const quoted = (span: string): string => `"${span}"`;

/** The service's name as it may stand in prose: one line, no quotes, no control or format characters. */
export function displayName(name: string): string {
  const plain = name
    .replace(/[\p{C}\p{Z}]/gu, ' ')
    .replace(/["“”`{}]/gu, '')
    .replace(/ {1,80}/gu, ' ')
    .trim();
  return plain === '' ? 'the service' : plain;
}

/** Printable ASCII of at most 32 characters, as x402 and Bazaar want service names; undefined when nothing is left. */
export function asciiName(name: string): string | undefined {
  const plain = displayName(name)
    .replace(/[^\x20-\x7e]/gu, '')
    .slice(0, 32)
    .trim();
  return plain === '' ? undefined : plain;
}

const SPAN_LIMIT = 60;

/** A verbatim beginning of a text, cut at a word, before any quote mark or line end; undefined when nothing is left. */
export function spanOf(text: string, limit = SPAN_LIMIT): string | undefined {
  const line = text
    .trim()
    .split(/["“”\n\r]/u)[0]!
    .trim();
  const points = [...line];
  if (points.length <= limit) return line === '' ? undefined : line;
  const cut = points.slice(0, limit).join('');
  const atWord = cut.replace(/\s\S{0,60}$/u, '');
  return (atWord === '' ? cut : atWord).trim();
}

/** `a, b and c` */
export function enumerated(items: readonly string[]): string {
  if (items.length < 2) return items[0] ?? '';
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

export const sentence = (text: string): string => {
  const start = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?!]$/u.test(start) ? start : `${start}.`;
};

/** `1 call`, `2 calls` */
export const countedUnits = (count: bigint, one: string, many = `${one}s`): string =>
  `${count} ${count === 1n ? one : many}`;
