import * as secp256k1 from 'tiny-secp256k1';
import {
  bytesToHex,
  getAddress,
  type Hex,
  hexToBytes,
  keccak256,
  recoverAddress,
  serializeTransaction,
} from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';

/** The curve as WebAssembly: a tenth of the time that it takes in plain JavaScript, with the same results. */

export interface Job {
  readonly hash: Hex;
  /** 65 bytes: r, s, v. */
  readonly signature: Hex;
}

/** Who made the signature: lower-case address, or null when it is none. */
export async function recoverSigner(job: Job): Promise<string | null> {
  try {
    return withWasm(job);
  } catch {
    // The WASM build refuses some malformed inputs by throwing: the slow, portable way has the last word.
    return recoverAddress(job).then(
      (address) => address.toLowerCase(),
      () => null,
    );
  }
}

function withWasm({ hash, signature }: Job): string | null {
  const bytes = hexToBytes(signature);
  const parity = bytes[64]! >= 27 ? bytes[64]! - 27 : bytes[64]!;
  if (parity !== 0 && parity !== 1) return null;
  const point = secp256k1.recover(hexToBytes(hash), bytes.subarray(0, 64), parity, false);
  return point && `0x${keccak256(point.subarray(1)).slice(-40)}`;
}

/**
 * viem's account of a key, with its address and its transactions made here: the same bytes (RFC 6979). Whatever else is
 * asked of it is viem's own, which then works out its tables: a sixth of the start of a service.
 */
export function settlerAccount(privateKey: Hex): PrivateKeyAccount {
  const key = hexToBytes(privateKey);
  // Throws for what is no key of the curve.
  const point = secp256k1.pointFromScalar(key, false)!;
  let kept: PrivateKeyAccount | undefined;
  const account = (): PrivateKeyAccount => {
    kept ??= privateKeyToAccount(privateKey);
    return kept;
  };
  const signTransaction: PrivateKeyAccount['signTransaction'] = async (transaction, options) => {
    if (options?.serializer || transaction.type === 'eip4844')
      return account().signTransaction(transaction, options);
    const hash = keccak256(serializeTransaction(transaction));
    const { signature, recoveryId } = secp256k1.signRecoverable(hexToBytes(hash), key);
    return serializeTransaction(transaction, {
      r: bytesToHex(signature.subarray(0, 32)),
      s: bytesToHex(signature.subarray(32)),
      yParity: recoveryId,
    }) as Awaited<ReturnType<PrivateKeyAccount['signTransaction']>>;
  };
  return {
    address: getAddress(`0x${keccak256(point.subarray(1)).slice(-40)}`),
    publicKey: bytesToHex(point),
    source: 'privateKey',
    type: 'local',
    sign: (given) => account().sign(given),
    signAuthorization: (given) => account().signAuthorization(given),
    signMessage: (given) => account().signMessage(given),
    signTypedData: (given) => account().signTypedData(given),
    signTransaction: signTransaction as PrivateKeyAccount['signTransaction'],
  };
}
