import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A canary that got out: which, and where it was found. */
export interface Hit {
  readonly needle: string;
  readonly place: string;
}

export interface Haystack {
  /** Every file under it, whatever its format. */
  readonly folder: string;
  readonly texts: Readonly<Record<string, string>>;
}

/** The forms in which a text may have been kept: as it is, in either case, in base64 at any offset, percent-encoded, as hex. */
export function spellingsOf(needle: string): Buffer[] {
  const bytes = Buffer.from(needle, 'utf8');
  const base64 = [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    // What is before and after the needle changes the characters at its edges.
    const start = offset === 0 ? 0 : offset + 1;
    return encoded.slice(start, encoded.length - 4);
  });
  const texts = [
    needle,
    needle.toLowerCase(),
    needle.toUpperCase(),
    encodeURIComponent(needle),
    JSON.stringify(needle).slice(1, -1),
    bytes.toString('hex'),
    ...(needle.startsWith('0x') ? [needle.slice(2).toLowerCase(), needle.slice(2).toUpperCase()] : []),
    ...base64.filter((text) => text.length >= 10),
    ...base64
      .filter((text) => text.length >= 10)
      .map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  ];
  return [
    ...[...new Set(texts)].map((text) => Buffer.from(text, 'utf8')),
    ...(/^(0x)?([0-9a-f]{2}){16,}$/i.test(needle) ? [Buffer.from(needle.replace(/^0x/, ''), 'hex')] : []),
    Buffer.from(needle, 'utf16le'),
  ];
}

/**
 * Looks for every needle in every file and text. Needles that begin with `family` are looked for only where that is
 * found in some spelling: there are thousands of them, and none is where their beginning is not.
 */
export async function searchFor(
  needles: readonly string[],
  { folder, texts }: Haystack,
  family?: string,
): Promise<readonly Hit[]> {
  const places = [
    ...filesOf(folder).map((file) => ({ place: relative(folder, file), bytes: readFileSync(file) })),
    ...Object.entries(texts).map(([place, text]) => ({ place, bytes: Buffer.from(text, 'utf8') })),
  ];
  const having = (needle: string, among: typeof places) => {
    const spellings = spellingsOf(needle);
    return among.filter(({ bytes }) => spellings.some((spelling) => bytes.includes(spelling)));
  };
  const ofFamily = family === undefined ? [] : having(family, places);
  return needles.flatMap((needle) =>
    having(needle, family !== undefined && needle.startsWith(family) ? ofFamily : places).map(
      ({ place }) => ({ needle, place }),
    ),
  );
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());
}

/** Every free document of a service, by path. */
export async function documentsOf(url: string): Promise<Record<string, string>> {
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as {
    paths: Record<string, { get?: { tags?: string[] } }>;
  };
  const free = Object.entries(paths).filter(([, { get }]) => get && !get.tags?.includes('paid'));
  const names = [...new Set(['/healthz', '/readyz', ...free.map(([path]) => path)])];
  const entries = names.map(async (path) => [path, await (await fetch(url + path)).text()] as const);
  return Object.fromEntries(await Promise.all(entries));
}
