import type { IncomingMessage } from 'node:http';

/** Bodies as they come from a socket: taken whole, up to a limit, and no stream is made of them. */

export const mayHaveBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** After an answer that did not wait for the whole body: how long its rest is thrown away before the connection is cut. */
const REST_MS = 500;

/**
 * Takes at most `maxBytes` of a body. `told` once: with its bytes, with none when the sender stopped in the middle, or
 * with undefined as soon as there is more. What comes after that is thrown away, for a moment: a client that is cut off
 * while it sends may not see its answer.
 */
export function takeBody(
  incoming: IncomingMessage,
  maxBytes: number,
  told: (body: Uint8Array | undefined) => void = () => {},
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  let isTold = false;
  const tell = (body: Uint8Array | undefined) => {
    if (isTold) return;
    isTold = true;
    told(body);
  };
  incoming.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
    else if (!isTold) {
      chunks.length = 0;
      tell(undefined);
      const cut = setTimeout(() => incoming.socket.destroySoon(), REST_MS).unref();
      incoming.once('close', () => clearTimeout(cut));
    }
  });
  incoming.once('end', () => tell(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
  incoming.once('close', () => tell(new Uint8Array()));
}
