import { encodeFunctionData, type Hex, type PrivateKeyAccount } from 'viem';
import { SANDBOX_CHAIN_ID, USDC_ABI, USDC_BASE } from '../../src/sandbox/chain.ts';

/** A payer's cancellation of an authorization (EIP-3009), as a call of the token that anybody may send. */
export async function cancellation(payer: PrivateKeyAccount, nonce: Hex): Promise<{ to: Hex; data: Hex }> {
  const signature = await payer.signTypedData({
    domain: { name: 'USD Coin', version: '2', chainId: SANDBOX_CHAIN_ID, verifyingContract: USDC_BASE },
    types: {
      CancelAuthorization: [
        { name: 'authorizer', type: 'address' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'CancelAuthorization',
    message: { authorizer: payer.address, nonce },
  });
  const data = encodeFunctionData({
    abi: USDC_ABI,
    functionName: 'cancelAuthorization',
    args: [payer.address, nonce, signature],
  });
  return { to: USDC_BASE, data };
}

/** A price that puts a transaction before all others of its block. */
export const FIRST_IN_BLOCK = {
  maxPriorityFeePerGas: 500_000_000_000n,
  maxFeePerGas: 1_000_000_000_000n,
  gas: 200_000n,
} as const;
