import {
  domainSeparator,
  encodeFunctionData,
  type Hex,
  keccak256,
  parseAbi,
  prepareEncodeFunctionData,
  recoverAddress,
  stringToHex,
} from 'viem';
import { sha256Hex } from '../../values/digest.ts';
import { Latest } from '../../values/latest.ts';
import { once } from '../../values/once.ts';
import { chainIdOf, type Offer, type SignedAuthorization } from '../../values/payment.ts';

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

const TRANSFER_TYPE = keccak256(
  stringToHex(
    `TransferWithAuthorization(${AUTHORIZATION_TYPES.TransferWithAuthorization.map(({ name, type }) => `${type} ${name}`).join(',')})`,
  ),
).slice(2);
/**
 * EIP-712 digest that the payer signed. By hand: two hashes where viem's `hashTypedData` makes nine, and it was the
 * dearest line of a paid request. Throws when a field is wider than its type.
 */
export function authorizationHash(
  offer: Pick<Offer, 'network' | 'asset' | 'extra'>,
  { authorization }: SignedAuthorization,
): Hex {
  const { from, to, value, validAfter, validBefore, nonce } = authorization;
  const struct = [hexWord(from, 20), hexWord(to, 20), ...[value, validAfter, validBefore].map(uintWord)];
  const message = keccak256(`0x${TRANSFER_TYPE}${struct.join('')}${hexWord(nonce, 32)}`);
  return keccak256(`0x1901${separatorOf(offer)}${message.slice(2)}`);
}

/** Offers are made once per configuration and live as long as the process. */
const separatorOf = once(({ network, asset, extra }: Pick<Offer, 'network' | 'asset' | 'extra'>): string => {
  const [{ name, version }, chainId] = [extra as { name: string; version: string }, chainIdOf(network)];
  return domainSeparator({ domain: { name, version, chainId, verifyingContract: asset as Hex } }).slice(2);
});

/** An address or bytes32 as an ABI word, without prefix. */
function hexWord(hex: string, bytes: number): string {
  if (!/^0x[0-9a-fA-F]+$/.test(hex) || hex.length !== 2 + 2 * bytes)
    throw new TypeError(`authorizationHash(): not ${bytes} bytes of hex`);
  return hex.slice(2).padStart(64, '0');
}

/** A decimal uint256 as an ABI word, without prefix. */
function uintWord(decimal: string): string {
  const word = BigInt(decimal).toString(16).padStart(64, '0');
  if (word.length > 64 || word.includes('-')) throw new RangeError('authorizationHash(): not a uint256');
  return word;
}

/** Who made a 65-byte ECDSA signature: lower-case address, or null when it is none. */
export type Recover = (job: { readonly hash: Hex; readonly signature: Hex }) => Promise<string | null>;

const recoverInline: Recover = (job) =>
  recoverAddress(job).then(
    (address) => address.toLowerCase(),
    () => null,
  );

/** Whether an ordinary account signed, by its own key. Anything that is not a 65-byte ECDSA signature of the payer is false. */
export type SignedByPayer = (
  offer: Pick<Offer, 'network' | 'asset' | 'extra'>,
  signed: SignedAuthorization,
) => Promise<boolean>;

/** Good signatures remembered at once. */
const MAX_GOOD = 4_096;

/**
 * Recovers each signature once: whoever asks for a paid answer again shows the payment that was looked at before, and a
 * recovery is the dearest step of that. What is remembered is a digest over everything that was signed and who by.
 */
export function payerSignatures(recover: Recover = recoverInline): SignedByPayer {
  const good = new Latest<true>(MAX_GOOD);
  return async (offer, signed) => {
    const { authorization, signature } = signed;
    if (signature.length !== 2 + 65 * 2) return false;
    const { network, asset, extra } = offer;
    const mark = sha256Hex(JSON.stringify([network, asset, extra, authorization, signature]));
    if (good.get(mark)) return true;
    const hash = authorizationHash(offer, signed);
    if ((await recover({ hash, signature: signature as Hex })) !== authorization.from) return false;
    good.set(mark, true);
    return true;
  };
}

/** With its selector, which viem would hash anew for every call. */
const TRANSFER = prepareEncodeFunctionData({ abi: TOKEN_ABI, functionName: 'transferWithAuthorization' });

/** A sale needs it twice, for the simulation and for the transaction, and hands the same proof to both. */
export const transferCall = once(
  ({ authorization, signature }: SignedAuthorization): Hex =>
    encodeFunctionData({
      ...TRANSFER,
      args: [
        authorization.from as Hex,
        authorization.to as Hex,
        BigInt(authorization.value),
        BigInt(authorization.validAfter),
        BigInt(authorization.validBefore),
        authorization.nonce as Hex,
        signature as Hex,
      ],
    }),
);
