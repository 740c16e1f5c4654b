import { keccak256, slice, stringToHex } from 'viem';

/**
 * The memo that binds a Tempo transfer to one MPP challenge: `tag | version | server | client | nonce`, 32 bytes.
 * Source: mppx 0.11.0, tempo/Attribution (not exported there), and draft-tempo-charge, "Attribution memo".
 */
const TAG = slice(keccak256(stringToHex('mpp')), 0, 4);
const VERSION = '01';

const digits = (text: string, bytes: number): string =>
  slice(keccak256(stringToHex(text)), 0, bytes).slice(2);

/** A challenge as its payment names it on chain. */
export interface Bound {
  readonly challengeId: string;
  readonly realm: string;
}

/** Whether a memo names this server and this very challenge. The client's part says who paid, and binds nothing. */
export function isBoundTo(memo: string, { challengeId, realm }: Bound): boolean {
  const text = memo.toLowerCase();
  return (
    text.length === 66 &&
    text.startsWith(TAG + VERSION + digits(realm, 10)) &&
    text.endsWith(digits(challengeId, 7))
  );
}
