/** A fix is read by somebody whose call has just failed: it has three sentences at the most. */

const MOST_SENTENCES = 3;

const CODE = /`[^`]*`/g;
const END = /[.!?]["”)⟧]{0,2} (?=(?:⟦\??)?["“(`{]?(?:[^a-z]|`))/g;

/** Sentences of a text. What stands in code ends none. */
export function sentencesOfFix(text: string): string[] {
  const covered = text.replace(CODE, (code) => `\`${'x'.repeat(Math.max(0, code.length - 2))}\``);
  const sentences: string[] = [];
  let from = 0;
  for (const { 0: end, index } of covered.matchAll(END)) {
    sentences.push(text.slice(from, index + end.length - 1));
    from = index + end.length;
  }
  const last = text.slice(from).trim();
  return last === '' ? sentences : [...sentences, last];
}

/** A sentence, and how soon it is left out where there are too many: 0 never is before the others. */
export interface FixSentence {
  readonly said: string;
  readonly rank: number;
}

/** The three that matter most, in their order. */
export function shortened(sentences: readonly FixSentence[]): string {
  const kept = new Set(
    sentences
      .filter(({ said }) => said !== '')
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, MOST_SENTENCES),
  );
  return sentences
    .filter((each) => kept.has(each))
    .map(({ said }) => said)
    .join(' ');
}
