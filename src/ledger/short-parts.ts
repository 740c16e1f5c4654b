/** Tools of the short form: what objects have in common, and which members they do not share. */

/** A row under construction: the members of one are added by several parts. */
export type Loose = Readonly<Record<string, unknown>>;

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export const picked = (value: Loose, names: readonly string[]): Loose =>
  Object.fromEntries(names.filter((name) => name in value).map((name) => [name, value[name]]));
export const without = (value: Loose, names: readonly string[]): Loose =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
export const unlike = (value: Loose, common: Loose): Loose =>
  Object.fromEntries(Object.entries(value).filter(([name, each]) => !same(each, common[name])));

/** What most of several objects say, member by member, where every one of them has the member. */
export function commonOf(all: readonly Loose[]): Loose {
  const names = Object.keys(all[0] ?? {}).filter((name) => all.every((each) => name in each));
  return Object.fromEntries(
    names.flatMap((name) => {
      const counts = new Map<string, number>();
      for (const each of all) {
        const text = JSON.stringify(each[name]);
        counts.set(text, (counts.get(text) ?? 0) + 1);
      }
      const [text, count] = [...counts].reduce((most, each) => (each[1] > most[1] ? each : most));
      return count > 1 ? [[name, JSON.parse(text) as unknown]] : [];
    }),
  );
}

/** Every different value once, and the place of each. */
export function tableOf<Value>() {
  const places = new Map<string, number>();
  const values: Value[] = [];
  const placeOf = (value: Value): number => {
    const text = JSON.stringify(value);
    const place = places.get(text) ?? values.push(value) - 1;
    places.set(text, place);
    return place;
  };
  return { values, placeOf };
}

/** Places in rising order as runs: first and number, first and number. */
export function runsOf(places: readonly number[]): number[] {
  const runs: number[] = [];
  for (const place of places) {
    const [first, length] = runs.slice(-2);
    if (first !== undefined && first + length! === place) runs[runs.length - 1]! += 1;
    else runs.push(place, 1);
  }
  return runs;
}

/** The members of a list that runs name. */
export const ofRuns = <Value>(runs: readonly number[], all: readonly Value[]): Value[] =>
  runs.flatMap((first, i) => (i % 2 === 0 ? all.slice(first, first + runs[i + 1]!) : []));

const PREFIX = 'sha256:';
/** The 32 bytes of a digest, one character each. */
export const bytesOfDigest = (digest: string): string =>
  digest.slice(PREFIX.length).replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16)));
export const digestOfBytes = (bytes: string): string =>
  PREFIX + [...bytes].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
export const base64OfDigest = (digest: string): string => btoa(bytesOfDigest(digest));
export const digestOfBase64 = (text: string): string => digestOfBytes(atob(text));
