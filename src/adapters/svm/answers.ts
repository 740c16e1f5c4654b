import { z } from 'zod';

/**
 * What a node of Solana answers, as far as it is read here. What is missing is not nothing: a simulation without `err`
 * has not succeeded, a status without one has not failed. An answer of another form is none.
 */

/** No method of JSON-RPC answers with an instruction that is not there, or with an unnamed error. */
const errorName = z.string().regex(/^[A-Z][A-Za-z]{0,63}$/);
const transactionError = z.union([
  errorName,
  z.record(errorName, z.unknown()).refine((error) => Object.keys(error).length === 1),
]);
/** As JSON-RPC says it: `"BlockhashNotFound"`, `{"InstructionError":[2,{"Custom":1}]}`. */
export type TransactionError = z.infer<typeof transactionError>;

const count = z.int().nonnegative();
const failed = transactionError.nullable();
const inContext = <T extends z.ZodType>(value: T) => z.object({ context: z.object({ slot: count }), value });

const tokenBalances = z.array(
  z.object({ accountIndex: count, uiTokenAmount: z.object({ amount: z.string().regex(/^\d{1,20}$/) }) }),
);
export type TokenBalances = z.infer<typeof tokenBalances>;

/** 64 bytes as base58, or an address. */
const name = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{1,88}$/);
const names = z.array(name);

/** By method. */
export const ANSWERS = {
  getGenesisHash: z.string(),
  getBalance: inContext(count),
  getAccountInfo: inContext(
    z.object({ owner: z.string(), data: z.tuple([z.base64(), z.literal('base64')]) }).nullable(),
  ),
  simulateTransaction: inContext(z.object({ err: failed })),
  sendTransaction: z.string(),
  getSignatureStatuses: inContext(
    z.array(
      z
        .object({
          err: failed,
          confirmationStatus: z.enum(['processed', 'confirmed', 'finalized']).nullish(),
        })
        .nullable(),
    ),
  ),
  getSlot: count,
  /** Epoch seconds; null: the node does not know. */
  getBlockTime: count.nullable(),
  getFirstAvailableBlock: count,
  /** Null: the node does not say. */
  isBlockhashValid: inContext(z.boolean().nullable()),
  getSignaturesForAddress: z.array(
    z.object({ signature: name, err: failed, slot: count, blockTime: count.nullish() }),
  ),
  getTransaction: z
    .object({
      slot: count,
      transaction: z.object({ signatures: names, message: z.object({ accountKeys: names }) }),
      meta: z.object({
        err: failed,
        preTokenBalances: tokenBalances,
        postTokenBalances: tokenBalances,
        loadedAddresses: z.object({ writable: names, readonly: names }).nullish(),
      }),
    })
    .nullable(),
} as const satisfies Readonly<Record<string, z.ZodType>>;

export type Method = keyof typeof ANSWERS;
export type RpcAnswer<M extends Method> = z.infer<(typeof ANSWERS)[M]>;
