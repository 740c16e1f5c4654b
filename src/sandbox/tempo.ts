import {
  type Address,
  createTestClient,
  defineChain,
  encodeAbiParameters,
  type Hex,
  http,
  keccak256,
  numberToHex,
  publicActions,
  stringToHex,
  toHex,
} from 'viem';
import { USDC_E_TEMPO } from '../values/assets.ts';
import { chainIdOf, TEMPO } from '../values/payment.ts';
import { SANDBOX_BUYERS } from './accounts.ts';
import { type Anvil, startAnvil } from './anvil.ts';
import { BUYER_FUNDS_ATOMIC } from './chain.ts';

export const USDC_TEMPO: Address = USDC_E_TEMPO.asset;
export const TEMPO_CHAIN_ID = chainIdOf(TEMPO);

/** The dollar token that every local Tempo chain has from its first block: ours is made after it. */
export const PATH_USD: Address = '0x20c0000000000000000000000000000000000000';
/**
 * Where the TIP-20 precompile of hardfork T4 keeps what it knows of a token. The token's factory cannot make this one
 * at its address, so it is written into storage; a test pays with it, which would fail if a place were wrong.
 */
const SLOT = { name: 2n, symbol: 3n, totalSupply: 8n, balances: 9n } as const;
const MODEL_SLOTS = 40n;

/** `eth_call` sees the last block's time, and a payment's window is seconds: blocks must come by themselves. */
const ARGS = ['--network', 'tempo', '--hardfork', 't4', '--block-time', '1'];

export interface TempoSandbox extends Anvil {
  readonly chainId: typeof TEMPO_CHAIN_ID;
  readonly asset: Address;
}

export interface TempoSandboxOptions {
  /** TCP port on 127.0.0.1; absent or 0: a free one. */
  readonly port?: number;
  /** An anvil binary to use instead of the npm package's. */
  readonly anvilPath?: string;
}

/** A chain on Tempo's terms (id, token), funded and offline. It dies with this process. */
export async function startTempoSandbox(options: TempoSandboxOptions = {}): Promise<TempoSandbox> {
  const anvil = await startAnvil({ ...options, chainId: TEMPO_CHAIN_ID, args: ARGS });
  try {
    await prepareTempoSandbox(anvil.rpcUrl);
    return { ...anvil, chainId: TEMPO_CHAIN_ID, asset: USDC_TEMPO };
  } catch (error) {
    await anvil.stop();
    throw error;
  }
}

/**
 * Installs the token and the buyers' funds on a running anvil; says whether it changed anything. A prepared chain is
 * left as it is, whatever its buyers have spent since. Throws when it is not an anvil with id 4217.
 */
export async function prepareTempoSandbox(rpcUrl: string): Promise<{ changed: boolean }> {
  const client = sandboxClient(rpcUrl);
  await requireAnvil(client);
  if (await client.getCode({ address: USDC_TEMPO })) return { changed: false };
  await Promise.all(
    Array.from({ length: Number(MODEL_SLOTS) }, async (_, slot) => {
      const value = await client.getStorageAt({ address: PATH_USD, slot: numberToHex(slot) });
      if (value && BigInt(value) !== 0n) await put(client, BigInt(slot), value);
    }),
  );
  await Promise.all([
    put(client, SLOT.name, shortString('USDC.e')),
    put(client, SLOT.symbol, shortString('USDC.e')),
    put(client, SLOT.totalSupply, word(BUYER_FUNDS_ATOMIC * BigInt(SANDBOX_BUYERS.length))),
    ...SANDBOX_BUYERS.map((buyer) => put(client, balanceSlot(buyer.address), word(BUYER_FUNDS_ATOMIC))),
  ]);
  // Last, since it is what a second look takes for "prepared".
  const code = await client.getCode({ address: PATH_USD });
  if (!code) throw new Error('this anvil does not speak Tempo: start it with --network tempo --hardfork t4');
  await client.setCode({ address: USDC_TEMPO, bytecode: code });
  return { changed: true };
}

/** Bare: the library's own description of Tempo takes a second to load, and nothing here sends a Tempo transaction. */
const CHAIN = defineChain({
  id: TEMPO_CHAIN_ID,
  name: 'Tempo',
  nativeCurrency: { name: 'USD', symbol: 'USD', decimals: 18 },
  rpcUrls: { default: { http: [] } },
});

const sandboxClient = (rpcUrl: string) =>
  createTestClient({ mode: 'anvil', chain: CHAIN, transport: http(rpcUrl) }).extend(publicActions);
type SandboxClient = ReturnType<typeof sandboxClient>;

async function requireAnvil(client: SandboxClient): Promise<void> {
  const [chainId, software] = await Promise.all([
    client.getChainId(),
    client.request<{ Method: 'web3_clientVersion'; Parameters?: undefined; ReturnType: string }>({
      method: 'web3_clientVersion',
    }),
  ]);
  if (chainId !== TEMPO_CHAIN_ID || !/^anvil\//i.test(software))
    throw new Error(
      `the sandbox needs an anvil with chain id ${TEMPO_CHAIN_ID} for Tempo: start one with \`npm run chain\``,
    );
}

const put = (client: SandboxClient, slot: bigint, value: Hex): Promise<void> =>
  client.setStorageAt({ address: USDC_TEMPO, index: numberToHex(slot, { size: 32 }), value });

const word = (value: bigint): Hex => numberToHex(value, { size: 32 });

/** A string under 32 bytes as storage holds it: its bytes, and twice its length in the last one. */
const shortString = (text: string): Hex =>
  toHex(BigInt(stringToHex(text, { size: 32 })) + BigInt(text.length * 2), { size: 32 });

const balanceSlot = (holder: Address): bigint =>
  BigInt(keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [holder, SLOT.balances])));
