import { digestJson } from './digest.ts';
import { NETWORK } from './limits.ts';

/** What a ticket admits: one request, paid on the one network that was approved. On the default one, the request alone. */
export const ticketFingerprint = (fingerprint: string, network: string): string =>
  network === NETWORK ? fingerprint : digestJson([fingerprint, network]);
