import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A way to a service on which answers to paid calls are lost: the service did all that it does, and nobody hears of it. */
export interface LossyWay {
  readonly url: string;
  /** What happens to the next such answers, in turn; the others get through. */
  lose(...how: readonly ('all of it' | 'half of it')[]): void;
  close(): Promise<void>;
}

export async function lossyWay(service: string): Promise<LossyWay> {
  let losses: readonly ('all of it' | 'half of it')[] = [];
  const server = createServer((request, response) => void passOn(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lose: (...how) => {
      losses = how;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers))
      if (!HOP.has(name) && typeof value === 'string') headers.set(name, value);
    const answer = await fetch(service + request.url!, {
      method: request.method!,
      headers,
      ...(body.length > 0 && { body }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const isPaid = headers.has('payment-signature') || body.includes('"x402/payment"');
    const [loss, ...rest] = isPaid ? losses : [];
    if (isPaid) losses = rest;
    if (loss === 'all of it') return void request.socket.destroy();
    const kept = [...answer.headers].filter(([name]) => !HOP.has(name));
    response.writeHead(answer.status, [...kept, ['content-length', String(bytes.length)]].flat());
    if (loss !== 'half of it') return void response.end(bytes);
    response.write(bytes.subarray(0, bytes.length / 2), () => request.socket.destroy());
  }
}

/** Of one connection, not of what is carried. */
const HOP = new Set([
  'host',
  'connection',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'keep-alive',
]);
