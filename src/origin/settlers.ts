import { settlersByNetwork } from '../adapters/by-network.ts';
import type { Chain } from '../adapters/evm/chain.ts';
import { openRecoverPool } from '../adapters/evm/recover-pool.ts';
import { settlerAccount } from '../adapters/evm/secp256k1.ts';
import { facilitatorFaults, facilitatorWord, settlesSome } from '../adapters/facilitator/faults.ts';
import { leaseLane } from '../adapters/sql/lanes.ts';
import type { Store } from '../adapters/sql/store.ts';
import { openSolanaChain } from '../adapters/svm/chain.ts';
import type { SolanaKey } from '../adapters/svm/key.ts';
import { solanaSettler } from '../adapters/svm/settler.ts';
import { systemEntropy } from '../adapters/system.ts';
import { USDC_SOLANA } from '../gate/assets.ts';
import type { PayIn } from '../gate/offer.ts';
import type { Clock, Settler } from '../ports.ts';
import { Failure } from '../values/failure.ts';
import { DEFAULT_NETWORK, NETWORK_NAMES, NETWORKS } from '../values/networks.ts';
import type { Network } from '../values/payment.ts';
import type { PaidOnChains } from './arrivals.ts';
import { solanaFaults } from './chain-checks.ts';
import { conditionOf, type Looks } from './conditions.ts';
import type { Config, Fault } from './config.ts';
import { type EvmSide, type GasKey, type OpenedEvm, type PreparedEvm, prepareEvm } from './evm-side.ts';
import type { Watched } from './gauges.ts';
import type { Tempo, TempoSide } from './tempo.ts';

/** The chains that are sold on: where each is asked, who is paid there, and whose key pays the fees. */
export interface Chains {
  /** The default network first. */
  readonly evm: readonly EvmSide[];
  /** A sandbox on a machine without anvil: nobody answers for the default network, and nothing is for sale on it. */
  readonly isDefaultOff?: boolean;
  /** Pays for gas on every EVM network. Absent when a facilitator settles. */
  readonly settlerKey: `0x${string}` | undefined;
  /** Absent when nothing is sold over MPP. */
  readonly tempo?: TempoSide;
  /** Absent where nothing is sold on Solana. */
  readonly solana?: SolanaSide | undefined;
}

/** Who is paid on each of them. */
export const paidOn = ({ evm, isDefaultOff, solana, tempo }: Chains): PaidOnChains => ({
  ...Object.fromEntries((isDefaultOff ? evm.slice(1) : evm).map((side) => [side.name, side])),
  solana,
  tempo,
});

export interface SolanaSide {
  readonly rpcUrl: string;
  readonly payTo: string;
  readonly feePayer: SolanaKey;
}

export interface Settlers {
  /** Every way to pay, in the order in which challenges offer them. */
  readonly payIns: readonly PayIn[];
  /** Settles a payment on its own network. */
  readonly settler: Settler;
  /** Absent when nothing is sold over MPP. */
  readonly mpp: Tempo | undefined;
  /** What each account that pays fees has left, in the chain's smallest unit. */
  readonly feeBalances: Watched['feeBalances'];
  /** Whether our own account can pay for gas, as it was known last; asks anew meanwhile. True where it pays for none. */
  readonly canPay: () => boolean;
  /** The default network, where most is sold: what is asked of its newest block. */
  readonly chain: Pick<Chain, 'client'>;
  /** Whether the others that settle here can be asked and can pay. */
  readonly others: Looks;
  close(): Promise<void>;
}

/** Why nothing can be settled as it was configured. */
interface Refused {
  readonly faults: readonly Fault[];
}

/** The settlers of a node whose chains have been asked whether they are the ones that were configured. */
export interface PreparedSettlers extends Refused {
  /** Only without `faults`. A settler key is leased in `store`, which all nodes of a database share. */
  open(store: Store): Promise<Settlers | Refused>;
}

/** A node leases its settler key under its name. */
export type NamedConfig = Config & { readonly nodeId: string };

/** The dearest fee that we pay (gate/rails/x402-svm.ts), and what an account must keep to exist. */
const SOL_OF_A_SALE = 60_000n + 890_880n;
/** How long a settler waits between looks at a receipt. A chain of our own has it at once. */
const POLL_MS = { sandbox: 5, production: 500 } as const;

interface Outside {
  readonly clock: Clock;
  readonly report: (where: string, error: unknown) => void;
  /** Told of a state that changed, in closed words. */
  readonly notice: (where: string, state: string) => void;
}

/** Asks every chain that is sold on, and moves nothing. */
export async function prepareSettlers(
  chains: Chains,
  config: NamedConfig,
  publicUrl: string,
  { clock, report, notice }: Outside,
): Promise<PreparedSettlers> {
  const outside = { clock, report, notice, pollMs: POLL_MS[config.mode] };
  const evm = chains.evm.map((side) => prepareEvm(side, config.mode, outside));
  const [byDefault] = evm;
  if (byDefault?.row.name !== DEFAULT_NETWORK) throw new Error('the default network is not among the chains');
  const asked = chains.isDefaultOff ? evm.slice(1) : evm;
  const solana = chains.solana && prepareSolana(chains.solana, outside);
  const tempo = chains.tempo && (await prepareTempo(chains.tempo, config, publicUrl, outside));
  const ofEvm = await Promise.all(asked.map((each) => each.faults()));
  return {
    faults: [...ofEvm.flat(), ...(solana ? await solana.faults() : []), ...(tempo?.faults ?? [])],
    open: async (store) => {
      const gasKey = await gasKeyOf(chains, config, evm, store, outside);
      if (gasKey && 'faults' in gasKey) return gasKey;
      const pool = openRecoverPool();
      const opened = await Promise.all(evm.map((each) => each.open(gasKey, config, pool.recover)));
      const mpp = tempo?.open();
      const others = evm.slice(1).map(({ row }, i) => [conditionOf(row), opened[i + 1]!.look] as const);
      return {
        payIns: inOrder([
          ...evm.map(({ payIn }) => payIn),
          ...(solana ? [solana.payIn] : []),
          ...(mpp ? [mpp.payIn] : []),
        ]),
        settler: settlersByNetwork({
          ...Object.fromEntries(evm.map(({ row }, i) => [row.network, opened[i]!.settler])),
          ...(mpp && { [mpp.payIn.network]: mpp.settler }),
          ...(solana && { [USDC_SOLANA.network]: solana.settler }),
        }),
        mpp,
        feeBalances: {
          ...balancesOn(evm, opened, chains.isDefaultOff),
          ...(solana && { [USDC_SOLANA.network]: solana.feeBalance }),
        },
        canPay: opened[0]!.canPay,
        chain: byDefault.chain,
        others: {
          ...(config.facilitatorUrl !== undefined && {
            facilitator: facilitatorLook(config.facilitatorUrl, byDefault.row.network),
          }),
          ...(solana && { solana: solana.look }),
          ...(mpp && { tempo: mpp.look }),
          ...Object.fromEntries(others),
        },
        close: async () => {
          // A database that is gone must not keep the rest from closing.
          await gasKey?.lease.release().catch((error) => report('lane', error));
          await pool.close();
        },
      };
    },
  };
}

interface Polling extends Outside {
  readonly pollMs: number;
}

/** As challenges offer them: in the order of the rows. */
const inOrder = (payIns: readonly PayIn[]): readonly PayIn[] =>
  NETWORK_NAMES.flatMap((name) => payIns.filter(({ network }) => network === NETWORKS[name].network));

const balancesOn = (
  evm: readonly PreparedEvm[],
  opened: readonly OpenedEvm[],
  isDefaultOff = false,
): Watched['feeBalances'] =>
  Object.fromEntries(
    evm.flatMap(({ row }, i) => {
      const { feeBalance } = opened[i]!;
      return feeBalance === undefined || (i === 0 && isDefaultOff) ? [] : [[row.network, feeBalance]];
    }),
  );

/** Undefined where a facilitator settles, on every network. Otherwise our own key, which is one node's at a time. */
async function gasKeyOf(
  { settlerKey: key }: Chains,
  { facilitatorUrl, nodeId }: NamedConfig,
  evm: readonly PreparedEvm[],
  store: Store,
  { clock, report }: Polling,
): Promise<GasKey | undefined | Refused> {
  if (facilitatorUrl !== undefined) {
    const networks = networksOf(evm);
    const faults = await facilitatorFaults(facilitatorUrl, networks);
    if (!settlesSome(faults, networks)) return { faults };
    // The rest is sold; its condition closes what is missing (conditions.ts, shop.ts).
    for (const { message } of faults)
      report('facilitator', new Failure(`FACILITATOR_URL ${message}`, 'NOT_SETTLED'));
    return undefined;
  }
  const address = settlerAccount(key!).address.toLowerCase();
  const lease = await leaseLane(store, address, nodeId, clock, report);
  if (lease) return { key: key!, lease };
  const message = 'is in use by another node: give each node a key of its own';
  return { faults: [{ variable: 'SETTLER_KEY', message }] };
}

const networksOf = (evm: readonly PreparedEvm[]): readonly Network[] => evm.map(({ row }) => row.network);

/** Of the default network; each other one asks for itself, so that what is missing for one closes no other. */
export const facilitatorLook = (url: string, network: Network) => async (): Promise<string> =>
  FACILITATOR_WORDS[await facilitatorWord(url, network)];
const FACILITATOR_WORDS = {
  ok: 'ok',
  silent: 'facilitator_unavailable',
  unsupported: 'facilitator_unsupported',
} as const;

/** What is needed to be paid on Solana, and what is wrong with it. */
function prepareSolana({ rpcUrl, payTo, feePayer }: SolanaSide, { clock, pollMs, report }: Polling) {
  const chain = openSolanaChain({ rpcUrl });
  const payIn: PayIn = { ...USDC_SOLANA, payTo, extra: { feePayer: feePayer.address } };
  return {
    payIn,
    settler: solanaSettler({ chain, feePayer, clock, pollMs, report }),
    faults: () => solanaFaults(chain, payTo, feePayer.address),
    feeBalance: () => chain.balance(feePayer.address),
    look: async () => ((await chain.balance(feePayer.address)) >= SOL_OF_A_SALE ? 'ok' : 'out_of_sol'),
  };
}

/** Loaded only where it is sold over: its libraries are large. Its secret is made only once nothing is at fault. */
async function prepareTempo(side: TempoSide, config: Config, publicUrl: string, outside: Polling) {
  const { mppSecrets, openTempo, tempoFaults } = await import('./tempo.ts');
  return {
    faults: await tempoFaults(side.rpcUrl),
    open: () => openTempo(side, mppSecrets(config), publicUrl, { ...outside, entropy: systemEntropy }),
  };
}
