import { parseStrictJson } from './json.ts';

export type Json = Readonly<Record<string, unknown>>;

export const record = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};

/** A challenge as an object: as it came, or out of its base64 header. Undefined: not one that can be read. */
export const decodeChallenge = (challenge: string | Json): Json | undefined =>
  typeof challenge === 'string' ? decodeObject(challenge) : challenge;

/** Base64 or base64url of a JSON object within the limits of every body. */
export function decodeObject(text: string): Json | undefined {
  try {
    const binary = atob(text.trim().replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    const parsed = parseStrictJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (
      !parsed.ok ||
      typeof parsed.value !== 'object' ||
      parsed.value === null ||
      Array.isArray(parsed.value)
    )
      return undefined;
    return parsed.value as Json;
  } catch {
    return undefined;
  }
}
