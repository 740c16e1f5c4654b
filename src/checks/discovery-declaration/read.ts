import { decodeObject, type Json, record } from '../../values/challenge.ts';
import { parseStrictJson } from '../../values/json.ts';

export const KINDS = ['challenge', 'openapi', 'well_known'] as const;
export type Kind = (typeof KINDS)[number];

/** What was pasted, once it is known what it is. */
export interface Declared {
  readonly kind: Kind;
  readonly document: Json;
  /** Characters of the header that it came in; 0: it came in a body. */
  readonly headerChars: number;
  /** Its JSON as it was written: of a header its bytes. */
  readonly text: string;
  readonly status: number | undefined;
}

const HEADER = /^(?:<\s*)?payment-required:\s*(\S+)\s*$/im;
const STATUS = /^(?:<\s*)?HTTP\/[\d.]+ (\d{3})/im;

/** JSON, base64 of JSON, or an answer with its headers. Undefined: none of them. */
export function readDeclaration(pasted: string, status?: number): Declared | undefined {
  const header = HEADER.exec(pasted)?.[1];
  const said = STATUS.exec(pasted)?.[1];
  const text = header ?? bodyOf(pasted);
  const plain = text.trimStart().startsWith('{') ? parseStrictJson(text) : undefined;
  const document = plain?.ok ? record(plain.value) : decodeObject(text);
  const kind = document && kindOf(document);
  if (!kind) return undefined;
  return {
    kind,
    document,
    text: plain?.ok ? text : atob(text.trim().replaceAll('-', '+').replaceAll('_', '/')),
    headerChars: plain?.ok ? 0 : text.trim().length,
    status: status ?? (said === undefined ? undefined : Number(said)),
  };
}

const bodyOf = (pasted: string): string => {
  const from = pasted.search(/^\s*\{/m);
  return from > 0 ? pasted.slice(from) : pasted;
};

function kindOf(document: Json): Kind | undefined {
  if (typeof document.openapi === 'string' || typeof document.swagger === 'string') return 'openapi';
  if (Array.isArray(document.accepts)) return 'challenge';
  if (Array.isArray(document.resources) || Array.isArray(document.items)) return 'well_known';
  return document.x402Version === undefined ? undefined : 'challenge';
}
