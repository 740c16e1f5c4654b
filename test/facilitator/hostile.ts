import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { x402Facilitator } from '@x402/core/facilitator';
import type { PaymentPayload, PaymentRequirements, SettleResponse } from '@x402/core/types';
import { toFacilitatorEvmSigner } from '@x402/evm';
import { ExactEvmScheme } from '@x402/evm/exact/facilitator';
import { createWalletClient, http, publicActions } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { createNonceManager, jsonRpc, type NonceManager } from 'viem/nonce';
import { SANDBOX_CHAIN, sandboxAccount, USDC_BASE } from '../../src/sandbox/chain.ts';

/**
 * The official facilitator behind HTTP on loopback, with a script of what goes wrong at `/settle`. `Settles` in a
 * mode's line means that the money moves for real, whatever is answered.
 */
const MODES = {
  clean: 'Settles, and says so',
  verify_ok_settle_fail: '500 and nothing sent',
  '200_success_false': '200 with a refusal, and nothing sent',
  success_no_tx: 'Settles, and names no transaction',
  success_unpaid: '200 with success and no transaction, and nothing sent',
  wrong_network: 'Settles, and names another network',
  wrong_payer: 'Settles, and names another payer',
  foreign_transaction: "200 with success and somebody else's transaction, and nothing sent",
  accept_then_timeout: 'Settles, and never answers',
  '5xx_after_settle': 'Settles, and answers 502',
  settlement_pending: 'Settles, and says that it is not confirmed yet',
  pending_lost: '200 with a pending transaction that does not exist, and nothing sent',
  drop_request: 'Closes the connection, and nothing sent',
  redirect_307: 'Sends the caller elsewhere, and nothing sent',
  duplicate: 'Settles twice, and gives the second answer',
  slow: 'Settles, and answers after a while',
  garbage: 'Settles, and answers HTML',
  huge: 'Settles, and answers correctly in a megabyte',
} as const;
export type Mode = keyof typeof MODES;

type Operation = 'verify' | 'settle' | 'supported';
interface Request {
  readonly operation: Operation;
  readonly body: { paymentPayload: PaymentPayload; paymentRequirements: PaymentRequirements } | undefined;
}

export interface Hostile {
  readonly url: string;
  /** What happens at the next settlements. */
  mode: Mode;
  /** `errorReason` of the mode 200_success_false. */
  refusal: string;
  /** What `/verify` answers instead of the truth: a function of the true answer. */
  verifyAnswer: ((truth: object) => { status?: number; body: unknown }) | undefined;
  supportedAnswer:
    | ((truth: object) => { status?: number; headers?: Record<string, string>; body: unknown })
    | undefined;
  /** The transaction that foreign_transaction names. */
  foreign: string;
  /** False: its node answers nothing about accounts. The official code then calls every signature bad. */
  hasNode: boolean;
  /** False: it broadcasts, and sees no receipt. The official answer is settlement_pending, and it remembers. */
  confirms: boolean;
  /** Runs before a settlement is looked at. */
  beforeSettle: () => Promise<void>;
  readonly requests: Request[];
  /** Lower-case address that broadcasts. */
  readonly signer: string;
  calls(operation: Operation): number;
  /** Asks the chain for its next nonce, as after a reorg. */
  forgetNonces(): void;
  stop(): Promise<void>;
}

const SLOW_MS = 250;
const ABSENT = `0x${'ab'.repeat(32)}`;

export async function openHostile(rpcUrl: string, elsewhere = 'http://127.0.0.1:9'): Promise<Hostile> {
  // One of its own: chains of one test file have the same accounts, and different nonces.
  const newNonces = () => createNonceManager({ source: jsonRpc() });
  let nonces = newNonces();
  const nonceManager: NonceManager = {
    consume: (of) => nonces.consume(of),
    get: (of) => nonces.get(of),
    increment: (of) => nonces.increment(of),
    reset: (of) => nonces.reset(of),
  };
  const account = privateKeyToAccount(sandboxAccount('settler').privateKey, { nonceManager });
  const wallet = createWalletClient({
    account,
    chain: SANDBOX_CHAIN,
    transport: http(rpcUrl, { retryCount: 0 }),
    pollingInterval: 20,
  }).extend(publicActions);
  const signer = toFacilitatorEvmSigner({ ...wallet, address: account.address } as never, {
    confirmationTimeoutMs: 5_000,
  });
  const { getCode, waitForTransactionReceipt } = signer;
  // The token's code stays readable: without it the official code leaves a rejection unhandled, and the process ends.
  signer.getCode = (args) =>
    hostile.hasNode || args.address.toLowerCase() === USDC_BASE.toLowerCase()
      ? getCode(args)
      : Promise.reject(new Error('no node'));
  signer.waitForTransactionReceipt = (args) =>
    hostile.confirms ? waitForTransactionReceipt(args) : Promise.reject(new Error('no receipt in time'));
  const official = new x402Facilitator().register('eip155:8453', new ExactEvmScheme(signer));

  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const hostile: Hostile = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mode: 'clean',
    refusal: 'insufficient_funds',
    verifyAnswer: undefined,
    supportedAnswer: undefined,
    foreign: ABSENT,
    hasNode: true,
    confirms: true,
    beforeSettle: async () => {},
    requests: [],
    signer: account.address.toLowerCase(),
    calls: (operation) => hostile.requests.filter((each) => each.operation === operation).length,
    forgetNonces: () => {
      nonces = newNonces();
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return hostile;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const operation = request.url!.slice(1) as Operation;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = chunks.length
      ? (JSON.parse(Buffer.concat(chunks).toString()) as Request['body'])
      : undefined;
    hostile.requests.push({ operation, body });
    const json = (value: unknown, status = 200, headers = {}) =>
      void response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(value));

    if (operation === 'supported') {
      const truth = official.getSupported();
      const said = hostile.supportedAnswer?.(truth) ?? { body: truth };
      return json(said.body, said.status, said.headers);
    }
    const { paymentPayload, paymentRequirements } = body!;
    if (operation === 'verify') {
      const truth = await official.verify(paymentPayload, paymentRequirements);
      const said = hostile.verifyAnswer?.(truth) ?? { body: truth };
      return json(said.body, said.status);
    }
    await hostile.beforeSettle();
    const settle = () => official.settle(paymentPayload, paymentRequirements);
    const unsent = { network: paymentRequirements.network, transaction: '', payer: payerOf(paymentPayload) };
    await misbehave(hostile, { settle, unsent, json, response, elsewhere });
  }
}

interface Stage {
  readonly settle: () => Promise<SettleResponse>;
  readonly unsent: { network: string; transaction: string; payer: string };
  readonly json: (value: unknown, status?: number, headers?: object) => void;
  readonly response: ServerResponse;
  readonly elsewhere: string;
}

async function misbehave(
  hostile: Hostile,
  { settle, unsent, json, response, elsewhere }: Stage,
): Promise<void> {
  switch (hostile.mode) {
    case 'clean':
      return json(await settle());
    case 'verify_ok_settle_fail':
      return json({ error: 'internal' }, 500);
    case '200_success_false':
      return json({ ...unsent, success: false, errorReason: hostile.refusal });
    case 'success_no_tx':
      return json({ ...(await settle()), transaction: '' });
    case 'success_unpaid':
      return json({ ...unsent, success: true });
    case 'wrong_network':
      return json({ ...(await settle()), network: 'eip155:84532' });
    case 'wrong_payer':
      return json({ ...(await settle()), payer: hostile.signer });
    case 'foreign_transaction':
      return json({ ...unsent, success: true, transaction: hostile.foreign });
    case 'accept_then_timeout':
      await settle();
      return;
    case '5xx_after_settle':
      await settle();
      return json({ error: 'bad gateway' }, 502);
    case 'settlement_pending':
      return json({ ...(await settle()), success: false, errorReason: 'settlement_pending' });
    case 'pending_lost':
      return json({ ...unsent, success: false, errorReason: 'settlement_pending', transaction: ABSENT });
    case 'drop_request':
      return void response.destroy();
    case 'redirect_307':
      return json({}, 307, { location: `${elsewhere}/settle` });
    case 'duplicate':
      await settle();
      return json(await settle());
    case 'slow':
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      return json(await settle());
    case 'garbage':
      await settle();
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>It works!</h1>');
    case 'huge':
      return json({ ...(await settle()), padding: 'x'.repeat(1_000_000) });
  }
}

const payerOf = (payload: PaymentPayload): string =>
  (payload.payload as { authorization: { from: string } }).authorization.from;
