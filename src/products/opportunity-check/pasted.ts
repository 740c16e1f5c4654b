import { decodeObject, type Json, record } from '../../values/challenge.ts';
import { parseStrictJson } from '../../values/json.ts';
import { isJwsOf, type SellerJwk, saidIn } from '../../values/offers.ts';
import { readChallenge } from './challenge.ts';
import { type Evidence, signalEvidence } from './evidence.ts';

/** A message of the protocol that was pasted where a statement is expected. */
export interface ShownMessage {
  readonly kind: 'challenge' | 'settlement' | 'receipt';
  readonly message: Json;
  /** A signed receipt, as it came. */
  readonly jws?: string;
}

const HEADER = /^\s*(?:x-)?payment-(?:required|response)\s*:\s*/i;
const ENCODED = /^[A-Za-z0-9+/_=-]{40,}$/;
const JWS = /^[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{20,}$/;

/** A challenge, a PAYMENT-RESPONSE header or a signed receipt; undefined for a statement. */
export function pastedIn(text: string): ShownMessage | undefined {
  const bare = text.replace(HEADER, '').trim();
  if (JWS.test(bare)) {
    const said = saidIn(bare);
    return said && isReceipt(said) ? { kind: 'receipt', message: said, jws: bare } : undefined;
  }
  const message = bare.startsWith('{') ? asObject(bare) : ENCODED.test(bare) ? decodeObject(bare) : undefined;
  if (!message) return undefined;
  if (message.x402Version !== undefined && Array.isArray(message.accepts))
    return { kind: 'challenge', message };
  const settled = typeof message.success === 'boolean' && typeof message.network === 'string';
  return settled ? { kind: 'settlement', message } : undefined;
}

function asObject(text: string): Json | undefined {
  const parsed = parseStrictJson(text);
  return parsed.ok ? record(parsed.value) : undefined;
}

const isReceipt = ({ resourceUrl, payer, issuedAt }: Json): boolean =>
  typeof resourceUrl === 'string' && typeof payer === 'string' && typeof issuedAt === 'number';

/** What a settlement or a receipt shows. Whether the answer came with it, only a statement can say. */
export function shownBy(
  { kind, message, jws }: ShownMessage,
  asOf: number,
  jwk: SellerJwk | undefined,
): readonly Evidence[] {
  if (kind === 'challenge') return readChallenge(message, asOf, jwk).evidence;
  if (kind === 'receipt') return signedBy(jws!, jwk);
  if (message.success !== true)
    return [
      signalEvidence(
        /insufficient/.test(String(message.errorReason)) ? 'err_insufficient_funds' : 'err_payment_declined',
      ),
    ];
  const { receipt } = record(record(record(message.extensions)['offer-receipt']).info);
  const { signature } = record(receipt);
  return [
    signalEvidence('receipt_header_observed'),
    ...(typeof signature === 'string' ? signedBy(signature, jwk) : []),
  ];
}

const signedBy = (jws: string, jwk: SellerJwk | undefined): Evidence[] =>
  jwk ? [signalEvidence('signed_receipt_verified', isJwsOf(jws, jwk) ? 'present' : 'absent')] : [];
