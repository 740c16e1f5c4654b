import type { Clock } from '../../ports.ts';
import { Latest } from '../../values/latest.ts';

/** Payments of one payer that may be under way at once: so many at first, one more with each that is paid. */
const FIRST_AT_ONCE = 4;
const MOST_AT_ONCE = 24;
/** After a transaction that its payment failed: until it has earned trust again, it has no company either. */
const DISTRUSTED_AT_ONCE = 1;
/** So many wait for one of them to end, so long. The rest are told to come back. */
const MAX_WAITING = 24;
const WAIT_MS = 10_000;
/** From the look at a payment to its claim. What has not been claimed by then holds nothing any more. */
const UNCLAIMED_MS = 10_000;
/** Payers whose record is remembered. */
const MAX_PAYERS = 8_192;

interface Hold {
  readonly key: string;
  readonly amount: bigint;
  isClaimed: boolean;
  until: number;
  /** What was paid by others of this payer while this one was being looked at: its balance may show it or not. */
  paidMeanwhile: bigint;
}

interface Payer {
  readonly holds: Hold[];
  readonly waiting: (() => void)[];
}

/** One payment among those of its payer. */
export interface QueuePlace {
  /** What those before it will take from the balance, as far as is known. */
  ahead(): bigint;
  /** It is not to be sold: others need not wait for it. */
  leave(): void;
}

/**
 * What is under way of each payer. A balance shows what was paid and not what is about to be: a wallet with the price of
 * one answer would look good to a hundred payments at once, and each of them would cost us a transaction.
 */
export interface InFlight {
  /** Undefined: too many of this payer are under way, and none ended in time. */
  enter(key: string, payer: string, amount: bigint): Promise<QueuePlace | undefined>;
  /** It is about to be sent, or may have been: it counts until it has ended, and no longer than `forMs`. */
  hold(key: string, payer: string, amount: bigint, forMs: number): void;
  end(key: string, payer: string, how: 'paid' | 'unpaid'): void;
  /** A transaction of this payer failed at our cost. */
  distrust(payer: string): void;
  /** Whether others may share a transaction with this payer. */
  isTrusted(payer: string): boolean;
}

/** `clock`: for waits alone. */
export function openInFlight(clock: Clock): InFlight {
  const payers = new Map<string, Payer>();
  const allowed = new Latest<number>(MAX_PAYERS);
  const allowedTo = (payer: string) => allowed.get(payer) ?? FIRST_AT_ONCE;

  return {
    async enter(key, payer, amount) {
      if (!hasRoom(key, payer) && !(await turn(key, payer))) return undefined;
      const known = find(key, payer);
      const own = known ?? add(key, payer, amount);
      return {
        ahead: () => aheadOf(own, payer),
        leave: () => {
          // A twin of it may be on its way.
          if (!known && !own.isClaimed) remove(key, payer);
        },
      };
    },
    hold(key, payer, amount, forMs) {
      const own = find(key, payer) ?? add(key, payer, amount);
      own.isClaimed = true;
      own.until = clock.now() + forMs;
    },
    end(key, payer, how) {
      const own = remove(key, payer);
      if (how === 'unpaid') return;
      allowed.set(payer, Math.min(allowedTo(payer) + 1, MOST_AT_ONCE));
      if (!own) return;
      for (const hold of payers.get(payer)?.holds ?? [])
        if (!hold.isClaimed) hold.paidMeanwhile += own.amount;
    },
    distrust: (payer) => allowed.set(payer, DISTRUSTED_AT_ONCE),
    isTrusted: (payer) => allowedTo(payer) >= FIRST_AT_ONCE,
  };

  function find(key: string, payer: string): Hold | undefined {
    return payers.get(payer)?.holds.find((hold) => hold.key === key);
  }

  function hasRoom(key: string, payer: string): boolean {
    letGo(payer);
    return (payers.get(payer)?.holds.length ?? 0) < allowedTo(payer) || find(key, payer) !== undefined;
  }

  /** Nobody came back for these. */
  function letGo(payer: string): void {
    const over = payers.get(payer)?.holds.filter(({ until }) => until < clock.now()) ?? [];
    for (const { key } of over) remove(key, payer);
  }

  /** Waits until one of this payer's payments has ended. False: it took too long, or too many wait already. */
  async function turn(key: string, payer: string): Promise<boolean> {
    const until = clock.now() + WAIT_MS;
    for (let left = WAIT_MS; left > 0; left = until - clock.now()) {
      const { waiting } = payerOf(payer);
      if (waiting.length >= MAX_WAITING) return false;
      const { promise: woken, resolve: wake } = Promise.withResolvers<void>();
      waiting.push(wake);
      await Promise.race([woken, clock.sleep(left)]);
      const place = waiting.indexOf(wake);
      if (place >= 0) waiting.splice(place, 1);
      if (hasRoom(key, payer)) return true;
    }
    return false;
  }

  function payerOf(payer: string): Payer {
    const known = payers.get(payer) ?? { holds: [], waiting: [] };
    payers.set(payer, known);
    return known;
  }

  function add(key: string, payer: string, amount: bigint): Hold {
    const until = clock.now() + UNCLAIMED_MS;
    const hold = { key, amount, isClaimed: false, until, paidMeanwhile: 0n };
    if (payers.size >= MAX_PAYERS) for (const other of [...payers.keys()]) letGo(other);
    payerOf(payer).holds.push(hold);
    return hold;
  }

  function remove(key: string, payer: string): Hold | undefined {
    const hold = find(key, payer);
    const { holds, waiting } = payerOf(payer);
    if (hold) {
      holds.splice(holds.indexOf(hold), 1);
      waiting.shift()?.();
    }
    if (holds.length === 0 && waiting.length === 0) payers.delete(payer);
    return hold;
  }

  /** In the order in which they came: of two that the balance pays for once, one is sold. */
  function aheadOf(own: Hold, payer: string): bigint {
    let sum = own.paidMeanwhile;
    for (const hold of payers.get(payer)?.holds ?? []) {
      if (hold === own) break;
      sum += hold.amount;
    }
    return sum;
  }
}
