import type { Readable } from 'node:stream';
import type { PrivateKeyAccount } from 'viem';
import type { Ask } from '../script.ts';

/** One way to drive every client: what differs between SDKs ends here. */

export interface CallInit {
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Readable;
  readonly signal?: AbortSignal;
  readonly redirect?: 'error';
}

export interface Got {
  readonly status: number;
  /** What the client says of the call in words of its own. */
  readonly told?: string | undefined;
  read(): Promise<unknown>;
}

export interface ClientCall {
  (url: string, init: CallInit | undefined): Promise<Got>;
  /** Sends the last credential again, without the client: a remedy of the caller's own. */
  resend(): Promise<Got>;
}

export interface Client {
  prepare(account: PrivateKeyAccount, ask: Ask): Promise<ClientCall>;
}

/** `fetch` as the SDKs wrap it. */
export type ClientFetch = (input: string | Request, init?: RequestInit) => Promise<Response>;
