import { redact } from './redact.ts';

/**
 * A URL as it may be shown to facilitators and listings: origin and path, path segments redacted, query keys kept and
 * their values dropped, no user info, no fragment. Undefined when the text is not an http(s) URL.
 */
export function sanitiseUrl(text: string): string | undefined {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return undefined;
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  const path = url.pathname
    .split('/')
    .map((segment) => cleanPart(segment))
    .join('/');
  const keys = [...new Set(url.searchParams.keys())].map((key) => `${cleanPart(encodeURIComponent(key))}=`);
  const host = redact(url.host) === url.host ? url.origin : `${url.protocol}//[redacted:text]`;
  const shown = `${host}${path}${keys.length > 0 ? `?${keys.join('&')}` : ''}`;
  return redact(shown);
}

function cleanPart(part: string): string {
  const shown = redact(decoded(part));
  return shown === decoded(part) ? part : shown;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
