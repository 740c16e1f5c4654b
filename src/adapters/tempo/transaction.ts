import { decodeFunctionData, type Hex, isHex, keccak256, maxUint256, parseAbi } from 'viem';
import type { Transaction } from 'viem/tempo';

/** Loaded when the first such transaction comes, or is about to: it takes a second, and a start should not. */
const encoding = () =>
  import('viem/tempo').then(({ Transaction: { z_SignatureEnvelope, z_TxEnvelopeTempo } }) => ({
    SignatureEnvelope: z_SignatureEnvelope,
    Envelope: z_TxEnvelopeTempo,
  }));
/** Loads what reading a transaction needs. */
export const warmUp = async (): Promise<void> => void (await encoding());

/** TIP-20, as far as a charge needs it. */
export const TIP20_ABI = parseAbi([
  'function transferWithMemo(address to, uint256 amount, bytes32 memo)',
  'function balanceOf(address account) view returns (uint256)',
  'function decimals() view returns (uint8)',
  'function currency() view returns (string)',
  'event TransferWithMemo(address indexed from, address indexed to, uint256 amount, bytes32 indexed memo)',
]);

const TEMPO_TYPE = '0x76';
/** More than any wallet of a person needs; each call is decoded before anything is asked of a chain. */
const MAX_CALLS = 16;

/** A transfer with a memo that a transaction makes, addresses in lower case. */
export interface MemoTransfer {
  readonly token: string;
  readonly to: string;
  readonly amount: bigint;
  readonly memo: string;
}

/** A Tempo transaction (type 0x76) that its sender has signed and nobody sponsors. */
export interface SignedTransaction {
  /** The one encoding that nodes give it: the hash is of these bytes. */
  readonly raw: Hex;
  readonly hash: Hex;
  /** Lower-case address whose signature was checked. */
  readonly from: string;
  readonly chainId: number;
  /** Epoch seconds from which it can no longer be mined. */
  readonly validBefore: number;
  /** Its nonce is good until `validBefore` only, which may then not be far ahead. */
  readonly hasExpiringNonce: boolean;
  readonly transfers: readonly MemoTransfer[];
  /** For a simulation: what it does, as its sender. */
  readonly request: ReturnType<typeof Transaction.z_TxEnvelopeTempo.deserialize>;
}

export type TempoReading = SignedTransaction | 'malformed' | 'unsupported_signature' | 'no_window';

/**
 * Reads a transaction that a buyer signed for us to send. Nothing in it is believed: the sender is who signed, and a
 * sender that only its own field names is refused. Signatures of access keys and multisig accounts can be judged by the
 * chain alone: such a buyer sends its transaction itself and names its hash. So is one without an end to its window,
 * since nobody could ever say that it did not pay.
 */
export async function readTransaction(serialized: string): Promise<TempoReading> {
  if (!serialized.startsWith(TEMPO_TYPE) || !isHex(serialized, { strict: true })) return 'malformed';
  const { SignatureEnvelope, Envelope } = await encoding();
  try {
    const request = Envelope.deserialize(serialized as `0x76${string}`);
    const { signature, chainId, calls, validBefore } = request;
    if (!signature || request.feePayerSignature !== undefined || calls.length > MAX_CALLS) return 'malformed';
    if (signature.type === 'keychain' || signature.type === 'multisig') return 'unsupported_signature';
    if (validBefore === undefined) return 'no_window';
    const { from: _claimed, signature: _signature, ...unsigned } = request;
    const payload = Envelope.getSignPayload(Envelope.from(unsigned));
    const from = SignatureEnvelope.extractAddress({ payload, signature });
    if (!SignatureEnvelope.verify(signature, { payload, address: from })) return 'malformed';
    const raw = Envelope.serialize(request, { signature });
    return {
      raw,
      hash: keccak256(raw),
      from: from.toLowerCase(),
      chainId,
      validBefore: Number(validBefore),
      hasExpiringNonce: request.nonceKey === maxUint256,
      transfers: calls.flatMap(transferIn),
      request,
    };
  } catch {
    return 'malformed';
  }
}

function transferIn({
  to,
  data,
}: {
  readonly to?: string | undefined;
  readonly data?: Hex | undefined;
}): MemoTransfer[] {
  if (!to || !data) return [];
  try {
    const { functionName, args } = decodeFunctionData({ abi: TIP20_ABI, data });
    if (functionName !== 'transferWithMemo') return [];
    const [recipient, amount, memo] = args;
    return [{ token: to.toLowerCase(), to: recipient.toLowerCase(), amount, memo: memo.toLowerCase() }];
  } catch {
    // A call of something else: what else a buyer does in its own transaction is its own business.
    return [];
  }
}
