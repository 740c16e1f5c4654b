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

/** The credential of a tool call as the headers of the HTTP call behind it. It is judged there, well-formed or not. */
export function credentialHeaders(
  meta: Readonly<Record<string, unknown>> | undefined,
): Record<string, string> {
  const payment = meta?.[PAYMENT];
  return payment === undefined
    ? {}
    : { [CREDENTIAL_HEADER]: encodePaymentSignatureHeader(payment as PaymentPayload) };
}

/** The challenge of a 402. */
export function challengeIn(header: HeaderOf): PaymentRequired | undefined {
  const sent = header(CHALLENGE_HEADER);
  return sent === undefined ? undefined : decodePaymentRequiredHeader(sent);
}

/** The settlement of a paid 200, as `_meta` members. */
export function settlementMeta(header: HeaderOf): Record<string, SettleResponse> {
  const sent = header(SETTLEMENT_HEADER);
  return sent === undefined ? {} : { [SETTLEMENT]: decodePaymentResponseHeader(sent) };
}
