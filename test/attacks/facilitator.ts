import { existsSync } from 'node:fs';
import { VARIABLES } from '../../src/origin/variables.ts';

const HOSTILE = new URL('../facilitator/hostile.ts', import.meta.url);

/** The part of the hostile facilitator that attacks use. */
export interface Facilitator {
  readonly url: string;
  /** What happens at the next settlements. */
  mode: string;
  calls(operation: 'verify' | 'settle' | 'supported'): number;
  stop(): Promise<void>;
}

/** Whether the service can be told to settle through a facilitator, and we have one that misbehaves. */
export const facilitatorAvailable = (): boolean => 'FACILITATOR_URL' in VARIABLES && existsSync(HOSTILE);

export async function startFacilitator(rpcUrl: string): Promise<Facilitator> {
  const { openHostile } = (await import(HOSTILE.href)) as {
    openHostile: (rpcUrl: string) => Promise<Facilitator>;
  };
  return openHostile(rpcUrl);
}
