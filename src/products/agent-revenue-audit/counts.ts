import { parseCount } from './amount.ts';
import type { Passage } from './lexicon.ts';
import { CHALLENGES, LATENCY, PAID_WORDS, TOOLS, TOP_TOOL } from './patterns.ts';
import type { Stated, StatedFacts } from './stated.ts';
import { foreignIn } from './written.ts';

const SECONDS: Readonly<Record<string, bigint>> = { m: 60n, h: 3_600n, d: 86_400n };

type Counts = Pick<StatedFacts, 'challenges' | 'paid' | 'latencySeconds' | 'tools' | 'topTool' | 'foreign'>;

export function readCounts(passages: readonly Passage[]): Counts {
  const challenges = first(
    passages,
    CHALLENGES,
    (m) => parseCount(m[1]!, m[2] ?? ''),
    'challenges',
    (v) => `${v} challenges seen`,
  );
  const paid =
    challenges &&
    first(
      passages,
      PAID_WORDS,
      (m) => parseCount(m[1]!) ?? (/^\p{L}/u.test(m[1]!) ? 0n : undefined),
      'paid',
      (v) => `${v} payments seen`,
    );
  const latencySeconds = first(
    passages,
    LATENCY,
    (m) => seconds(m[1]!, m[2]!),
    'latencySeconds',
    (v) => `an answer takes ${v} s`,
  );
  const tools = first(
    passages,
    TOOLS,
    (m) => parseCount(m[1]!),
    'tools',
    (v) => `${v} tools`,
  );
  const topTool = first(
    passages,
    TOP_TOOL,
    (m) => m[1]!.toLowerCase(),
    'topTool',
    (v) => `the tool called most is ${v}`,
  );
  const foreign = foreignOf(passages);
  return {
    ...(challenges && { challenges }),
    ...(paid && { paid }),
    ...(latencySeconds && { latencySeconds }),
    ...(tools && { tools }),
    ...(topTool && { topTool }),
    ...(foreign && { foreign }),
  };
}

function foreignOf(passages: readonly Passage[]): Stated<string> | undefined {
  for (const { field, text } of passages) {
    const found = foreignIn(text);
    if (!found) continue;
    const quote = found.quote.trim();
    const reads = `an amount in another currency${found.isRated ? '' : ', not used'}`;
    return { value: quote, fact: { id: 'foreign', field, quote, value: quote, reads, confidence: 'high' } };
  }
  return undefined;
}

/** Milliseconds and anything under a second count as zero seconds. */
function seconds(figure: string, unit: string): bigint | undefined {
  const count = parseCount(figure);
  if (count === undefined) return undefined;
  if (/^m(?:s|illi)/iu.test(unit)) return count / 1_000n;
  return count * (SECONDS[unit[0]!.toLowerCase()] ?? 1n);
}

export function first<T extends bigint | string>(
  passages: readonly Passage[],
  pattern: RegExp,
  parse: (match: RegExpExecArray) => T | undefined,
  id: string,
  reads: (value: T) => string,
): Stated<T> | undefined {
  for (const { field, text } of passages) {
    const match = pattern.exec(text);
    const value = match ? parse(match) : undefined;
    if (match && value !== undefined)
      return {
        value,
        fact: {
          id,
          field,
          quote: match[0].trim(),
          value: `${value}`,
          reads: reads(value),
          confidence: 'high',
        },
      };
  }
  return undefined;
}
