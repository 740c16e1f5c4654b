import {
  createTestClient,
  type Hex,
  http,
  type PrivateKeyAccount,
  parseEventLogs,
  publicActions,
  walletActions,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import {
  readBalances,
  SANDBOX_ACCOUNTS,
  SANDBOX_CHAIN,
  USDC_ABI,
  USDC_BASE,
} from '../../src/sandbox/chain.ts';

import { buyersIn, type People, personIn } from '../shared/people.ts';

/** What a test does to a sandbox chain, and asks of it, besides what the service does. */
export const chainTools = (rpcUrl: string, people: People = SANDBOX_ACCOUNTS) => {
  const client = createTestClient({
    mode: 'anvil',
    chain: SANDBOX_CHAIN,
    transport: http(rpcUrl),
    pollingInterval: 10,
    cacheTime: 0,
  })
    .extend(publicActions)
    .extend(walletActions);
  const buyers = buyersIn(people);
  const seller = personIn(people, 'seller').address;
  const stranger = privateKeyToAccount(buyers.at(-1)!.privateKey);
  const settler = personIn(people, 'settler').address;
  return {
    client,
    balanceOf: async (address: Hex): Promise<bigint> => (await readBalances(rpcUrl, [address]))[0]!,
    /** Atomic units that the seller has been paid so far. */
    sellerBalance: async (): Promise<bigint> => (await readBalances(rpcUrl, [seller]))[0]!,
    /** Transactions that the settler key has sent and that are mined. */
    settlerTransactions: () => client.getTransactionCount({ address: settler, blockTag: 'latest' }),
    /** Transactions that the settler key has sent and that wait to be mined. */
    async waiting(): Promise<number> {
      const [pending, mined] = await Promise.all([
        client.getTransactionCount({ address: settler, blockTag: 'pending' }),
        client.getTransactionCount({ address: settler, blockTag: 'latest' }),
      ]);
      return pending - mined;
    },
    /** Every Transfer of the asset to the seller, oldest first. */
    async transfersToSeller() {
      const logs = await client.getLogs({ address: USDC_BASE, fromBlock: 0n });
      return parseEventLogs({ abi: USDC_ABI, logs, eventName: 'Transfer' }).filter(
        (log) => log.args.to === seller,
      );
    },
    /** From now on nothing is mined until `mine`. */
    hold: () => client.setAutomine(false),
    async mine(): Promise<void> {
      await client.setAutomine(true);
      await client.mine({ blocks: 1 });
    },
    /** Sends a payment's authorization to the chain, as anybody may. */
    async broadcast({
      payload,
    }: {
      payload: { signature: unknown; authorization: Record<string, unknown> };
    }): Promise<void> {
      const { from, to, value, validAfter, validBefore, nonce } = payload.authorization as Record<
        string,
        string
      >;
      const hash = await client.writeContract({
        account: stranger,
        address: USDC_BASE,
        abi: USDC_ABI,
        functionName: 'transferWithAuthorization',
        args: [
          from as Hex,
          to as Hex,
          BigInt(value!),
          BigInt(validAfter!),
          BigInt(validBefore!),
          nonce as Hex,
          payload.signature as Hex,
        ],
      });
      await client.waitForTransactionReceipt({ hash });
    },
    /** A new account with exactly `atomic` of the asset, and gas money to move it away with. */
    async freshBuyer(atomic: bigint) {
      const buyer = privateKeyToAccount(generatePrivateKey());
      await client.setBalance({ address: buyer.address, value: 10n ** 18n });
      const transfer = async (account: PrivateKeyAccount, to: Hex) => {
        const args = [to, atomic] as const;
        const hash = await client.writeContract({
          account,
          address: USDC_BASE,
          abi: USDC_ABI,
          functionName: 'transfer',
          args,
        });
        await client.waitForTransactionReceipt({ hash });
      };
      await transfer(stranger, buyer.address);
      return { buyer, moveAway: () => transfer(buyer, stranger.address) };
    },
    /** A dev buyer's account: `buyer(0)` to `buyer(6)`, with 1,000 USDC each at the start. */
    buyer: (index: number) => privateKeyToAccount(buyers[index]!.privateKey),
    emptyBuyer: privateKeyToAccount(personIn(people, 'empty').privateKey),
  };
};

export type ChainTools = ReturnType<typeof chainTools>;
