import type { Chain } from '../adapters/evm/chain.ts';
import { TOKEN_ABI } from '../adapters/evm/eip3009.ts';
import { USDC_BASE_TERMS } from '../gate/assets.ts';
import type { Fault } from './config.ts';

/** What only the chain can say: that it is the one that was configured, and that the token is what we put into signatures. */
export async function chainFaults(chain: Chain): Promise<Fault[]> {
  const { network, asset, extra } = USDC_BASE_TERMS;
  const expected = Number(network.slice('eip155:'.length));
  try {
    const chainId = await chain.client.getChainId();
    if (chainId !== expected)
      return [{ variable: 'EVM_RPC_URL', message: `answers with chain id ${chainId}, not ${expected}` }];
    const token = { address: asset as `0x${string}`, abi: TOKEN_ABI } as const;
    const [name, version, decimals] = await Promise.all([
      chain.client.readContract({ ...token, functionName: 'name' }),
      chain.client.readContract({ ...token, functionName: 'version' }),
      chain.client.readContract({ ...token, functionName: 'decimals' }),
    ]);
    const right = name === extra.name && version === extra.version && decimals === 6;
    return right
      ? []
      : [
          {
            variable: 'EVM_RPC_URL',
            message: 'leads to a token that is not USDC as configured (name, version or decimals differ)',
          },
        ];
  } catch {
    return [{ variable: 'EVM_RPC_URL', message: 'cannot be asked for its chain id and token' }];
  }
}
