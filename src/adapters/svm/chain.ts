import { associatedTokenAccount } from '../../gate/rails/solana-address.ts';
import { codeOf, Failure } from '../../values/failure.ts';
import { SECOND_MS } from '../../values/time.ts';
import { newestSeen } from '../newest.ts';

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
  status(signature: string): Promise<Status>;
  /** Like `status`, but `dead` when no block holds it and none ever can. `since`: epoch ms at which its block hash existed. */
  fate(signature: string, blockhash: string, since: number): Promise<Status | 'dead'>;
  finalSlot(): Promise<number>;
  /** Epoch ms. */
  timeOf(slot: number): Promise<number>;
  /** Final transactions that name an account, newest first, from the one after `before` on; none: that was all. */
  history(address: string, before?: string): Promise<readonly Named[]>;
  /** By how much a final transaction changed what a token account holds; undefined when no final block holds it. */
  change(
    signature: string,
    account: string,
  ): Promise<{ readonly slot: number; readonly amount: bigint } | undefined>;
}

/** A transaction that names an account. */
export interface Named {
  readonly signature: string;
  readonly failed: boolean;
  /** Epoch ms. */
  readonly time: number;
}

/**
 * `succeeded`: in a block that two thirds of the stake voted for. `failed`: in a final block, without effect.
 * `seen`: in a block that may still be dropped. `absent`: this node shows none.
 */
export type Status = 'succeeded' | 'failed' | 'seen' | 'absent';

/** As JSON-RPC says it: `"BlockhashNotFound"`, `{"InstructionError":[2,{"Custom":1}]}`. */
export type TransactionError = string | Readonly<Record<string, unknown>>;

export interface SolanaChainOptions {
  readonly rpcUrl: string;
  /** Milliseconds for one call. */
  readonly timeoutMs?: number;
}

/** How far the chain's clock may be from ours. */
const CLOCK_DOUBT_MS = 60 * SECOND_MS;

interface InContext<T> {
  readonly context: { readonly slot: number };
  readonly value: T;
}
interface SignatureStatus {
  readonly err: TransactionError | null;
  readonly confirmationStatus: 'processed' | 'confirmed' | 'finalized' | null;
}

/** A status, and the slot of the view that shows it. */
interface Shown {
  readonly slot: number;
  readonly status: Status;
}
interface Asking {
  readonly signature: string;
  readonly resolve: (shown: Shown) => void;
  readonly reject: (error: unknown) => void;
}
/** As many as one question may name. */
const MAX_STATUSES = 256;

interface TokenBalance {
  readonly accountIndex: number;
  readonly uiTokenAmount: { readonly amount: string };
}
interface FinalTransaction {
  readonly slot: number;
  readonly transaction: { readonly message: { readonly accountKeys: readonly string[] } };
  readonly meta: {
    readonly err: TransactionError | null;
    readonly preTokenBalances: readonly TokenBalance[];
    readonly postTokenBalances: readonly TokenBalance[];
    readonly loadedAddresses?: { readonly writable: readonly string[]; readonly readonly: readonly string[] };
  };
}
/** Where a token account says how much it holds. */
const AMOUNT_AT = 64;
/** As many ids as one answer may hold. */
const HISTORY_PAGE = 1_000;

export function openSolanaChain({ rpcUrl, timeoutMs = 3_000 }: SolanaChainOptions): SolanaChain {
  const newest = newestSeen();
  let asking: Asking[] = [];
  let finalAsked: ReturnType<typeof lastFinal> | undefined;
  return {
    genesisHash: () => call<string>('getGenesisHash'),
    balance: async (address) =>
      BigInt((await call<InContext<number>>('getBalance', [address, CONFIRMED])).value),
    account,
    tokens: async (owner, mint) => {
      const held = await account(associatedTokenAccount(owner, mint));
      return held ? Buffer.from(held.data).readBigUInt64LE(AMOUNT_AT) : 0n;
    },
    simulate,
    send,
    status: async (signature) => (await statusInContext(signature)).status,
    fate,
    finalSlot: () => call<number>('getSlot', [FINALIZED]),
    timeOf: blockTimeMs,
    history,
    change,
  };

  async function account(address: string) {
    const { value } = await call<InContext<{ owner: string; data: [string, string] } | null>>(
      'getAccountInfo',
      [address, { ...CONFIRMED, encoding: 'base64' }],
    );
    return value ? { owner: value.owner, data: Buffer.from(value.data[0], 'base64') } : undefined;
  }

  async function simulate(transaction: Uint8Array): Promise<TransactionError | undefined> {
    const { value } = await call<InContext<{ err: TransactionError | null }>>('simulateTransaction', [
      base64(transaction),
      { ...CONFIRMED, encoding: 'base64', sigVerify: false, replaceRecentBlockhash: false },
    ]);
    return value.err ?? undefined;
  }

  async function send(transaction: Uint8Array): Promise<void> {
    // Without another simulation: a refusal that only one node knows of would tell nothing for certain.
    await call('sendTransaction', [base64(transaction), { encoding: 'base64', skipPreflight: true }]);
  }

  /** All that is asked at the same moment is one question. */
  function statusInContext(signature: string): Promise<Shown> {
    return new Promise((resolve, reject) => {
      if (asking.length === 0) queueMicrotask(askTogether);
      asking.push({ signature, resolve, reject });
      if (asking.length >= MAX_STATUSES) askTogether();
    });
  }

  function askTogether(): void {
    const group = asking;
    asking = [];
    if (group.length === 0) return;
    // A node that keeps no history refuses this, instead of showing nothing.
    const how = { searchTransactionHistory: true };
    const signatures = group.map((each) => each.signature);
    // All that can throw comes before the last step: what that one threw, nobody would hear, and nobody be answered.
    call('getSignatureStatuses', [signatures, how])
      .then((answer) => shownIn(answer, group.length))
      .then(
        (shown) => {
          for (const [i, { resolve }] of group.entries()) resolve(shown[i]!);
        },
        (error) => {
          for (const { reject } of group) reject(error);
        },
      );
  }

  /** The last final block, once for all who ask while the answer is under way. */
  function lastFinal(): Promise<{ readonly slot: number; readonly time: number }> {
    finalAsked ??= (async () => {
      const slot = await call<number>('getSlot', [FINALIZED]);
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
  async function fate(signature: string, blockhash: string, since: number): Promise<Status | 'dead'> {
    const { slot, time } = await lastFinal();
    const over = time > since + CLOCK_DOUBT_MS && (await endOf(blockhash, slot));
    const { slot: shownAt, status } = await statusInContext(signature);
    const isBehind = !newest.saw(BigInt(shownAt));
    if (status !== 'absent' || over === false || shownAt < over || isBehind) return status;
    const oldest = await blockTimeMs(await call<number>('getFirstAvailableBlock'));
    return oldest < since - CLOCK_DOUBT_MS ? 'dead' : status;
  }

  /** The final slot, `slot` or a later one, by which nothing that names a block hash can be executed; false: it still can. */
  async function endOf(blockhash: string, slot: number): Promise<number | false> {
    const { context, value } = await call<InContext<boolean>>('isBlockhashValid', [
      blockhash,
      { ...FINALIZED, minContextSlot: slot },
    ]);
    // Nothing is not a no.
    return value === false && context.slot >= slot && context.slot;
  }

  async function history(address: string, before?: string): Promise<readonly Named[]> {
    const page = await call<
      readonly {
        readonly signature: string;
        readonly err: TransactionError | null;
        readonly slot: number;
        readonly blockTime: number | null;
      }[]
    >('getSignaturesForAddress', [address, { ...FINALIZED, limit: HISTORY_PAGE, ...(before && { before }) }]);
    return Promise.all(
      page.map(async ({ signature, err, slot, blockTime }) => ({
        signature,
        failed: err !== null,
        time: blockTime === null ? await blockTimeMs(slot) : blockTime * SECOND_MS,
      })),
    );
  }

  async function change(signature: string, account: string) {
    const found = await call<FinalTransaction | null>('getTransaction', [
      signature,
      { ...FINALIZED, encoding: 'json', maxSupportedTransactionVersion: 0 },
    ]);
    if (!found) return undefined;
    const { slot, meta, transaction } = found;
    const accounts = [
      ...transaction.message.accountKeys,
      ...(meta.loadedAddresses?.writable ?? []),
      ...(meta.loadedAddresses?.readonly ?? []),
    ];
    const held = (balances: readonly TokenBalance[]) =>
      BigInt(
        balances.find(({ accountIndex }) => accounts[accountIndex] === account)?.uiTokenAmount.amount ?? 0,
      );
    const failed = meta.err !== null;
    return { slot, amount: failed ? 0n : held(meta.postTokenBalances) - held(meta.preTokenBalances) };
  }

  async function blockTimeMs(slot: number): Promise<number> {
    const seconds = await call<number | null>('getBlockTime', [slot]);
    if (seconds === null)
      throw new Failure('the node does not know the time of its own block', 'NO_BLOCK_TIME');
    return seconds * SECOND_MS;
  }

  async function call<T>(method: string, params: readonly unknown[] = []): Promise<T> {
    const ask = () =>
      fetch(rpcUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
    const response = await ask().catch((error: unknown) => {
      // A connection that the node closed while it was idle. Asking twice can do no harm, sending neither.
      if (error instanceof TypeError) return ask();
      throw error;
    });
    if (!response.ok)
      throw new Failure(
        `the node answered ${method} with HTTP ${response.status}`,
        codeOf(`${method} ${response.status}`),
      );
    const { result, error } = (await response.json()) as { result?: T; error?: { code?: number } };
    // Its own words are not repeated: they may quote a transaction.
    if (error || result === undefined)
      throw new Failure(
        `the node refused ${method} (${error?.code})`,
        codeOf(`${method} refused ${error?.code ?? ''}`),
      );
    return result;
  }
}

const CONFIRMED = { commitment: 'confirmed' } as const;
const FINALIZED = { commitment: 'finalized' } as const;
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** What an answer shows of each that was asked about; throws unless it has a word for every one of them. */
function shownIn(answer: unknown, count: number): readonly Shown[] {
  const { context, value } = (answer ?? {}) as Partial<InContext<readonly (SignatureStatus | null)[]>>;
  const slot = context?.slot;
  // One that is left out is not one that is not there.
  if (
    !Number.isSafeInteger(slot) ||
    !Array.isArray(value) ||
    value.length !== count ||
    !value.every(isStatus)
  )
    throw new Failure('the node answered something else than it was asked about', 'OTHER_STATUS');
  return value.map((status) => ({ slot: slot!, status: statusOf(status) }));
}

const isStatus = (said: unknown): said is SignatureStatus | null =>
  said === null || (typeof said === 'object' && (said as Partial<SignatureStatus>).err !== undefined);

function statusOf(status: SignatureStatus | null): Status {
  if (!status) return 'absent';
  const { err, confirmationStatus } = status;
  if (err !== null) return confirmationStatus === 'finalized' ? 'failed' : 'seen';
  return confirmationStatus === 'confirmed' || confirmationStatus === 'finalized' ? 'succeeded' : 'seen';
}
