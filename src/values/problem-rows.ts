/** What a buyer may do with the payment it holds. `never`: do not send it again. */
export type Retry = 'never' | 'same_payment' | 'new_approval';

interface ProblemRow {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly retry?: Retry;
}

/** Every refusal: its status, and what it says. Closed: a code that is not here is never answered. */
export const PROBLEMS = {
  invalid_request: {
    status: 400,
    title: 'Invalid request',
    detail: 'The request does not match the published schema. Nothing was verified and nothing was charged.',
  },
  unknown_payment_network: {
    status: 400,
    title: 'Unknown payment network',
    detail:
      'The paymentNetwork parameter names a network that this route is not sold on. Nothing was charged.',
  },
  multiple_credentials: {
    status: 400,
    title: 'More than one payment',
    detail: 'Send only one of PAYMENT-SIGNATURE, X-PAYMENT and Authorization. Nothing was charged.',
  },
  invalid_payment_identifier: {
    status: 400,
    title: 'Invalid payment identifier',
    detail:
      'A payment identifier is 16 to 128 characters of A-Z, a-z, 0-9, "_" and "-". Nothing was charged.',
  },
  edge_assertion_refused: {
    status: 401,
    title: 'Edge assertion refused',
    detail:
      'The call carries the header of an edge but does not come from an edge that is accepted here. Nothing was read, verified or charged. Send it without the header.',
  },
  ticket_invalid: {
    status: 403,
    title: 'Ticket not accepted',
    detail: 'This authorization ticket is not valid. Get one from the free scope check. Nothing was charged.',
  },
  ticket_expired: {
    status: 403,
    title: 'Ticket expired',
    detail:
      'The authorization ticket is older than 15 minutes. Get a new one from the free scope check. Nothing was charged.',
  },
  ticket_mismatch: {
    status: 403,
    title: 'Ticket is for another payload',
    detail:
      'The authorization ticket was issued for another request body. Nothing was charged; the ticket stays valid for its own body.',
  },
  ticket_used: {
    status: 403,
    title: 'Ticket already used',
    detail: 'The authorization ticket was consumed by an earlier delivery. Nothing was charged.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    detail:
      'There is nothing at this path. /openapi.json describes every paid route, free check and free document.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    detail: 'This path does not answer this method. The Allow header lists the methods that it answers.',
  },
  payment_reused: {
    status: 409,
    title: 'Payment belongs to another request',
    detail:
      'This payment was already used for another request. It was not charged again. Approve a new payment for a new request.',
    retry: 'new_approval',
  },
  payment_identifier_conflict: {
    status: 409,
    title: 'Payment identifier belongs to another request',
    detail:
      'This payment identifier was used for another request within the last 24 hours. Nothing was charged.',
    retry: 'new_approval',
  },
  preflight_expired: {
    status: 410,
    title: 'Preflight match expired',
    detail:
      'The free preflight match is older than 15 minutes, or a newer edition was published since. Run the free preflight again. Nothing was charged.',
  },
  payload_too_large: {
    status: 413,
    title: 'Body too large',
    detail: 'The request body is larger than this route accepts. Nothing was charged.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    detail: 'Send uncompressed JSON with Content-Type: application/json. Nothing was charged.',
  },
  request_refused: {
    status: 422,
    title: 'Request refused',
    detail:
      'Policy refuses this body: stopReason says why, issues names each field and the rule it broke. Nothing was verified and nothing was charged.',
  },
  ticket_required: {
    status: 428,
    title: 'Authorization ticket required',
    detail:
      'This route needs a ticket from the free scope check before a payment is looked at. Nothing was charged.',
  },
  preflight_required: {
    status: 428,
    title: 'Preflight required',
    detail:
      'Run the free preflight first; a challenge is issued only for a valid match. Nothing was charged.',
  },
  too_many_requests: {
    status: 429,
    title: 'Too many requests',
    detail: 'Slow down and try again after the time in Retry-After. Nothing was charged.',
  },
  request_timeout: {
    status: 408,
    title: 'Request timed out',
    detail: 'The request did not arrive in time. Nothing was charged.',
  },
  header_too_large: {
    status: 431,
    title: 'Request Header Fields Too Large',
    detail: 'The request headers are larger than 16 kB. Nothing was charged.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    detail: 'The answer could not be computed, so the payment was not settled. Nothing was charged.',
    retry: 'same_payment',
  },
  service_unavailable: {
    status: 503,
    title: 'Service unavailable',
    detail: 'This answer cannot be given now. Ask again after the time in Retry-After. Nothing was charged.',
  },
  settlement_unavailable: {
    status: 503,
    title: 'Payments are unavailable',
    detail:
      'The payment could not be checked, and this call moved no money. Send the same payment again later.',
    retry: 'same_payment',
  },
  settlement_pending: {
    status: 503,
    title: 'Settlement pending',
    detail:
      'The outcome of this payment is not known yet. Send the same payment again; do not sign a new one.',
    retry: 'same_payment',
  },
  redelivery_failed: {
    status: 503,
    title: 'Paid answer could not be rebuilt',
    detail:
      'The payment is settled but the answer could not be rebuilt on this node. Send the same payment again; it will not be charged again.',
    retry: 'same_payment',
  },
  edition_not_current: {
    status: 503,
    title: 'Edition not current',
    detail: 'The evidence edition is not current, so it is not sold. Nothing was charged.',
  },
} as const satisfies Record<string, ProblemRow>;
