import { sourceTag } from '../../accounting/sources.ts';
import type { Texts } from '../../policy/intent/texts.ts';
import { cutAt, redactWithin, Searched, WITHHELD } from '../../policy/redact.ts';
import { sanitiseUrl, urlOf } from '../../policy/url.ts';
import { codePoints } from '../../values/text.ts';
import { type Note, PREFLIGHT_LIMITS, type PreflightRequest } from './schema.ts';

export interface Sanitised {
  readonly metadata: Readonly<Record<string, string>>;
  readonly notes: readonly Note[];
}

/** The metadata without its sensitive parts; `dirty` names the fields that have any. Sanitising it again changes nothing. */
export function sanitise(input: PreflightRequest, dirty: ReadonlySet<string>, texts: Texts): Sanitised {
  const notes = new Set<Note>();
  const searched = new Searched(texts.work, texts.hits);
  for (const name of ['resourceUrl', 'paymentDescription', 'reason'] as const)
    if (dirty.has(name)) searched.learn(input[name]!, false);
  const shown = (name: 'paymentDescription' | 'reason') => {
    const value = input[name];
    if (value === undefined || !dirty.has(name)) return value;
    const { text, shortened } = redactWithin(value, PREFLIGHT_LIMITS[name], searched);
    if (shortened) notes.add('shortened');
    return text;
  };
  const tag = sourceTag(input.source);
  if (tag === 'other') notes.add('source_not_listed');
  if (input.payloadPreview !== undefined) notes.add('payload_not_returned');
  if (input.resourceUrl !== undefined) for (const note of urlNotes(input.resourceUrl)) notes.add(note);
  const metadata = {
    route: input.route,
    resourceUrl:
      input.resourceUrl === undefined ? undefined : shownUrl(input.resourceUrl, dirty, notes, searched),
    paymentDescription: shown('paymentDescription'),
    reason: shown('reason'),
    source: tag === 'other' || tag === 'none' ? undefined : tag,
  };
  return {
    metadata: Object.fromEntries(
      Object.entries(metadata).filter((member): member is [string, string] => member[1] !== undefined),
    ),
    notes: [...notes],
  };
}

function shownUrl(text: string, dirty: ReadonlySet<string>, notes: Set<Note>, searched: Searched): string {
  if (text.trim() === '') return '';
  const clean = !dirty.has('resourceUrl') && !dirty.has('urlParts');
  const shown = sanitiseUrl(text, { clean, searched }) ?? WITHHELD;
  if (codePoints(shown) <= PREFLIGHT_LIMITS.resourceUrl) return shown;
  notes.add('shortened');
  // A shorter URL is another URL: it may read differently.
  return sanitiseUrl(cutAt(shown, PREFLIGHT_LIMITS.resourceUrl), { searched }) ?? WITHHELD;
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
