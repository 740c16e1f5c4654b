import { associatedTokenAccount } from '../../gate/rails/solana-address.ts';
import { Failure } from '../../values/failure.ts';
import { SECOND_MS } from '../../values/time.ts';
import { newestSeen } from '../newest.ts';
import type { TokenBalances, TransactionError } from './answers.ts';
import { openRpc, type SolanaRpcOptions } from './rpc.ts';
import { openStatuses, type SvmStatus } from './statuses.ts';

/** Reads of one Solana chain, and sends. Every method throws when the node cannot be asked; the callers decide what that means. */
export interface SolanaChain {
  genesisHash(): Promise<string>;
  /** Lamports; 0 for an account that does not exist. */
  balance(address: string): Promise<bigint>;
  /** A token account's or a mint's program and bytes; undefined when there is none. */
  account(address: string): Promise<{ readonly owner: string; readonly data: Uint8Array } | undefined>;
  /** What an owner has of a token, in atomic units, in the account that wallets pay from. */
  tokens(owner: string, mint: string): Promise<bigint>;
  /** Executes a transaction on paper, without looking at signatures. Undefined: it would go through now. */
  simulate(transaction: Uint8Array): Promise<TransactionError | undefined>;
  /** Hands it to the network. Whether it was taken, only its status says. */
  send(transaction: Uint8Array): Promise<void>;
  status(signature: string): Promise<SvmStatus>;
  /** Like `status`, but `dead` when no block holds it and none ever can. `since`: epoch ms at which its block hash existed. */
  fate(signature: string, blockhash: string, since: number): Promise<SvmStatus | 'dead'>;
  finalSlot(): Promise<number>;
  /** Epoch ms. */
  timeOf(slot: number): Promise<number>;
  /** Final transactions that name an account, newest first, from the one after `before` on; none: that was all. */
  history(address: string, before?: string): Promise<readonly NamingTransaction[]>;
  /** By how much a final transaction changed what a token account holds; undefined when no final block holds it. */
  change(
    signature: string,
    account: string,
  ): Promise<{ readonly slot: number; readonly amount: bigint } | undefined>;
}

/** A transaction that names an account. */
export interface NamingTransaction {
  readonly signature: string;
  readonly slot: number;
  readonly failed: boolean;
  /** Epoch ms. */
  readonly time: number;
}

/** How far the chain's clock may be from ours. */
const CLOCK_DOUBT_MS = 60 * SECOND_MS;

/** Where a token account says how much it holds. */
const AMOUNT_AT = 64;
/** As many ids as one answer may hold. */
const HISTORY_PAGE = 1_000;

export function openSolanaChain(options: SolanaRpcOptions): SolanaChain {
  const call = openRpc(options);
  const statusInContext = openStatuses(call);
  const newest = newestSeen();
  let finalAsked: ReturnType<typeof lastFinal> | undefined;
  return {
    genesisHash: () => call('getGenesisHash'),
    balance: async (address) => BigInt((await call('getBalance', [address, CONFIRMED])).value),
    account,
    tokens: async (owner, mint) => {
      const held = await account(associatedTokenAccount(owner, mint));
      return held ? Buffer.from(held.data).readBigUInt64LE(AMOUNT_AT) : 0n;
    },
    simulate,
    send,
    status: async (signature) => (await statusInContext(signature)).status,
    fate,
    finalSlot: () => call('getSlot', [FINALIZED]),
    timeOf: blockTimeMs,
    history,
    change,
  };

  async function account(address: string) {
    const how = { ...CONFIRMED, encoding: 'base64' };
    const { value } = await call('getAccountInfo', [address, how]);
    return value ? { owner: value.owner, data: Buffer.from(value.data[0], 'base64') } : undefined;
  }

  async function simulate(transaction: Uint8Array): Promise<TransactionError | undefined> {
    const { value } = await call('simulateTransaction', [
      base64(transaction),
      { ...CONFIRMED, encoding: 'base64', sigVerify: false, replaceRecentBlockhash: false },
    ]);
    return value.err ?? undefined;
  }

  async function send(transaction: Uint8Array): Promise<void> {
    // Without another simulation: a refusal that only one node knows of would tell nothing for certain.
    await call('sendTransaction', [base64(transaction), { encoding: 'base64', skipPreflight: true }]);
  }

  /** The last final block, once for all who ask while the answer is under way. */
  function lastFinal(): Promise<{ readonly slot: number; readonly time: number }> {
    finalAsked ??= (async () => {
      const slot = await call('getSlot', [FINALIZED]);
      newest.saw(BigInt(slot));
      return { slot, time: await blockTimeMs(slot) };
    })().finally(() => {
      finalAsked = undefined;
    });
    return finalAsked;
  }

  /**
   * The end of the block hash is read first, so that "absent" is newer than "expired". A node calls a block hash
   * invalid too when it has not seen it yet, so its last final block must be younger than the block hash; and "absent"
   * counts only from a view that is no older than the block in which the hash was over, and than any that a node has
   * shown this process, on a node whose history reaches back to the sale.
   */
  async function fate(signature: string, blockhash: string, since: number): Promise<SvmStatus | 'dead'> {
    const { slot, time } = await lastFinal();
    const over = time > since + CLOCK_DOUBT_MS && (await endOf(blockhash, slot));
    const { slot: shownAt, status } = await statusInContext(signature);
    const isBehind = !newest.saw(BigInt(shownAt));
    if (status !== 'absent' || over === false || shownAt < over || isBehind) return status;
    const oldest = await blockTimeMs(await call('getFirstAvailableBlock'));
    return oldest < since - CLOCK_DOUBT_MS ? 'dead' : status;
  }

  /** The final slot, `slot` or a later one, by which nothing that names a block hash can be executed; false: it still can. */
  async function endOf(blockhash: string, slot: number): Promise<number | false> {
    const { context, value } = await call('isBlockhashValid', [
      blockhash,
      { ...FINALIZED, minContextSlot: slot },
    ]);
    // An answer without a value proves nothing.
    return value === false && context.slot >= slot && context.slot;
  }

  async function history(address: string, before?: string): Promise<readonly NamingTransaction[]> {
    const page = await call('getSignaturesForAddress', [
      address,
      { ...FINALIZED, limit: HISTORY_PAGE, ...(before && { before }) },
    ]);
    return Promise.all(
      page.map(async ({ signature, err, slot, blockTime }) => ({
        signature,
        slot,
        failed: err !== null,
        time: typeof blockTime === 'number' ? blockTime * SECOND_MS : await blockTimeMs(slot),
      })),
    );
  }

  async function change(signature: string, account: string) {
    const found = await call('getTransaction', [
      signature,
      { ...FINALIZED, encoding: 'json', maxSupportedTransactionVersion: 0 },
    ]);
    if (!found) return undefined;
    const { slot, meta, transaction } = found;
    if (transaction.signatures[0] !== signature)
      throw new Failure('the node shows another transaction than it was asked for', 'OTHER_ANSWER');
    const accounts = [
      ...transaction.message.accountKeys,
      ...(meta.loadedAddresses?.writable ?? []),
      ...(meta.loadedAddresses?.readonly ?? []),
    ];
    const held = (balances: TokenBalances) =>
      BigInt(
        balances.find(({ accountIndex }) => accounts[accountIndex] === account)?.uiTokenAmount.amount ?? 0,
      );
    const failed = meta.err !== null;
    return { slot, amount: failed ? 0n : held(meta.postTokenBalances) - held(meta.preTokenBalances) };
  }

  async function blockTimeMs(slot: number): Promise<number> {
    const seconds = await call('getBlockTime', [slot]);
    if (seconds === null)
      throw new Failure('the node does not know the time of its own block', 'NO_BLOCK_TIME');
    return seconds * SECOND_MS;
  }
}

const CONFIRMED = { commitment: 'confirmed' } as const;
const FINALIZED = { commitment: 'finalized' } as const;
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
