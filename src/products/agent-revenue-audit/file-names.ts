/** Names that the emitted code and the saved files agree on. */
export const SELLER_FILE = 'server.mjs';
export const AUDIT_FILE = 'audit.json';
/** `requestSchema` and `responseSchema`, which the OpenAPI document refers to. */
export const REQUEST_FILE = './request.schema.json';
export const ANSWER_FILE = './response.schema.json';
