/**
 * Allow-listed source tags (service spec §2.11). Attribution is aggregate only: any other tag counts as `other`
 * and is kept nowhere. `external` tags are evidence that the demand came from outside.
 */
export const SOURCES = {
  'x-profile': { external: true },
  'x-pinned-post': { external: true },
  'x-daily-post': { external: true },
  'owner-public-launch': { external: true },
  'agent-receipt-contract': { external: false },
  'agent-execution-client-latest': { external: false },
  'agent-execution-awal-latest': { external: false },
  'agent-execution-proof-packet': { external: false },
  'agent-execution-command-copy': { external: false },
  'machine-readable-x402-proof': { external: false },
  'front-door-x402-proof-cta': { external: false },
  'passport-easy-mode': { external: false },
  'agent-revenue-audit-authorization-ticket': { external: false },
  'x402-compatibility-witness': { external: false },
  'agent-commerce-reliability-ledger': { external: false },
} as const satisfies Record<string, { readonly external: boolean }>;

/** What a `src` is counted as: a row of `SOURCES`, or that it is none of them. */
export type SourceTag = keyof typeof SOURCES | 'other' | 'none';
/** Every word that a tag can be counted as. */
export const TAGS: readonly SourceTag[] = [...(Object.keys(SOURCES) as SourceTag[]), 'other', 'none'];

const isListed = (tag: string): tag is keyof typeof SOURCES => Object.hasOwn(SOURCES, tag);

/** What may be counted of a tag that a caller sent. */
export function sourceTag(sent: unknown): SourceTag {
  if (sent === undefined || sent === null || sent === '') return 'none';
  return typeof sent === 'string' && isListed(sent) ? sent : 'other';
}

/** Whether the tag is that of a place outside this service. */
export const isExternal = (tag: SourceTag): boolean =>
  tag !== 'other' && tag !== 'none' && SOURCES[tag].external;
