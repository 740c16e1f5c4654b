import { z } from 'zod';
import { sha256Hex } from '../../values/digest.ts';
import { ASSET_DECIMALS } from '../../values/money.ts';
import { once } from '../../values/once.ts';
import { type Offer, paymentKey, type SolanaTransaction } from '../../values/payment.ts';
import type { DeclineReason } from '../../values/problem.ts';
import { unixSeconds } from '../../values/time.ts';
import {
  associatedTokenAccount,
  COMPUTE_BUDGET_PROGRAM,
  isSolanaAddress,
  MEMO_PROGRAM,
  TOKEN_PROGRAM,
} from './solana-address.ts';
import { decodeTransaction, type Instruction, type Transaction } from './solana-message.ts';
import type { PayloadKind } from './x402-payload.ts';

/**
 * The `exact` payload on Solana: a complete transaction, signed by the payer, to which we add the signature that pays
 * the fee. Only we can broadcast it. Our key signs everything in it, so everything in it is compared with the one form
 * that stock clients make, before any node is asked:
 *
 *   SetComputeUnitLimit, SetComputeUnitPrice, TransferChecked, and at the most one memo
 *
 * This is stricter than the x402 facilitator. The facilitator also allows added assertions and more memos, accounts
 * from lookup tables, and transfers out of accounts other than the payer's associated one.
 */

/** Stock clients ask for 20,000. */
const COMPUTE_UNITS_MAX = 60_000n;
/** Micro-lamports for a unit. With the above: at the most 60,000 lamports (0.00006 SOL) of our fee payer's. */
const COMPUTE_PRICE_MAX = 1_000_000n;
const MEMO_MAX_BYTES = 256;
/** A block hash lives for 150 blocks of about 0.4 s. An estimate, on the long side: the chain itself is asked. */
const BLOCKHASH_LIFE_SECONDS = 120;

const payloadSchema = z.strictObject({ transaction: z.string().max(1_644) });

/** The payload of scheme `exact` on Solana: a transaction that our key pays the fee of. One form is admitted. */
export const solanaExact: PayloadKind = {
  family: 'solana:',
  isAddress: isSolanaAddress,
  sameAddress: (given, ours) => given === ours,
  read(payload, offer, now) {
    const parsed = payloadSchema.safeParse(payload);
    const bytes = parsed.success ? fromBase64(parsed.data.transaction) : undefined;
    const transaction = bytes && decodeTransaction(bytes);
    if (!parsed.success || !transaction) return 'malformed_payment';
    const fault = faultOf(transaction, offer);
    if (fault) return fault;
    const payer = transaction.accounts[1]!;
    const proof: SolanaTransaction = { kind: 'solana_transaction', transaction: parsed.data.transaction };
    return {
      // The message is what was signed. It can be executed once, whatever signatures are attached.
      key: paymentKey(offer.network, offer.asset, payer, sha256Hex(transaction.message)),
      payer,
      validBefore: unixSeconds(now) + BLOCKHASH_LIFE_SECONDS,
      proof,
      // A block hash has no time of day: at verification the chain says whether it is still valid.
      timing: () => 'in_time',
    };
  },
};

const FORBIDDEN = 'unsupported_transaction';

function faultOf(transaction: Transaction, offer: Offer): DeclineReason | undefined {
  const { accounts, signatures, lookupTables, instructions } = transaction;
  const feePayer = accounts[0];
  if (feePayer !== offer.extra.feePayer || signatures.length !== 2 || lookupTables > 0) return FORBIDDEN;
  if (new Set(accounts).size !== accounts.length) return FORBIDDEN;
  // Our account only pays the fee: it is no source, authority, argument or program.
  if (instructions.some(({ program, accounts: named }) => program === 0 || named.includes(0)))
    return FORBIDDEN;

  const [limit, price, transfer, ...rest] = instructions;
  if (!limit || !price || !transfer || rest.length > 1) return FORBIDDEN;
  const programOf = ({ program }: Instruction) => accounts[program];
  if (!isLimit(limit) || !isPrice(price)) return FORBIDDEN;
  if (programOf(limit) !== COMPUTE_BUDGET_PROGRAM || programOf(price) !== COMPUTE_BUDGET_PROGRAM)
    return FORBIDDEN;
  if (rest.some((memo) => programOf(memo) !== MEMO_PROGRAM || !isMemo(memo))) return FORBIDDEN;
  if (programOf(transfer) !== TOKEN_PROGRAM) return FORBIDDEN;
  return (
    faultOfTransfer(transfer, transaction, offer) ??
    // Two signers, three accounts of the transfer, and the programs: no unused account may be named.
    (accounts.length === 2 + 3 + 2 + rest.length ? undefined : FORBIDDEN)
  );
}

/** `SetComputeUnitLimit(u32)`, at the most as much as a transfer could need. */
const isLimit = ({ data, accounts }: Instruction): boolean =>
  accounts.length === 0 && data.length === 5 && data[0] === 2 && number(data, 1, 4) <= COMPUTE_UNITS_MAX;

/** `SetComputeUnitPrice(u64)`: our money. */
const isPrice = ({ data, accounts }: Instruction): boolean =>
  accounts.length === 0 && data.length === 9 && data[0] === 3 && number(data, 1, 8) <= COMPUTE_PRICE_MAX;

const isMemo = ({ data, accounts }: Instruction): boolean =>
  accounts.length === 0 && data.length <= MEMO_MAX_BYTES;

/** `TransferChecked(amount u64, decimals u8)` over source, mint, destination and authority, in this order. */
function faultOfTransfer(
  { data, accounts: named }: Instruction,
  { accounts }: Transaction,
  offer: Offer,
): DeclineReason | undefined {
  if (data.length !== 10 || data[0] !== 12 || named.length !== 4) return FORBIDDEN;
  const [source, mint, destination, authority] = named.map((index) => accounts[index]);
  if (mint !== offer.asset) return 'wrong_asset';
  if (destination !== receivingAccount(offer)) return 'wrong_recipient';
  const amount = number(data, 1, 8);
  if (amount !== BigInt(offer.amount))
    return amount < BigInt(offer.amount) ? 'amount_too_low' : 'amount_too_high';
  if (data[9] !== ASSET_DECIMALS) return FORBIDDEN;
  // The second signer, and no other account of the message.
  if (named[3] !== 1 || authority === undefined) return FORBIDDEN;
  if (source !== associatedTokenAccount(authority, offer.asset)) return FORBIDDEN;
  // From the recipient to itself: nobody paid anything.
  return source === destination ? 'settlement_refused' : undefined;
}

/** Where an offer's money goes: the token account of `payTo`. Computed once an offer. */
const receivingAccount = once(({ payTo, asset }: Pick<Offer, 'asset' | 'payTo'>): string =>
  associatedTokenAccount(payTo, asset),
);

/** Little-endian. */
function number(data: Uint8Array, from: number, bytes: number): bigint {
  let value = 0n;
  for (let i = from + bytes - 1; i >= from; i--) value = (value << 8n) | BigInt(data[i]!);
  return value;
}

/** Canonical base64 only. */
export function fromBase64(text: string): Uint8Array | undefined {
  try {
    const binary = atob(text);
    return btoa(binary) === text ? Uint8Array.from(binary, (char) => char.charCodeAt(0)) : undefined;
  } catch {
    return undefined;
  }
}
