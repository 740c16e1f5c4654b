import type { Reply } from './respond.ts';

/** What routes read of a request: a `Request` is one. */
export interface Incoming {
  readonly method: string;
  readonly url: string;
  readonly headers: Pick<Headers, 'get' | 'has'>;
  readonly body: ReadableStream<Uint8Array> | null;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** What is read of an answer: a `Response` is one. */
export interface AnswerRead {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: Pick<Headers, 'get' | 'has'>;
  text(): Promise<string>;
}

/** Of a call that is made here. */
export interface OwnCall {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const named = (headers: Readonly<Record<string, string>>): Pick<Headers, 'get' | 'has'> => {
  const values = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return {
    get: (name) => values.get(name.toLowerCase()) ?? null,
    has: (name) => values.has(name.toLowerCase()),
  };
};

const encoder = new TextEncoder();

/** A call of our own as a request: a `Request` would make a stream of a text that is at hand. */
export function incomingOf(url: string, { method, headers, body }: OwnCall): Incoming {
  const bytes = body === undefined ? undefined : encoder.encode(body);
  return {
    method,
    url,
    headers: named({ ...headers, ...(bytes && { 'content-length': String(bytes.byteLength) }) }),
    body: null,
    arrayBuffer: async () =>
      bytes ? (bytes.buffer as ArrayBuffer).slice(0, bytes.byteLength) : new ArrayBuffer(0),
  };
}

/** The same of its answer. */
export const toldBy = ({ status, headers, body }: Reply): AnswerRead => ({
  status,
  ok: status >= 200 && status < 300,
  headers: named(headers),
  text: async () => body ?? '',
});
