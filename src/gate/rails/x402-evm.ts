import { z } from 'zod';
import { CLOCK_SLACK_SECONDS, LONGEST_WINDOW_SECONDS } from '../../values/limits.ts';
import {
  type Authorization,
  type Offer,
  paymentKey,
  type SignedAuthorization,
} from '../../values/payment.ts';
import type { DeclineReason } from '../../values/problem.ts';
import { type EpochMs, unixSeconds } from '../../values/time.ts';
import { beginBy, type Timing } from './rail.ts';
import type { PayloadKind } from './x402-payload.ts';

/** The `exact` payload on EVM networks: EIP-3009, signed by the payer. */

/** Less than this left, and settlement could come too late. */
const MIN_SECONDS_LEFT = 20;

const hex = (bytes: number) => z.string().regex(new RegExp(`^0x[0-9a-fA-F]{${bytes * 2}}$`));
const MAX_UINT256 = String(2n ** 256n - 1n);
/** A larger one cannot even be hashed. Of two decimals of that length the larger one is the later text. */
const uint = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,77})$/)
  .refine((text) => text.length < MAX_UINT256.length || text <= MAX_UINT256);
const payloadSchema = z.strictObject({
  signature: z.string().regex(/^0x([0-9a-fA-F]{2}){65,4096}$/),
  authorization: z.strictObject({
    from: hex(20),
    to: hex(20),
    value: uint,
    validAfter: uint,
    validBefore: uint,
    nonce: hex(32),
  }),
});
const unsignedSchema = z.object({
  signature: z.enum(['', '0x']).optional(),
  authorization: z.record(z.string(), z.unknown()),
});

/** Suffix of ERC-6492 signatures: they would have the settler call a contract of the buyer's choosing. */
const ERC_6492_MAGIC = '6492'.repeat(16);

/** The payload of scheme `exact` on EVM networks: a signed TransferWithAuthorization (EIP-3009). */
export const eip3009: PayloadKind = {
  family: 'eip155:',
  isAddress: (text) => /^0x[0-9a-fA-F]{40}$/.test(text),
  /** Addresses have several spellings, by their checksum. */
  sameAddress: (given, ours) => given.toLowerCase() === ours.toLowerCase(),
  read(payload, offer) {
    const parsed = payloadSchema.safeParse(payload);
    if (!parsed.success)
      return unsignedSchema.safeParse(payload).success ? 'missing_signature' : 'malformed_payment';
    const authorization = lowerCase(parsed.data.authorization);
    const signature = parsed.data.signature.toLowerCase();
    const fault = faultOf(authorization, offer);
    if (fault) return fault;
    if (signature.endsWith(ERC_6492_MAGIC)) return 'unsupported_signature';
    const proof: SignedAuthorization = { kind: 'eip3009', authorization, signature };
    return {
      key: paymentKey(offer.network, offer.asset, authorization.from, authorization.nonce),
      payer: authorization.from,
      validBefore: Number(authorization.validBefore),
      proof,
      timing: (now) => timingOf(authorization, now),
    };
  },
};

function faultOf(authorization: Authorization, offer: Offer): DeclineReason | undefined {
  if (authorization.to !== offer.payTo.toLowerCase()) return 'wrong_recipient';
  // From the recipient to itself: nobody paid anything.
  if (authorization.from === authorization.to) return 'settlement_refused';
  const value = BigInt(authorization.value);
  if (value !== BigInt(offer.amount))
    return value < BigInt(offer.amount) ? 'amount_too_low' : 'amount_too_high';
  return undefined;
}

function timingOf(authorization: Authorization, now: EpochMs): Timing {
  const seconds = BigInt(unixSeconds(now));
  if (BigInt(authorization.validAfter) > seconds) return 'authorization_not_yet_valid';
  const validBefore = BigInt(authorization.validBefore);
  if (validBefore > seconds + BigInt(LONGEST_WINDOW_SECONDS + CLOCK_SLACK_SECONDS))
    return 'authorization_window_too_long';
  return beginBy(Number(validBefore) - MIN_SECONDS_LEFT, now, 'authorization_expired');
}

const lowerCase = (authorization: Authorization): Authorization => ({
  ...authorization,
  from: authorization.from.toLowerCase(),
  to: authorization.to.toLowerCase(),
  nonce: authorization.nonce.toLowerCase(),
});
