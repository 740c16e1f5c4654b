import { foundIn, redact, Searched, WITHHELD } from './redact.ts';

/** A path without a host is a resource too; any base would do, and none is shown. */
const BASE = 'https://base.invalid';
/** Cleaning that changes a URL this often is not settling. */
const ROUNDS = 4;

const isPath = (text: string): boolean => text.startsWith('/') && !text.startsWith('//');

/** An http(s) URL, or a path on some host; undefined for anything else. */
export function urlOf(text: string): URL | undefined {
  try {
    const url = new URL(isPath(text) ? BASE + text : text);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A URL or path as it may be shown to facilitators and listings: origin and path, path segments redacted, query keys
 * kept and their values dropped, no user info, no fragment. What cannot be cleaned is `[redacted:text]`. Undefined when
 * the text is neither an http(s) URL nor a path. Idempotent. `clean` says that the text is known to hold nothing
 * sensitive: then it is not searched again unless its canonical spelling differs.
 */
export function sanitiseUrl(
  text: string,
  { clean = false, searched = new Searched() }: { clean?: boolean; searched?: Searched } = {},
): string | undefined {
  if (text === WITHHELD) return WITHHELD;
  const bare = bareUrl(text);
  if (bare === undefined || (clean && bare === text)) return bare;
  let current = text;
  for (let round = 0; round < ROUNDS; round++) {
    const next = cleanUrl(current, searched);
    if (next === current || next === WITHHELD) return next;
    current = next;
  }
  return WITHHELD;
}

/** Without the parts that do not belong in a resource URL: user info, query values, fragment. */
function bareUrl(text: string): string | undefined {
  const url = urlOf(text);
  if (url === undefined) return undefined;
  const bare = joined(url, isPath(text));
  // A path of which only that is left (`/\\x`, `/.//x`) would name a host.
  return bare.startsWith('//') ? undefined : bare;
}

/** Origin, path and keys, each of them cleaned. */
function joined(url: URL, isPath: boolean, clean = (part: string): string => part): string {
  const keys = [...new Set(url.searchParams.keys())].map((key) => `${clean(encodeURIComponent(key))}=`);
  const path = url.pathname.split('/').map(clean).join('/');
  return `${isPath ? '' : url.origin}${path}${keys.length > 0 ? `?${keys.join('&')}` : ''}`;
}

function cleanUrl(text: string, searched: Searched): string {
  // A host is read as it was typed: its canonical spelling can hide what it says.
  const authority = /^[a-z]{1,10}:[/\\]*([^/\\?#]*)/i.exec(text)?.[1] ?? '';
  if (!searched.isClean(authority.slice(authority.lastIndexOf('@') + 1))) return WITHHELD;
  const bare = bareUrl(text);
  if (bare === undefined) return WITHHELD;
  if (searched.isClean(bare) && searched.isClean(urlParts(bare))) return bare;
  const url = urlOf(bare)!;
  if (!searched.isClean(url.host)) return WITHHELD;
  const shown = redact(
    joined(url, isPath(bare), (part) => cleanPart(part, searched)),
    searched,
  );
  if (urlOf(shown) === undefined) return WITHHELD;
  // A host may be part of a mailbox that was taken out; a path may not.
  const found = foundIn(urlParts(text), searched, foundIn(text, searched));
  const named = isPath(bare) ? 0 : url.origin.length;
  return searched.work.overrun || found.in(shown).some(([, end]) => end > named) ? WITHHELD : shown;
}

/**
 * The parts of a URL that a text search could read past, one a line so that a label stays beside what it labels:
 * decoded path segments, query values with their keys, password, fragment.
 */
export function urlParts(text: string): string {
  const url = urlOf(text);
  if (url === undefined) return '';
  return [
    ...url.pathname.split('/').filter(Boolean).map(decoded),
    ...[...url.searchParams].map(([key, value]) => `${key}: ${value}`),
    ...(url.password ? [`password: ${url.password}`] : []),
    ...(url.hash.length > 1 ? [decoded(url.hash.slice(1))] : []),
  ].join('\n');
}

function cleanPart(part: string, searched: Searched): string {
  const plain = decoded(part);
  const shown = redact(plain, searched);
  return shown === plain ? part : shown;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
