/** Limits of a JSON preview, the same as for request bodies. */
const MAX_DEPTH = 32;
const MAX_NODES = 2_000;

export interface Walked {
  /** Keys and scalar values as lines of text, `key: value` where a value has a key: labels stay beside what they label. */
  readonly text: string;
  readonly nodes: number;
  /** Too deep, too many nodes or too long: not everything was read, and the caller must stop. */
  readonly overrun: boolean;
}

/**
 * Reads a JSON value iteratively (a deep one must not overflow the stack). Numbers count too: a card number may be one.
 * Long runs of numbers stay on one line, so that a key written as bytes is seen.
 */
export function walk(value: unknown, maxChars = 32_768): Walked {
  const lines: string[] = [];
  const stack: { key: string; value: unknown; depth: number }[] = [{ key: '', value, depth: 0 }];
  let nodes = 0;
  let chars = 0;
  while (stack.length > 0) {
    const at = stack.pop()!;
    if (++nodes > MAX_NODES || at.depth > MAX_DEPTH || chars > maxChars)
      return { text: lines.join('\n').slice(0, maxChars), nodes, overrun: true };
    const line = lineOf(at.key, at.value);
    if (line !== '') {
      lines.push(line);
      chars += line.length + 1;
    }
    for (const [key, child] of childrenOf(at.value)) stack.push({ key, value: child, depth: at.depth + 1 });
  }
  return { text: lines.join('\n').slice(0, maxChars), nodes, overrun: chars > maxChars };
}

function lineOf(key: string, value: unknown): string {
  if (Array.isArray(value) && isFlat(value))
    return `${key}${key ? ': ' : ''}${value.every((item) => typeof item === 'number') ? `[${value.join(',')}]` : value.join(' ')}`;
  if (typeof value === 'object' && value !== null) return key;
  return key === '' ? String(value) : `${key}: ${String(value)}`;
}

const isFlat = (items: readonly unknown[]): boolean =>
  items.length > 0 && items.every((item) => typeof item === 'number' || typeof item === 'string');

function childrenOf(value: unknown): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value))
    return isFlat(value) ? [] : value.map((item): [string, unknown] => ['', item]).reverse();
  return Object.entries(value).reverse();
}
