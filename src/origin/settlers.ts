import { settlersByNetwork } from '../adapters/by-network.ts';
import { type Chain, openChain } from '../adapters/evm/chain.ts';
import { nodeHttp } from '../adapters/evm/node-http.ts';
import { openRecoverPool, type RecoverPool } from '../adapters/evm/recover-pool.ts';
import { settlerAccount } from '../adapters/evm/secp256k1.ts';
import { evmSettler } from '../adapters/evm/settler.ts';
import { facilitatorFaults } from '../adapters/facilitator/faults.ts';
import { facilitatorSettler } from '../adapters/facilitator/settler.ts';
import { leaseLane } from '../adapters/sql/lanes.ts';
import type { Store } from '../adapters/sql/store.ts';
import { openSolanaChain } from '../adapters/svm/chain.ts';
import type { SolanaKey } from '../adapters/svm/key.ts';
import { solanaSettler } from '../adapters/svm/settler.ts';
import { systemEntropy } from '../adapters/system.ts';
import { USDC_BASE_TERMS, USDC_SOLANA } from '../gate/assets.ts';
import type { PayIn } from '../gate/offer.ts';
import { type Clock, type Settler, waitsBy } from '../ports.ts';
import { Failure } from '../values/failure.ts';
import { chainIdOf } from '../values/payment.ts';
import { logPageOf } from './arrivals.ts';
import { chainFaults, solanaFaults } from './chain-checks.ts';
import type { Looks } from './conditions.ts';
import type { Config, Fault } from './config.ts';
import type { Watched } from './gauges.ts';
import type { Tempo, TempoSide } from './tempo.ts';

/** The chains that are sold on: where each is asked, who is paid there, and whose key pays the fees. */
export interface Chains {
  readonly rpcUrl: string;
  /** A sandbox on a machine without anvil: nobody answers at `rpcUrl`, and nothing is for sale on Base. */
  readonly isBaseOff?: boolean;
  readonly payTo: `0x${string}`;
  /** Absent when a facilitator settles. */
  readonly settlerKey: `0x${string}` | undefined;
  /** Absent when nothing is sold over MPP. */
  readonly tempo?: TempoSide;
  /** Absent where nothing is sold on Solana. */
  readonly solana?: SolanaSide | undefined;
}

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
  /** Base, where most is sold: what is asked of its newest block. */
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

/** However often readiness is asked for. */
const GAS_LOOK_EVERY_MS = 3_000;
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
  const base = openChain({
    rpcUrl: chains.rpcUrl,
    transport: nodeHttp(chains.rpcUrl),
    logPage: logPageOf(config.mode),
  });
  const solana = chains.solana && prepareSolana(chains.solana, outside);
  const tempo = chains.tempo && (await prepareTempo(chains.tempo, config, publicUrl, outside));
  return {
    faults: [
      ...(chains.isBaseOff ? [] : await chainFaults(base)),
      ...(solana ? await solana.faults() : []),
      ...(tempo?.faults ?? []),
    ],
    open: async (store) => {
      const pool = openRecoverPool();
      const onBase = await openBase(chains.settlerKey, config, base, store, pool.recover, outside);
      if ('faults' in onBase) return onBase;
      const mpp = tempo?.open();
      return {
        payIns: [
          { ...USDC_BASE_TERMS, payTo: chains.payTo },
          ...(solana ? [solana.payIn] : []),
          ...(mpp ? [mpp.payIn] : []),
        ],
        settler: settlersByNetwork({
          [USDC_BASE_TERMS.network]: onBase.settler,
          ...(mpp && { [mpp.payIn.network]: mpp.settler }),
          ...(solana && { [USDC_SOLANA.network]: solana.settler }),
        }),
        mpp,
        feeBalances: {
          ...(chains.isBaseOff ? {} : balanceOfSettler(base, chains.settlerKey)),
          ...(solana && { [USDC_SOLANA.network]: solana.feeBalance }),
        },
        canPay: onBase.canPay,
        chain: base,
        others: {
          ...(config.facilitatorUrl !== undefined && { facilitator: facilitatorLook(config.facilitatorUrl) }),
          ...(solana && { solana: solana.look }),
          ...(mpp && { tempo: mpp.look }),
        },
        close: async () => {
          // A database that is gone must not keep the rest from closing.
          await onBase.close().catch((error) => report('lane', error));
          await pool.close();
        },
      };
    },
  };
}

interface Polling extends Outside {
  readonly pollMs: number;
}

/** A facilitator when one is named, otherwise our own key, which one node at a time may send with. */
async function openBase(
  settlerKey: Chains['settlerKey'],
  config: NamedConfig,
  chain: Chain,
  store: Store,
  recover: RecoverPool['recover'],
  { clock, pollMs, report, notice }: Polling,
): Promise<(Pick<Settlers, 'settler' | 'canPay'> & { close(): Promise<void> }) | Refused> {
  if (config.facilitatorUrl !== undefined) {
    const url = config.facilitatorUrl;
    const faults = await facilitatorFaults(url);
    if (faults.length > 0) return { faults };
    return {
      settler: facilitatorSettler({ url, chain, clock, pollMs, recover, report }),
      canPay: () => true,
      close: async () => {},
    };
  }
  const account = settlerAccount(settlerKey!);
  const lane = await leaseLane(store, account.address.toLowerCase(), config.nodeId, clock, report);
  if (!lane)
    return {
      faults: [
        { variable: 'SETTLER_KEY', message: 'is in use by another node: give each node a key of its own' },
      ],
    };
  const { held: mayUseKey, isOurs } = lane;
  let isPaying = true;
  const settler = evmSettler({
    chain,
    chainId: chainIdOf(USDC_BASE_TERMS.network),
    account,
    clock,
    pollMs,
    recover,
    mayUseKey,
    isOurs,
    report,
    ...(config.failedGasBudget !== undefined && { failedGasBudget: config.failedGasBudget }),
    walletsChanged: (areDeclined) => notice('wallet_contracts', areDeclined ? 'declined' : 'restored'),
    gasChanged: (isEnough) => {
      isPaying = isEnough;
      if (isEnough) notice('gas', 'restored');
      else report('gas', new Failure('the account of SETTLER_KEY cannot pay for gas', 'OUT_OF_GAS'));
    },
  });
  // A node that cannot be asked says so elsewhere; here the last word stands. Whoever asks, the node is asked seldom.
  let lastLook = Number.NEGATIVE_INFINITY;
  const look = () => settler.canPay().catch(() => undefined);
  await look();
  const canPay = () => {
    const now = waitsBy(clock).now();
    if (now - lastLook >= GAS_LOOK_EVERY_MS) {
      lastLook = now;
      void look();
    }
    return isPaying;
  };
  return { settler, canPay, close: lane.release };
}

const facilitatorLook = (url: string) => async (): Promise<string> =>
  (await facilitatorFaults(url)).length === 0 ? 'ok' : 'facilitator_unavailable';

function balanceOfSettler(chain: Chain, key: Chains['settlerKey']): Watched['feeBalances'] {
  if (key === undefined) return {};
  const { address } = settlerAccount(key);
  return { [USDC_BASE_TERMS.network]: () => chain.client.getBalance({ address }) };
}

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
