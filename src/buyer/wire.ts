import type { JSONWebKeySet } from 'jose';
import { type Asked as Fingerprinted, fingerprint } from '../values/fingerprint.ts';
import { type Keys, keysOf } from './evidence.ts';
import { PurchaseStopped } from './stops.ts';
import { NETWORKS, type NetworkName } from './wallets.ts';

/** What the reference buyer sends, on every rail, and how it goes on sending one payment until its outcome is known. */

const REQUEST_TIMEOUT_MS = 60_000;
/** How often the same payment is sent again while its outcome is unknown. */
const RESENDS = 5;

export interface PurchaseRequest {
  readonly baseUrl: string;
  readonly path: string;
  readonly method: 'GET' | 'POST';
  /** Declared query parameters of a GET, such as the match of a witness. */
  readonly query?: Readonly<Record<string, string>>;
  /** JSON body of a POST. */
  readonly body?: object;
  /** Atomic units that may be spent at the most. */
  readonly maxAmountAtomic: bigint;
  /** The recipient that the buyer expects, if it knows one from before. */
  readonly payTo?: string;
  /** Where to pay; on Base without it. */
  readonly network?: NetworkName;
}

/** A request without the limit of its buyer, and with the headers that it needs: what is sent, and kept. */
export type Asked = Omit<PurchaseRequest, 'maxAmountAtomic'> & {
  readonly headers?: Readonly<Record<string, string>>;
};

/** The address that a challenge must be for. */
export const resourceOf = ({ baseUrl, path, network }: Asked): string =>
  baseUrl + path + NETWORKS[network ?? 'base'].query;

function addressOf(asked: Asked): string {
  const url = new URL(resourceOf(asked));
  for (const [name, value] of Object.entries(asked.query ?? {})) url.searchParams.set(name, value);
  return url.href;
}

/** `payment`: the header that carries it. */
export const call = (asked: Asked, payment: Readonly<Record<string, string>> = {}): Promise<Response> =>
  sendTo(addressOf(asked), {
    method: asked.method,
    headers: {
      ...asked.headers,
      ...(asked.body && { 'content-type': 'application/json' }),
      ...payment,
    },
    ...(asked.body && { body: JSON.stringify(asked.body) }),
  });

/** Never on to another address, and never for ever. */
export const sendTo = (url: string, init: RequestInit = {}): Promise<Response> =>
  fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });

export const postTo = (url: string, body: unknown): Promise<Response> =>
  sendTo(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** An unpaid call, or the stop that says why there is none. */
export const unpaid = (asked: Asked): Promise<Response> =>
  call(asked).catch((error: unknown) => {
    throw new PurchaseStopped('unreachable', `${asked.baseUrl} could not be reached (${reasonOf(error)})`);
  });

/** The same payment until the outcome is known: a new signature could pay twice. Answers the 200. */
export async function sendUntilKnown(
  asked: Asked,
  payment: Readonly<Record<string, string>>,
): Promise<Response> {
  let last = '';
  for (let attempt = 0; attempt <= RESENDS; attempt++) {
    if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, 1_000 * attempt));
    try {
      const response = await call(asked, payment);
      if (response.status === 200) return response;
      const text = await response.text();
      if (response.status === 402) throw new PurchaseStopped('declined', problemText(text));
      if (response.status === 409) throw new PurchaseStopped('payment_conflict', problemText(text));
      last = `HTTP ${response.status} ${problemText(text)}`;
      if (response.status < 500 && response.status !== 429)
        throw new PurchaseStopped('refused_request', last);
    } catch (error) {
      if (error instanceof PurchaseStopped) throw error;
      last = reasonOf(error);
    }
  }
  throw new PurchaseStopped('outcome_unknown', last);
}

/** The fingerprint that the delivery receipt must carry: computed from what we asked, not from what we were told. */
export function fingerprintOf({ method, path, query = {}, body }: Asked): string {
  const asked: Fingerprinted = method === 'GET' ? { method, path, query } : { method, path, body };
  return fingerprint(asked);
}

export async function sellerKeys(baseUrl: string): Promise<Keys> {
  try {
    const response = await sendTo(`${baseUrl}/.well-known/jwks.json`);
    return keysOf((await response.json()) as JSONWebKeySet);
  } catch (error) {
    throw new PurchaseStopped(
      'offer_not_verified',
      `the seller's keys could not be read (${reasonOf(error)})`,
    );
  }
}

export const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || cause.name : 'unknown error';
};

type ProblemDocument = Partial<
  Record<'error' | 'reason' | 'detail' | 'failureBucket' | 'stopReason', string> & {
    readonly issues: readonly { readonly path: string; readonly code: string }[];
  }
>;

export function problemText(text: string): string {
  try {
    const { error, reason, detail, failureBucket, stopReason, issues } = JSON.parse(text) as ProblemDocument;
    const word = failureBucket ?? stopReason;
    const faults = (issues ?? []).map(({ path, code }) => `${path || 'body'}: ${code}`).join(', ');
    return [reason ?? error, word && `(${word})`, detail, faults && `[${faults}]`].filter(Boolean).join(' ');
  } catch {
    return '';
  }
}
