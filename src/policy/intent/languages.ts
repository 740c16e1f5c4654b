import table from './languages.table.json' with { type: 'json' };

const TABLE = Object.values(table).flatMap((words) => Object.entries(words));

const ACCENTS = /[\u0300-\u036f]/g;
/** Without accents, as tokens are; scripts in which accents are parts of letters stay as they are. */
const bare = (word: string): string => {
  const lower = word.toLowerCase();
  return /[\u3040-\uffff]/.test(lower) ? lower : lower.normalize('NFD').replace(ACCENTS, '');
};

/** Scripts written without blanks between words, and Korean, which puts endings behind them. */
const RUN_SCRIPT = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

const wholes = new Map<string, string>();
const stems = new Map<string, string>();
/** First letters of stems: for most words one look-up tells that no stem fits. */
const heads = new Set<string>();
const signs = new Map<string, string>();
const shared = new Map<string, string>();
export const ENGLISH_WORDS: readonly string[] = TABLE.map(([english]) => english);
for (const [english, others] of TABLE) {
  for (const entry of others.split(' ')) {
    const stem = entry.endsWith('*');
    if (entry.startsWith('~')) {
      shared.set(bare(entry.slice(1)), english);
      continue;
    }
    const word = bare(stem ? entry.slice(0, -1) : entry);
    (RUN_SCRIPT.test(word) ? signs : stem ? stems : wholes).set(word, english);
  }
}
const longest = (map: ReadonlyMap<string, string>): number =>
  Math.max(...[...map.keys()].map((word) => word.length));
const LONGEST_STEM = longest(stems);
const LONGEST_SIGN = longest(signs);
const SHORTEST_STEM = 4;
/** Latin letters and digits inside such a stretch are a word by themselves. */
const LATIN_PART = /^[a-z0-9]+/;
const LONGEST_LATIN = 40;
/** What the words of such scripts begin with. */
const signHeads = new Set([...signs.keys()].map((sign) => sign.charCodeAt(0)));
for (const stem of stems.keys()) heads.add(stem.slice(0, SHORTEST_STEM));
/** Shortest last part of a compound ("Umsatz-steuer") that is read. */
const SHORTEST_PART = 5;
const SHORTEST_COMPOUND = 9;

/** The English word for a word without accents, in lower case; undefined if the table has none. */
export function englishOf(word: string): string | undefined {
  const whole = wholes.get(word);
  if (whole !== undefined || !heads.has(word.slice(0, SHORTEST_STEM))) return whole;
  for (let end = Math.min(word.length, LONGEST_STEM); end >= SHORTEST_STEM; end--) {
    const stem = stems.get(word.slice(0, end));
    if (stem !== undefined) return stem;
  }
  return undefined;
}

/** The same beside other words of the table: words that are English, too, and the last parts of compounds. */
export function englishBeside(word: string): string | undefined {
  const whole = shared.get(word);
  if (whole !== undefined || word.length < SHORTEST_COMPOUND) return whole;
  for (let from = 3; from <= word.length - SHORTEST_PART; from++) {
    const part = wholes.get(word.slice(from)) ?? stems.get(word.slice(from));
    if (part !== undefined) return part;
  }
  return undefined;
}

export const isRunScript = (text: string): boolean => RUN_SCRIPT.test(text);

/** The words of a stretch written without blanks, longest first at each place; what no word fits is passed over. */
export function englishOfRun(run: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < run.length; ) {
    const code = run.charCodeAt(at);
    if (code >= 128 && !signHeads.has(code)) {
      at++;
      continue;
    }
    const latin = LATIN_PART.exec(run.slice(at, at + LONGEST_LATIN))?.[0];
    let size = latin?.length ?? Math.min(LONGEST_SIGN, run.length - at);
    let word = latin;
    for (; word === undefined && size > 0; size--) {
      word = signs.get(run.slice(at, at + size));
      if (word !== undefined) break;
    }
    if (word !== undefined) found.push(word);
    at += Math.max(1, size);
  }
  return found;
}
