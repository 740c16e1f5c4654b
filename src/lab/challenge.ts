import { gzipSync } from 'node:zlib';
import type { ChallengeChange } from './script.ts';
import { BASE_NETWORK, BUYER, PAID_PATH, SELLER_HOST, TERMS } from './terms.ts';

/** An answer of the scripted seller, before it goes on the wire. */
export interface ScriptedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Text as the caller reads it; `gzip` says that it travels compressed. */
  readonly body: string;
  readonly gzip: boolean;
}

const base64Json = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');

/** How a seller says "pay" and "paid" to clients of one protocol. */
export interface Dialect {
  challenge(change: ChallengeChange): ScriptedAnswer;
  receipt(receipt: { readonly success: boolean; readonly transaction: string }): Record<string, string>;
}

/** Where the seller is for its clients. */
export const SELLER_ORIGIN = `http://${SELLER_HOST}`;

/** x402, for clients of either version. */
export const x402Dialect = (clientVersion: 1 | 2, origin = SELLER_ORIGIN): Dialect => ({
  challenge: (change) => challengeAnswer({ resourceUrl: `${origin}${PAID_PATH}`, ...change }, clientVersion),
  receipt: (receipt) => receiptHeader(clientVersion, receipt),
});

/** A 402 for x402, as the version on the wire spells it. */
function challengeAnswer(change: ChallengeChange, clientVersion: 1 | 2): ScriptedAnswer {
  const version = change.version ?? clientVersion;
  const object = version === 1 ? challengeV1(change) : challengeV2(change, version);
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  const body = change.bare ? '{}' : change.place === 'header' ? '' : JSON.stringify(object);
  if (!change.bare && version !== 1 && change.place !== 'body') {
    headers['payment-required'] = change.rawHeader ?? base64Json(filledUp(object, change.headerBytes));
  }
  // A v2 seller that nobody can decode is no seller for readers of bodies either.
  const shown = change.rawHeader === undefined ? body : '{}';
  return { status: 402, headers, body: shown, gzip: change.gzip ?? false };
}

const resource = (change: ChallengeChange) => ({
  url: change.resourceUrl,
  description: 'An answer',
  mimeType: 'application/json',
});

const withoutFields = (terms: Record<string, unknown>, names: readonly string[] = []) =>
  Object.fromEntries(Object.entries(terms).filter(([name]) => !names.includes(name)));

const challengeV2 = (change: ChallengeChange, version: number) => ({
  x402Version: version,
  error: 'PAYMENT-SIGNATURE header is required',
  resource: resource(change),
  accepts: (change.accepts ?? [{}]).map((terms) => withoutFields({ ...TERMS, ...terms }, change.without)),
  ...(change.extensions ? { extensions: change.extensions } : {}),
});

function challengeV1(change: ChallengeChange) {
  const { url, description, mimeType } = resource(change);
  return {
    x402Version: 1,
    error: 'X-PAYMENT header is required',
    accepts: (change.accepts ?? [{}]).map((changes) => {
      const { amount, network, ...rest } = { ...TERMS, ...changes };
      const named = network === BASE_NETWORK ? 'base' : network;
      return withoutFields(
        { ...rest, network: named, maxAmountRequired: amount, resource: url, description, mimeType },
        change.without,
      );
    }),
  };
}

/** Adds an extension of blanks, so that the base64 form gets the wished length. */
function filledUp(object: object, bytes: number | undefined): object {
  if (bytes === undefined) return object;
  const used = base64Json({ ...object, extensions: { 'lab-fill': { info: { fill: '' } } } }).length;
  const fill = 'x'.repeat(Math.max(0, Math.floor(((bytes - used) * 3) / 4)));
  return { ...object, extensions: { 'lab-fill': { info: { fill } } } };
}

export const wireBody = ({ body, gzip }: ScriptedAnswer): Buffer =>
  gzip ? gzipSync(body) : Buffer.from(body);

/** PAYMENT-RESPONSE (v2) or X-PAYMENT-RESPONSE (v1) for a settlement. */
function receiptHeader(
  clientVersion: 1 | 2,
  receipt: { readonly success: boolean; readonly transaction: string },
): Record<string, string> {
  const name = clientVersion === 1 ? 'x-payment-response' : 'payment-response';
  const network = clientVersion === 1 ? 'base' : BASE_NETWORK;
  return { [name]: base64Json({ ...receipt, payer: BUYER.address, network }) };
}
