import { parseStrictJson } from './json.ts';

/** An object of JSON whose members nobody has looked at. */
export type Json = Readonly<Record<string, unknown>>;

/** The value as an object; an empty one where it is none, so that a member can be asked for. */
export const record = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};

/** A challenge as an object: as it came, or out of its base64 header. Undefined: not one that can be read. */
export const decodeChallenge = (challenge: string | Json): Json | undefined =>
  typeof challenge === 'string' ? decodeObject(challenge) : challenge;

/** Bytes of base64 or base64url. Throws on what is neither. */
export const bytesOf = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));

/** Base64 or base64url of a JSON object within the limits of every body. */
export function decodeObject(text: string): Json | undefined {
  try {
    const parsed = parseStrictJson(new TextDecoder('utf-8', { fatal: true }).decode(bytesOf(text.trim())));
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
