import { utf8 } from '../values/digest.ts';
import { RESULT_MAX_BYTES } from '../values/limits.ts';

/**
 * An answer as a conversation can hold it: whole if it is short, else its first members that fit, and the names of the
 * others. Nothing is reworded, so what is shown is what was signed for.
 */
export interface Brief {
  readonly shown: Readonly<Record<string, unknown>>;
  /** What does not fit, to be asked for by name. */
  readonly omitted: readonly Omitted[];
}

interface Omitted {
  /** JSON Pointer (RFC 6901) into the answer; `12-` as its last part: from the twelfth item or character on. */
  readonly part: string;
  readonly bytes: number;
}

/** For the summary, the names of what is omitted, and the frame around the result. */
const RESERVED_BYTES = 2_500;
const ROOM = RESULT_MAX_BYTES - RESERVED_BYTES;
const MAX_NAMED = 24;

const sizeOf = (value: unknown): number => utf8(JSON.stringify(value) ?? '').byteLength;

/** `part` names one part of the answer. Undefined: there is no such part. */
export function briefOf(answer: object, part = ''): Brief | undefined {
  const found = at(answer, part);
  if (!found) return undefined;
  const { value, from } = found;
  if (typeof value === 'string') return sliced(part, from, [...value], (items) => items.join(''));
  if (Array.isArray(value)) return sliced(part, from, value, (items) => items);
  if (typeof value !== 'object' || value === null) return { shown: { part, value }, omitted: [] };
  const held = members(value, part);
  return part === '' ? held : { shown: { part, value: held.shown }, omitted: held.omitted };
}

/** Members in their order while they fit; one that is too large does not keep out those behind it. */
function members(value: object, prefix: string): Brief {
  if (sizeOf(value) <= ROOM) return { shown: value as Brief['shown'], omitted: [] };
  const shown: Record<string, unknown> = {};
  const omitted: Omitted[] = [];
  let room = ROOM;
  for (const [name, member] of Object.entries(value)) {
    const bytes = sizeOf(member) + name.length + 4;
    if (bytes <= room) {
      shown[name] = member;
      room -= bytes;
    } else omitted.push({ part: `${prefix}/${escaped(name)}`, bytes });
  }
  return { shown, omitted };
}

/** Items, or characters, from `from` on while they fit. At least one, so that reading on comes to an end. */
function sliced(
  part: string,
  from: number,
  all: readonly unknown[],
  joined: (items: readonly unknown[]) => unknown,
): Brief {
  const base = part.replace(/\/\d+-$/, '');
  const items: unknown[] = [];
  let room = ROOM;
  let next = from;
  for (; next < all.length; next++) {
    const bytes = sizeOf(all[next]) + 1;
    if (bytes > room) break;
    items.push(all[next]);
    room -= bytes;
  }
  // One item that is too large for any answer is read by its own members.
  const large =
    next === from && next < all.length ? [{ part: `${base}/${next}`, bytes: sizeOf(all[next]) }] : [];
  const rest = next + large.length;
  const behind = rest < all.length ? [{ part: `${base}/${rest}-`, bytes: sizeOf(all.slice(rest)) }] : [];
  return { shown: { part, of: all.length, value: joined(items) }, omitted: [...large, ...behind] };
}

function at(answer: object, part: string): { readonly value: unknown; readonly from: number } | undefined {
  if (part !== '' && !part.startsWith('/')) return undefined;
  let value: unknown = answer;
  let from = 0;
  const steps = part.split('/').slice(1);
  for (const [i, step] of steps.entries()) {
    const range = /^(\d{1,9})-$/.exec(step);
    const isLast = i === steps.length - 1;
    if (range && isLast && (Array.isArray(value) || typeof value === 'string')) {
      from = Number(range[1]);
      break;
    }
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return { value, from };
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** Members that say in words what the rest says in fields. */
const SAYING = ['summary', 'meaning', 'detail', 'recommendation', 'verdict', 'status', 'match'] as const;
const MAX_SAID = 280;

/** What an answer comes to, in a few words, and how to read what is not shown. */
export function briefWordsOf(answer: object, { omitted }: Brief, isPaid: boolean): string {
  const said = SAYING.map((name) => (answer as Readonly<Record<string, unknown>>)[name]).find(
    (value) => typeof value === 'string' && value !== '',
  ) as string | undefined;
  const words = said === undefined ? 'The answer is in structuredContent.' : cut(said);
  if (omitted.length === 0) return words;
  const unnamed = omitted.length - namedOf(omitted).length;
  const more = unnamed > 0 ? ` ${unnamed} more are only in the whole answer, behind the link.` : '';
  const paid = isPaid ? ', the same payment' : '';
  const price = isPaid ? ': free of charge' : '';
  return `${words}\n\nNot shown: the parts that "omitted" names.${more} To read one, call again with the same arguments${paid} and its name as "part"${price}.`;
}

/** As many as a result has room for. */
export const namedOf = (omitted: Brief['omitted']): Brief['omitted'] => omitted.slice(0, MAX_NAMED);

const cut = (text: string): string =>
  text.length <= MAX_SAID ? text : `${text.slice(0, text.lastIndexOf(' ', MAX_SAID))} …`;
