import fc from 'fast-check';

/** Answers that are almost right: each member of a good one left out, of another type, empty or far too large, in turn. */

const HUGE = 'x'.repeat(100_000);
/** None of them is what any member of any answer may be, but for a few that a test names as such. */
const INSTEAD: readonly unknown[] = [
  ...[undefined, null, '', '0x', HUGE, `0x${'f'.repeat(100_000)}`, -1, 1.5, 1e300],
  ...[true, false, [], {}, [null], { err: null }, '__proto__'],
];

type Path = readonly (string | number)[];

function* pathsOf(value: unknown, at: Path = []): Generator<Path> {
  yield at;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value))
    yield* pathsOf(inner, [...at, Array.isArray(value) ? Number(name) : name]);
}

function withAt(value: unknown, [name, ...rest]: Path, instead: unknown): unknown {
  if (name === undefined) return instead;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>;
  const put = withAt(copy[name], rest, instead);
  if (put !== undefined) copy[name] = put;
  else if (Array.isArray(copy)) copy.splice(Number(name), 1);
  else delete copy[name];
  return copy;
}

interface Malformed {
  readonly name: string;
  readonly answer: unknown;
}

/** `isGood`: what an answer may also be, in good faith: a node that has not seen it yet says null. */
export function* malformed(good: unknown, isGood: (answer: unknown) => boolean): Generator<Malformed> {
  const text = JSON.stringify(good);
  for (const path of pathsOf(good))
    for (const instead of INSTEAD) {
      const answer = withAt(good, path, instead);
      if (JSON.stringify(answer) === text || isGood(answer)) continue;
      const shown = JSON.stringify(instead)?.slice(0, 20);
      yield { name: `${path.join('.') || 'all of it'} is ${shown ?? 'missing'}`, answer };
    }
}

/** Some of many, by the seed of the run. */
export const someOf = <T>(many: readonly T[], count: number): readonly T[] =>
  many.length <= count
    ? many
    : fc.sample(fc.shuffledSubarray([...many], { minLength: count, maxLength: count }), 1)[0]!;

/** What a node may send instead of an answer, none of which says anything. */
export const NO_ANSWERS: readonly string[] = [
  ...['', 'null', '[]', '{}', '"yes"', '1', 'true', '<html>', '{"jsonrpc":"2.0","id":1}', '[null]', '[[]]'],
  ...['{"error":null}', '{"error":true}', '{"error":"no"}', '{"error":{}}', '{"error":{"code":"x"}}'],
  '{"error":{"code":-32000,"message":null,"data":"see https://node.example/limits"}}',
  '{"error":{"code":-32000,"message":{"text":"busy"},"data":{"see":"limits"}}}',
  '{"error":{"code":-32005,"message":"too many","data":"0"}}',
  `{"error":{"code":-32000,"message":"${HUGE}"}}`,
  `{"result":"${HUGE}"}`,
];
