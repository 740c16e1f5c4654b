import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { x402Facilitator } from '@x402/core/facilitator';
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { toFacilitatorEvmSigner } from '@x402/evm';
import { ExactEvmScheme } from '@x402/evm/exact/facilitator';
import { createWalletClient, type Hex, http, nonceManager, publicActions } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { base } from 'viem/chains';

/**
 * The official facilitator over HTTP, for a sandbox chain: what an edge settles through where there is no third party
 * to ask. On loopback, with a test key; it is no part of the service.
 */
export async function startFacilitator(
  rpcUrl: string,
  privateKey: Hex,
): Promise<{ readonly url: string; stop(): void }> {
  const account = privateKeyToAccount(privateKey, { nonceManager });
  const wallet = createWalletClient({
    account,
    chain: base,
    transport: http(rpcUrl, { retryCount: 0 }),
    pollingInterval: 20,
  }).extend(publicActions);
  const signer = toFacilitatorEvmSigner({ ...wallet, address: account.address } as never);
  const official = new x402Facilitator().register('eip155:8453', new ExactEvmScheme(signer));

  const server = createServer((request, response) => {
    void answer(request)
      .then((body) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      )
      .catch(() => response.writeHead(500).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => void server.close(),
  };

  async function answer(request: IncomingMessage): Promise<object> {
    if (request.url === '/supported') return official.getSupported();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { paymentPayload, paymentRequirements } = JSON.parse(Buffer.concat(chunks).toString()) as {
      paymentPayload: PaymentPayload;
      paymentRequirements: PaymentRequirements;
    };
    return request.url === '/verify'
      ? official.verify(paymentPayload, paymentRequirements)
      : official.settle(paymentPayload, paymentRequirements);
  }
}
