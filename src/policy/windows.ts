import type { Segment } from './segments.ts';
import { isBlank, type Stretch } from './survey.ts';

/**
 * What is read again when a part of a text was decoded: the parts that changed, with what stands around them. The rest
 * was read in the text that it was decoded from, and says the same again.
 */

/** A text that is no longer than this is read whole. */
const SHORT = 1_024;
/** What may stand between a value and the words that say what it is, or between the words of one phrase. */
const AROUND = 256;
/** A stretch goes on to the end of a sentence or a line, if one is so near, and else of a word. */
const TO_AN_END = 96;
const TO_END_OF_WORD = 512;
/** Where that would be most of a text, all of it is read: the ends of stretches cost, too. */
const MOST = 0.7;
/** Between two stretches: nothing reads across it. */
const BREAK = '\n\n|\n\n';

const LINE = 10;
const STOPS = new Set([...'.?!;'].map((mark) => mark.charCodeAt(0)));

/** The last place up to `at` where a sentence or a line begins, or else a word; `at` where none is near. */
function beginningBefore(text: string, at: number): number {
  const least = at - TO_AN_END;
  if (least <= 0) return 0;
  let word = at;
  for (let i = at; i > 0 && (i > least || (word === at && at - i < TO_END_OF_WORD)); i--) {
    const before = text.charCodeAt(i - 1);
    if (before === LINE || (isBlank(before) && STOPS.has(text.charCodeAt(i - 2)))) return i;
    if (word === at && isBlank(before)) word = i;
  }
  return word;
}

/** The same behind a place. */
function endAfter(text: string, at: number): number {
  const most = at + TO_AN_END;
  if (most >= text.length) return text.length;
  let word = at;
  for (let i = at; i < text.length && (i < most || (word === at && i - at < TO_END_OF_WORD)); i++) {
    const code = text.charCodeAt(i);
    if (code === LINE || (isBlank(code) && STOPS.has(text.charCodeAt(i - 1)))) return i;
    if (word === at && isBlank(code)) word = i;
  }
  return word;
}

const INSIDE = /^[\p{L}\p{N}]$/u;
const DIGIT = /^\p{N}$/u;
/** What stands between the groups of a number. */
const BETWEEN_GROUPS = /^[\s.,:;/_()-]$/u;

/**
 * Whether a stretch that ends at a place would cut a word or a row of numbers. What is left of one looks like another
 * thing: the last 16 groups of a table like a key.
 */
function cuts(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return false;
  const [before, after] = [text[at - 1]!, text[at]!];
  if (INSIDE.test(before) && INSIDE.test(after)) return true;
  let left = at - 1;
  while (left > 0 && BETWEEN_GROUPS.test(text[left]!)) left--;
  let right = at;
  while (right < text.length - 1 && BETWEEN_GROUPS.test(text[right]!)) right++;
  return DIGIT.test(text[left]!) && DIGIT.test(text[right]!);
}

/** The stretches of a text that are read again, in order and apart. */
export function windowsOf(text: string, segments: readonly Segment[]): Stretch[] {
  const whole: Stretch[] = [[0, text.length]];
  if (text.length <= SHORT) return whole;
  const found: [number, number][] = [];
  let sum = 0;
  for (const segment of segments) {
    const last = found.at(-1);
    const end = Math.min(text.length, segment.end + AROUND);
    if (last && segment.start - AROUND - TO_AN_END <= last[1]) {
      if (end <= last[1]) continue;
      sum -= last[1];
      last[1] = endAfter(text, end);
      sum += last[1];
    } else {
      const stretch: [number, number] = [
        beginningBefore(text, Math.max(0, segment.start - AROUND)),
        endAfter(text, end),
      ];
      sum += stretch[1] - stretch[0];
      found.push(stretch);
    }
    if (sum > text.length * MOST) return whole;
  }
  if (found.some(([start, end]) => cuts(text, start) || cuts(text, end))) return whole;
  return found;
}

/** A text with its segments decoded, as far as it is read again. */
export function decodedIn(text: string, segments: readonly Segment[], windows: readonly Stretch[]): string {
  let out = '';
  let next = 0;
  for (const [start, end] of windows) {
    if (out !== '') out += BREAK;
    let from = start;
    for (; next < segments.length && segments[next]!.end <= end; next++) {
      const segment = segments[next]!;
      out += text.slice(from, segment.start) + segment.decoded;
      from = segment.end;
    }
    out += text.slice(from, end);
  }
  return out;
}

interface Found {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

/** How many findings of each kind lie in windows, if only in part. Both are in order. */
export function countIn(found: readonly Found[], windows: readonly Stretch[]): Map<string, number> {
  const counts = new Map<string, number>();
  let at = 0;
  for (const { start, end, kind } of found) {
    while (at < windows.length && windows[at]![1] <= start) at++;
    if (at === windows.length) break;
    if (windows[at]![0] < end) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}
