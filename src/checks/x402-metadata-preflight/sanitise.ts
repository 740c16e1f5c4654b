import { sourceTag } from '../../accounting/sources.ts';
import { isClean, redact } from '../../policy/redact.ts';
import { sanitiseUrl } from '../../policy/url.ts';
import { codePoints } from '../../values/text.ts';
import { cut } from '../text.ts';
import { LIMITS, type Note, type PreflightRequest } from './schema.ts';

export interface Sanitised {
  readonly metadata: Readonly<Record<string, string>>;
  readonly notes: readonly Note[];
}

/** Stands for what cannot be cleaned part by part. It is a text of our own, so it needs no cleaning. */
const WITHHELD = '[redacted:text]';
/** Redaction that changes a text this often is not settling; the text is then withheld. */
const ROUNDS = 3;
/** A path of ours is a resource too; any base would do, and none is shown. */
const BASE = 'https://base.invalid';

/** The metadata without its sensitive parts; `dirty` names the fields that have any. Sanitising it again changes nothing. */
export function sanitise(input: PreflightRequest, dirty: ReadonlySet<string>): Sanitised {
  const notes = new Set<Note>();
  const shown = (value: string | undefined, limit: number, clean: (text: string) => string) =>
    value === undefined ? undefined : settle(value, limit, clean, notes);
  const tag = sourceTag(input.source);
  if (tag === 'other') notes.add('source_not_listed');
  if (input.payloadPreview !== undefined) notes.add('payload_not_returned');
  if (input.resourceUrl !== undefined) for (const note of urlNotes(input.resourceUrl)) notes.add(note);
  const found = dirty.has('resourceUrl') || dirty.has('urlParts');
  const metadata = {
    route: input.route,
    resourceUrl: shown(input.resourceUrl, LIMITS.resourceUrl, found ? cleanUrl : keptUrl),
    paymentDescription: dirty.has('paymentDescription')
      ? shown(input.paymentDescription, LIMITS.paymentDescription, redact)
      : input.paymentDescription,
    reason: dirty.has('reason') ? shown(input.reason, LIMITS.reason, redact) : input.reason,
    source: tag === 'other' || tag === 'none' ? undefined : tag,
  };
  return {
    metadata: Object.fromEntries(
      Object.entries(metadata).filter((member): member is [string, string] => member[1] !== undefined),
    ),
    notes: [...notes],
  };
}

/** Cleans until cleaning changes nothing, within the field's own limit; what does not come to rest is withheld. */
function settle(value: string, limit: number, clean: (text: string) => string, notes: Set<Note>): string {
  let current = value;
  for (let round = 0; round < ROUNDS; round++) {
    const cleaned = clean(current);
    const bounded = cleaned.length > limit && codePoints(cleaned) > limit ? shorten(cleaned, limit) : cleaned;
    if (bounded !== cleaned) notes.add('shortened');
    // Without a token in it, only parts were dropped: there is nothing left to drop.
    if (bounded === current || !bounded.includes('[redacted:')) return bounded;
    current = bounded;
  }
  return clean(current) === current ? current : WITHHELD;
}

/** Cuts at the limit, but not through a redaction token. */
const shorten = (text: string, limit: number): string => cut(text, limit).replace(/\[redacted:[a-z_]*$/, '');

/** A URL in which something was found. Often it stood in a part that is dropped anyway. */
function cleanUrl(text: string): string {
  // A host is read as it was typed: its canonical spelling can hide what it says.
  const authority = /^[a-z]{1,10}:[/\\]*([^/\\?#]*)/i.exec(text)?.[1] ?? '';
  if (!isClean(authority.slice(authority.lastIndexOf('@') + 1))) return WITHHELD;
  const bare = bareUrl(text);
  if (isClean(bare) && isClean(urlParts(bare))) return bare;
  if (!isPath(text)) return sanitiseUrl(text) ?? WITHHELD;
  const shown = sanitiseUrl(BASE + text);
  return shown?.startsWith(`${BASE}/`) ? shown.slice(BASE.length) : WITHHELD;
}

/** A URL in which nothing was found. Its canonical spelling may still read differently: an encoded host is a new text. */
function keptUrl(text: string): string {
  const bare = bareUrl(text);
  return bare === text ? bare : cleanUrl(text);
}

/** Without the parts that do not belong in a resource URL: user info, query values, fragment. */
function bareUrl(text: string): string {
  if (text.trim() === '') return '';
  const url = urlOf(text);
  // A host that was redacted makes a text that is no URL any more; it is ours and stays.
  if (url === undefined) return text.includes('[redacted:') ? text : WITHHELD;
  const keys = [...new Set(url.searchParams.keys())].map((key) => `${encodeURIComponent(key)}=`);
  return `${isPath(text) ? '' : url.origin}${url.pathname}${keys.length > 0 ? `?${keys.join('&')}` : ''}`;
}

const isPath = (text: string): boolean => text.startsWith('/') && !text.startsWith('//');

function urlOf(text: string): URL | undefined {
  try {
    const url = new URL(isPath(text) ? BASE + text : text);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined;
  } catch {
    return undefined;
  }
}

function urlNotes(text: string): Note[] {
  if (text.trim() === '') return [];
  const url = urlOf(text);
  if (url === undefined) return ['resource_url_unreadable'];
  return [
    ...([...url.searchParams].some(([, value]) => value !== '') ? (['query_values_dropped'] as const) : []),
    ...(url.username || url.password || url.hash ? (['url_parts_dropped'] as const) : []),
  ];
}

/**
 * The parts of a URL that a text search could read past, one a line so that a label stays beside what it labels:
 * decoded path segments, query values with their keys, user info, fragment.
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

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
