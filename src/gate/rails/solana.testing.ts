import { fromBase58 } from '../../values/base58.ts';
import type { Offer } from '../../values/payment.ts';
import {
  associatedTokenAccount,
  COMPUTE_BUDGET_PROGRAM,
  MEMO_PROGRAM,
  TOKEN_PROGRAM,
} from './solana-address.ts';

/** Solana transactions made by hand: what a stock client would send, and each part open to change before it is signed. */

export interface DraftInstruction {
  program: number;
  accounts: number[];
  data: Uint8Array;
}

export interface Draft {
  /** First byte of the message; undefined for a legacy one. */
  version: number | undefined;
  /** Signers, read-only signers, read-only others. */
  header: [number, number, number];
  accounts: string[];
  blockhash: string;
  instructions: DraftInstruction[];
  /** Tables, each with writable and read-only indexes. */
  lookups: { table: string; writable: number[]; readonly: number[] }[];
  /** How many slots for signatures. */
  slots: number;
}

export interface DraftSigner {
  readonly address: string;
  readonly sign: (message: Uint8Array) => Uint8Array;
}

/** Where things stand in the accounts of `draftFor`. */
export const AT = {
  feePayer: 0,
  payer: 1,
  source: 2,
  destination: 3,
  mint: 4,
  token: 5,
  budget: 6,
  memo: 7,
} as const;

/** Which instruction is which. */
export const IX = { limit: 0, price: 1, transfer: 2, memo: 3 } as const;

export const draftFor = (
  offer: Offer,
  payer: string,
  blockhash: string,
  memo = 'a memo of the buyer',
): Draft => ({
  version: 0x80,
  header: [2, 1, 4],
  accounts: [
    offer.extra.feePayer!,
    payer,
    associatedTokenAccount(payer, offer.asset),
    associatedTokenAccount(offer.payTo, offer.asset),
    offer.asset,
    TOKEN_PROGRAM,
    COMPUTE_BUDGET_PROGRAM,
    MEMO_PROGRAM,
  ],
  blockhash,
  instructions: [
    { program: AT.budget, accounts: [], data: bytes([2, 1], [20_000n, 4]) },
    { program: AT.budget, accounts: [], data: bytes([3, 1], [1n, 8]) },
    {
      program: AT.token,
      accounts: [AT.source, AT.mint, AT.destination, AT.payer],
      data: transferData(BigInt(offer.amount)),
    },
    { program: AT.memo, accounts: [], data: new TextEncoder().encode(memo) },
  ],
  lookups: [],
  slots: 2,
});

export const transferData = (amount: bigint, decimals = 6): Uint8Array =>
  bytes([12, 1], [amount, 8], [decimals, 1]);

/** Little-endian numbers of so many bytes, one after the other. */
export function bytes(...parts: (readonly [number | bigint, number])[]): Uint8Array {
  const out: number[] = [];
  for (const [value, length] of parts)
    for (let i = 0, rest = BigInt(value); i < length; i++, rest >>= 8n) out.push(Number(rest & 255n));
  return Uint8Array.from(out);
}

const compact = (value: number): number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...compact(value >> 7)];
const list = <T>(items: readonly T[], encode: (item: T) => readonly number[]): number[] => [
  ...compact(items.length),
  ...items.flatMap((item) => [...encode(item)]),
];
const address = (text: string): number[] => [...fromBase58(text, 32)!];

export const messageOf = (draft: Draft): Uint8Array =>
  Uint8Array.from([
    ...(draft.version === undefined ? [] : [draft.version]),
    ...draft.header,
    ...list(draft.accounts, address),
    ...address(draft.blockhash),
    ...list(draft.instructions, ({ program, accounts, data }) => [
      program,
      ...list(accounts, (index) => [index]),
      ...list([...data], (byte) => [byte]),
    ]),
    ...(draft.version === undefined
      ? []
      : list(draft.lookups, ({ table, writable, readonly }) => [
          ...address(table),
          ...list(writable, (index) => [index]),
          ...list(readonly, (index) => [index]),
        ])),
  ]);

/** The wire form in base64, signed by those who are given, in their slots; all other slots are empty. */
export function signedDraft(draft: Draft, ...signers: readonly DraftSigner[]): string {
  const message = messageOf(draft);
  const slots = Array.from({ length: draft.slots }, (_, i) => {
    const signer = signers.find((each) => each.address === draft.accounts[i]);
    return signer ? [...signer.sign(message)] : new Array<number>(64).fill(0);
  });
  return btoa(String.fromCharCode(...list(slots, (slot) => slot), ...message));
}
