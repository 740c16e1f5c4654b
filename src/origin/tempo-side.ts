import type { Catalogue } from '../declare.ts';
import type { TempoSandbox } from '../sandbox/tempo.ts';
import { DEFAULT_NETWORK } from '../values/networks.ts';
import type { Config } from './config.ts';
import type { TempoSide } from './tempo.ts';

export const isSoldOverMpp = (sold: Catalogue): boolean =>
  sold.products.some((product) => product.paidOn.some(({ rail }) => rail === 'mpp'));

/** The Tempo chain that production configures, if it does. */
export const tempoSide = ({ networks: { tempo } }: Config): { readonly tempo?: TempoSide } =>
  tempo.rpcUrl === undefined ? {} : { tempo: { rpcUrl: tempo.rpcUrl, payTo: tempo.payTo! } };

/**
 * Tempo beside the default chain of a sandbox: the one that is given, or our own where every chain is our own and this
 * machine has an anvil.
 */
export async function openTempoSide(
  config: Config,
  hasAnvil: boolean,
): Promise<{ readonly side: TempoSide; readonly own: TempoSandbox | undefined } | undefined> {
  const { [DEFAULT_NETWORK]: byDefault, tempo } = config.networks;
  const given = tempo.rpcUrl;
  if (given === undefined && (byDefault.rpcUrl !== undefined || !hasAnvil)) return undefined;
  const [sandbox] = await Promise.all([import('../sandbox/tempo.ts'), import('./tempo.ts')]);
  const { sandboxAccount } = await import('../sandbox/accounts.ts');
  const options = config.anvilPath === undefined ? {} : { anvilPath: config.anvilPath };
  const own = given === undefined ? await sandbox.startTempoSandbox(options) : undefined;
  if (given !== undefined) await sandbox.prepareTempoSandbox(given);
  const payTo = tempo.payTo ?? sandboxAccount('seller').address;
  return { side: { rpcUrl: own?.rpcUrl ?? given!, payTo }, own };
}
