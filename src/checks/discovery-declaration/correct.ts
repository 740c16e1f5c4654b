import { type Json, record } from '../../values/challenge.ts';
import { listedToken, networkOf } from '../../values/tokens.ts';
import { entriesOf } from './entries.ts';
import { MAX_DESCRIPTION, NOT_ASCII, V1_ONLY } from './known.ts';
import { isPaid, operationsIn } from './operations.ts';
import type { PastedDeclaration } from './read.ts';

/** The declaration with everything put right that has one right form. What only the seller knows is left as it is. */
export interface Corrected {
  readonly json: string;
  /** The PAYMENT-REQUIRED header of a challenge. */
  readonly header: string | null;
}

export function corrected({ kind, document }: PastedDeclaration): Corrected | null {
  if (kind === 'well_known' || kind === 'mpp_challenge') return null;
  const json = ascii(JSON.stringify(kind === 'challenge' ? challenge(document) : openapi(document), null, 2));
  if (json === JSON.stringify(document, null, 2)) return null;
  return {
    json,
    header:
      kind === 'challenge' ? btoa(JSON.stringify(JSON.parse(json)).replace(NOT_ASCII_ALL, escaped)) : null,
  };
}

const NOT_ASCII_ALL = new RegExp(NOT_ASCII, 'g');
const escaped = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
const ascii = (json: string): string => json.replace(NOT_ASCII_ALL, escaped);

const withoutNulls = (part: Json): Json =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => value !== null));

function challenge(document: Json): Json {
  const rest = withoutNulls(document);
  const resource = record(rest.resource);
  const { description } = resource;
  return {
    ...rest,
    ...(typeof description === 'string' && {
      resource: { ...resource, description: [...description].slice(0, MAX_DESCRIPTION).join('') },
    }),
    ...(Array.isArray(document.accepts) && {
      accepts: entriesOf(document).map((entry) => accept(entry, document.x402Version === 2)),
    }),
  };
}

function accept(entry: Json, isV2: boolean): Json {
  const { maxAmountRequired, ...rest } = withoutNulls(entry);
  const network = isV2 && typeof rest.network === 'string' ? networkOf(rest.network) : rest.network;
  const token = typeof rest.asset === 'string' ? listedToken(String(network), rest.asset) : undefined;
  const kept = isV2
    ? Object.fromEntries(
        Object.entries(rest).filter(([name]) => !(V1_ONLY as readonly string[]).includes(name)),
      )
    : rest;
  const amount = isV2 ? (rest.amount ?? maxAmountRequired) : undefined;
  return {
    ...kept,
    ...(network !== undefined && { network }),
    ...(isV2 ? amount !== undefined && { amount } : maxAmountRequired !== undefined && { maxAmountRequired }),
    ...(token?.domain && { extra: { ...record(rest.extra), ...token.domain } }),
  };
}

function openapi(document: Json): Json {
  const copy = JSON.parse(JSON.stringify(document)) as { paths: Record<string, Record<string, Json>> };
  for (const each of operationsIn(document)) {
    const { route, method } = each;
    const responses = record(each.operation.responses);
    if (isPaid(each) && !('402' in responses))
      copy.paths[route]![method] = {
        ...each.operation,
        responses: { ...responses, 402: { description: 'Payment Required' } },
      };
  }
  return copy as unknown as Json;
}
