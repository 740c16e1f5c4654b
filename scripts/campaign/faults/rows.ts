import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { privateKeyToAccount } from 'viem/accounts';
import { SANDBOX_CHAIN, sandboxAccount } from '../../../src/sandbox/chain.ts';
import { BASE, type Network } from '../../../src/values/payment.ts';
import type { Mode } from '../../../test/facilitator/hostile.ts';
import type { Size } from '../table.ts';
import type { Purchase } from './crowd.ts';
import { type Market, SETTLERS } from './market.ts';
import { booksShow, takeBack } from './reorg.ts';
import { flipping, lagging, lying } from './views.ts';

/** A fault: how it begins and ends, for how long, and where it makes no sense. */
export interface FaultRow {
  readonly name: string;
  readonly lastsMs: Readonly<Record<Size, number>>;
  /** Why it is not made here; undefined: it is. */
  without(market: Market, network: Network): string | undefined;
  /** Begins it. What is answered ends it. */
  strike(market: Market, struck: Struck): Promise<() => unknown>;
  /** What must hold afterwards, when nobody buys: what does not, in words. `lost`: sales that a reorg took for good. */
  afterwards?(market: Market, lost: number): Promise<readonly string[]>;
}

/** What was bought so far, and what a fault has done to the chain that the comparison afterwards has to know. */
export interface Struck {
  readonly book: readonly Purchase[];
  /** Transactions that the chain had and has no more. */
  readonly taken: Set<string>;
}

const SECOND = 1_000;
const everywhere = () => undefined;
const short = (full: number) => ({ smoke: SECOND, short: 2 * SECOND, full });

/** The same done to the node of every chain. */
const toNodes =
  (begin: (side: Market['chains'][number]) => unknown, end: (side: Market['chains'][number]) => unknown) =>
  async ({ chains }: Market) => {
    for (const side of chains) await begin(side);
    return () => chains.forEach(end);
  };
const seeAgain = ({ node }: Market['chains'][number]) => node.view(undefined);

const onlyOnBase = (network: Network, why: string) => (network === BASE ? undefined : why);

export const FAULTS: readonly FaultRow[] = [
  {
    name: 'node away',
    lastsMs: short(60 * SECOND),
    without: everywhere,
    strike: toNodes(
      ({ node }) => node.cut(),
      ({ node }) => node.mend(),
    ),
  },
  {
    name: 'node silent',
    lastsMs: short(20 * SECOND),
    without: everywhere,
    strike: toNodes(
      ({ node }) => node.silence(true),
      ({ node }) => node.silence(false),
    ),
  },
  {
    name: 'node lies',
    lastsMs: short(20 * SECOND),
    without: everywhere,
    strike: toNodes(({ node, family }) => node.view(lying(family)), seeAgain),
  },
  {
    name: 'node lags',
    lastsMs: short(20 * SECOND),
    without: everywhere,
    strike: toNodes(async ({ node, family, rpcUrl }) => node.view(await lagging(family, rpcUrl)), seeAgain),
  },
  {
    name: 'node flips',
    lastsMs: short(20 * SECOND),
    without: everywhere,
    strike: toNodes(async ({ node, family, rpcUrl }) => node.view(await flipping(family, rpcUrl)), seeAgain),
  },
  // Away: it gets nothing done. Silent: it settles and never says so.
  facilitator('facilitator away', 'drop_request'),
  facilitator('facilitator silent', 'accept_then_timeout'),
  {
    name: 'database restarted',
    lastsMs: short(SECOND),
    without: ({ setup: { engine } }) =>
      engine === 'sqlite' ? 'SQLite is in the process: there is no server' : undefined,
    strike: async ({ postgres }) => {
      await postgres!.immediate();
      return () => postgres!.restart();
    },
  },
  {
    name: 'database frozen',
    lastsMs: short(20 * SECOND),
    without: everywhere,
    // Of SQLite: another program holds the file, as one that copies it does.
    strike: async ({ postgres, dataDir }) => {
      if (postgres) {
        await postgres.freeze();
        return () => postgres.thaw();
      }
      const other = new DatabaseSync(join(dataDir, 'journal.sqlite'));
      other.exec('pragma busy_timeout = 5000; begin immediate');
      return () => other.close();
    },
  },
  {
    name: 'disk full',
    // A log that was written before has room in it until it is emptied, every two seconds.
    lastsMs: { smoke: 4 * SECOND, short: 4 * SECOND, full: 10 * SECOND },
    without: ({ disk }) => (disk ? undefined : 'this process may not mount a small disk'),
    strike: async ({ disk }) => {
      disk!.fill();
      return () => disk!.free();
    },
  },
  {
    name: 'process stopped',
    lastsMs: short(40 * SECOND),
    without: everywhere,
    strike: async ({ services }) => {
      const { pid } = services()[0]!;
      process.kill(pid, 'SIGSTOP');
      return () => process.kill(pid, 'SIGCONT');
    },
  },
  clock('clock an hour ahead', 3_600 * SECOND),
  clock('clock an hour behind', -3_600 * SECOND),
  {
    name: 'nonce used',
    lastsMs: short(5 * SECOND),
    without: ({ setup }, network) =>
      setup.settles === 'facilitator'
        ? 'the facilitator has the key: its nonces are not ours'
        : onlyOnBase(network, 'our key has no nonces there'),
    strike: async (market) => {
      const using = { on: true };
      const done = useNonces(market, using);
      return async () => {
        using.on = false;
        await done;
      };
    },
  },
  {
    name: 'reorg',
    lastsMs: short(3 * SECOND),
    without: (_market, network) => onlyOnBase(network, 'what it shows is final'),
    strike: async ({ tools, facilitator }, { book, taken }) => {
      await takeBack(tools, book, taken);
      // How soon a facilitator finds out is its affair.
      facilitator?.forgetNonces();
      return () => {};
    },
    afterwards: booksShow,
  },
];

/** Whoever settles for us does so in its own way for a while. */
function facilitator(name: string, mode: Mode): FaultRow {
  return {
    name,
    lastsMs: short(20 * SECOND),
    without: ({ setup }, network) =>
      setup.settles === 'own key' || network !== BASE ? 'no facilitator settles there' : undefined,
    strike: async ({ facilitator: settles }) => {
      settles!.mode = mode;
      return () => {
        settles!.mode = 'clean';
      };
    },
  };
}

/** The first service's clock is set, and set right again. */
function clock(name: string, step: number): FaultRow {
  return {
    name,
    lastsMs: short(10 * SECOND),
    without: everywhere,
    strike: async ({ stepClock }) => {
      stepClock(step);
      return () => stepClock(0);
    },
  };
}

/** Somebody else sends with the settlers' keys. */
async function useNonces({ tools, services }: Market, using: { on: boolean }): Promise<void> {
  const accounts = SETTLERS.slice(0, services().length).map((key) => privateKeyToAccount(key));
  while (using.on) {
    for (const account of accounts)
      await tools.client
        .sendTransaction({ account, chain: SANDBOX_CHAIN, to: sandboxAccount('seller').address, value: 1n })
        // The service was quicker.
        .catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
