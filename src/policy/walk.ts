import {
  isDrawnNumber,
  isPersonal,
  namesIdentifier,
  namesPersonalNumber,
  namesPlace,
  namesSecret,
  wordsOfName,
} from './members.ts';
import { isPublicValue, namesOf, namesPeople } from './public.ts';

/** Limits of a JSON preview, the same as for request bodies. */
const MAX_DEPTH = 32;
const MAX_NODES = 2_000;

export interface Walked {
  /** Keys and scalar values as lines of text, `key: value` where a value has a key: labels stay beside what they label. */
  readonly text: string;
  readonly nodes: number;
  /** Too deep, too many nodes or too long: not everything was read, and the caller must stop. */
  readonly overrun: boolean;
}

interface Node {
  readonly key: string;
  readonly value: unknown;
  readonly depth: number;
  /** Whether the object that the member belongs to is about a person. */
  readonly personal: boolean;
  /** Whether that object, or one above it, is. */
  readonly ofPerson: boolean;
  /** Words of the key, or of the nearest one above it that says something. */
  readonly label: readonly string[];
  /** Words of the name of the object that the member belongs to, and the names beside it. */
  readonly above: readonly string[];
  readonly beside: ReadonlySet<string>;
}
const NONE: ReadonlySet<string> = new Set();

/**
 * Reads a JSON value iteratively (a deep one must not overflow the stack) and keeps its types: a number is a phone or a
 * card only under a name that says so, a drawn number (UUID, digest) a secret only under the name of one, and `name` is
 * a person's only beside other data of one. Long runs of bytes stay on one line, so that a key written so is seen.
 */
export function walk(value: unknown, maxChars = 32_768): Walked {
  const lines: string[] = [];
  const stack: Node[] = [
    { key: '', value, depth: 0, personal: false, ofPerson: false, label: [], above: [], beside: NONE },
  ];
  let nodes = 0;
  let chars = 0;
  while (stack.length > 0) {
    const at = stack.pop()!;
    if (++nodes > MAX_NODES || at.depth > MAX_DEPTH || chars > maxChars)
      return { text: lines.join('\n').slice(0, maxChars), nodes, overrun: true };
    for (const line of linesOf(at)) {
      lines.push(line);
      chars += line.length + 1;
    }
    for (const child of childrenOf(at)) stack.push(child);
  }
  return { text: lines.join('\n').slice(0, maxChars), nodes, overrun: chars > maxChars };
}

/** Stands for a value that is public by its type: a name alone would be read with what comes after it. */
const LEFT_OUT = '-';

function linesOf(node: Node): string[] {
  const { key, value } = node;
  if (Array.isArray(value)) return isFlat(value) ? [listOf(node, value)] : key === '' ? [] : [key];
  if (typeof value === 'object' && value !== null) {
    const joined = joinedParts(value, node);
    return [key, ...joined].filter((line) => line !== '');
  }
  const shown = shownOf(node, value);
  const name = nameOf(node);
  return [name === '' ? shown : `${name}: ${shown || LEFT_OUT}`].filter((line) => line !== '');
}

/** `name` alone says what a thing is called, and the name of an identifier that it is one. */
function nameOf({ key, personal, label }: Node): string {
  const last = label.at(-1);
  if (last === 'name' && (label.length === 1 ? !personal : OF_A_THING.has(label.at(-2)!))) return 'title';
  const shown = CAMEL.test(key) ? wordsOfName(key).join(' ') : key;
  return namesIdentifier(label) && last !== 'id' ? `${shown} ref` : shown;
}

/** Before `name`: that of no person. */
const OF_A_THING = new Set(
  'legal company business brand product trade organization organisation file display host domain project model event city country place region bank vessel team league file service class table column field species'.split(
    ' ',
  ),
);

/** `nhsNumber`: read apart, as labels are in texts that people write. */
const CAMEL = /^[a-z]+(?:[A-Z][a-z]+)+\d{0,3}$/;

function shownOf(node: Node, value: unknown): string {
  const { label, ofPerson } = node;
  if (typeof value === 'number') {
    if (!Number.isInteger(value))
      return namesPlace(label) && ofPerson ? String(Math.round(value * 1e6) / 1e6) : '';
    return namesPersonalNumber(label) || namesSecret(label) ? String(value) : '';
  }
  if (typeof value !== 'string') return String(value);
  if (isDrawnNumber(value) && !namesSecret(label)) return '';
  if (/^-?\d+(?:\.\d+)?$/.test(value) && namesIdentifier(label)) return '';
  if (!namesSecret(label) && !namesPersonalNumber(label) && isPublicValue(value, node)) return '';
  return value;
}

const isByte = (item: unknown): boolean =>
  Number.isInteger(item) && (item as number) >= 0 && (item as number) < 256;
const printableOf = (bytes: readonly number[]): string | undefined => {
  if (bytes.length < 4 || !bytes.every((byte) => byte >= 32 && byte < 127)) return undefined;
  return String.fromCharCode(...bytes);
};
/** Lengths of keys and of key pairs, in bytes. */
const KEY_BYTES: ReadonlySet<number> = new Set([32, 33, 48, 64, 65, 96, 128]);

/** Numbers of a list are bytes that spell a text or make a key, or they are measures. */
function listOf(node: Node, items: readonly unknown[]): string {
  const shown = itemsOf(node, items);
  return node.key === '' ? shown : `${nameOf(node)}: ${shown || LEFT_OUT}`;
}

function itemsOf(node: Node, items: readonly unknown[]): string {
  if (items.every(isByte)) {
    const spelled = printableOf(items as readonly number[]);
    if (spelled !== undefined) return spelled;
    const isKey = items.length === 64 || (KEY_BYTES.has(items.length) && namesSecret(node.label));
    return isKey ? `[${items.join(',')}]` : '';
  }
  return items
    .map((item) => shownOf(node, item))
    .filter(Boolean)
    .join(' ');
}

const isFlat = (items: readonly unknown[]): boolean =>
  items.length > 0 && items.every((item) => typeof item === 'number' || typeof item === 'string');

/** Names of pieces that belong together: `part1`, `key_a`, `firstHalf`, `local` and `domain`. */
const PIECE =
  /(?:part|half|piece|chunk|segment|share|frag(?:ment)?|line|split|seg)s?[ _-]?(?:\d|[a-d]|one|two|three)?$|[a-z][ _-]?[1-9]$|^(?:prefix|suffix|head|tail|left|right|first|second|third|start|end|a|b|c|d)$/i;
const LOCAL = /^(?:local(?:[ _-]?part)?|(?:e?mail[ _-]?)?user(?:name)?|mailbox)$/i;
const DOMAIN = /^(?:e?mail[ _-]?)?(?:domain|host)$/i;
const MOST_PIECES = 24;

/** A value that was taken apart over sibling members, put together: recovery words, halves of a key, a mailbox. */
function joinedParts(value: object, node: Node): string[] {
  const texts = Object.entries(value).filter(
    (member): member is [string, string] => typeof member[1] === 'string',
  );
  const out: string[] = [];
  const pieces = texts.filter(([key, text]) => PIECE.test(key) && text.length <= 200 && !isDrawnNumber(text));
  if (pieces.length >= 2 && pieces.length <= MOST_PIECES) {
    const glue = pieces.length >= 6 && pieces.every(([, text]) => /^\p{L}+$/u.test(text)) ? ' ' : '';
    const joined = pieces.map(([, text]) => text).join(glue);
    if (glue === ' ' || (!/\s/.test(joined) && (/^\d+$/.test(joined) || !isDrawnNumber(joined))))
      out.push(joined);
  }
  const place = Object.entries(value).filter(
    ([key, item]) => typeof item === 'number' && namesPlace(wordsOfName(key)),
  );
  if (place.length === 2 && (node.ofPerson || isPersonal(Object.keys(value)) || namesPeople(node.label)))
    out.push(`location: ${place.map(([, item]) => String(item)).join(', ')}`);
  const local = texts.find(([key]) => LOCAL.test(key));
  const domain = texts.find(
    ([key, text]) => DOMAIN.test(key) && /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,24}$/i.test(text),
  );
  if (local && domain && /^[\w.+-]{1,64}$/.test(local[1])) out.push(`${local[1]}@${domain[1]}`);
  return out;
}

function childrenOf(node: Node): Node[] {
  const { key, value, depth, label } = node;
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value))
    return isFlat(value)
      ? []
      : value
          .map((item): Node => ({ ...node, key: '', value: item, depth: depth + 1, personal: false }))
          .reverse();
  const buffer = bufferOf(value);
  if (buffer) return [{ ...node, value: buffer, depth: depth + 1, personal: false }];
  const names = Object.keys(value);
  const personal = isPersonal(names);
  const beside = namesOf(value);
  const ofPerson =
    node.ofPerson || personal || namesPeople(label) || names.some((name) => namesPeople(wordsOfName(name)));
  return Object.entries(value)
    .map(([name, child]): Node => {
      const words = wordsOfName(name);
      const above = key !== '' && saysNothing(words);
      return {
        key: above ? key : name,
        value: child,
        depth: depth + 1,
        personal,
        ofPerson,
        label: above ? label : words,
        above: label,
        beside,
      };
    })
    .reverse();
}

/** `value` and `0` take their meaning from the member above. */
const NEUTRAL = new Set(['value', 'values', 'data', 'content', 'raw', 'text', 'string', 'v', 'number', 'no']);
const saysNothing = (words: readonly string[]): boolean =>
  words.every((word) => NEUTRAL.has(word) || /^\d+$/.test(word));

/** How Node writes bytes: `{"type":"Buffer","data":[…]}`. */
function bufferOf(value: object): readonly unknown[] | undefined {
  const { type, data } = value as { type?: unknown; data?: unknown };
  return type === 'Buffer' && Array.isArray(data) ? data : undefined;
}
