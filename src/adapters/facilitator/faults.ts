import type { Network } from '../../values/payment.ts';
import { NoAnswer, openWire, type WireOptions } from './wire.ts';

/** What is wrong with the configured facilitator, by the name of its variable. */
export interface FacilitatorFault {
  readonly variable: 'FACILITATOR_URL';
  readonly message: string;
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

/** Asks once at start, so that a facilitator that could not settle a sale keeps the service from offering one. Empty: none. */
export async function facilitatorFaults(
  url: string,
  networks: readonly Network[],
  options: Omit<WireOptions, 'url'> = {},
): Promise<FacilitatorFault[]> {
  const fault = (message: string): FacilitatorFault[] => [{ variable: 'FACILITATOR_URL', message }];
  try {
    const { kinds } = await openWire({ url, ...options }).supported();
    const settles = (network: Network) =>
      kinds.some((kind) => kind.x402Version === 2 && kind.scheme === 'exact' && kind.network === network);
    return networks
      .filter((network) => !settles(network))
      .flatMap((network) => fault(`does not support x402 version 2, scheme exact, on ${network}`));
  } catch (error) {
    return fault(error instanceof NoAnswer ? WHY[error.why] : 'cannot be asked');
  }
}
