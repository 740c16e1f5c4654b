import { encodeFunctionData, type Hex, hashTypedData, parseAbi, recoverAddress } from 'viem';
import type { Offer, SignedAuthorization } from '../../values/payment.ts';

/** EIP-3009 as USDC speaks it (FiatTokenV2_2: signatures as bytes, so that ordinary accounts and ERC-1271 wallets share one call). */
export const TOKEN_ABI = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'function balanceOf(address account) view returns (uint256)',
  'function name() view returns (string)',
  'function version() view returns (string)',
  'function decimals() view returns (uint8)',
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
]);

export const WALLET_ABI = parseAbi([
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
]);
export const ERC_1271_MAGIC = '0x1626ba7e';

/** EIP-712 types of what a payer signs. */
export const AUTHORIZATION_TYPES = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const;

/** EIP-712 digest that the payer signed. */
export function authorizationHash(
  offer: Pick<Offer, 'network' | 'asset' | 'extra'>,
  { authorization }: SignedAuthorization,
): Hex {
  return hashTypedData({
    domain: {
      name: offer.extra.name!,
      version: offer.extra.version!,
      chainId: Number(offer.network.slice('eip155:'.length)),
      verifyingContract: offer.asset as Hex,
    },
    types: AUTHORIZATION_TYPES,
    primaryType: 'TransferWithAuthorization',
    message: {
      from: authorization.from as Hex,
      to: authorization.to as Hex,
      value: BigInt(authorization.value),
      validAfter: BigInt(authorization.validAfter),
      validBefore: BigInt(authorization.validBefore),
      nonce: authorization.nonce as Hex,
    },
  });
}

/** Who made a 65-byte ECDSA signature: lower-case address, or null when it is none. */
export type Recover = (job: { readonly hash: Hex; readonly signature: Hex }) => Promise<string | null>;

const recoverInline: Recover = (job) =>
  recoverAddress(job).then(
    (address) => address.toLowerCase(),
    () => null,
  );

/** Whether an ordinary account made this signature. Anything that is not a 65-byte ECDSA signature of the payer is false. */
export async function signedByAccount(
  hash: Hex,
  { authorization, signature }: SignedAuthorization,
  recover: Recover = recoverInline,
): Promise<boolean> {
  if (signature.length !== 2 + 65 * 2) return false;
  return (await recover({ hash, signature: signature as Hex })) === authorization.from;
}

export const transferCall = ({ authorization, signature }: SignedAuthorization): Hex =>
  encodeFunctionData({
    abi: TOKEN_ABI,
    functionName: 'transferWithAuthorization',
    args: [
      authorization.from as Hex,
      authorization.to as Hex,
      BigInt(authorization.value),
      BigInt(authorization.validAfter),
      BigInt(authorization.validBefore),
      authorization.nonce as Hex,
      signature as Hex,
    ],
  });
