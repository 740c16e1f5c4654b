import type { FailedTransactionMetadata } from 'litesvm';

/** litesvm's errors in the words of JSON-RPC, such as `"BlockhashNotFound"` or `{"InstructionError":[2,{"Custom":1}]}`. */

/** Names of Solana's TransactionError and InstructionError without fields, in the order of litesvm's numbers. */
const TRANSACTION_ERRORS =
  'AccountInUse AccountLoadedTwice AccountNotFound ProgramAccountNotFound InsufficientFundsForFee InvalidAccountForFee AlreadyProcessed BlockhashNotFound CallChainTooDeep MissingSignatureForFee InvalidAccountIndex SignatureFailure InvalidProgramForExecution SanitizeFailure'.split(
    ' ',
  );
const INSTRUCTION_ERRORS =
  'GenericError InvalidArgument InvalidInstructionData InvalidAccountData AccountDataTooSmall InsufficientFunds IncorrectProgramId MissingRequiredSignature AccountAlreadyInitialized UninitializedAccount'.split(
    ' ',
  );

type TransactionError = ReturnType<FailedTransactionMetadata['err']>;
export type RpcErrorValue =
  | string
  | { readonly InstructionError: readonly [number, string | { Custom: number }] };

export function errorOf(error: TransactionError): RpcErrorValue {
  if (typeof error === 'number') return TRANSACTION_ERRORS[error] ?? 'SanitizeFailure';
  if (!('err' in error)) return 'InsufficientFundsForRent';
  const inner = error.err();
  if (typeof inner === 'number')
    return { InstructionError: [error.index, INSTRUCTION_ERRORS[inner] ?? 'ProgramFailedToComplete'] };
  return {
    InstructionError: [error.index, 'code' in inner ? { Custom: inner.code } : 'ProgramFailedToComplete'],
  };
}
