/** Headers of our own, once for whoever writes and whoever reads them. Lower case, as maps of headers hold names. */

/** Carries the operator's or monitor's token. */
export const OPERATOR_HEADER = 'x-svc-operator-token';
/** Our receipt over what was asked, paid and delivered, on every rail. */
export const DELIVERY_RECEIPT_HEADER = 'x-svc-delivery-receipt';
/** `1` on an answer that was delivered before. */
export const REDELIVERY_HEADER = 'x-svc-redelivery';
/** `sandbox` on every answer of a service whose money is not real. */
export const MODE_HEADER = 'x-svc-mode';
/** What an edge did by itself. */
export const EDGE_MARK_HEADER = 'x-svc-edge-x402';
/** From origin to edge: an answer is prepared, so that no other 200 can be mistaken for it. */
export const EDGE_PREPARED_HEADER = 'x-svc-edge-prepare';
/** From origin to edge: why an assertion was refused. */
export const EDGE_FAULT_HEADER = 'x-svc-edge-fault';
