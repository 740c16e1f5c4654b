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
