import { type Digest, digestBytes, digestJson } from './digest.ts';

/** What was asked, as a payment or a ticket is bound to it: a body or declared query parameters, never both. */
export type Asked = { readonly method: 'GET' | 'POST'; readonly path: string } & (
  | { readonly body: unknown }
  | { readonly query: Readonly<Record<string, string>> }
);

/** Digest (RFC 8785) of method, path and the parsed body or declared parameters. Spelling of the JSON does not matter. */
export const fingerprint = (asked: Asked): Digest => digestJson(asked);

/** The only form in which an authorization ticket is kept. */
export const ticketDigest = (ticket: string): Digest => digestBytes(ticket);
