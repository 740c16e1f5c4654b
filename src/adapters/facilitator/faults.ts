import type { Network } from '../../values/payment.ts';
import { NoAnswer, openWire, type WireOptions } from './wire.ts';

/** What is wrong with the configured facilitator, by the name of its variable. */
export interface FacilitatorFault {
  readonly variable: 'FACILITATOR_URL';
  readonly message: string;
  /** It answered, and this is the network that it does not settle on. Absent: it could not be asked. */
  readonly network?: Network;
}

const WHY: Readonly<Record<NoAnswer['why'], string>> = {
  unreachable: 'cannot be reached',
  timeout: 'does not answer in time',
  redirect: 'answers with a redirect, which is never followed: give the address it leads to',
  status: 'does not answer /supported with 200',
  too_large: 'answers /supported with too much',
  not_json: 'does not answer /supported with JSON',
  wrong_shape: 'does not answer /supported as an x402 facilitator does',
};

/**
 * Asks which networks it settles on, so that nothing is offered that it could not settle. Empty: it settles on all of
 * them. Never throws.
 */
export async function facilitatorFaults(
  url: string,
  networks: readonly Network[],
  options: Omit<WireOptions, 'url'> = {},
): Promise<FacilitatorFault[]> {
  const fault = (message: string) => ({ variable: 'FACILITATOR_URL', message }) as const;
  try {
    const { kinds } = await openWire({ url, ...options }).supported();
    const settles = (network: Network) =>
      kinds.some((kind) => kind.x402Version === 2 && kind.scheme === 'exact' && kind.network === network);
    return networks
      .filter((network) => !settles(network))
      .map((network) => ({
        ...fault(`does not support x402 version 2, scheme exact, on ${network}`),
        network,
      }));
  } catch (error) {
    return [fault(error instanceof NoAnswer ? WHY[error.why] : 'cannot be asked')];
  }
}

/** Whether anything can be settled at all: it can be asked, and settles on one of the networks at least. */
export const settlesSome = (faults: readonly FacilitatorFault[], networks: readonly Network[]): boolean =>
  faults.every(({ network }) => network !== undefined) && faults.length < networks.length;

/** What is wrong with one network there: it says that it does not settle on it, or it says nothing. */
export async function facilitatorWord(
  url: string,
  network: Network,
): Promise<'ok' | 'silent' | 'unsupported'> {
  const [fault] = await facilitatorFaults(url, [network]);
  if (!fault) return 'ok';
  return fault.network === undefined ? 'silent' : 'unsupported';
}
