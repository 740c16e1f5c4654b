import { base58 } from '../../values/base58.ts';

/**
 * The wire form of a Solana transaction (legacy and version 0), read and not interpreted. What follows the signatures
 * is the message: what every signer signed, byte for byte.
 * Source: solana.com/docs/core/transactions, "Transaction format".
 */
export interface Transaction {
  /** One slot of 64 bytes for each required signer, in the order of `accounts`; zeros where nobody has signed yet. */
  readonly signatures: readonly Uint8Array[];
  readonly message: Uint8Array;
  readonly readonlySigners: number;
  /** The accounts that the message names itself, as base58; the first pays the fee, the first few sign. */
  readonly accounts: readonly string[];
  readonly blockhash: string;
  readonly instructions: readonly Instruction[];
  /** How many tables on chain it takes further accounts from. */
  readonly lookupTables: number;
}

/** One instruction of a message, with indices into its accounts. */
export interface Instruction {
  /** Index in `accounts`. */
  readonly program: number;
  readonly accounts: readonly number[];
  readonly data: Uint8Array;
}

/** Packet size of the network: no valid transaction is longer. */
const TRANSACTION_MAX_BYTES = 1_232;
const VERSION_BIT = 0x80;

/** Undefined unless the bytes are exactly one complete transaction. */
export function decodeTransaction(bytes: Uint8Array): Transaction | undefined {
  if (bytes.length > TRANSACTION_MAX_BYTES) return undefined;
  try {
    const read = reader(bytes);
    const signatures = read.list(() => read.bytes(64));
    const message = bytes.subarray(read.at());
    const versioned = read.peek() >= VERSION_BIT;
    if (versioned && read.byte() !== VERSION_BIT) return undefined;
    const [signers, readonlySigners, readonlyOthers] = [read.byte(), read.byte(), read.byte()];
    const accounts = read.list(() => base58(read.bytes(32)));
    const blockhash = base58(read.bytes(32));
    const instructions = read.list(() => ({
      program: read.byte(),
      accounts: read.list(() => read.byte()),
      data: read.bytes(read.length()),
    }));
    const lookups = versioned
      ? read.list(() => [read.bytes(32), read.list(() => read.byte()), read.list(() => read.byte())])
      : [];
    if (read.at() !== bytes.length || signers !== signatures.length) return undefined;
    if (readonlySigners >= signers || signers + readonlyOthers > accounts.length) return undefined;
    return {
      signatures,
      message,
      readonlySigners,
      accounts,
      blockhash,
      instructions,
      lookupTables: lookups.length,
    };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Reads forward. RangeError if nothing is left, or if a length has more than one spelling. */
function reader(bytes: Uint8Array) {
  let offset = 0;
  const take = (count: number): Uint8Array => {
    if (offset + count > bytes.length) throw new RangeError('the transaction ends early');
    offset += count;
    return bytes.subarray(offset - count, offset);
  };
  const byte = () => take(1)[0]!;
  /** "compact-u16": seven bits a byte, lowest first, in as few bytes as it takes. */
  const length = (): number => {
    let value = 0;
    for (let shift = 0; shift <= 14; shift += 7) {
      const next = byte();
      value |= (next & 0x7f) << shift;
      if (next < 0x80) {
        if ((next === 0 && shift > 0) || value > 0xffff) throw new RangeError('a length is not canonical');
        return value;
      }
    }
    throw new RangeError('a length is too long');
  };
  return {
    at: () => offset,
    peek: () => {
      const next = byte();
      offset--;
      return next;
    },
    byte,
    bytes: take,
    length,
    list: <T>(item: () => T): T[] => Array.from({ length: length() }, item),
  };
}
