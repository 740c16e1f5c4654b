import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Chain } from '../adapters/evm/chain.ts';
import type { Store } from '../adapters/sql/store.ts';
import { editionIn, whyNotCurrent } from '../ledger/freshness.ts';
import { type Clock, type Editions, type PublishedEdition, type Signer, waitsBy } from '../ports.ts';
import { EVM_NETWORKS, type EvmRow, FURTHER_EVM, type FurtherEvm } from '../values/networks.ts';
import { DAY_MS } from '../values/time.ts';
import { chainLook } from './chain-look.ts';
import type { Config } from './config.ts';
import { databaseClockWord } from './database-clock.ts';
import { dataDirWord, signingKeysFault } from './local-faults.ts';

/** What must hold for this node to serve, and what becomes of it: `503`: a balancer should drop this node; `200`: others would be no better; `warns`: it sells, and somebody has to act. */
export const CONDITIONS = {
  keys: '503',
  signing: '503',
  data_dir: '503',
  journal: '503',
  clock: '503',
  chain: '200',
  gas: '200',
  facilitator: '200',
  solana: 'warns',
  tempo: 'warns',
  edition: 'warns',
  ...eachFurther(() => 'warns' as const),
} as const;
export type ConditionName = keyof typeof CONDITIONS;
/** A network beside the default one is a condition of its own, by its name as metrics can have it: `base_sepolia`. */
type NetworkCondition = Underscored<FurtherEvm>;
type Underscored<Name extends string> = Name extends `${infer A}-${infer B}` ? `${A}_${B}` : Name;

export function conditionOf({ name }: Pick<EvmRow, 'name'>): NetworkCondition {
  return name.replaceAll('-', '_') as NetworkCondition;
}

/** The same for each of those networks. */
function eachFurther<T>(of: (name: NetworkCondition) => T): Readonly<Record<NetworkCondition, T>> {
  const names = FURTHER_EVM.map(conditionOf);
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<NetworkCondition, T>;
}

/** Closed words: `ok`, or what is wrong. */
export type Words = Readonly<Record<ConditionName, string>>;

/** Of each what may be wrong; docs/operators.md says what to do. */
export const CONDITION_WORDS: Readonly<Record<ConditionName, readonly string[]>> = {
  keys: ['keys_unreadable'],
  signing: ['signing_failed'],
  data_dir: ['data_dir_slow', 'data_dir_not_writable', 'disk_full'],
  journal: ['journal_slow', 'journal_unavailable'],
  clock: ['clock_wrong'],
  chain: ['chain_off', 'chain_unavailable', 'wrong_chain', 'chain_behind'],
  gas: ['out_of_gas', 'low_on_gas'],
  facilitator: ['facilitator_unavailable', 'facilitator_unsupported'],
  solana: ['solana_unavailable', 'out_of_sol'],
  tempo: ['tempo_unavailable'],
  edition: ['edition_not_current', 'edition_expires_soon'],
  ...eachFurther(() => [
    'network_unavailable',
    'network_unsupported',
    'network_wrong_chain',
    'network_behind',
    'network_out_of_gas',
    'network_low_on_gas',
  ]),
};

/** Words that drop no node and stop no sale. */
export const HARMLESS: ReadonlySet<string> = new Set([
  'ok',
  'data_dir_slow',
  'journal_slow',
  'low_on_gas',
  'network_low_on_gas',
  'edition_expires_soon',
]);
/** Longer than a hiccup. Until then a late answer may be all that is wrong, and on every node alike. */
export const LASTS_MS = 10_000;

export interface ConditionSources {
  readonly config: Pick<Config, 'mode' | 'dataDir' | 'signingKeysFile'>;
  readonly store: Pick<Store, 'run' | 'db' | 'dialect'>;
  readonly signer: Pick<Signer, 'sign' | 'verify'>;
  readonly editions: Pick<Editions, 'latest'>;
  /** The default network; undefined where a sandbox has no chain for it. */
  readonly chain: Pick<Chain, 'client'> | undefined;
  readonly clock: Clock;
  readonly canPay: () => boolean;
  /** What the account that pays for gas there has left; undefined: it pays for none. */
  readonly balance: (() => Promise<bigint>) | undefined;
  /** Of each other party that settles here; absent: none does. */
  readonly others?: Looks;
  readonly patienceMs?: number;
}

/** Whoever else settles: `ok`, or a word of its condition. Throws where nobody answers. */
export type Looks = {
  readonly [name in 'facilitator' | 'solana' | 'tempo' | NetworkCondition]?: () => Promise<string>;
};

/** Whoever has not answered by then is late. */
const PATIENCE_MS = 2_000;
/** How often those who charge for a question are asked. */
const OTHERS_EVERY_MS = 15_000;
const EXPIRES_SOON_MS = 2 * DAY_MS;
export const SALES_AHEAD = 100;
const GAS_OF_A_SALE = 100_000n;

const [DEFAULT] = EVM_NETWORKS as readonly [EvmRow, ...EvmRow[]];

/** Asks everything once, side by side. */
export function askerOf(asked: ConditionSources): () => Promise<Words> {
  const { config, store, signer, editions, chain, clock, canPay, balance, others = {} } = asked;
  const { patienceMs = PATIENCE_MS } = asked;
  const ticks = waitsBy(clock).now;
  const look = chain && chainLook(chain, DEFAULT, config.mode === 'production');
  const questions: Readonly<Record<Exclude<ConditionName, 'clock'>, () => Promise<string>>> = {
    keys: async () =>
      signingKeysFault(config.signingKeysFile, false) === undefined ? 'ok' : 'keys_unreadable',
    signing: async () => {
      const payload = { probe: clock.now() };
      const verified = await signer.verify(await signer.sign(payload)).catch(() => undefined);
      return (verified as typeof payload | undefined)?.probe === payload.probe ? 'ok' : 'signing_failed';
    },
    data_dir: lasting('data_dir_slow', 'data_dir_not_writable', () => dataDirWord(config.dataDir)),
    journal: lasting('journal_slow', 'journal_unavailable', () =>
      store.run(sql`select 1`.compile(store.db)).then(() => 'ok'),
    ),
    chain: async () => (look ? await inTime(look.word(clock.now()), 'chain_unavailable') : 'chain_off'),
    gas: async () => (canPay() ? await inTime(gasAhead({ chain, balance }), 'ok') : 'out_of_gas'),
    facilitator: otherWord('facilitator', 'facilitator_unavailable'),
    solana: otherWord('solana', 'solana_unavailable'),
    tempo: otherWord('tempo', 'tempo_unavailable'),
    edition: () => inTime(editionWord(), 'ok'),
    ...eachFurther((name) => otherWord(name, 'network_unavailable')),
  };

  return async () => {
    const names = Object.keys(questions) as (keyof typeof questions)[];
    const [words, ofDatabase] = await Promise.all([
      Promise.all(names.map(async (name) => [name, await questions[name]()] as const)),
      inTime(databaseClockWord(store, clock), 'ok'),
    ]);
    const found = Object.fromEntries(words) as Record<keyof typeof questions, string>;
    return { ...found, clock: ofDatabase === 'ok' && look ? look.clock() : ofDatabase };
  };

  /**
   * What fails is `gone` at once. What is late is `slow`, until it has lasted; it is not asked again before it answers.
   * After one that failed, heard or not, the next one that is late is no better than that: only an answer is.
   */
  function lasting(slow: string, gone: string, ask: () => Promise<string>): () => Promise<string> {
    let open: { readonly answer: Promise<string>; readonly since: number } | undefined;
    let last = 'ok';
    return async () => {
      open ??= {
        since: ticks(),
        answer: ask()
          .catch(() => gone)
          .then((word) => {
            open = undefined;
            last = word;
            return word;
          }),
      };
      const { answer, since } = open;
      const word = await inTime(answer, slow);
      if (word !== slow) return word;
      if (ticks() - since >= LASTS_MS) return gone;
      return last === 'ok' ? slow : last;
    };
  }

  /** What fails or is late is `otherwise`. */
  function inTime(answer: Promise<string>, otherwise: string): Promise<string> {
    return Promise.race([answer.catch(() => otherwise), setTimeout(patienceMs, otherwise, { ref: false })]);
  }

  function otherWord(name: keyof Looks, otherwise: string): () => Promise<string> {
    const ask = others[name];
    let at = Number.NEGATIVE_INFINITY;
    let last = 'ok';
    return async () => {
      const now = ticks();
      // What was wrong is asked about again at once: it is not for sale until it is well.
      if (!ask || (last === 'ok' && now - at < OTHERS_EVERY_MS)) return last;
      at = now;
      last = await inTime(ask(), otherwise);
      return last;
    };
  }

  async function editionWord(): Promise<string> {
    const now = clock.now();
    const latest = await editions.latest();
    if (whyNotCurrent(latest, now) !== undefined) return 'edition_not_current';
    return Date.parse(editionIn(latest as PublishedEdition).validUntil) - now < EXPIRES_SOON_MS
      ? 'edition_expires_soon'
      : 'ok';
  }
}

/** Whether the account that pays for gas on a network has less than the next sales need. */
export async function isLowOnGas(
  { client }: Pick<Chain, 'client'>,
  balance: () => Promise<bigint>,
  { gas }: Pick<EvmRow, 'gas'>,
): Promise<boolean> {
  const [left, price] = await Promise.all([balance(), client.getGasPrice()]);
  return left < price * (GAS_OF_A_SALE + gas.data) * BigInt(SALES_AHEAD);
}

async function gasAhead({ chain, balance }: Pick<ConditionSources, 'chain' | 'balance'>): Promise<string> {
  return chain && balance && (await isLowOnGas(chain, balance, DEFAULT)) ? 'low_on_gas' : 'ok';
}

/** How long the last words stand when somebody asks, and how long who asks waits for new ones. */
const FRESH_MS = 2_000;
const WAIT_MS = 1_000;
/** How often it is asked with nobody asking, so that a change is logged. A sandbox's chain is left in peace. */
const EVERY_MS = { production: 5_000, sandbox: 60_000 } as const;

/** Goes on asking. `changed` is told of each condition whose word is another one than before. */
export function keepAsking(
  ask: () => Promise<Words>,
  {
    clock,
    mode,
    changed,
  }: {
    readonly clock: Clock;
    readonly mode: Config['mode'];
    readonly changed: (name: ConditionName, word: string) => void;
  },
) {
  let last: Words | undefined;
  let at = Number.NEGATIVE_INFINITY;
  let asking: Promise<Words> | undefined;
  const ticks = waitsBy(clock).now;
  /** Since when each has been well, or has not. */
  const since = new Map<ConditionName, number>();

  const round = (): Promise<Words> => {
    asking ??= ask().then((words) => {
      for (const name of Object.keys(words) as ConditionName[])
        if (words[name] !== (last?.[name] ?? 'ok')) {
          if (words[name] === 'ok' || (last?.[name] ?? 'ok') === 'ok') since.set(name, ticks());
          changed(name, words[name]);
        }
      last = words;
      at = ticks();
      asking = undefined;
      return words;
    });
    return asking;
  };
  const timer = setInterval(() => void round(), EVERY_MS[mode]);
  timer.unref();
  return {
    /** As new as can be had in a second. */
    async words(): Promise<Words | undefined> {
      if (ticks() - at < FRESH_MS) return last;
      return Promise.race([round(), setTimeout(WAIT_MS, last, { ref: false })]);
    },
    /** What is known now, and for how long each has been well, or has not; what is not fresh is asked anew for whoever asks next. */
    glance(): { readonly words: Words | undefined; forMs(name: ConditionName): number } {
      if (ticks() - at >= FRESH_MS) void round();
      return { words: last, forMs: (name) => ticks() - (since.get(name) ?? Number.NEGATIVE_INFINITY) };
    },
    stop: () => clearInterval(timer),
  };
}

/** The one word for all, and whether a balancer should send calls here. */
export function standingOf(words: Words | undefined): { readonly ok: boolean; readonly status: string } {
  const wrong = (Object.keys(CONDITIONS) as ConditionName[]).filter(
    (name) => words !== undefined && !HARMLESS.has(words[name]) && CONDITIONS[name] !== 'warns',
  );
  const [first] = wrong;
  return {
    ok: !wrong.some((name) => CONDITIONS[name] === '503'),
    status: first === undefined ? 'ready' : words![first],
  };
}
