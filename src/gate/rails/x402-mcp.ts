import {
  decodePaymentRequiredHeader,
  decodePaymentResponseHeader,
  encodePaymentSignatureHeader,
} from '@x402/core/http';
import type { PaymentPayload, PaymentRequired, SettleResponse } from '@x402/core/types';
import type { HeaderOf } from './rail.ts';
import { CREDENTIAL_HEADER, SETTLEMENT_HEADER } from './x402.ts';
import { CHALLENGE_HEADER } from './x402-challenge.ts';

/**
 * x402 over MCP (x402 `specs/transports-v2/mcp.md`): the same objects as over HTTP, in `_meta` instead of headers. A tool
 * call is answered by the HTTP route, so nothing here decides.
 */

const PAYMENT = 'x402/payment';
const SETTLEMENT = 'x402/payment-response';
/** Where the client of Cloudflare's `agents` looks for the challenge. */
const CHALLENGE = 'x402/error';
/** A payment that was put into base64 as for HTTP: what that client sends. */
const ENCODED = /^[A-Za-z0-9+/]+={0,2}$/;

/** What Apify's `mcpc` reads of a listed tool: without it, it signs and does not send. */
export const PAID_TOOL_META = { x402: { paymentRequired: true } } as const;

/** The credential of a tool call as the headers of the HTTP call behind it. It is judged there, well-formed or not. */
export function x402CredentialHeaders(
  meta: Readonly<Record<string, unknown>> | undefined,
): Record<string, string> {
  const payment = meta?.[PAYMENT];
  if (payment === undefined) return {};
  if (typeof payment === 'string' && ENCODED.test(payment)) return { [CREDENTIAL_HEADER]: payment };
  return { [CREDENTIAL_HEADER]: encodePaymentSignatureHeader(payment as PaymentPayload) };
}

/** The challenge of a 402. */
export function challengeIn(header: HeaderOf): PaymentRequired | undefined {
  const sent = header(CHALLENGE_HEADER);
  return sent === undefined ? undefined : decodePaymentRequiredHeader(sent);
}

/** The same challenge once more, as a `_meta` member: no model reads those. */
export const x402ChallengeMeta = (challenge: object): Record<string, object> => ({ [CHALLENGE]: challenge });

/** The settlement of a paid 200, as `_meta` members. */
export function settlementMeta(header: HeaderOf): Record<string, SettleResponse> {
  const sent = header(SETTLEMENT_HEADER);
  return sent === undefined ? {} : { [SETTLEMENT]: decodePaymentResponseHeader(sent) };
}
