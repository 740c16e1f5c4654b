/** Sentences of Markdown and HTML as a reader meets them: without code blocks, tables, links' targets and markup. */

/** What ends a sentence: a full stop, question or exclamation mark before white space and the start of another one. */
const END = /(?<=[.?!][)"”’»*]{0,2})\s+(?=[\p{Lu}\p{N}"“(*`[])/u;
/** A full stop that ends an abbreviation and no sentence. */
const NO_END = /\b(?:e\.g|i\.e|etc|vs|cf|no|approx)\.$/i;

/** Paragraphs, headings, list items and cells of Markdown, each as plain text. */
export function paragraphsOf(markdown: string): string[] {
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

/** The text of a page's `main`, a block to a line. */
export function paragraphsOfPage(page: string): string[] {
  const main = /<main[^>]*>([\s\S]*)<\/main>/.exec(page)?.[1] ?? page;
  return main
    .replace(/<(pre|svg|table|script|style|form)\b[\s\S]*?<\/\1>/g, '\n')
    .replace(/<\/?(?:p|li|h\d|dt|dd|div|section|ul|ol|dl|span|b)\b[^>]*>/g, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&#39;|&rsquo;/g, '’')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .split('\n')
    .map((each) => each.trim())
    .filter((each) => each !== '');
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
export const wordsOf = (sentence: string): number =>
  sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

const withoutCode = (markdown: string): string => markdown.replace(/^( *)(`{3,})[\s\S]*?^\1\2 *$/gm, '');

const plain = (text: string): string =>
  text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*|__/g, '')
    .replace(/<[^>]+>/g, '')
    .trim();
