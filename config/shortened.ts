/** What is printed of a failed comparison: the places that differ, and no more than fits on a screen. */

/** Characters of each part: together under 2 kB, though a stack repeats its message. */
const MESSAGE_MAX = 400;
const DIFF_MAX = 700;
const FRAMES_MAX = 400;
const LINE_MAX = 160;
/** Before the first letter that differs. */
const LEAD = 40;

interface Failed {
  readonly message?: string;
  readonly diff?: string;
  readonly stack?: string;
}

export function shortened(error: Failed): Failed {
  const { message, diff, stack } = error;
  const short = message === undefined ? undefined : cut(message, MESSAGE_MAX);
  return {
    ...(short !== undefined && { message: short }),
    ...(diff !== undefined && { diff: cut(aligned(diff.split('\n')).join('\n'), DIFF_MAX) }),
    // The stack begins with the message.
    ...(stack !== undefined && { stack: frames(stack, message) }),
    // These are printed where there is no difference to show.
    ...('actual' in error && { actual: undefined, expected: undefined }),
  };
}

function frames(stack: string, message: string | undefined): string {
  const at = message !== undefined && stack.includes(message) ? stack.indexOf(message) + message.length : 0;
  const rest = cut(stack.slice(at), FRAMES_MAX);
  return at === 0 ? rest : `${cut(stack.slice(0, at), MESSAGE_MAX)}${rest}`;
}

const cut = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max)}\n… ${text.length - max} more characters`;

/** Long lines of a pair, both from shortly before the first letter in which they differ. */
function aligned(lines: readonly string[]): string[] {
  return lines.map((line, i) => {
    if (line.length <= LINE_MAX) return line;
    const other = /^\s*-/.test(plain(line))
      ? lines[i + 1]
      : /^\s*\+/.test(plain(line))
        ? lines[i - 1]
        : undefined;
    const from = other === undefined ? 0 : Math.max(0, firstDifference(plain(line), plain(other)) - LEAD);
    const text = plain(line);
    const shown = text.slice(from, from + LINE_MAX);
    return `${from > 0 ? `${text.slice(0, 2)}…` : ''}${shown}${from + LINE_MAX < text.length ? '…' : ''}`;
  });
}

const STYLE = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');
const plain = (line: string): string => line.replaceAll(STYLE, '');

/** The sign of the line aside. */
function firstDifference(one: string, other: string): number {
  for (let i = 1; i < one.length; i++) if (one[i] !== other[i]) return i;
  return one.length;
}
