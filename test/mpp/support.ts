import { Challenge, Credential } from 'mppx';
import { Mppx, tempo } from 'mppx/client';
import {
  type Address,
  createTestClient,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  http,
  type PrivateKeyAccount,
  parseAbi,
  publicActions,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { sendTransaction } from 'viem/actions';
import { tempo as tempoChain } from 'viem/tempo/chains';
import { memoFor } from '../../src/adapters/tempo/memo.testing.ts';
import {
  type EvmSandbox,
  SANDBOX_BUYERS,
  sandboxAccount,
  startEvmSandbox,
  USDC_ABI,
} from '../../src/sandbox/chain.ts';
import { startTempoSandbox, type TempoSandbox, USDC_TEMPO } from '../../src/sandbox/tempo.ts';
import {
  type Hosted,
  type Service,
  type ServiceOptions,
  startHosted,
  startService,
} from '../support/service.ts';

/** Buyers of every make on a Tempo chain of their own, and the service that sells to them. */

export const SECRET = 'a-secret-of-these-tests-32-bytes!';
export const PRICE = 100_000n;
export const SELLER = sandboxAccount('seller').address;
const TIP20 = parseAbi(['function transferWithMemo(address to, uint256 amount, bytes32 memo)']);

export type Mode = 'push' | 'pull';
export const MODES = ['push', 'pull'] as const;

export const buyer = (index: number): PrivateKeyAccount =>
  privateKeyToAccount(SANDBOX_BUYERS[index]!.privateKey);
export const pauper = (): PrivateKeyAccount => privateKeyToAccount(sandboxAccount('empty').privateKey);

export interface Street {
  readonly base: EvmSandbox;
  readonly tempo: TempoSandbox;
  start(options?: ServiceOptions): Promise<Hosted>;
  /** In a process of its own, to be killed or listened to. */
  startProcess(options?: ServiceOptions): Promise<Service>;
  close(): Promise<void>;
}

export async function openStreet(): Promise<Street> {
  const [base, tempo] = await Promise.all([startEvmSandbox(), startTempoSandbox()]);
  const settings = ({ env, ...options }: ServiceOptions = {}): ServiceOptions => ({
    rpcUrl: base.rpcUrl,
    sold: 'mpp',
    env: { TEMPO_RPC_URL: tempo.rpcUrl, MPP_SECRET: SECRET, ...env },
    ...options,
  });
  return {
    ...{ base, tempo },
    start: (options) => startHosted(settings(options)),
    startProcess: (options) => startService(settings(options)),
    close: async () => void (await Promise.all([base.stop(), tempo.stop()])),
  };
}

/** What tests do to a Tempo chain, and ask of it. */
export const tempoTools = (rpcUrl: string) => {
  const chain = { ...tempoChain, rpcUrls: { default: { http: [rpcUrl] } } };
  const transport = http(rpcUrl);
  const client = createTestClient({ mode: 'anvil', chain, transport, cacheTime: 0 }).extend(publicActions);
  const walletOf = (account: PrivateKeyAccount) => createWalletClient({ account, chain, transport });

  /** Not viem's own wait: it takes another transaction of the same nonce for ours, and here all have the same. */
  const mined = async (hash: Hex): Promise<Hex> => {
    for (let tries = 0; tries < 400; tries++) {
      const receipt = await client.getTransactionReceipt({ hash }).catch(() => undefined);
      if (receipt) return hash;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('the transaction was not mined');
  };

  const send = async (
    account: PrivateKeyAccount,
    ...payments: readonly { to: Address; amount: bigint; memo: Hex; token?: Address }[]
  ): Promise<Hex> => {
    const calls = payments.map(({ to, amount, memo, token = USDC_TEMPO }) => ({
      to: token,
      data: encodeFunctionData({ abi: TIP20, functionName: 'transferWithMemo', args: [to, amount, memo] }),
    }));
    const window = { nonceKey: 'expiring', validBefore: Math.floor(Date.now() / 1000) + 25 };
    return mined(await sendTransaction(walletOf(account), { calls, ...window } as never));
  };
  const paymentFor = ({ id, realm }: Challenge.Challenge) => ({
    to: SELLER,
    amount: PRICE,
    memo: memoFor({ challengeId: id, realm }),
  });

  return {
    client,
    mined,
    /** Pays a challenge by hand: each part may be another than it should be. */
    pushed: (
      challenge: Challenge.Challenge,
      account: PrivateKeyAccount,
      change: { to?: Address; amount?: bigint; memo?: Hex; token?: Address } = {},
    ): Promise<Hex> => send(account, { ...paymentFor(challenge), ...change }),
    /** Pays several challenges in one transaction. */
    both: (challenges: readonly Challenge.Challenge[], account: PrivateKeyAccount): Promise<Hex> =>
      send(account, ...challenges.map(paymentFor)),
    sellerBalance: (): Promise<bigint> =>
      client.readContract({
        address: USDC_TEMPO,
        abi: USDC_ABI,
        functionName: 'balanceOf',
        args: [SELLER],
      }),
    /** Waits until so many transactions wait to be mined. */
    async pending(count: number): Promise<void> {
      for (let tries = 0; tries < 400; tries++) {
        if ((await client.getTxpoolStatus()).pending >= count) return;
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
      throw new Error('nothing waits to be mined');
    },
    /** As if no node had ever seen what waits. */
    drop: () => client.request({ method: 'anvil_dropAllTransactions' } as never),
    /** Nothing is mined until `mine`. */
    hold: () => client.setIntervalMining({ interval: 0 }),
    async mine(): Promise<void> {
      await client.mine({ blocks: 1 });
      await client.setIntervalMining({ interval: 1 });
    },
    /** The stock client of mppx, over this `fetch`. */
    stock: (account: PrivateKeyAccount, mode: Mode, retries = 1, send: typeof fetch = fetch) =>
      Mppx.create({
        polyfill: false,
        fetch: send,
        maxPaymentRetries: retries,
        methods: [
          tempo.charge({
            account,
            mode,
            getClient: () => client as never,
            expectedChainId: 4217,
            expectedRecipients: [SELLER],
          }),
        ],
      }),
  };
};
export type TempoTools = ReturnType<typeof tempoTools>;

/** The MPP challenge of an unpaid call. */
export async function challengeAt(url: string, init?: RequestInit): Promise<Challenge.Challenge> {
  const response = await fetch(url, init);
  await response.arrayBuffer();
  return Challenge.fromResponse(response);
}

/** A challenge that the service would have made, but for what is changed: its secret is ours. */
export const forged = (
  challenge: Challenge.Challenge,
  change: Partial<Parameters<typeof Challenge.from>[0]> & { secretKey?: string },
): Challenge.Challenge => {
  const { id: _id, ...rest } = challenge;
  return Challenge.from({ ...rest, secretKey: SECRET, ...change } as Parameters<typeof Challenge.from>[0]);
};

export const source = (account: PrivateKeyAccount): string => `did:pkh:eip155:4217:${account.address}`;

export const hashCredential = (challenge: Challenge.Challenge, hash: Hex, from?: string): string =>
  Credential.serialize({ challenge, payload: { type: 'hash', hash }, ...(from && { source: from }) });

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

export async function send(url: string, authorization: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, { ...init, headers: { authorization, ...init.headers } });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

export const memberOf = (answer: Answer, name: string): unknown =>
  (JSON.parse(answer.text) as Record<string, unknown>)[name];
