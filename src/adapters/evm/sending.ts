import { type Hex, keccak256, type PublicClient, TransactionNotFoundError } from 'viem';
import { isUnpaidGas } from './gas.ts';
import { isNodes } from './node-errors.ts';

/** So often a send that nobody answers is tried. */
export const SEND_TRIES = 3;

/** A node has these bytes: in the words of geth, Nethermind, OpenEthereum and Besu. Not "unknown transaction type". */
const KNOWN = /already ?known|already imported|\bknown transaction/i;
/** Other bytes have their nonce, mined or waiting. */
const TAKEN =
  /nonce (is )?too low|old ?nonce|nonce ?already ?used|same nonce|replacement (transaction )?underpriced|replacement ?not ?allowed|could not replace/i;

interface Sending {
  /** `unpaid`: the first node that was asked refused it, for want of gas. */
  resend(rawTransaction: Hex, maxTries?: number): Promise<'sent' | 'dead' | 'unknown' | 'unpaid'>;
  isKnown(hash: Hex): Promise<'sent' | 'dead' | 'unknown'>;
}

/** Gives signed bytes to a node and reads what it says of them. `refused` is told when it is that the gas is not paid for. */
export function openSending(
  client: Pick<PublicClient, 'getTransaction' | 'sendRawTransaction'>,
  refused: () => void,
  report: (error: unknown) => void,
): Sending {
  return { resend, isKnown };

  async function resend(
    rawTransaction: Hex,
    maxTries = SEND_TRIES,
  ): Promise<'sent' | 'dead' | 'unknown' | 'unpaid'> {
    for (let tries = 1; ; tries++) {
      try {
        await client.sendRawTransaction({ serializedTransaction: rawTransaction });
        return 'sent';
      } catch (error) {
        const text = String(error instanceof Error ? error.message : error);
        if (KNOWN.test(text)) return 'sent';
        if (TAKEN.test(text)) return isKnown(keccak256(rawTransaction));
        if (isUnpaidGas(error)) {
          refused();
          // A try before this one that found nobody may have been heard.
          return tries === 1 ? 'unpaid' : 'unknown';
        }
        if (tries < maxTries) continue;
        report(error);
        // Nodes word their refusals as they like, and some refuse what they have: that is for the next look to see.
        return maxTries > 1 && isNodes(error) && (await isKnown(keccak256(rawTransaction))) === 'sent'
          ? 'sent'
          : 'unknown';
      }
    }
  }

  /** A nonce that is too low may be our own transaction, mined a moment ago. */
  async function isKnown(hash: Hex): Promise<'sent' | 'dead' | 'unknown'> {
    try {
      await client.getTransaction({ hash });
      return 'sent';
    } catch (error) {
      return error instanceof TransactionNotFoundError ? 'dead' : 'unknown';
    }
  }
}
