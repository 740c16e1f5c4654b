import type { Published } from '../declare.ts';
import { forSale, type Obstacles } from '../gate/for-sale.ts';
import { DEFAULT_NETWORK, FURTHER_EVM, NETWORKS } from '../values/networks.ts';
import {
  CONDITIONS,
  type ConditionName,
  conditionOf,
  HARMLESS,
  type keepAsking,
  LASTS_MS,
  type Words,
} from './conditions.ts';

type Glance = ReturnType<ReturnType<typeof keepAsking>['glance']>;

/** Words that are certain. Any other may be one late answer, and is believed once it has lasted. */
const CERTAIN: ReadonlySet<string> = new Set([
  'out_of_gas',
  'out_of_sol',
  'wrong_chain',
  'chain_off',
  'network_out_of_gas',
  'network_wrong_chain',
  'network_unsupported',
  'facilitator_unsupported',
  'edition_not_current',
]);

/** Conditions that a network cannot be settled on without. */
const NEEDED: Readonly<Record<string, readonly ConditionName[]>> = {
  [NETWORKS[DEFAULT_NETWORK].network]: ['chain', 'gas', 'facilitator'],
  [NETWORKS.solana.network]: ['solana'],
  [NETWORKS.tempo.network]: ['tempo'],
  ...Object.fromEntries(FURTHER_EVM.map((row) => [row.network, [conditionOf(row)]])),
};
const SELLS_NOTHING = (Object.keys(CONDITIONS) as ConditionName[]).filter(
  (name) => CONDITIONS[name] === '503',
);

/**
 * What this service publishes at the moment: the same object for as long as the same things are for sale, so that
 * whatever is rendered from it is rendered once a change. `soldElsewhere`: an edge settles on the default network with
 * an account of its own, so what ours has left says nothing of it.
 */
export function shopOf(published: Published, glance: () => Glance, soldElsewhere: boolean): () => Published {
  const known = new Map<string, Published>();
  let last:
    | { readonly words: Words | undefined; readonly fails: string; readonly now: Published }
    | undefined;
  return () => {
    const { words, forMs } = glance();
    const fails = words ? failing(words, forMs) : [];
    const key = fails.join();
    if (last?.words === words && last?.fails === key) return last.now;
    const now = known.get(key) ?? { ...published, offered: forSale(published.catalogue, obstaclesOf(fails)) };
    known.set(key, now);
    last = { words, fails: key, now };
    return now;
  };

  function obstaclesOf(fails: readonly ConditionName[]): Obstacles {
    const fail = (names: readonly ConditionName[]) => names.some((name) => fails.includes(name));
    return {
      everything: fail(SELLS_NOTHING),
      edition: fail(['edition']),
      isDown: (network) =>
        fail(NEEDED[network] ?? []) && !(soldElsewhere && network === NETWORKS[DEFAULT_NETWORK].network),
    };
  }
}

function failing(words: Words, forMs: Glance['forMs']): ConditionName[] {
  return (Object.keys(words) as ConditionName[]).filter(
    (name) => !HARMLESS.has(words[name]) && (CERTAIN.has(words[name]) || forMs(name) >= LASTS_MS),
  );
}
