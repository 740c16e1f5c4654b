import table from './glossary.table.json' with { type: 'json' };

/**
 * What words of other languages are in English, so that one reading is learnt for all: the beginnings of words of trade
 * in German, French, Spanish, Portuguese, Italian and Russian, none of which begins an English word that sellers use.
 * A full stop ends a word that is meant whole.
 */
const MEANS: ReadonlyMap<string, string> = new Map(
  Object.entries(table).flatMap(([english, words]) =>
    words.split(' ').map((word) => [word, english] as const),
  ),
);
const LEAST = 3;
const MOST = Math.max(...[...MEANS.keys()].map((word) => word.length));
const BEGINNINGS: ReadonlySet<string> = new Set([...MEANS.keys()].map((word) => word.slice(0, LEAST)));

/** The English word for one that is not, in small letters; undefined where the glossary has none. */
export function glossed(low: string): string | undefined {
  if (!BEGINNINGS.has(low.slice(0, LEAST))) return undefined;
  const whole = MEANS.get(`${low}.`);
  if (whole !== undefined) return whole;
  for (let length = Math.min(MOST, low.length); length >= LEAST; length -= 1) {
    const english = MEANS.get(low.slice(0, length));
    if (english !== undefined) return english;
  }
  return undefined;
}
