import { Latest } from '../../values/latest.ts';

/**
 * What transactions of wallet contracts cost us that failed. Whatever a simulation says, their code may do another thing
 * when its transaction is mined: the block, its time and its fee are then others. So they may fail, up to a budget.
 */
export interface FailedGas {
  /** Whether a payment that may use up `gas` may be sent now. If so, it is held until `done`. */
  begin(payer: string, gas: bigint): boolean;
  done(gas: bigint): void;
  failed(payer: string, gas: bigint): void;
  /** The budget of this payer, or that of all, is used up: for a while no more is sent. */
  isSpent(payer: string): boolean;
}

/** Gas of all wallet contracts together, in an hour: some twenty failures. */
export const FAILED_GAS_BUDGET = 5_000_000;
/** So many payers have to fail before the others are declined too: one whole failure uses up the share of one. */
const SHARES = 20n;
/** In this time a budget that was used up is whole again, a little at a time. */
const WHOLE_AFTER_MS = 3_600_000n;
const MAX_PAYERS = 8_192;

interface Used {
  readonly gas: bigint;
  readonly at: number;
}
const NOTHING: Used = { gas: 0n, at: 0 };

/** `now`: for what refills. `changed`: told when the budget of all is used up, and when it is not any more. */
export function openFailedGas(
  budget: number,
  now: () => number,
  changed: (isSpent: boolean) => void = () => {},
): FailedGas {
  const inAll = BigInt(budget);
  const ofOne = inAll / SHARES;
  const payers = new Latest<Used>(MAX_PAYERS);
  let all = NOTHING;
  let held = 0n;
  let wasSpent = false;

  return {
    begin(payer, gas) {
      // What is under way may fail too; one goes alone, however small the budget is.
      if (isSpent(payer) || (held > 0n && left(all, inAll) + held + gas > inAll)) return false;
      held += gas;
      return true;
    },
    done(gas) {
      held -= gas;
    },
    failed(payer, gas) {
      payers.set(payer, { gas: left(payers.get(payer) ?? NOTHING, ofOne) + gas, at: now() });
      all = { gas: left(all, inAll) + gas, at: now() };
      tell();
    },
    isSpent,
  };

  function isSpent(payer: string): boolean {
    tell();
    const own = left(payers.get(payer) ?? NOTHING, ofOne);
    return wasSpent || (own > 0n && own >= ofOne);
  }

  function tell(): void {
    const spent = left(all, inAll) >= inAll;
    if (spent === wasSpent) return;
    wasSpent = spent;
    changed(spent);
  }

  /** What is left of what failed: it is forgotten evenly. */
  function left({ gas, at }: Used, whole: bigint): bigint {
    const forgotten = (whole * BigInt(Math.trunc(now() - at))) / WHOLE_AFTER_MS;
    return gas > forgotten ? gas - forgotten : 0n;
  }
}
