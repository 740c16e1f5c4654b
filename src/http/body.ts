import { type Problem, problem } from '../values/problem.ts';

/** Whether Content-Length says that the body is too large. */
export const declaresOver = (request: Request, maxBytes: number): boolean =>
  Number(request.headers.get('content-length') ?? 0) > maxBytes;

/** Reads at most `maxBytes` of a request's body as UTF-8 text, and stops reading as soon as there is more. */
export async function readBody(
  request: Request,
  maxBytes: number,
): Promise<{ text: string } | { problem: Problem }> {
  if (declaresOver(request, maxBytes)) return { problem: problem('payload_too_large') };
  if (!request.body) return { text: '' };
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > maxBytes) return { problem: problem('payload_too_large') };
      chunks.push(chunk);
    }
  } catch {
    // Whoever sends stopped in the middle. That is no failure of ours, and nobody waits for this answer.
    return { problem: problem('request_timeout') };
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(concat(chunks, size)) };
  } catch {
    return {
      problem: problem('invalid_request', {
        issues: [{ path: '', code: 'malformed_unicode', message: 'The body is not valid UTF-8.' }],
      }),
    };
  }
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
