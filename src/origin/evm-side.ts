import { type Chain, openChain } from '../adapters/evm/chain.ts';
import type { Recover } from '../adapters/evm/eip3009.ts';
import { nodeHttp } from '../adapters/evm/node-http.ts';
import { settlerAccount } from '../adapters/evm/secp256k1.ts';
import { evmSettler } from '../adapters/evm/settler.ts';
import { facilitatorWord } from '../adapters/facilitator/faults.ts';
import { facilitatorSettler } from '../adapters/facilitator/settler.ts';
import type { LaneLease } from '../adapters/sql/lanes.ts';
import { tokenTerms } from '../gate/assets.ts';
import type { PayIn } from '../gate/offer.ts';
import { type Clock, type Settler, waitsBy } from '../ports.ts';
import { Failure } from '../values/failure.ts';
import { DEFAULT_NETWORK, EVM_NETWORKS, type EvmName, type EvmRow } from '../values/networks.ts';
import { chainIdOf } from '../values/payment.ts';
import { logPageOf } from './arrivals.ts';
import { chainFaults } from './chain-checks.ts';
import { chainLook } from './chain-look.ts';
import { isLowOnGas } from './conditions.ts';
import type { Config, Fault } from './config.ts';

/** One EVM network as a running service needs it, from its row and its settings. */

/** Where a network is asked, and who is paid there. */
export interface EvmSide {
  readonly name: EvmName;
  readonly rpcUrl: string;
  readonly payTo: string;
}

/** Whose key pays for gas, and whether this node may send with it now. Undefined where a facilitator settles. */
export interface GasKey {
  readonly key: `0x${string}`;
  readonly lease: LaneLease;
}

export interface EvmOutside {
  readonly clock: Clock;
  readonly pollMs: number;
  readonly report: (where: string, error: unknown) => void;
  readonly notice: (where: string, state: string) => void;
}

export interface PreparedEvm {
  readonly row: EvmRow;
  readonly chain: Chain;
  readonly payIn: PayIn;
  faults(): Promise<readonly Fault[]>;
  open(gasKey: GasKey | undefined, config: Config, recover: Recover): Promise<OpenedEvm>;
}

export interface OpenedEvm {
  readonly settler: Settler;
  /** What our account has left there, in wei; undefined where a facilitator pays. */
  readonly feeBalance: (() => Promise<bigint>) | undefined;
  /** Whether our account can pay for gas, as it was known last; asks anew meanwhile. True where it pays for none. */
  readonly canPay: () => boolean;
  /** `ok`, or what is wrong with a network beside the default one, in words of `conditions.ts`. */
  readonly look: () => Promise<string>;
}

/** However often readiness is asked for. */
const GAS_LOOK_EVERY_MS = 3_000;

/** Asks nothing yet. */
export function prepareEvm(
  { name, rpcUrl, payTo }: EvmSide,
  mode: Config['mode'],
  outside: EvmOutside,
): PreparedEvm {
  const row = EVM_NETWORKS.find((each) => each.name === name)!;
  const chain = openChain({ rpcUrl, transport: nodeHttp(rpcUrl), logPage: logPageOf(mode) });
  return {
    row,
    chain,
    payIn: { ...tokenTerms(name), payTo },
    faults: () => chainFaults(chain, row),
    open: async (gasKey, config, recover) => {
      const { settler, canPay } = gasKey
        ? await ownKey(gasKey, row, chain, config, recover, outside)
        : { settler: byFacilitator(config.facilitatorUrl!, chain, recover, outside), canPay: () => true };
      const feeBalance = gasKey && balanceOf(gasKey, chain);
      const newest = chainLook(chain, row, mode === 'production');
      const look = async () => {
        const settled = gasKey ? 'ok' : await facilitatorWord(config.facilitatorUrl!, row.network);
        if (settled !== 'ok') return NETWORK_WORDS[settled]!;
        const word = await newest.word(outside.clock.now());
        if (word !== 'ok') return NETWORK_WORDS[word] ?? word;
        if (!canPay()) return 'network_out_of_gas';
        return feeBalance && (await isLowOnGas(chain, feeBalance, row)) ? 'network_low_on_gas' : 'ok';
      };
      return { settler, canPay, feeBalance, look };
    },
  };
}

/** What the newest block of a network beside the default one says, by the word that the default one has for it. */
const NETWORK_WORDS: Readonly<Record<string, string>> = {
  wrong_chain: 'network_wrong_chain',
  chain_behind: 'network_behind',
  silent: 'network_unavailable',
  unsupported: 'network_unsupported',
};

const byFacilitator = (url: string, chain: Chain, recover: Recover, { clock, pollMs, report }: EvmOutside) =>
  facilitatorSettler({ url, chain, clock, pollMs, recover, report });

const balanceOf =
  ({ key }: GasKey, { client }: Chain) =>
  (): Promise<bigint> =>
    client.getBalance({ address: settlerAccount(key).address });

/**
 * What a settler tells the log, in closed words. What happens beside the default network has that network's name:
 * `gas_polygon`, `wallet_contracts_polygon`.
 */
export function noticesOf(
  { name, label }: Pick<EvmRow, 'name' | 'label'>,
  { notice, report }: Pick<EvmOutside, 'notice' | 'report'>,
) {
  const on = (what: string): string => (name === DEFAULT_NETWORK ? what : `${what}_${name}`);
  return {
    wallets: (areDeclined: boolean) => notice(on('wallet_contracts'), areDeclined ? 'declined' : 'restored'),
    gas: (isEnough: boolean) => {
      if (isEnough) notice(on('gas'), 'restored');
      else
        report('gas', new Failure(`the account of SETTLER_KEY cannot pay for gas on ${label}`, 'OUT_OF_GAS'));
    },
  };
}

/** Our own key, which one node at a time may send with. */
async function ownKey(
  { key, lease }: GasKey,
  row: EvmRow,
  chain: Chain,
  { failedGasBudget }: Config,
  recover: Recover,
  outside: EvmOutside,
) {
  const { network, gas } = row;
  const { clock, pollMs, report } = outside;
  const tell = noticesOf(row, outside);
  let isPaying = true;
  const settler = evmSettler({
    chain,
    chainId: chainIdOf(network),
    gas,
    account: settlerAccount(key),
    clock,
    pollMs,
    recover,
    mayUseKey: lease.held,
    isOurs: lease.isOurs,
    report,
    ...(failedGasBudget !== undefined && { failedGasBudget }),
    walletsChanged: tell.wallets,
    gasChanged: (isEnough) => {
      isPaying = isEnough;
      tell.gas(isEnough);
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
  return { settler, canPay };
}
