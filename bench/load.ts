import { spawn } from 'node:child_process';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Address } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { USDC_BASE_TERMS } from '../src/gate/assets.ts';
import { SANDBOX_BUYERS, sandboxAccount } from '../src/sandbox/accounts.ts';

/** The two loads of the benchmark. Each checks its own answers: a figure for wrong answers is no figure. */

/**
 * Unpaid calls a second, from autocannon in a process of its own. Every answer must be a 402. (Its latencies skip
 * answers that are not 2xx, so only the rate is used.)
 */
export async function unpaidRate(url: string, seconds: number, connections: number): Promise<number> {
  const program = fileURLToPath(import.meta.resolve('autocannon'));
  const output = await outputOf([
    program,
    '--json',
    '--no-progress',
    '-c',
    String(connections),
    '-d',
    String(seconds),
    url,
  ]);
  const result = JSON.parse(output) as Record<
    '4xx' | 'non2xx' | 'errors' | 'timeouts' | 'duration',
    number
  > & {
    statusCodeStats: Record<string, { count: number }>;
  };
  const challenged = result.statusCodeStats['402']?.count ?? 0;
  if (result.errors || result.timeouts || challenged === 0 || challenged !== result.non2xx)
    throw new Error(`${url}: not every unpaid call was a 402: ${JSON.stringify(result.statusCodeStats)}`);
  return challenged / result.duration;
}

function outputOf(args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve(text) : reject(new Error(`autocannon ended with ${code}`)),
    );
  });
}

export interface PaidRate {
  readonly perSecond: number;
  /** Milliseconds of one paid call, as its buyer sees it. */
  readonly p50: number;
  readonly p99: number;
}

/** Sends payments that were signed before, `concurrent` at a time. Every answer must be a 200. */
export async function paidRate(
  url: string,
  payments: readonly string[],
  concurrent: number,
): Promise<PaidRate> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrent });
  const times: number[] = [];
  let next = 0;
  const worker = async () => {
    for (let payment = payments[next++]; payment !== undefined; payment = payments[next++]) {
      const from = performance.now();
      const status = await get(url, agent, payment);
      if (status !== 200) throw new Error(`${url}: a paid call was answered ${status}`);
      times.push(performance.now() - from);
    }
  };
  const from = performance.now();
  await Promise.all(Array.from({ length: concurrent }, worker));
  const seconds = (performance.now() - from) / 1_000;
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(share * (times.length - 1))]!;
  return { perSecond: payments.length / seconds, p50: at(0.5), p99: at(0.99) };
}

const get = (url: string, agent: Agent, payment: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, headers: { 'payment-signature': payment } }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
      answer.once('error', reject);
    });
    outgoing.once('error', reject);
    outgoing.end();
  });

const TYPES = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const;
const PAYERS = SANDBOX_BUYERS.map(({ privateKey }) => privateKeyToAccount(privateKey));
let serial = 0n;

/** `PAYMENT-SIGNATURE` headers for one route, signed now; good for two minutes. */
export async function signedPayments(url: string, amount: string, count: number): Promise<string[]> {
  const { network, asset, extra } = USDC_BASE_TERMS;
  const payTo = sandboxAccount('seller').address;
  const accepted = { scheme: 'exact', network, asset, amount, payTo, maxTimeoutSeconds: 120, extra };
  const domain = {
    name: extra.name!,
    version: extra.version!,
    chainId: 8453,
    verifyingContract: asset as Address,
  };
  const seconds = BigInt(Math.floor(Date.now() / 1_000));
  const headers: string[] = [];
  for (let i = 0; i < count; i++) {
    const payer = PAYERS[i % PAYERS.length]!;
    const nonce = `0x${(BigInt(Date.now()) * 10n ** 9n + serial++).toString(16).padStart(64, '0')}` as const;
    const message = {
      from: payer.address,
      to: payTo,
      value: BigInt(amount),
      validAfter: seconds - 600n,
      validBefore: seconds + 120n,
      nonce,
    };
    const signature = await payer.signTypedData({
      domain,
      types: TYPES,
      primaryType: 'TransferWithAuthorization',
      message,
    });
    const authorization = {
      ...message,
      value: amount,
      validAfter: String(message.validAfter),
      validBefore: String(message.validBefore),
    };
    headers.push(
      Buffer.from(
        JSON.stringify({
          x402Version: 2,
          resource: { url },
          accepted,
          payload: { signature, authorization },
        }),
      ).toString('base64'),
    );
  }
  return headers;
}
