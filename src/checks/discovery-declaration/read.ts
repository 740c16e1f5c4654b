import { decodeObject, type Json, record } from '../../values/challenge.ts';
import { type ParsedJson, parseStrictJson } from '../../values/json.ts';

export const DECLARATION_KINDS = ['challenge', 'mpp_challenge', 'openapi', 'well_known'] as const;
export type DeclarationKind = (typeof DECLARATION_KINDS)[number];

/** What was pasted, once it is known what it is. */
export interface PastedDeclaration {
  readonly kind: DeclarationKind;
  readonly document: Json;
  /** The Payment challenges of MPP that came with it; empty: none did. */
  readonly mpp: string;
  /** Characters of the header that it came in; 0: it came in a body. */
  readonly headerChars: number;
  /** It came with its status line, so that a header that is not there was not sent. */
  readonly isWhole: boolean;
  /** Its JSON as it was written: of a header its bytes. */
  readonly text: string;
  readonly status: number | undefined;
}

const HEADER = /^(?:<\s*)?payment-required:\s*(\S+)\s*$/im;
const STATUS = /^(?:<\s*)?HTTP\/[\d.]+ (\d{3})/im;
const MPP = /^(?:<\s*)?www-authenticate:\s*(payment\s.*)$/i;

/** A document of the reader's own, on the reader's own machine: as large as it is. */
export function parseAny(text: string): ParsedJson {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return parseStrictJson(text);
  }
}

/** JSON, base64 of JSON, or an answer with its headers. Undefined: none of them. */
export function readDeclaration(
  pasted: string,
  status?: number,
  parse: (json: string) => ParsedJson = parseStrictJson,
): PastedDeclaration | undefined {
  const header = HEADER.exec(pasted)?.[1];
  const said = STATUS.exec(pasted)?.[1];
  const text = header ?? bodyOf(pasted);
  const plain = text.trimStart().startsWith('{') ? parse(text) : undefined;
  const document = plain?.ok ? record(plain.value) : decodeObject(text);
  const mpp = paymentChallenges(pasted);
  const kind = (document && kindOf(document)) ?? (mpp ? 'mpp_challenge' : undefined);
  if (!kind) return undefined;
  const isEncoded = document !== undefined && !plain?.ok;
  return {
    kind,
    document: kind === 'mpp_challenge' ? {} : document!,
    mpp,
    text: isEncoded ? atob(text.trim().replaceAll('-', '+').replaceAll('_', '/')) : text,
    headerChars: isEncoded ? text.trim().length : 0,
    isWhole: said !== undefined,
    status: status ?? (said === undefined ? undefined : Number(said)),
  };
}

const bodyOf = (pasted: string): string => {
  const from = pasted.search(/^[ \t]*\{/m);
  return from > 0 ? pasted.slice(from) : pasted;
};

/** A header may be folded: what begins with a space continues the line above. */
function paymentChallenges(pasted: string): string {
  const lines: string[] = [];
  for (const line of pasted.split(/\r?\n/)) {
    if (/^[ \t]+\S/.test(line) && lines.length > 0) lines[lines.length - 1] += ` ${line.trim()}`;
    else lines.push(line);
  }
  return lines.flatMap((line) => MPP.exec(line)?.[1] ?? []).join(', ');
}

/** Sellers name their list in many ways. One that nobody reads is a list that lists nothing, not something else. */
function kindOf(document: Json): DeclarationKind | undefined {
  if (typeof document.openapi === 'string' || typeof document.swagger === 'string') return 'openapi';
  if (Array.isArray(document.resources) || Array.isArray(document.items)) return 'well_known';
  const isEntry = typeof document.scheme === 'string' && typeof document.network === 'string';
  if (Array.isArray(document.accepts) || isEntry) return 'challenge';
  if (document.endpoints !== undefined) return 'well_known';
  if (document.x402Version !== undefined) return 'challenge';
  return /x402/i.test(JSON.stringify(document)) ? 'well_known' : undefined;
}
