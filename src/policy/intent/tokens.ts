import { englishBeside, englishOfRun, isRunScript } from './languages.ts';
import { eachPiece, PIECE } from './pieces.ts';
import { inEnglish, ownEntry, WordBook, type WordEntry, wordSet } from './word-book.ts';

/** One word of a request. `product` marks words that only describe the thing asked about: "tax-rate" in "a tax-rate API". */
export interface IntentToken {
  readonly word: WordEntry;
  /** In lower case and without accents; of a word of another language, the English one that the table has. */
  readonly text: string;
  /** Clause number: marks like `,` `.` `?` `;` begin a new one. */
  readonly clause: number;
  product: boolean;
  /** Written together with the word before: "speech-to-text". */
  readonly joined: boolean;
  /** True for the noun that is described. */
  readonly head: boolean;
}

/** Longest request that is read for intent, in words; what follows adds nothing a classifier can use. */
const MAX_TOKENS = 4_000;

const LETTERS_OR_DIGITS = /[a-z]+|\d+/g;
const NINE = 57;
/** Capitals come before small letters. */
const SMALL = 97;
const BEYOND_ASCII = /[\u0080-\uffff]/;
const MARKS = '.,;:?!()\n—–';
const ACCENTS = /[\u0300-\u036f]/g;
const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};

/** Nouns that make the words before them a description: what is bought, sold or called. */
const HEADS = wordSet(
  `api apis endpoint endpoints route routes feed feeds service services vendor vendors provider providers gateway gateways
  dataset datasets server servers sdk sdks lookup lookups oracle oracles seller sellers supplier suppliers listing listings
  mcp webhook webhooks facilitator integration integrations subscription subscriptions plan plans call calls request requests
  marketplace tool tools plugin plugins client clients microservice backend saas platform platforms generator converter
  parser extractor resolver checker validator calculator classifier summariser summarizer translator transcriber renderer
  scorer screener search proxy storage resource resources connector wrapper bot-detector engine engines query queries
  download downloads snapshot snapshots quote quotes reports credits tier tiers job jobs model models inference
  company startup business product products package packages library database index registry archive dossier dossiers`,
);

/** Words that end a description on its left: the description cannot reach over them. */
const STOPS = wordSet(
  `a an the this that these those my our your their his her its one two three some any each every all both another other
  of in on at by to for from with without into onto over under via per before after during about against between than as
  and or but nor so yet if when while whether because since until unless which who whom whose what where why how
  i we you they he she it me us them is are was were be been being am do does did done has have had having can could should
  would will may might must shall not no never let please just only then there here also too very more most less least
  buy buys buying sell sells selling pay pays paying spend spending use uses using used call calling get gets getting give
  check checks compare evaluate assess validate verify decide choose pick find review audit test probe purchase try
  tell show help recommend suggest advise need needs want wants rate rank judge vet inspect measure estimate determine
  confirm see run make makes offering offers offered sells charging charges returning returns listing exposes exposing
  scrape harvest extract dm write send publish pull collect gather`,
);

/** Adjectives of the trade between a description and its noun: passed over. */
const TRANSPARENT = wordSet(
  'cheapest cheaper best better good new listed paid free reliable trustworthy safe capped documented x402 402',
);

/** Words that are verbs at the head of a request and nouns inside a description ("contact enrichment"). */
const AMBIGUOUS = wordSet(
  'email emails message contact contacts text post posts crawl crawler spider mirror pitch comment follow call calls check test review audit probe purchase use buy sell rate rank show report request order list search scan guess copy record pull save',
);
/** What a verb follows when it is one. */
const BEFORE_VERB = wordSet(
  'to and then please or you we i will should lets us must can could would not never just who bot agent also now',
);

/** Words that end a description a description on its right: "an API for tax rates", "an endpoint that returns loan offers". */
const OPENERS = wordSet(
  'for that which of with offering offers selling sells returning returns covering covers about providing provides exposing exposes serving serves listing lists giving gives delivering delivers handling handles computing computes calculating calculates supporting supports whose doing producing produces generating generates called named advertising advertises claiming claims',
);

/** And these end it: the request goes on. */
const CLOSERS = wordSet(
  'before after if when while whether unless because so then and or but at under below within per costs cost costing priced price is are was worth should can could would do does did to tell decide i we my our you please than vs versus on in by use used using from via against',
);

const NOT_PLAIN = /[^\n -&(-~]/;

export function unaccented(word: string): string {
  const lower = word.toLowerCase();
  if (!NOT_PLAIN.test(lower)) return lower;
  return lower
    .normalize('NFD')
    .replace(ACCENTS, '')
    .replace(/['’]s?$/, '')
    .replace(/['’]/g, '');
}

/** `scr4pe` → `scrape`; a word with a digit between letters that is no known code. */
export function unleet(text: string): string {
  return text.replace(
    /(?<![\w.-])[a-z]*(?:[013457@$][a-z]+|[a-z][013457@$])[a-z013457@$]*(?![\w-])/gi,
    (word) => {
      if (
        /^(?:x402|mp3|mp4|h264|k8s|s3|e2e|i18n|a11y|b2b|b2c|p2p|web3|oauth2|\$?\d+[a-z]{0,3}|v\d.*|[a-z]{1,6}\d{1,4}|\d+[a-z]+)$/i.test(
          word,
        )
      )
        return word;
      return word.replace(/[013457@$]/g, (char) => LEET[char] ?? char);
    },
  );
}

/** Before a path these name a request; "post" and "get" by themselves are acts. */
const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);

/** Articles and pronouns that are written together with the word after them. */
const ELIDED = /^(?:l|d|j|n|s|c|m|t|qu|un|dell|all|nell|sull|dall|quell)['’](?=\p{L}{3})/iu;

const NOT_ASCII = /[^\x20-\x7e]/;
const WORDISH = /\w/;
const [HYPHEN, DOT] = [45, 46];

/** The word that one piece of text stands for; undefined where nothing is left of it. */
function wordOf(piece: string, ascii: boolean, book: WordBook): WordEntry | undefined {
  const spelled = unaccented(ascii && !piece.includes("'") ? piece : piece.replace(ELIDED, ''));
  const word = spelled.includes(',') ? spelled.replace(/,/g, '') : spelled;
  return word === '' ? undefined : book.entry(word);
}

/** At least so many words of the table make a text one of another language. */
const FOREIGN_WORDS = 2;

/** The words of a text. */
export interface Wording {
  readonly tokens: readonly IntentToken[];
  /** Words and numbers as they are written, a number as 0. Of texts in ASCII that were read whole; undefined for others. */
  readonly written: readonly WordEntry[] | undefined;
}

export const tokenise = (text: string, book: WordBook = new WordBook()): readonly IntentToken[] =>
  wordingOf(text, book).tokens;

/** What is read of one text so far. */
class TokenList {
  readonly text: string;
  readonly book: WordBook;
  readonly tokens: IntentToken[] = [];
  private readonly foreign = new Set<WordEntry>();
  private clause = 0;

  constructor(text: string, book: WordBook) {
    this.text = text;
    this.book = book;
  }

  /** The point of a number or a name ends nothing. */
  mark(at: number): void {
    const { text } = this;
    if (text.charCodeAt(at) !== DOT || !WORDISH.test(text[at + 1] ?? ' ')) this.clause++;
  }

  /** Adds the English word for one that stands at a place. */
  word(word: WordEntry, at: number): void {
    const english = inEnglish(word);
    if (english !== word) this.foreign.add(english);
    this.add(english, this.isJoined(at));
  }

  add(word: WordEntry, joined: boolean): void {
    const head = (word.sets & HEADS) !== 0;
    this.tokens.push({ word, text: word.text, clause: this.clause, product: false, joined, head });
  }

  isJoined(at: number): boolean {
    return this.text.charCodeAt(at - 1) === HYPHEN;
  }

  get isFull(): boolean {
    return this.tokens.length >= MAX_TOKENS;
  }

  read(): IntentToken[] {
    const { tokens, book, foreign } = this;
    const read = foreign.size >= FOREIGN_WORDS ? tokens.map((token) => readBeside(token, book)) : tokens;
    markProducts(read);
    return read;
  }
}

export function wordingOf(text: string, book: WordBook): Wording {
  const list = new TokenList(text, book);
  const isAscii = !BEYOND_ASCII.test(text);
  const zero = ownEntry('0');
  const written: WordEntry[] = [];
  eachPiece(text, (start, end, of) => {
    if (list.isFull) return;
    const piece = text.slice(start, end);
    if (of === PIECE.mark || (of === PIECE.far && piece.length === 1 && MARKS.includes(piece))) {
      list.mark(start);
      return;
    }
    const known = of === PIECE.letters ? book.entry(piece.toLowerCase()) : undefined;
    if (known !== undefined) written.push(known);
    else if (isAscii)
      for (const part of piece.toLowerCase().match(LETTERS_OR_DIGITS) ?? [])
        written.push(part.charCodeAt(0) <= NINE ? zero : book.entry(part));
    if (text.charCodeAt(start) < SMALL && METHODS.has(piece) && isPath(text, end))
      list.add(book.entry('request'), list.isJoined(start));
    else if (of === PIECE.far && isRunScript(piece)) addRun(list, piece, start);
    else {
      const word = known ?? wordOf(piece, of !== PIECE.far || !NOT_ASCII.test(piece), book);
      if (word !== undefined) list.word(word, start);
    }
  });
  return { tokens: list.read(), written: isAscii && !list.isFull ? written : undefined };
}

/** The words of a stretch of a script without blanks, which writes "scraping API" as one word. */
function addRun(list: TokenList, piece: string, at: number): void {
  for (const [place, word] of englishOfRun(piece.toLowerCase()).entries()) {
    const entry = list.book.entry(word);
    list.add(entry, list.isJoined(at) || (place > 0 && (entry.sets & HEADS) !== 0));
  }
}

const isPath = (text: string, at: number): boolean => /^ (?:\/|https?:)/.test(text.slice(at, at + 7));

function readBeside(token: IntentToken, book: WordBook): IntentToken {
  const text = englishBeside(token.text);
  if (text === undefined) return token;
  const word = book.entry(text);
  return { ...token, word, text, head: (word.sets & HEADS) !== 0 };
}

function isVerbAt(tokens: readonly IntentToken[], at: number): boolean {
  const before = tokens[at - 1];
  return !before || before.clause !== tokens[at]!.clause || (before.word.sets & BEFORE_VERB) !== 0;
}

/** What follows these is what they do, whatever is named after it: "should we sue zebra-vendor.example". */
const DOERS = wordSet('i we you they he she');

/** Marks descriptions to the left (at most five words) and to the right (at most seven) of each head noun. */
function markProducts(tokens: IntentToken[]): void {
  for (let at = 0; at < tokens.length; at++) {
    const head = tokens[at]!;
    if (!head.head) continue;
    for (let i = at - 1; i >= Math.max(0, at - 5); i--) {
      const left = tokens[i]!;
      if (left.clause !== head.clause) break;
      const { sets } = left.word;
      if ((sets & TRANSPARENT) !== 0) continue;
      const compound = left.joined || tokens[i + 1]!.joined;
      if (!compound && ((sets & AMBIGUOUS) !== 0 ? isVerbAt(tokens, i) : (sets & STOPS) !== 0)) break;
      if (!left.joined && ((tokens[i - 1]?.word.sets ?? 0) & DOERS) !== 0) break;
      left.product = true;
    }
    const opener = tokens[at + 1];
    if (!opener || opener.clause !== head.clause || (opener.word.sets & OPENERS) === 0) continue;
    for (let i = at + 2; i < Math.min(tokens.length, at + 9); i++) {
      const right = tokens[i]!;
      if (right.clause !== head.clause || ((right.word.sets & CLOSERS) !== 0 && i > at + 2)) break;
      right.product = true;
    }
  }
}
