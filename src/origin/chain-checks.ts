import type { Chain } from '../adapters/evm/chain.ts';
import { TOKEN_ABI } from '../adapters/evm/eip3009.ts';
import type { SolanaChain } from '../adapters/svm/chain.ts';
import { USDC_SOLANA } from '../gate/assets.ts';
import { associatedTokenAccount, TOKEN_PROGRAM } from '../gate/rails/solana-address.ts';
import { ASSET_DECIMALS } from '../values/money.ts';
import type { EvmRow } from '../values/networks.ts';
import { chainIdOf } from '../values/payment.ts';
import type { Fault } from './config.ts';

/** What only the chain can say: that it is the one that was configured, and that the token is what we put into signatures. */
export async function chainFaults(
  chain: Chain,
  { network, token: usdc, variables }: EvmRow,
): Promise<Fault[]> {
  const variable = variables.rpcUrl;
  const expected = chainIdOf(network);
  try {
    const chainId = await chain.client.getChainId();
    if (chainId !== expected)
      return [{ variable, message: `answers with chain id ${chainId}, not ${expected}` }];
    const token = { address: usdc.asset as `0x${string}`, abi: TOKEN_ABI } as const;
    const [name, version, decimals] = await Promise.all([
      chain.client.readContract({ ...token, functionName: 'name' }),
      chain.client.readContract({ ...token, functionName: 'version' }),
      chain.client.readContract({ ...token, functionName: 'decimals' }),
    ]);
    const right = name === usdc.domain.name && version === usdc.domain.version && decimals === ASSET_DECIMALS;
    return right
      ? []
      : [
          {
            variable,
            message: 'leads to a token that is not USDC as configured (name, version or decimals differ)',
          },
        ];
  } catch {
    return [{ variable, message: 'cannot be asked for its chain id and token' }];
  }
}

/** The byte of an SPL mint that says how many decimals it has. */
const MINT_DECIMALS = 44;

/** The same of Solana; and that money can arrive and fees can be paid. */
export async function solanaFaults(chain: SolanaChain, payTo: string, feePayer: string): Promise<Fault[]> {
  const { network, asset } = USDC_SOLANA;
  try {
    const genesis = await chain.genesisHash();
    if (!genesis.startsWith(network.slice('solana:'.length)))
      return [{ variable: 'SOLANA_RPC_URL', message: 'leads to another cluster than mainnet' }];
    const [mint, receiving, lamports] = await Promise.all([
      chain.account(asset),
      chain.account(associatedTokenAccount(payTo, asset)),
      chain.balance(feePayer),
    ]);
    const faults: Fault[] = [];
    if (mint?.owner !== TOKEN_PROGRAM || mint.data[MINT_DECIMALS] !== ASSET_DECIMALS)
      faults.push({ variable: 'SOLANA_RPC_URL', message: 'leads to a mint that is not USDC as configured' });
    if (receiving?.owner !== TOKEN_PROGRAM)
      faults.push({
        variable: 'PAY_TO_SOLANA',
        message: 'has no USDC token account yet: make its associated token account, or receive USDC once',
      });
    if (lamports === 0n)
      faults.push({ variable: 'SOLANA_FEE_PAYER_KEY', message: 'belongs to an account without SOL' });
    return faults;
  } catch {
    return [{ variable: 'SOLANA_RPC_URL', message: 'cannot be asked for its cluster and token' }];
  }
}
