import { Challenge, Constants, Credential, Mcp, Receipt } from 'mppx';
import type { HeaderOf } from './rail.ts';

/**
 * MPP over MCP (draft-payment-transport-mcp): the objects of the HTTP headers, in `_meta`. A tool call is answered by
 * the HTTP route, so nothing here decides. Loaded only where MPP is spoken: its library is large.
 */

/** Stands for a credential that cannot be encoded: the route treats it as malformed. */
const MALFORMED = 'Payment e30';

/** The credential of a tool call as the header of the HTTP call behind it. */
export function mppCredentialHeaders(credential: unknown): Record<string, string> {
  return { [Constants.Headers.authorization]: headerOf(credential) };
}

function headerOf(credential: unknown): string {
  try {
    return Credential.serialize(credential as Credential.Credential);
  } catch {
    return MALFORMED;
  }
}

/** The challenges of a 402, as `_meta` members. */
export function mppChallengeMeta(header: HeaderOf): Record<string, object> {
  const sent = header(Constants.Headers.wwwAuthenticate);
  return sent === undefined
    ? {}
    : { [Mcp.paymentRequiredMetaKey]: { httpStatus: 402, challenges: Challenge.deserializeList(sent) } };
}

/** The receipt of a paid 200, as `_meta` members, with the challenge that `credential` paid. */
export function receiptMeta(header: HeaderOf, credential: unknown): Record<string, object> {
  const sent = header(Constants.Headers.paymentReceipt);
  if (sent === undefined) return {};
  const challengeId = (credential as { challenge?: { id?: unknown } } | undefined)?.challenge?.id;
  return {
    [Mcp.receiptMetaKey]: {
      ...Receipt.deserialize(sent),
      ...(typeof challengeId === 'string' && { challengeId }),
    },
  };
}
