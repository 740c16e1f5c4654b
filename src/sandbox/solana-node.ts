/**
 * A Solana chain in one process: litesvm behind the few JSON-RPC methods that an x402 buyer, a seller and their tests
 * use. Mainnet's genesis hash and USDC mint, so that terms are those of production; nothing is kept.
 * Started by `solana.ts` as `node solana-node.ts <port>`.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LiteSVM } from 'litesvm';
import { USDC_SOLANA } from '../gate/assets.ts';
import { associatedTokenAccount, TOKEN_PROGRAM } from '../gate/rails/solana-address.ts';
import { decodeTransaction } from '../gate/rails/solana-message.ts';
import { base58, fromBase58 } from '../values/base58.ts';
import { SOLANA_ACCOUNTS, SOLANA_BUYERS, solanaAccount } from './solana-accounts.ts';
import { errorOf } from './solana-errors.ts';

const GENESIS_HASH = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
/** 1,000 USDC for each buyer. */
const BUYER_FUNDS_ATOMIC = 1_000_000_000n;
const LAMPORTS = 10_000_000_000n;
const SLOT_MS = 400;
const BLOCKHASH_BLOCKS = 150;
const BODY_MAX_BYTES = 64_000;

type LiteTransaction = Parameters<LiteSVM['sendTransaction']>[0];
type LiteAccount = Parameters<LiteSVM['setAccount']>[0];
type LiteAddress = Parameters<LiteSVM['getAccount']>[0];

const svm = new LiteSVM();
const startedAt = Date.now();
const slot = () => Math.floor((Date.now() - startedAt) / SLOT_MS) + BLOCKHASH_BLOCKS;
/** What became of each transaction that was executed: nothing else leaves a trace on a chain. */
const executed = new Map<string, Executed>();
interface Executed {
  /** In base64, as it was sent. */
  readonly wire: string;
  readonly slot: number;
  readonly err: unknown;
  readonly accounts: readonly string[];
  readonly before: readonly TokenBalance[];
  readonly after: readonly TokenBalance[];
}
interface TokenBalance {
  readonly accountIndex: number;
  readonly mint: string;
  readonly uiTokenAmount: ReturnType<typeof tokenBalance>;
}

/** What JSON-RPC answers with an error. */
class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;
  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

const METHODS: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
  getHealth: () => 'ok',
  getGenesisHash: () => GENESIS_HASH,
  getSlot: () => slot(),
  getBlockHeight: () => slot(),
  getBlockTime: ([at]) => blockTime(Number(at)),
  getFirstAvailableBlock: () => 0,
  getLatestBlockhash: () =>
    inContext({ blockhash: svm.latestBlockhash(), lastValidBlockHeight: slot() + BLOCKHASH_BLOCKS }),
  isBlockhashValid: ([hash]) => inContext(hash === svm.latestBlockhash()),
  getBalance: ([address]) => inContext(Number(svm.getBalance(addressIn(address)) ?? 0n)),
  getAccountInfo: ([address]) => inContext(accountInfo(addressIn(address))),
  getTokenAccountBalance: ([address]) => inContext(tokenBalance(addressIn(address))),
  simulateTransaction: ([text]) => inContext(simulate(text)),
  sendTransaction: ([text, options]) =>
    send(text, (options as { skipPreflight?: boolean } | undefined)?.skipPreflight === true),
  getSignatureStatuses: ([signatures]) =>
    inContext((signatures as unknown[]).map((each) => statusOf(String(each)))),
  getTransaction: ([signature, options]) =>
    transactionOf(String(signature), (options ?? {}) as { encoding?: string }),
  getSignaturesForAddress: ([address, options]) =>
    namesOf(addressIn(address), (options ?? {}) as { before?: string; limit?: number }),
  /** For tests: every transaction that names the newest block hash, and is not executed yet, is dead from now on. */
  sandbox_expireBlockhash: () => {
    svm.expireBlockhash();
    return svm.latestBlockhash();
  },
};

const blockTime = (at: number) => Math.floor((startedAt + (at - BLOCKHASH_BLOCKS) * SLOT_MS) / 1_000);

const inContext = (value: unknown) => ({ context: { slot: slot(), apiVersion: '2.0.0' }, value });

function addressIn(param: unknown): LiteAddress {
  if (typeof param !== 'string' || !fromBase58(param, 32)) throw new RpcError(-32602, 'Invalid param');
  return param as LiteAddress;
}

function accountInfo(address: LiteAddress) {
  const account = svm.getAccount(address);
  if (!account.exists) return null;
  return {
    lamports: Number(account.lamports),
    owner: account.programAddress,
    executable: account.executable,
    rentEpoch: 0,
    space: account.data.length,
    data: [Buffer.from(account.data).toString('base64'), 'base64'],
  };
}

function tokenBalance(address: LiteAddress) {
  const account = svm.getAccount(address);
  if (!account.exists || account.data.length !== 165)
    throw new RpcError(-32602, 'Invalid param: could not find account');
  const amount = Buffer.from(account.data).readBigUInt64LE(64);
  return { amount: String(amount), decimals: 6, uiAmountString: String(Number(amount) / 1e6) };
}

/** What litesvm takes. An empty slot gets bytes that are no signature: it refuses to be handed none. */
function transactionIn(
  text: unknown,
  keepEmpty: boolean,
): { transaction: LiteTransaction; id: string; accounts: readonly string[] } {
  const bytes = Buffer.from(String(text), 'base64');
  const decoded = decodeTransaction(bytes);
  if (!decoded) throw new RpcError(-32602, 'failed to deserialize transaction');
  const signatures = Object.fromEntries(
    decoded.signatures.map((signature, i) => {
      const empty = signature.every((byte) => byte === 0);
      return [decoded.accounts[i]!, empty && !keepEmpty ? new Uint8Array(64).fill(1) : signature];
    }),
  );
  return {
    transaction: { messageBytes: decoded.message, signatures } as unknown as LiteTransaction,
    id: base58(decoded.signatures[0]!),
    accounts: decoded.accounts,
  };
}

/** As with `sigVerify: false`, which is how a transaction is simulated before its fee payer has signed. */
function simulate(text: unknown) {
  const { transaction } = transactionIn(text, false);
  svm.withSigverify(false);
  try {
    const result = svm.simulateTransaction(transaction);
    const meta = result.meta();
    const err = 'err' in result ? errorOf(result.err()) : null;
    return { err, logs: meta.logs(), unitsConsumed: Number(meta.computeUnitsConsumed()), accounts: null };
  } finally {
    svm.withSigverify(true);
  }
}

function send(text: unknown, skipPreflight: boolean): string {
  const { transaction, id, accounts } = transactionIn(text, true);
  const before = tokenBalances(accounts);
  const result = svm.sendTransaction(transaction);
  const err = result && 'err' in result ? errorOf(result.err()) : null;
  // A transaction that fails in an instruction is in a block, and has paid its fee; any other failure never got there.
  const inBlock = err === null || (typeof err === 'object' && 'InstructionError' in err);
  if (inBlock && !executed.has(id))
    executed.set(id, {
      ...{ slot: slot(), err, wire: String(text), accounts, before },
      after: tokenBalances(accounts),
    });
  if (err !== null && !skipPreflight)
    throw new RpcError(-32002, `Transaction simulation failed: ${JSON.stringify(err)}`, { err, logs: [] });
  return id;
}

const tokenBalances = (accounts: readonly string[]): TokenBalance[] =>
  accounts.flatMap((address, accountIndex) => {
    const account = svm.getAccount(address as LiteAddress);
    if (!account.exists || account.programAddress !== TOKEN_PROGRAM || account.data.length !== 165) return [];
    const mint = base58(account.data.slice(0, 32));
    return [{ accountIndex, mint, uiTokenAmount: tokenBalance(address as LiteAddress) }];
  });

function transactionOf(signature: string, { encoding }: { encoding?: string }) {
  const found = executed.get(signature);
  if (!found) return null;
  const { slot: at, err, wire, accounts, before, after } = found;
  return {
    slot: at,
    blockTime: blockTime(at),
    transaction:
      encoding === 'base64'
        ? [wire, encoding]
        : { signatures: [signature], message: { accountKeys: accounts } },
    meta: { err, preTokenBalances: before, postTokenBalances: after },
  };
}

/** Newest first. */
function namesOf(address: string, { before, limit = 1_000 }: { before?: string; limit?: number }) {
  const names = [...executed].filter(([, { accounts }]) => accounts.includes(address)).reverse();
  const from = before === undefined ? 0 : names.findIndex(([signature]) => signature === before) + 1;
  return names.slice(from, from + limit).map(([signature, { slot: at, err }]) => ({
    signature,
    slot: at,
    err,
    blockTime: blockTime(at),
    confirmationStatus: 'finalized',
  }));
}

function statusOf(signature: string) {
  const found = executed.get(signature);
  if (!found) return null;
  const status = found.err === null ? { Ok: null } : { Err: found.err };
  return { slot: found.slot, confirmations: null, err: found.err, status, confirmationStatus: 'finalized' };
}

/** The mint, the seller's and the buyers' token accounts, and lamports for who pays fees. */
function prepare(): void {
  const put = (address: string, data: Uint8Array) =>
    svm.setAccount({
      address,
      data,
      executable: false,
      lamports: svm.minimumBalanceForRentExemption(BigInt(data.length)),
      programAddress: TOKEN_PROGRAM,
      space: BigInt(data.length),
    } as unknown as LiteAccount);
  const supply = BUYER_FUNDS_ATOMIC * BigInt(SOLANA_BUYERS.length);
  put(USDC_SOLANA.asset, mintData(supply));
  for (const { address, role } of [solanaAccount('seller'), ...SOLANA_BUYERS])
    put(
      associatedTokenAccount(address, USDC_SOLANA.asset),
      tokenData(address, role === 'buyer' ? BUYER_FUNDS_ATOMIC : 0n),
    );
  for (const { address } of SOLANA_ACCOUNTS)
    svm.airdrop(address as LiteAddress, LAMPORTS as unknown as Parameters<LiteSVM['airdrop']>[1]);
}

/** SPL Token `Mint`: no authority, supply, 6 decimals, initialised, no freeze authority. */
function mintData(supply: bigint): Uint8Array {
  const data = Buffer.alloc(82);
  data.writeBigUInt64LE(supply, 36);
  data[44] = 6;
  data[45] = 1;
  return data;
}

/** SPL Token `Account`: mint, owner, amount, no delegate, initialised, not native, no close authority. */
function tokenData(owner: string, amount: bigint): Uint8Array {
  const data = Buffer.alloc(165);
  data.set(fromBase58(USDC_SOLANA.asset, 32)!, 0);
  data.set(fromBase58(owner, 32)!, 32);
  data.writeBigUInt64LE(amount, 64);
  data[108] = 1;
  return data;
}

interface Call {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
}

function answer({ id = null, method, params }: Call): object {
  const work = METHODS[String(method)];
  try {
    if (!work) throw new RpcError(-32601, 'Method not found');
    return { jsonrpc: '2.0', id, result: work(Array.isArray(params) ? params : []) };
  } catch (error) {
    const { code, data } = error instanceof RpcError ? error : { code: -32603, data: undefined };
    const message = error instanceof Error ? error.message : 'internal error';
    return { jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } };
  }
}

const server = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk;
    if (text.length > BODY_MAX_BYTES) return response.writeHead(413).end();
  }
  try {
    const parsed = JSON.parse(text) as Call | Call[];
    const body = Array.isArray(parsed) ? parsed.map(answer) : answer(parsed);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  } catch {
    response.writeHead(400).end();
  }
});

prepare();
server.once('error', (error) => {
  console.error(`error: ${error.message}`);
  process.exit(1);
});
// Callers keep connections: one that is closed the moment it is used again fails a call that nobody repeats.
server.keepAliveTimeout = 120_000;
server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => {
  console.log(`Listening on 127.0.0.1:${(server.address() as AddressInfo).port}`);
});
