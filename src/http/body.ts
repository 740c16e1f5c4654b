import type { HeaderOf } from '../gate/rails/rail.ts';
import { type Problem, problem } from '../values/problem.ts';
import type { Incoming } from './incoming.ts';
import { SHED_RETRY_SECONDS, type Turn } from './shedding.ts';

/** Whether Content-Length says that the body is too large. */
export const declaresOver = (header: HeaderOf, maxBytes: number): boolean =>
  Number(header('content-length') ?? 0) > maxBytes;

/** Reads the headers of a request by name. */
export const headersOf =
  ({ headers }: Incoming): HeaderOf =>
  (name) =>
    headers.get(name) ?? undefined;

/** Reads at most `maxBytes` of a request's body as UTF-8 text, and stops reading as soon as there is more. */
export async function readBody(
  request: Incoming,
  maxBytes: number,
): Promise<{ text: string } | { problem: Problem }> {
  if (declaresOver(headersOf(request), maxBytes)) return { problem: problem('payload_too_large') };
  // To ask such a request for its body would make the whole of it, for nothing.
  if (request.method === 'GET' || request.method === 'HEAD') return { text: '' };
  let bytes: Uint8Array | undefined;
  try {
    // Where the length is known the server reads no more than that, and needs no stream.
    bytes = request.headers.has('content-length')
      ? new Uint8Array(await request.arrayBuffer())
      : await readStream(request, maxBytes);
  } catch {
    // Whoever sends stopped in the middle. That is no failure of ours, and nobody waits for this answer.
    return { problem: problem('request_timeout') };
  }
  return bytes === undefined || bytes.byteLength > maxBytes
    ? { problem: problem('payload_too_large') }
    : textOf(bytes);
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The bytes of a body as text. */
export function textOf(bytes: Uint8Array): { text: string } | { problem: Problem } {
  try {
    return { text: decoder.decode(bytes) };
  } catch {
    return {
      problem: problem('invalid_request', {
        issues: [{ path: '', code: 'malformed_unicode', message: 'The body is not valid UTF-8.' }],
      }),
    };
  }
}

/** The same for a free check, which is worked on in its turn: before that only its bytes are taken. */
export async function readInTurn(
  request: Incoming,
  maxBytes: number,
  turn: Turn,
): ReturnType<typeof readBody> {
  const read = await readBody(request, maxBytes);
  return 'problem' in read || (await turn())
    ? read
    : { problem: problem('service_unavailable', { retryAfterSeconds: SHED_RETRY_SECONDS }) };
}

/** The body, unless it is longer. */
async function readStream(request: Incoming, maxBytes: number): Promise<Uint8Array | undefined> {
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return concat(chunks, size);
}

function concat(chunks: readonly Uint8Array[], size: number): Uint8Array {
  if (chunks.length === 1) return chunks[0]!;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}
