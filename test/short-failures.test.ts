import { describe, expect, it } from 'vitest';
import { shortened } from '../config/shortened.ts';

/** What a failed test prints, which somebody has to read. */

const MAX_BYTES = 2_048;
const bytes = (error: object) => Buffer.byteLength(Object.values(error).join('\n'));

const failureOf = (compare: () => void) => {
  try {
    compare();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing failed');
};

describe('a failure', () => {
  const document = (place: string) =>
    JSON.stringify(Array.from({ length: 5_000 }, (_, i) => ({ i, text: i === 3_141 ? place : 'the same' })));

  it('of two documents of 100 kB on one line says where they differ, in 2 kB', () => {
    const [one, other] = [document('left'), document('right')];
    const message = failureOf(() => expect(one).toBe(other)).message;
    const error = {
      message,
      stack: `Error: ${message}\n    at here (file.ts:1:2)`,
      diff: `- ${other}\n+ ${one}`,
    };
    const short = shortened(error);
    expect(bytes(short)).toBeLessThanOrEqual(MAX_BYTES);
    expect(short.diff).toContain('right');
    expect(short.diff).toContain('left');
    expect(short.stack).toContain('at here (file.ts:1:2)');
  });

  it('of a thousand lines keeps the first that differ, and says how much it left out', () => {
    const diff = Array.from({ length: 1_000 }, (_, i) => `- line ${i}`).join('\n');
    const short = shortened({ message: 'no', diff });
    expect(bytes(short)).toBeLessThanOrEqual(MAX_BYTES);
    expect(short.diff).toMatch(/^- line 0\n/);
    expect(short.diff).toMatch(/… \d+ more characters$/);
  });

  it('that is short stays as it is', () => {
    const error = {
      message: 'expected 1 to be 2',
      stack: 'Error: expected 1 to be 2\n    at a.ts:1:1',
      diff: '- 2\n+ 1',
    };
    expect(shortened(error)).toEqual(error);
  });
});
