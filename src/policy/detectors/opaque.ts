import { survey } from '../survey.ts';
import { spend } from '../work.ts';
import { NAMES_NO_SECRET } from './nearby.ts';
import { entropy, HASH_CONTEXT, KEY_CONTEXT, type SpanDetector } from './row.ts';

const SHORTEST = 16;
const LONGEST = 4_096;
const INVOICE = /^(?:[A-Z]{2,8}[-_#]?)?\d[\d-]{0,20}$|^[A-Z]{2,8}(?:[-_/]\d{1,8}){1,4}$/;
const EVENT_ID =
  /^(?:req|evt|run|job|ord|order|msg|trace|span|rel|release|build|ray|chatcmpl|cmpl|resp|batch|thread|quote|offer|rcpt|receipt|price|prod|plan|txn|inv|call|toolu)[-_][A-Za-z0-9]{4,40}$/i;
/** Numbers that servers give to requests: hex, and of no use to anyone who has them. */
const REQUEST_CONTEXT =
  /\b(?:cf-ray|ray[- ]id|(?:x-)?(?:request|correlation|trace|amzn-trace)-?(?: ?id)?)\W{0,6}$/;
const REQUEST_NUMBER = /^[0-9a-f]{8,40}(?:-[A-Z]{3})?$/;
const ID_CONTEXT =
  /\b(?:invoice|order|ticket|request|ref|reference|case|po|release|build|job|run|trace|correlation|request-id|sku|model|part)(?: id| no\.?| number)?\W{0,4}$/;

/** Keys that are published: of SSH, and RSA and elliptic ones in DER. Their private halves begin otherwise. */
const PUBLIC_HALF =
  /^(?:p=)?(?:AAAA(?:C3NzaC1|B3NzaC1|E2VjZHNh)|MIGfMA0GCSqGSIb3DQEBAQUAA4|MI(?:IBI|ICI)jANBgkqhkiG9w0BAQEFAAOC|MFkwEwYHKoZIzj0CAQ|MHYwEAYHKoZIzj0CAQ|MCowBQYDK2V[wu])/;
/** The signature that names a transaction on Solana. */
export const isTransaction = (value: string): boolean => /^[1-9A-HJ-NP-Za-km-z]{86,88}$/.test(value);
export const SIGNATURE_CONTEXT = /\bsignature\W{0,4}$/;
/** Places, as databases of maps write them. */
const GEOMETRY = /^0[01](?:0[0-7]000000|000000(?:0[0-7])|0[0-7]000020)[0-9a-f]+$/i;
/** Channels and films of a public site. */
const CHANNEL = /^UC[A-Za-z0-9_-]{22}$/;
const CHANNEL_CONTEXT = /\bchannels?(?:[ _-]?id)?\W{0,4}$/;

/** Pieces between changes of letter case and kind: words are long pieces, keys are short ones. */
const pieces = (text: string): string[] => text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? [];

function wordLike(part: string): boolean {
  if (part.length <= 2 || /^v?\d{1,9}$/i.test(part)) return true;
  if (/^[a-z]{1,14}\d{1,4}$|^\d{1,4}[a-z]{1,14}$/i.test(part))
    return /[aeiouy]/i.test(part) || part.length <= 6;
  if (!/^[A-Za-z]{3,24}$/.test(part)) return false;
  const humps = pieces(part);
  return part.length / humps.length >= 2.8;
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** Whether the first byte can be one of a text: below 128. */
const beginsAsText = (text: string): boolean => {
  const first = BASE64.indexOf(text[0]!);
  return first >= 0 && first < 32;
};

function readsAsBase64(text: string): boolean {
  // Length and first bytes tell of most, which costs less than what `atob` throws.
  if (!/^[A-Za-z0-9+/_-]{16,}={0,2}$/.test(text) || !beginsAsText(text)) return false;
  const bare = text.replace(/=+$/, '');
  if (bare.length % 4 === 1) return false;
  const decoded = atob(bare.replace(/-/g, '+').replace(/_/g, '/'));
  return /^[\t\n\r\x20-\x7e]+$/.test(decoded);
}

/** `sstoreNoopGasEIP2200`: words written together, with at most a number after them. */
function isCompound(token: string): boolean {
  const humps = pieces(token);
  const words = /^\d+$/.test(humps.at(-1) ?? '') ? humps.slice(0, -1) : humps;
  const letters = words.join('').length;
  return (
    words.length > 1 &&
    letters / words.length >= 3.4 &&
    token.length - letters <= 4 &&
    words.every((word) => /^[A-Z]{2,5}$/.test(word) || (word.length > 2 && /[aeiouy]/i.test(word)))
  );
}

/** Dense text without words: what keys of any vendor look like. Thresholds: length, kinds of characters, entropy. */
function isOpaque(token: string): boolean {
  const parts = token.split(/[-_.~]/).filter((part) => part !== '');
  const letters = /[A-Za-z]/.test(token);
  const digits = (token.match(/\d/g) ?? []).length;
  const words = parts.map(wordLike);
  if (!letters || !words.includes(false)) return groupedCode(parts);
  const bare = parts.join('');
  const odd = parts.filter((part, at) => !words[at] && !isCompound(part)).join('');
  if (odd.length < 8 || (odd.length < 14 && parts.length > 2 && odd.length < bare.length / 2))
    return groupedCode(parts);
  const density = bare.length / pieces(bare).length;
  if (digits === 0)
    return (
      bare.length >= 20 &&
      ((density < (/[a-z]/.test(bare) && /[A-Z]/.test(bare) ? 2.9 : 2.2) && entropy(bare) >= 3.4) ||
        (bare.length >= 24 && /[bcdfghjklmnpqrstvwxz]{6}/i.test(bare) && entropy(bare) >= 3))
    );
  if (density >= 4.2 && digits <= 4) return false;
  if (bare.length >= 20 && entropy(bare) >= 3) return true;
  return bare.length >= 16 && /[a-z]/.test(bare) && /[A-Z]/.test(bare);
}

/** `A1B2C-9D8E7-F6G5H`: licence keys and recovery codes. */
function groupedCode(parts: readonly string[]): boolean {
  const codes = parts.filter(
    (part) =>
      /^(?=.*\d)(?=.*[A-Za-z])[A-Za-z0-9]{4,8}$/.test(part) &&
      !/^(?:x402|v\d+|[a-z]{2,}\d{1,3}|sha\d+|eip\d+|\d+[a-z])$/i.test(part),
  );
  const even =
    parts.length >= 4 &&
    parts.every((part) => part.length === parts[0]!.length && part.length >= 4 && /[A-Za-z]/.test(part));
  const digits = parts.filter((part) => /\d/.test(part)).length;
  return (codes.length >= 3 && codes.join('').length >= 15) || (even && digits >= 3);
}

const DIVIDED = /([/=%+]|\.(?=[a-z]{2,5}(?:\/|$)))/;
const DOMAIN = /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})*$/;
const DOMAIN_END = /^\.(?:com|io|org|net|dev|app|xyz|example|ai|co|sh|cloud|run|finance|network)/;

/** Stretches of a candidate that are judged by themselves, with their places in it. */
function piecesOf(candidate: string, afterColon: boolean): readonly (readonly [number, string])[] {
  const body = candidate.replace(/[.=~%-]+$/, '');
  if (body.length < SHORTEST) return [];
  const solid =
    /^[A-Za-z0-9+/]{24,}$/.test(body) &&
    /[+/]/.test(body) &&
    !body.split('/').every(wordLike) &&
    entropy(body) >= 4;
  const pathLike = (): boolean =>
    afterColon || /^\/|\/\//.test(body) || /^[a-z0-9-]+(?:\.[a-z0-9-]+)+\//i.test(body);
  const padded = /\+|=$/.test(candidate.slice(0, body.length + 1)) && !body.includes('//');
  if (solid && (padded || !pathLike())) return [[0, body]];
  const out: [number, string][] = [];
  let at = 0;
  for (const piece of body.split(DIVIDED)) {
    if (piece.length >= SHORTEST) {
      const host = at > 0 && body.slice(Math.max(0, at - 2), at) === '//';
      const domain = DOMAIN.test(piece) && DOMAIN_END.test(body.slice(at + piece.length));
      if (!host && !domain) out.push([at, piece]);
    }
    at += piece.length;
  }
  return out;
}

/** The pieces of a candidate that are opaque by themselves, whatever stands before them. */
const suspectsIn = (candidate: string, afterColon: boolean): readonly (readonly [number, string])[] =>
  piecesOf(candidate, afterColon).filter(
    ([, token]) =>
      !PUBLIC_HALF.test(token) &&
      !GEOMETRY.test(token) &&
      !INVOICE.test(token) &&
      !EVENT_ID.test(token) &&
      !readsAsBase64(token) &&
      isOpaque(token),
  );

/** Longest that a word may be. */
const LONGEST_WORD = 24;

/**
 * Whether a stretch can hold anything opaque, told without cutting it out: numbers without letters are not, nor are small
 * letters in pieces of the length of words. Most paths, hosts and joined words end here.
 */
function mayBeOpaque(text: string, from: number, to: number): boolean {
  let letters = 0;
  let digits = 0;
  let word = 0;
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    const small = code >= 97 && code <= 122;
    word = small ? word + 1 : 0;
    if (small) letters++;
    else if (code >= 48 && code <= 57) digits++;
    // A capital, `%` or `+`: told by looking at it in full.
    else if ((code >= 65 && code <= 90) || code === 37 || code === 43) return true;
    if (word > LONGEST_WORD || (letters > 0 && digits > 0)) return true;
  }
  return false;
}

/** Work of taking a candidate to pieces and judging each, and of one of its characters. */
const COST_OF_CANDIDATE = 200;
const COST = 8;

/** Deny by shape: every dense token that is not of an allowed shape is treated as a credential of unknown make. */
export const opaqueTokens: SpanDetector = {
  id: 'secret.opaque_token',
  severity: 'medium',
  token: 'opaque',
  cases: [['use 7Gh2kLp9QwX4vBn8sTz1 now', 'INV-2024-000123 and x402-compatibility-witness']],
  find: (context, work, seen) => {
    const found: [number, number][] = [];
    const known = new Map<string, readonly (readonly [number, string])[]>();
    for (const [from, to] of (seen ?? survey(context.text)).dense()) {
      if (!mayBeOpaque(context.text, from, to)) continue;
      const candidate = context.text.slice(from, Math.min(to, from + LONGEST));
      const afterColon = context.text[from - 1] === ':';
      const key = afterColon ? `:${candidate}` : candidate;
      let suspects = known.get(key);
      if (suspects === undefined) {
        if (!spend(work, COST_OF_CANDIDATE + COST * candidate.length)) break;
        suspects = suspectsIn(candidate, afterColon);
        known.set(key, suspects);
      }
      for (const [offset, token] of suspects) {
        const start = from + offset;
        const before = context.before(start, 40);
        const keyed = KEY_CONTEXT.test(before.slice(-24));
        if (!keyed && HASH_CONTEXT.test(before.slice(-28))) continue;
        if (!keyed && REQUEST_NUMBER.test(token) && REQUEST_CONTEXT.test(before)) continue;
        if (NAMES_NO_SECRET.test(before) || (isTransaction(token) && SIGNATURE_CONTEXT.test(before)))
          continue;
        if (!keyed && CHANNEL.test(token) && CHANNEL_CONTEXT.test(before)) continue;
        if (!keyed && ID_CONTEXT.test(before) && /^[A-Z0-9-]{6,24}$/.test(token)) continue;
        found.push([start, start + token.length]);
      }
    }
    return found;
  },
};
