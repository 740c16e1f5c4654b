/**
 * Words of many languages put down to what they mean. A concept is a list of words, split by commas: whole words
 * (`sue`), stems that end in `*`, and phrases of either. Words of scripts without blanks are found anywhere. Accents,
 * vowel signs and the Arabic article with the particles before it make no difference.
 */
export interface Lexicon<Name extends string> {
  /** Where the words of each concept stand, counted in words. */
  readonly read: (text: string) => Meanings<Name>;
}
export type Meanings<Name extends string> = ReadonlyMap<Name, readonly number[]>;

/** Kana, Chinese characters and Korean: words are found anywhere, two characters count as a word. */
const RUN = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;
const WORDS =
  /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+(?: [\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+)*|(?:(?![\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])[\p{L}\p{M}\p{N}])+/gu;
const ASCII_WORDS = /[a-z\d]+/g;
const MARKS = /[\u0300-\u036f\u064b-\u0655\u0640\u093c]/g;
const ARABIC = /^[\u0621-\u064a]/;
const BEYOND_ASCII = /[\u0080-\uffff]/;
/** So many letters of a stem, which has no fewer, say which stems a word can begin with. */
const HEAD = 2;

/** A text as words are looked up in it. */
const fold = (text: string): string => {
  const lower = text.toLowerCase();
  if (!BEYOND_ASCII.test(lower)) return lower;
  return lower
    .normalize('NFD')
    .replace(MARKS, '')
    .normalize('NFC')
    .replaceAll('\u0649', '\u064a')
    .replaceAll('\u0629', '\u0647')
    .replaceAll('\u0901', '\u0902');
};

interface Entry<Name> {
  readonly name: Name;
  /** What follows the first word; a stem ends in `*`. */
  readonly rest: readonly string[];
}
type Entries<Name> = Map<string, Entry<Name>[]>;

/**
 * The entries that begin with letters and digits of ASCII, letter by letter: most words of an English text are told to be
 * none of them after two or three, and nothing is cut out of the text or hashed for it.
 */
interface Letters<Name> {
  /** The node after a node and a symbol; 0 where there is none. */
  readonly next: Uint16Array;
  /** By node: entries whose first word ends there, and stems that do. */
  readonly whole: (Entry<Name>[] | undefined)[];
  readonly stems: (Entry<Name>[] | undefined)[];
}

interface Tables<Name> {
  readonly letters: Letters<Name>;
  readonly whole: Entries<Name>;
  readonly stems: Entries<Name>;
  /** By their first character. */
  readonly runs: Map<string, { readonly name: Name; readonly word: string }[]>;
  /** How long the stems are that begin so: most words begin with none. */
  readonly lengths: Map<string, number[]>;
  /** 1 for the first characters that an entry has: most words of a text are told by them alone. */
  readonly begins: Uint8Array;
}

const SYMBOLS = 36;
const NO_SYMBOL = 255;
const SYMBOL = Uint8Array.from({ length: 128 }, (_, code) =>
  code >= 97 && code <= 122 ? code - 97 : code >= 48 && code <= 57 ? code - 22 : NO_SYMBOL,
);
const ASCII_WORD = /^[a-z\d]+$/;

function lettersOf<Name>(whole: Entries<Name>, stems: Entries<Name>): Letters<Name> {
  const nodes: Uint16Array[] = [new Uint16Array(SYMBOLS)];
  const letters = { whole: [] as Letters<Name>['whole'], stems: [] as Letters<Name>['stems'] };
  for (const name of ['whole', 'stems'] as const)
    for (const [word, entries] of name === 'whole' ? whole : stems) {
      if (!ASCII_WORD.test(word)) continue;
      let node = 0;
      for (let i = 0; i < word.length; i++) {
        const symbol = SYMBOL[word.charCodeAt(i)]!;
        node = nodes[node]![symbol] ||= nodes.push(new Uint16Array(SYMBOLS)) - 1;
      }
      letters[name][node] = entries;
    }
  if (nodes.length > 0xffff) throw new RangeError('a lexicon of too many letters');
  const next = new Uint16Array(nodes.length * SYMBOLS);
  for (const [node, row] of nodes.entries()) next.set(row, node * SYMBOLS);
  const filled = (list: Letters<Name>['whole']) => Array.from(nodes, (_, node) => list[node]);
  return { next, whole: filled(letters.whole), stems: filled(letters.stems) };
}

const BEGINNINGS = 1 << 12;
const NONE = 0;
/** Of the first three characters of a word; of two, where an entry has no more. */
const beginning = (word: string, third = word.charCodeAt(2) || NONE): number =>
  (word.charCodeAt(0) * 961 + (word.charCodeAt(1) || NONE) * 31 + third) & (BEGINNINGS - 1);

export function addTo<V>(to: Map<string, V[]>, key: string, value: V): void {
  const list = to.get(key);
  if (list) list.push(value);
  else to.set(key, [value]);
}

function tablesOf<Name extends string>(table: Readonly<Record<Name, readonly string[]>>): Tables<Name> {
  const whole: Entries<Name> = new Map();
  const stems: Entries<Name> = new Map();
  const runs = new Map<string, { readonly name: Name; readonly word: string }[]>();
  const lengths = new Map<string, number[]>();
  const begins = new Uint8Array(BEGINNINGS);
  for (const name of Object.keys(table) as Name[])
    for (const word of table[name].join(',').split(/[,\n]/)) {
      const folded = fold(word.trim());
      if (RUN.test(folded)) addTo(runs, folded[0]!, { name, word: folded });
      else if (folded !== '') {
        const [first = '', ...rest] = folded.match(/[\p{L}\p{M}\p{N}]+\*?/gu) ?? [];
        if (first.endsWith('*')) {
          const stem = first.slice(0, -1);
          const head = stem.slice(0, HEAD);
          if (!lengths.get(head)?.includes(stem.length)) addTo(lengths, head, stem.length);
          addTo(stems, stem, { name, rest });
          begins[beginning(stem)] = 1;
        } else {
          addTo(whole, first, { name, rest });
          begins[beginning(first)] = 1;
        }
      }
    }
  return { whole, stems, runs, lengths, begins, letters: lettersOf(whole, stems) };
}

export function lexicon<Name extends string>(
  table: Readonly<Record<Name, readonly string[]>>,
): Lexicon<Name> {
  let made: Tables<Name> | undefined;
  return {
    read(text) {
      // Made by the first text: a start need not wait for it.
      made ??= tablesOf(table);
      return readWith(made, text);
    },
  };
}

function readWith<Name extends string>(tables: Tables<Name>, text: string): Meanings<Name> {
  const folded = fold(text);
  return BEYOND_ASCII.test(folded) ? readAny(tables, folded) : readAscii(tables.letters, folded);
}

function readAscii<Name extends string>(
  { next, whole, stems }: Letters<Name>,
  folded: string,
): Meanings<Name> {
  const found = new Map<Name, number[]>();
  const { length } = folded;
  let words: readonly string[] | undefined;
  let at = 0;
  const take = (entries: readonly Entry<Name>[] | undefined): void => {
    if (entries === undefined) return;
    for (const { name, rest } of entries) {
      if (rest.length > 0) words ??= folded.match(ASCII_WORDS) ?? [];
      if (rest.every((part, index) => isWord(part, words![at + 1 + index])))
        addTo(found as Map<string, number[]>, name, at);
    }
  };
  for (let i = 0; i < length; i++) {
    let symbol = SYMBOL[folded.charCodeAt(i)]!;
    if (symbol === NO_SYMBOL) continue;
    let node = 0;
    let known = true;
    do {
      if (known) {
        node = next[node * SYMBOLS + symbol]!;
        known = node !== 0;
        if (known) take(stems[node]);
      }
      i++;
      symbol = i < length ? SYMBOL[folded.charCodeAt(i)]! : NO_SYMBOL;
    } while (symbol !== NO_SYMBOL);
    if (known) take(whole[node]);
    at++;
  }
  return found;
}

function readAny<Name extends string>(
  { whole, stems, runs, lengths, begins }: Tables<Name>,
  folded: string,
): Meanings<Name> {
  const found = new Map<Name, number[]>();
  const words = folded.match(WORDS) ?? [];
  let at = 0;
  const take = (entries: readonly Entry<Name>[] | undefined, next: number): void => {
    if (entries === undefined) return;
    for (const { name, rest } of entries)
      if (rest.every((part, index) => isWord(part, words[next + index])))
        addTo(found as Map<string, number[]>, name, at);
  };
  const takeForm = (form: string, next: number): void => {
    if (begins[beginning(form)] === 0 && begins[beginning(form, NONE)] === 0) return;
    take(whole.get(form), next);
    const possible = lengths.get(form.slice(0, HEAD));
    if (possible === undefined) return;
    for (const end of possible) if (end <= form.length) take(stems.get(form.slice(0, end)), next);
  };
  for (const [index, word] of words.entries()) {
    if (RUN.test(word)) {
      for (let from = 0; from < word.length; from++)
        for (const entry of runs.get(word[from]!) ?? [])
          if (word.startsWith(entry.word, from))
            addTo(found as Map<string, number[]>, entry.name, at + (from >> 1));
      at += (word.length + 1) >> 1;
      continue;
    }
    for (const form of ARABIC.test(word) ? withoutParticles(word) : [word]) takeForm(form, index + 1);
    at++;
  }
  return found;
}

const isWord = (part: string, word: string | undefined): boolean =>
  word !== undefined &&
  (part.endsWith('*')
    ? word.startsWith(part.slice(0, -1))
    : word === part || (ARABIC.test(word) && withoutParticles(word).includes(part)));

/** An Arabic word as it is, without its particle, without its article, and without both. */
function withoutParticles(word: string): readonly string[] {
  const forms = [word];
  const bare = /^[وفبلك]/.test(word) && word.length > 3 ? word.slice(1) : undefined;
  if (bare) forms.push(bare);
  for (const form of [word, bare]) if (form?.startsWith('ال') && form.length > 4) forms.push(form.slice(2));
  // The article loses its first letter behind "for".
  if (word.startsWith('لل') && word.length > 4) forms.push(word.slice(2));
  return forms;
}
