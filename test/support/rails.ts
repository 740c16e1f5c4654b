import { reliabilityLedger } from '../../src/products/agent-commerce-reliability-ledger/product.ts';
import { type EvmSandbox, startEvmSandbox } from '../../src/sandbox/chain.ts';
import { type SolanaSandbox, startSolanaSandbox } from '../../src/sandbox/solana.ts';
import { startTempoSandbox, type TempoSandbox } from '../../src/sandbox/tempo.ts';
import { tempoTools } from '../mpp/support.ts';
import { chainTools } from './chain.ts';
import { disposeServices, type Hosted, startHosted } from './service.ts';
import { sellerBalance } from './solana.ts';

/** The real catalogue, sold on every chain at once. */
export interface Rails {
  readonly base: EvmSandbox;
  readonly tempo: TempoSandbox;
  readonly solana: SolanaSandbox;
  readonly service: Hosted;
  /** Atomic units that the seller has got so far, by chain. */
  balances(): Promise<Balances>;
  close(): Promise<void>;
}
export type Balances = Readonly<Record<'base' | 'solana' | 'tempo', bigint>>;

/** `env`: further settings of the service. */
export async function openRails(env: Readonly<Record<string, string>> = {}): Promise<Rails> {
  const [base, tempo, solana] = await Promise.all([
    startEvmSandbox(),
    startTempoSandbox(),
    startSolanaSandbox(),
  ]);
  const service = await startHosted({
    rpcUrl: base.rpcUrl,
    env: { TEMPO_RPC_URL: tempo.rpcUrl, SOLANA_RPC_URL: solana.rpcUrl, ...env },
  });
  const [onBase, onTempo] = [chainTools(base.rpcUrl), tempoTools(tempo.rpcUrl)];
  return {
    ...{ base, tempo, solana, service },
    balances: async () => {
      const [first, second, third] = await Promise.all([
        onBase.sellerBalance(),
        sellerBalance(solana.rpcUrl),
        onTempo.sellerBalance(),
      ]);
      return { base: first, solana: second, tempo: third };
    },
    close: async () => {
      await disposeServices();
      await Promise.all([base.stop(), tempo.stop(), solana.stop()]);
    },
  };
}

export const LEDGER = reliabilityLedger.path;
export const LEDGER_ON_SOLANA = `${LEDGER}?paymentNetwork=solana`;
