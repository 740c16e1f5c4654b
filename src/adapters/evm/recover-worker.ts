import { parentPort } from 'node:worker_threads';
import * as secp256k1 from 'tiny-secp256k1';
import { type Hex, hexToBytes, keccak256, recoverAddress } from 'viem';

/** Recovers signers off the main thread: a flood of signed junk must not slow down the challenges of others. */
export interface Job {
  readonly hash: Hex;
  /** 65 bytes: r, s, v. */
  readonly signature: Hex;
}

const port = parentPort!;

port.on('message', async (jobs: readonly Job[]) => {
  port.postMessage(await Promise.all(jobs.map(recover)));
});

/** Lower-case address, or null when the signature is none. */
async function recover(job: Job): Promise<string | null> {
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
