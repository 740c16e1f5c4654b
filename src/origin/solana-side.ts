import type { Catalogue } from '../declare.ts';
import { USDC_SOLANA } from '../gate/assets.ts';
import { DEFAULT_NETWORK } from '../values/networks.ts';
import type { Config } from './config.ts';
import type { SolanaSide } from './settlers.ts';

/** Solana as a running service needs it: given by configuration, or the sandbox's own. */
export interface OpenedSolana {
  readonly side: SolanaSide;
  /** Its part of GET /sandbox. */
  readonly document?: () => Promise<SandboxPart>;
  /** Settles when a chain of our own is gone. */
  readonly exited?: Promise<{ readonly how: string }>;
  readonly stop: () => Promise<void>;
}
type SandboxPart = Awaited<ReturnType<typeof import('../sandbox/solana.ts').solanaSandboxDocument>>;

export const isSoldOnSolana = ({ products }: Catalogue): boolean =>
  products.some(({ paidOn }) => paidOn.some(({ network }) => network === USDC_SOLANA.network));

/** Undefined where nothing is sold on Solana: it is not configured, or cannot be started here. */
export async function openSolanaSide(
  config: Config,
  say: (line: string) => void,
): Promise<OpenedSolana | undefined> {
  const { mode, networks, solanaFeePayer } = config;
  const { rpcUrl: solanaRpcUrl, payTo: payToSolana } = networks.solana;
  if (mode === 'production')
    return solanaRpcUrl && payToSolana && solanaFeePayer
      ? { side: { rpcUrl: solanaRpcUrl, payTo: payToSolana, feePayer: solanaFeePayer }, stop: async () => {} }
      : undefined;
  // Who gives one chain wants no others to be started.
  if (solanaRpcUrl === undefined && networks[DEFAULT_NETWORK].rpcUrl !== undefined) return undefined;
  const { startSolanaSandbox, solanaSandboxDocument } = await import('../sandbox/solana.ts');
  const { solanaAccount } = await import('../sandbox/solana-accounts.ts');
  const own = solanaRpcUrl === undefined ? await started(startSolanaSandbox(), say) : undefined;
  const rpcUrl = solanaRpcUrl ?? own?.rpcUrl;
  if (rpcUrl === undefined) return undefined;
  const payTo = payToSolana ?? solanaAccount('seller').address;
  const feePayer = solanaFeePayer ?? solanaAccount('settler');
  return {
    side: { rpcUrl, payTo, feePayer },
    document: () => solanaSandboxDocument({ rpcUrl, seller: payTo, settler: feePayer.address }),
    ...(own && { exited: own.exited }),
    stop: async () => own?.stop(),
  };
}

/** Its runtime is a native package that not every platform has: then the sandbox sells without it. */
async function started<T>(starting: Promise<T>, say: (line: string) => void): Promise<T | undefined> {
  try {
    return await starting;
  } catch (error) {
    say(`Solana is off: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}
