/**
 * What is read of a long text: its beginning, what tells of trouble in its middle, and more of its end, where a log has
 * its last error. So a text of any length costs no more than one of these characters.
 */

const HEAD = 1_500;
const MIDDLE = 1_500;
const TAIL = 3_000;
export const MOST_READ = HEAD + MIDDLE + TAIL;

const TROUBLE =
  /error|fail|invalid|insufficient|reject|refus|denied|declin|expired?|exceed|unsupported|mismatch|time[d-]? ?out|revert|missing|not found|unauthori[sz]ed|forbidden|already|\b(?:40\d|429|50\d)\b/gi;
/** What stands around a word of trouble: a code, and what it is said of. */
const BEFORE = 120;
const AFTER = 180;

/** A text as it is, where it is short enough. */
export function digested(text: string): string {
  if (text.length <= MOST_READ) return text;
  const parts = [text.slice(0, HEAD)];
  const end = text.length - TAIL;
  let at = HEAD;
  let room = MIDDLE;
  TROUBLE.lastIndex = HEAD;
  while (room > 0) {
    const found = TROUBLE.exec(text);
    if (found === null || found.index >= end) break;
    const from = Math.max(at, found.index - BEFORE);
    const to = Math.min(end, found.index + AFTER, from + room);
    parts.push(text.slice(from, to));
    room -= to - from;
    at = to;
    TROUBLE.lastIndex = to;
  }
  return [...parts, text.slice(end)].join('\n');
}
