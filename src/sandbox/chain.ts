import {
  type Address,
  bytesToHex,
  createTestClient,
  defineChain,
  type Hex,
  hexToBytes,
  http,
  keccak256,
  numberToHex,
  pad,
  publicActions,
  stringToHex,
  toHex,
  walletActions,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { MULTICALL3, USDC } from '../values/assets.ts';
import { DEFAULT_NETWORK, EVM_NETWORKS, type EvmName, type EvmRow } from '../values/networks.ts';
import { BASE, chainIdOf } from '../values/payment.ts';
import { USDC_ABI } from './abi.ts';
import { SANDBOX_BUYERS, sandboxAccount } from './accounts.ts';
import { type Anvil, startAnvil } from './anvil.ts';
import artefact from './contracts.artefact.json' with { type: 'json' };
import { keepTime } from './idle.ts';

export { MULTICALL3_ABI, USDC_ABI } from './abi.ts';
export { SANDBOX_ACCOUNTS, SANDBOX_BUYERS, type SandboxAccount, sandboxAccount } from './accounts.ts';

export const USDC_BASE: Address = USDC.base.asset;
export const SANDBOX_CHAIN_ID = chainIdOf(BASE);
/** Bare: viem's own list of chains is seven hundred modules, a third of what a start has to load. */
export const SANDBOX_CHAIN = defineChain({
  id: SANDBOX_CHAIN_ID,
  name: 'Base',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
});
/** 1,000 USDC for each buyer. */
export const BUYER_FUNDS_ATOMIC = 1_000_000_000n;

const GAS_MONEY_WEI = 10n ** 22n;
const POLL_MS = 20;
/** Where `UsdcSandbox` keeps a name that is not the usual one. */
const NAME_SLOT = 4;
const USUAL_NAME = 'USD Coin';

export interface EvmSandbox extends Anvil {
  readonly chainId: number;
  readonly asset: Address;
}

export interface EvmSandboxOptions {
  /** TCP port on 127.0.0.1; absent or 0: a free one. */
  readonly port?: number;
  /** An anvil binary to use instead of the npm package's. */
  readonly anvilPath?: string;
  /** Further anvil arguments, such as `['--block-time', '2']`: its blocks and its clock are then the caller's alone. */
  readonly args?: readonly string[];
  /** How old its newest block may become while nobody pays. */
  readonly idleMs?: number;
  /** On the terms of which network; the default one without it. */
  readonly network?: EvmName;
}

const termsOf = (name: EvmName) => {
  const row = EVM_NETWORKS.find((each) => each.name === name)!;
  return { row, chainId: chainIdOf(row.network), asset: row.token.asset as Address };
};

/** A chain on a network's terms (id, token, Multicall3), funded and offline. It dies with this process. */
export async function startEvmSandbox(options: EvmSandboxOptions = {}): Promise<EvmSandbox> {
  const { network = DEFAULT_NETWORK, ...rest } = options;
  const { chainId, asset } = termsOf(network);
  const anvil = await startAnvil({ ...rest, chainId });
  try {
    await prepareEvmSandbox(anvil.rpcUrl, network);
    const leave = options.args ? () => {} : keepTime(sandboxClient(anvil.rpcUrl, chainId), options.idleMs);
    void anvil.exited.then(leave);
    return { ...anvil, chainId, asset };
  } catch (error) {
    await anvil.stop();
    throw error;
  }
}

/**
 * Installs token, Multicall3 and the buyers' funds on a running anvil; says whether it changed anything.
 * A prepared chain is left as it is, whatever its buyers have spent since, and two processes may prepare one
 * chain at the same time. Other code at those two addresses is replaced. Throws when it is not an anvil with the id of
 * that network.
 */
export async function prepareEvmSandbox(
  rpcUrl: string,
  network: EvmName = DEFAULT_NETWORK,
): Promise<{ changed: boolean }> {
  const { row, chainId, asset } = termsOf(network);
  const client = sandboxClient(rpcUrl, chainId);
  await requireAnvil(client, chainId);
  let changed = false;
  for (const { address, runtime } of contractsOf(row)) {
    if ((await client.getCode({ address })) === runtime) continue;
    await client.setCode({ address, bytecode: runtime as Hex });
    changed = true;
  }
  await nameToken(client, row, asset);
  if (await isFunded(client, asset)) return { changed };
  await fundBuyers(client, asset);
  return { changed: true };
}

interface Contract {
  readonly address: Address;
  readonly runtime: string;
}

function contractsOf({ token, blockNumber }: EvmRow): readonly Contract[] {
  const usdc = { address: token.asset as Address, runtime: artefact.UsdcSandbox.runtime };
  const { runtime } = artefact.Multicall3;
  if (!blockNumber) return [usdc, { address: MULTICALL3, runtime }];
  return [
    usdc,
    { address: MULTICALL3, runtime: withOtherNumber(runtime) },
    { address: blockNumber.target as Address, runtime: numberFor(blockNumber.data) },
  ];
}

const [NUMBER, TIMESTAMP, PUSH1, PUSH32] = [0x43, 0x42, 0x60, 0x7f];

/** There `block.number` is not the number of the block. Here it is the time. */
function withOtherNumber(runtime: string): Hex {
  const code = hexToBytes(runtime as Hex);
  for (let i = 0; i < code.length; i++) {
    const op = code[i]!;
    if (op === NUMBER) code[i] = TIMESTAMP;
    if (op >= PUSH1 && op <= PUSH32) i += op - PUSH1 + 1;
  }
  return bytesToHex(code);
}

/** Answers a call that begins with `selector` with the number of the block, and reverts on every other one. */
const numberFor = (selector: string): Hex =>
  `0x5f3560e01c63${selector.slice(2)}146011575f5ffd5b435f5260205ff3`;

/** Solidity keeps a short string in one slot: its bytes, and twice its length in the last one. */
async function nameToken(client: SandboxClient, { token }: EvmRow, address: Address): Promise<void> {
  const { name } = token.domain;
  if (name === USUAL_NAME) return;
  const value =
    pad(stringToHex(name), { dir: 'right', size: 31 }) + numberToHex(name.length * 2, { size: 1 }).slice(2);
  await client.setStorageAt({ address, index: NAME_SLOT, value: value as Hex });
}

/** Key of a worker that settles, with gas money on each of these chains. The first one's is anvil's; no two workers may send with one key. */
export async function sandboxSettler(rpcUrls: readonly string[], worker: number): Promise<Hex> {
  if (worker === 1) return sandboxAccount('settler').privateKey;
  const key = keccak256(toHex(`sandbox settler of worker ${worker}`));
  const { address } = privateKeyToAccount(key);
  await Promise.all(
    rpcUrls.map((rpcUrl) => sandboxClient(rpcUrl).setBalance({ address, value: GAS_MONEY_WEI })),
  );
  return key;
}

const sandboxClient = (rpcUrl: string, id = SANDBOX_CHAIN_ID) =>
  createTestClient({
    mode: 'anvil',
    chain: { ...SANDBOX_CHAIN, id },
    transport: http(rpcUrl),
    pollingInterval: POLL_MS,
  })
    .extend(publicActions)
    .extend(walletActions);
type SandboxClient = ReturnType<typeof sandboxClient>;

async function requireAnvil(client: SandboxClient, expected: number): Promise<void> {
  const [chainId, software] = await Promise.all([
    client.getChainId(),
    client.request<{ Method: 'web3_clientVersion'; Parameters?: undefined; ReturnType: string }>({
      method: 'web3_clientVersion',
    }),
  ]);
  if (chainId !== expected || !/^anvil\//i.test(software)) {
    throw new Error(`the sandbox needs an anvil with chain id ${expected}: start one with \`npm run chain\``);
  }
}

const isFunded = async (client: SandboxClient, address: Address): Promise<boolean> =>
  (await client.readContract({ address, abi: USDC_ABI, functionName: 'totalSupply' })) > 0n;

/** One transaction, so that a crash leaves all buyers funded or none. Not sent by the settler, whose nonces are its own. */
async function fundBuyers(client: SandboxClient, address: Address): Promise<void> {
  const sender = privateKeyToAccount(sandboxAccount('empty').privateKey);
  for (const payer of [sandboxAccount('settler'), sender]) {
    if ((await client.getBalance(payer)) === 0n)
      await client.setBalance({ address: payer.address, value: GAS_MONEY_WEI });
  }
  try {
    const hash = await client.writeContract({
      account: sender,
      address,
      abi: USDC_ABI,
      functionName: 'fundOnce',
      args: [SANDBOX_BUYERS.map((buyer) => buyer.address), BUYER_FUNDS_ATOMIC],
    });
    await client.waitForTransactionReceipt({ hash });
  } catch (error) {
    // Another process may have been first: then the work is done, and ours was refused.
    if (!(await isFunded(client, address))) throw error;
  }
  if (!(await isFunded(client, address))) throw new Error('the sandbox buyers could not be funded');
}

/** Balances in atomic units, in the order given, from one call and one block. */
export async function readBalances(rpcUrl: string, addresses: readonly Address[]): Promise<bigint[]> {
  return sandboxClient(rpcUrl).multicall({
    contracts: addresses.map(
      (address) =>
        ({ address: USDC_BASE, abi: USDC_ABI, functionName: 'balanceOf', args: [address] }) as const,
    ),
    multicallAddress: MULTICALL3,
    batchSize: 0,
    allowFailure: false,
  });
}
