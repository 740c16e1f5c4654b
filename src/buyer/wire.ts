import type { JSONWebKeySet } from 'jose';
import { type Asked as Fingerprinted, fingerprint } from '../values/fingerprint.ts';
import { type Keys, keysOf } from './evidence.ts';
import { chosenParameters, resourceAddress, type SentRequest } from './request.ts';
import { PurchaseStopped } from './stops.ts';
import { sellerSays } from './words.ts';

/** What the reference buyer sends, on every rail, and what it reads: never on to another address, never for ever. */

const REQUEST_TIMEOUT_MS = 60_000;
/** The most that is read of an answer that was paid for, and of anything else that a seller sends. */
const ANSWER_MAX_BYTES = 16_000_000;
const OTHER_MAX_BYTES = 1_000_000;

/** An answer that was read to its end. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
  readonly text: string;
}

function addressOf(asked: SentRequest): string {
  const url = new URL(resourceAddress(asked));
  for (const [name, value] of Object.entries(asked.query ?? {})) url.searchParams.set(name, value);
  return url.href;
}

/** `payment`: the header that carries it. Rejects when there is no answer, or not all of one. */
export const call = (asked: SentRequest, payment?: Readonly<Record<string, string>>): Promise<WireAnswer> =>
  sendTo(
    addressOf(asked),
    {
      method: asked.method,
      headers: {
        ...asked.headers,
        ...(asked.body && { 'content-type': 'application/json' }),
        ...payment,
      },
      ...(asked.body && { body: JSON.stringify(asked.body) }),
    },
    payment && ANSWER_MAX_BYTES,
  );

/**
 * Sends one call and reads the answer to its end, within a limit of bytes and of time. Throws where nobody answers;
 * follows no redirect.
 */
export async function sendTo(
  url: string,
  init: RequestInit = {},
  maxBytes = OTHER_MAX_BYTES,
): Promise<WireAnswer> {
  const response = await fetch(url, {
    ...init,
    redirect: 'error',
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  const body = await bounded(response, maxBytes);
  return {
    status: response.status,
    headers: response.headers,
    body,
    text: new TextDecoder().decode(body),
  };
}

async function bounded(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop ends the connection.
    if (size > maxBytes) throw new Error(`the answer is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** `sendTo` with a JSON body. */
export const postTo = (url: string, body: unknown): Promise<WireAnswer> =>
  sendTo(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** An unpaid call, or the stop that says why there is none. */
export const callUnpaid = (asked: SentRequest): Promise<WireAnswer> =>
  call(asked).catch((error: unknown) => {
    throw new PurchaseStopped('unreachable', `${asked.baseUrl} could not be reached (${reasonOf(error)})`);
  });

/** The fingerprint that the delivery receipt must carry: computed from what we asked, not from what we were told. */
export function fingerprintOf(request: SentRequest): string {
  const { method, path, body } = request;
  const asked: Fingerprinted =
    method === 'GET' ? { method, path, query: chosenParameters(request) } : { method, path, body };
  return fingerprint(asked);
}

/** The seller's keys from its `jwks.json`. Throws `PurchaseStopped` where they cannot be read. */
export async function sellerKeys(baseUrl: string): Promise<Keys> {
  try {
    const { text } = await sendTo(`${baseUrl}/.well-known/jwks.json`);
    return keysOf(JSON.parse(text) as JSONWebKeySet);
  } catch (error) {
    throw new PurchaseStopped(
      'offer_not_verified',
      `the seller's keys could not be read (${reasonOf(error)})`,
    );
  }
}

/** Why a call failed, in the words of its cause. */
export const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || cause.name : 'unknown error';
};

/** Room for what is allowed instead. */
const REFUSAL_AT_MOST = 1_000;

/** What a refusal says of itself, marked as the seller's words. */
export function refusalSaid({ status, text }: Pick<WireAnswer, 'status' | 'text'>): string {
  return `HTTP ${status}, ${sellerSays(problemText(text), REFUSAL_AT_MOST)}`;
}

interface Fault {
  readonly path?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
}

/** Sellers differ in what they say of a fault: what is absent is left out. */
const faultText = ({ path, code, message }: Fault): string =>
  `${path || 'body'}: ${[code, code ? message && `(${message})` : message].filter(Boolean).join(' ') || 'refused'}`;

function problemText(text: string): string {
  try {
    const { error, reason, detail, failureBucket, stopReason, issues } = JSON.parse(text) as Record<
      string,
      unknown
    >;
    const word = failureBucket ?? stopReason;
    const faults = Array.isArray(issues) ? issues.map(faultText).join(', ') : '';
    // What is to be mended comes before the sentence: long words are cut.
    return [reason ?? error, word && `(${word})`, faults && `[${faults}]`, detail]
      .filter((each) => typeof each === 'string' && each !== '')
      .join(' ');
  } catch {
    return '';
  }
}
