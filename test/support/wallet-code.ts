import type { Hex, PrivateKeyAccount } from 'viem';
import { USDC_ABI, USDC_BASE } from '../../src/sandbox/chain.ts';
import type { ChainTools } from './chain.ts';

/** Wallet contracts as bytecode: whatever a signature says, their code answers as it likes. */

/** Pushes the magic value of ERC-1271, shifts it to the left end of a word, returns that. */
const YES = '631626ba7e60e01b5f5260205ff3';
export const SAYS_YES: Hex = `0x${YES}`;
/** Counts down from `rounds` first, for 26 gas each. */
export const afterRounds = (rounds: number): Hex =>
  `0x62${rounds.toString(16).padStart(6, '0')}5b600190038060045750${YES}`;
/** INVALID takes all the gas that it is given. */
export const BURNS: Hex = '0xfe';
/** GASPRICE, ISZERO, PUSH1 6, JUMPI, INVALID, JUMPDEST: it says yes only where gas is free. */
export const BURNS_WHERE_GAS_COSTS: Hex = `0x3a15600657fe5b${YES}`;
/** ORIGIN instead: it says yes only to nobody. */
export const BURNS_FOR_A_SENDER: Hex = `0x3215600657fe5b${YES}`;
/** NUMBER, PUSH4 `block`, LT: it says yes through that block, and burns all gas from the next one on. */
export const burnsAfter = (block: bigint): Hex =>
  `0x4363${(block + 1n).toString(16).padStart(8, '0')}11600b57fe5b${YES}`;

let wallets = 0;

/** A wallet contract with `atomic` of the asset, which `minter` makes for it. */
export async function walletWith(
  { client }: Pick<ChainTools, 'client'>,
  minter: PrivateKeyAccount,
  bytecode: Hex,
  atomic: bigint,
): Promise<Hex> {
  const address: Hex = `0x${(0xb0c00 + wallets++).toString(16).padStart(40, '0')}`;
  await client.setCode({ address, bytecode });
  const mint = { address: USDC_BASE, abi: USDC_ABI, functionName: 'mint', args: [address, atomic] } as const;
  const hash = await client.writeContract({ ...mint, account: minter });
  await client.waitForTransactionReceipt({ hash });
  return address;
}
