import { readdirSync } from 'node:fs';

/** Sentences of Markdown as a reader meets them: without code blocks, tables, links' targets and markup. */

/** What ends a sentence: a full stop, question or exclamation mark before white space and the start of another one. */
const END = /(?<=[.?!][)"”’»*]{0,2})\s+(?=[\p{Lu}\p{N}"“(*`[])/u;
/** A full stop that ends an abbreviation and no sentence. */
const NO_END = /\b(?:e\.g|i\.e|etc|vs|cf|no|approx)\.$/i;

/** Paragraphs, headings, list items and cells of Markdown, each as plain text. */
function paragraphsOf(markdown: string): string[] {
  const blocks: string[] = [];
  let open: string[] = [];
  const close = () => {
    if (open.length > 0) blocks.push(open.join(' '));
    open = [];
  };
  for (const line of withoutCode(markdown).split('\n')) {
    const text = line.trim();
    const starts = /^(?:[-*+]|\d+\.)\s+|^#{1,6}\s+|^>\s*/.exec(text);
    if (text === '' || text.startsWith('|') || text.startsWith('<!--')) close();
    else if (starts) {
      close();
      open.push(text.slice(starts[0].length));
      if (text.startsWith('#')) close();
    } else open.push(text);
  }
  close();
  return blocks.map(plain).filter((block) => block !== '');
}

export function sentencesOf(paragraph: string): string[] {
  const sentences: string[] = [];
  for (const part of paragraph.split(END)) {
    const last = sentences.at(-1);
    if (last !== undefined && NO_END.test(last)) sentences[sentences.length - 1] = `${last} ${part}`;
    else sentences.push(part);
  }
  return sentences;
}

/** Words as a reader counts them: what holds a letter or a digit. */
const wordsOf = (sentence: string): number =>
  sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** Bounds of what people read. */
export const MOST_WORDS = { sentence: 40, median: 18, paragraph: 120 } as const;

export interface Readability {
  readonly median: number;
  readonly longSentences: readonly string[];
  readonly thickParagraphs: readonly string[];
}

export function readabilityOf(markdown: string, mostWords: number = MOST_WORDS.sentence): Readability {
  const paragraphs = paragraphsOf(markdown);
  const sentences = paragraphs.flatMap(sentencesOf);
  const lengths = sentences.map(wordsOf).sort((a, b) => a - b);
  return {
    median: lengths[lengths.length >> 1] ?? 0,
    longSentences: sentences.filter((each) => wordsOf(each) > mostWords),
    thickParagraphs: paragraphs.filter((each) => wordsOf(each) > MOST_WORDS.paragraph),
  };
}

/** A page of ours as the Markdown that it could have been: its text by block, without commands, tables and pictures. */
export const markdownOf = (html: string): string =>
  (/<main[^>]*>([\s\S]*)<\/main>/.exec(html)?.[1] ?? html)
    .replace(/<(pre|table|svg|select|script)\b[\s\S]*?<\/\1>/g, '')
    .replace(/\s+/g, ' ')
    .replace(
      /<\/?(?:p|li|ul|ol|dl|dt|dd|div|h[1-6]|section|article|figure|figcaption|details|summary|form|label|button|samp|legend|fieldset|option|br)\b[^>]*>/g,
      '\n\n',
    )
    .replace(/<\/?code\b[^>]*>/g, '`')
    .replace(/<[^>]+>/g, '')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&');

/** What people read first, from the root of the repository. */
export const pagesOfDocs = (): string[] => [
  'README.md',
  'AGENTS.md',
  ...readdirSync('docs')
    .filter((each) => each.endsWith('.md'))
    .map((each) => `docs/${each}`),
];

const withoutCode = (markdown: string): string => markdown.replace(/^( *)(`{3,})[\s\S]*?^\1\2 *$/gm, '');

const plain = (text: string): string =>
  text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*|__/g, '')
    .replace(/<[^>]+>/g, '')
    .trim();
