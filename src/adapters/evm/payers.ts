import type { Hex, TransactionReceipt } from 'viem';
import { Latest } from '../../values/latest.ts';
import type { SignedAuthorization } from '../../values/payment.ts';
import type { Chain } from './chain.ts';
import type { FailedGas } from './failed-gas.ts';
import type { InFlight } from './in-flight.ts';
import { WALLET_GAS } from './lane.ts';

/** An account without code is believed to have none for so long. */
const PLAIN_FRESH_MS = 600_000;
/** Many more payments than can be under way. */
const MAX_REMEMBERED = 8_192;

/**
 * Which payers run code when their signature is checked: wallet contracts, and accounts that gave themselves some
 * (EIP-7702), at any time.
 */
export interface Payers {
  /** Asks the chain whether an account whose own key signed has code, and remembers of the payment that it has none. */
  isPlain(signed: SignedAuthorization): Promise<boolean>;
  /** Whether that is what was found when the payment was verified. */
  wasPlain(signed: SignedAuthorization): boolean;
  /** A sale in a transaction with others was passed over: everybody is looked at again. */
  forget(): void;
  /** A transaction that was to carry this authorization alone was mined without it. */
  failed(signed: SignedAuthorization, receipt: Pick<TransactionReceipt, 'transactionHash' | 'gasUsed'>): void;
}

export function openPayers(
  chain: Pick<Chain, 'hasCode'>,
  inFlight: Pick<InFlight, 'distrust'>,
  failedGas: Pick<FailedGas, 'failed'>,
  now: () => number,
): Payers {
  const plain = new WeakSet<SignedAuthorization>();
  let since = new Latest<number>(MAX_REMEMBERED);
  const counted = new Latest<true>(MAX_REMEMBERED);

  return {
    async isPlain(signed) {
      const is = await hasNoCode(signed.authorization.from as Hex);
      if (is) plain.add(signed);
      return is;
    },
    wasPlain: (signed) => plain.has(signed),
    forget: () => {
      since = new Latest(MAX_REMEMBERED);
    },
    failed: (signed, receipt) => void count(signed, receipt),
  };

  async function hasNoCode(from: Hex): Promise<boolean> {
    const known = since;
    const at = known.get(from);
    if (at !== undefined && now() - at < PLAIN_FRESH_MS) return true;
    const hasCode = await chain.hasCode(from, true).catch(() => true);
    if (!hasCode) known.set(from, now());
    return !hasCode;
  }

  /** However often its receipt is read. What an account without code cost is not the wallet contracts'. */
  async function count(
    { authorization }: SignedAuthorization,
    { transactionHash, gasUsed }: Pick<TransactionReceipt, 'transactionHash' | 'gasUsed'>,
  ): Promise<void> {
    if (counted.get(transactionHash)) return;
    counted.set(transactionHash, true);
    const from = authorization.from as Hex;
    inFlight.distrust(from);
    // It may have got its code since.
    since.set(from, Number.NEGATIVE_INFINITY);
    // Nobody waits for this: whatever it threw would end the process. A receipt without a figure counts as the most.
    const gas = typeof gasUsed === 'bigint' ? gasUsed : WALLET_GAS;
    if (!(await hasNoCode(from))) failedGas.failed(from, gas);
  }
}
