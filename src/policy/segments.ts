/** A stretch of a text that an encoding could have written, with what it says. */
export interface Segment {
  readonly start: number;
  readonly end: number;
  readonly decoded: string;
}

/** What a pattern finds, where it decodes to something else. */
export function bySegments(
  pattern: RegExp,
  decode: (run: string) => string | undefined,
): (text: string) => Segment[] {
  return (text) => {
    const found: Segment[] = [];
    for (const match of text.matchAll(pattern)) {
      const decoded = decode(match[0]);
      if (decoded !== undefined && decoded !== match[0]) {
        found.push({ start: match.index, end: match.index + match[0].length, decoded });
      }
    }
    return found;
  };
}

/** Where a pattern stands next, for places that only move on: each part of a text is read once. */
export function nextOf(pattern: RegExp, text: string): (from: number) => number {
  let next = -1;
  return (from) => {
    if (next < from) {
      pattern.lastIndex = from;
      next = pattern.exec(text)?.index ?? Number.POSITIVE_INFINITY;
    }
    return next;
  };
}
