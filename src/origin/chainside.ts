import { copyFileSync, existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue } from '../declare.ts';
import {
  DEFAULT_NETWORK,
  EVM_NETWORKS,
  type EvmName,
  FURTHER_EVM,
  NETWORK_NAMES,
  NETWORKS,
} from '../values/networks.ts';
import type { Chainside } from './compose.ts';
import type { Config } from './config.ts';
import type { EvmSide } from './evm-side.ts';
import { isSoldOnSolana, type OpenedSolana, openSolanaSide } from './solana-side.ts';
import { isSoldOverMpp, openTempoSide, tempoSide } from './tempo-side.ts';

/** Exit code of a sandbox whose chain is gone. */
const EXIT_CHAIN = 71;
/** Where nobody listens: what a sandbox without a chain asks. */
const NOBODY = 'http://127.0.0.1:1';

interface Opened {
  readonly chainside: Chainside;
  readonly stopChain: () => Promise<void>;
  /** What a sandbox prints for a newcomer, by the service's address. */
  readonly hint?: (url: string) => readonly string[];
}

/** The chains that are configured, or those that a sandbox starts. */
export async function openChainside(
  config: Config,
  say: (line: string) => void,
  sold: Catalogue,
  worker: number,
): Promise<Opened> {
  const solana = isSoldOnSolana(sold) ? openSolanaSide(config, say) : undefined;
  if (config.mode === 'sandbox') return openSandbox(config, say, sold, worker, solana);
  return {
    chainside: {
      evm: EVM_NETWORKS.flatMap(({ name }) => {
        const { rpcUrl, payTo } = config.networks[name];
        return rpcUrl === undefined ? [] : [{ name, rpcUrl, payTo: payTo! }];
      }),
      settlerKey: config.settlerKey,
      solana: (await solana)?.side,
      ...tempoSide(config),
    },
    stopChain: async () => {},
  };
}

async function openSandbox(
  config: Config,
  say: (line: string) => void,
  sold: Catalogue,
  worker: number,
  solana: Promise<OpenedSolana | undefined> | undefined,
): Promise<Opened> {
  const [{ sandboxSettler, ...sandbox }, { sandboxDocument }, { whyNoAnvil }] = await Promise.all([
    import('../sandbox/chain.ts'),
    import('../sandbox/buyers.ts'),
    import('../sandbox/anvil.ts'),
  ]);
  const { networks, anvilPath } = config;
  const { rpcUrl: given, payTo: payToGiven } = networks[DEFAULT_NETWORK];
  const noAnvil = anvilPath === undefined ? whyNoAnvil() : undefined;
  const starting = isSoldOverMpp(sold) ? openTempoSide(config, noAnvil === undefined) : undefined;
  const isDefaultOff = given === undefined && noAnvil !== undefined;
  const own =
    given === undefined && !isDefaultOff
      ? await sandbox.startEvmSandbox(anvilPath === undefined ? {} : { anvilPath })
      : undefined;
  if (given !== undefined) await sandbox.prepareEvmSandbox(given);
  else if (config.databaseUrl === undefined) setAsideJournal(config, say);
  const other = await solana;
  const { side: tempo, own: tempoChain } = (await starting) ?? {};
  if (isDefaultOff && !other && !tempo) throw new Error(noAnvil);
  for (const chain of [own, other, tempoChain])
    void chain?.exited?.then(({ how }) => how !== 'stopped' && process.exit(EXIT_CHAIN));
  const rpcUrl = own?.rpcUrl ?? given ?? NOBODY;
  const seller = sandbox.sandboxAccount('seller').address;
  const further = await furtherSides(config, seller, sandbox.prepareEvmSandbox);
  const settlerKey =
    config.settlerKey ??
    (isDefaultOff
      ? sandbox.sandboxAccount('settler').privateKey
      : await sandboxSettler([rpcUrl, ...further.map((side) => side.rpcUrl)], worker));
  const payTo = payToGiven ?? seller;
  const document = async () =>
    isDefaultOff
      ? {}
      : sandboxDocument({
          rpcUrl,
          seller: payTo as `0x${string}`,
          ...(tempo && { tempo: { rpcUrl: tempo.rpcUrl, seller: tempo.payTo } }),
        });
  return {
    chainside: {
      evm: [{ name: DEFAULT_NETWORK, rpcUrl, payTo }, ...further],
      ...(isDefaultOff && { isDefaultOff }),
      newChains: given === undefined ? newChainsOf(config) : [],
      settlerKey,
      solana: other?.side,
      ...(tempo && { tempo }),
      sandbox: async () =>
        merged([await document(), (await other?.document?.()) ?? {}, ...further.map(documentOf)]),
    },
    stopChain: async () => void (await Promise.all([own?.stop(), other?.stop(), tempoChain?.stop()])),
    hint: isDefaultOff ? () => withoutBase(noAnvil) : firstPurchase,
  };
}

/** The networks that a sandbox is given besides the default one: anvils with their chain ids, prepared as its own is. */
const furtherSides = (
  { networks }: Config,
  seller: string,
  prepare: (rpcUrl: string, name: EvmName) => Promise<object>,
): Promise<EvmSide[]> =>
  Promise.all(
    FURTHER_EVM.filter(({ name }) => networks[name].rpcUrl !== undefined).map(async ({ name }) => {
      const { rpcUrl, payTo = seller } = networks[name];
      await prepare(rpcUrl!, name);
      return { name, rpcUrl: rpcUrl!, payTo };
    }),
  );

/** Its part of GET /sandbox. */
const documentOf = ({ name, rpcUrl, payTo }: EvmSide): object => ({
  rpc: { [name]: rpcUrl },
  asset: { [name]: NETWORKS[name].token.asset },
  seller: { [name]: payTo },
});

/** One document of the parts that each chain adds: `rpc`, `asset`, `seller` and `settler` have a member a chain. */
function merged(parts: readonly object[]): object {
  const whole: Record<string, unknown> = {};
  for (const [name, value] of parts.flatMap((part) => Object.entries(part)))
    whole[name] =
      typeof value === 'object' && !Array.isArray(value) ? { ...(whole[name] as object), ...value } : value;
  return whole;
}

const isGiven = ({ networks }: Config, name: (typeof NETWORK_NAMES)[number]) =>
  networks[name].rpcUrl !== undefined;

/** The networks whose chains begin and end with this process. */
const newChainsOf = (config: Config) =>
  NETWORK_NAMES.filter((name) => !isGiven(config, name)).map((name) => NETWORKS[name].network);

/**
 * A new sandbox chain knows nothing of the last one's payments, so their journal is put aside rather than believed. What
 * was paid on a chain that was given is owed still: then a copy is put aside, and only the others' payments are forgotten.
 */
function setAsideJournal(config: Config, say: (line: string) => void): void {
  const journal = join(config.dataDir, 'journal.sqlite');
  if (!existsSync(journal)) return;
  const kept = NETWORK_NAMES.filter((name) => isGiven(config, name)).map((name) => NETWORKS[name].label);
  const move = kept.length > 0 ? copyFileSync : renameSync;
  for (const suffix of ['', '-wal', '-shm'])
    if (existsSync(journal + suffix)) move(journal + suffix, `${journal}.previous${suffix}`);
  say(
    `the journal of the last sandbox chain is kept as journal.sqlite.previous${kept.length > 0 ? `; payments on ${kept.join(', ')} stay` : ''}`,
  );
}

const firstPurchase = (url: string): readonly string[] => [
  '',
  'Sandbox: a local chain on Base terms (eip155:8453), dev buyers with 1,000 USDC each. No real money.',
  'First purchase, in another terminal:',
  '',
  '  npm run -s assay -- buy opportunity-check --subject api.example.com/v1 --goal "Worth one call?" --max 0.01',
  '',
  `Or look first:  curl -i ${url}/api/opportunity-check`,
];

const withoutBase = (why: string): readonly string[] => [
  '',
  `Base and Tempo are off: ${why}`,
  'Checks and documents answer. The ledger can be bought on Solana, in another terminal:',
  '',
  '  npm run -s assay -- buy agent-commerce-reliability-ledger --max 0.10 --network solana',
];
