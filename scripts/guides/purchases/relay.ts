import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Purchase } from './judge.ts';

/** What was answered in one purchase, as far as it concerns money. */
export type Heard = Pick<Purchase, 'receipt' | 'offered'>;

/**
 * Stands where the lab's clients look for their seller, and passes everything on to the service. It notes offers and
 * receipts, and puts on the one header of a caller for which the lab's workers have no place: the audit's ticket.
 */
export interface Relay {
  readonly port: number;
  begin(headers: Readonly<Record<string, string>>): void;
  heard(): Heard;
  stop(): void;
}

export async function openRelay(service: string): Promise<Relay> {
  let added: Readonly<Record<string, string>> = {};
  let heard: Heard = { receipt: null, offered: [] };
  const server = createServer(async (request, response) => {
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const headers = new Headers(added);
      for (const [name, value] of Object.entries(request.headers))
        if (!HOP_BY_HOP.includes(name)) headers.set(name, String(value));
      const answer = await fetch(new URL(request.url ?? '/', service), {
        method: request.method ?? 'GET',
        headers,
        redirect: 'manual',
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      });
      heard = noted(heard, answer);
      const body = Buffer.from(await answer.arrayBuffer());
      for (const [name, value] of answer.headers)
        if (!HOP_BY_HOP.includes(name) && name !== 'content-encoding') response.setHeader(name, value);
      response.writeHead(answer.status, { connection: 'close' }).end(body);
    } catch {
      response.destroy();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    begin(headers) {
      added = headers;
      heard = { receipt: null, offered: [] };
    },
    heard: () => heard,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const HOP_BY_HOP = ['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'expect'];

function noted(before: Heard, { status, headers }: Response): Heard {
  const x402 = headers.get('payment-response');
  const mpp = headers.get('payment-receipt');
  if (x402 !== null) {
    const { success, transaction } = decoded(x402);
    return { ...before, receipt: { success: success === true, transaction: String(transaction) } };
  }
  if (mpp !== null) {
    const { status: said, reference } = decoded(mpp);
    return { ...before, receipt: { success: said === 'success', transaction: String(reference) } };
  }
  if (status !== 402) return before;
  const offered: Heard['offered'] = [];
  const required = headers.get('payment-required');
  if (required !== null && decoded(required).x402Version === 2) offered.push('x402v2');
  if (/(?:^|, )Payment /.test(headers.get('www-authenticate') ?? '')) offered.push('mpp');
  return { ...before, offered };
}

const decoded = (value: string): Readonly<Record<string, unknown>> =>
  JSON.parse(Buffer.from(value, 'base64').toString('utf8'));
