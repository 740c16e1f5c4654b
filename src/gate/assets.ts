import { USDC, USDC_E_TEMPO } from '../values/assets.ts';
import type { Rail } from '../values/payment.ts';

/** The tokens of values/assets.ts as terms that a gate sells on; each is checked against its chain at start. */

/** `extra` is added at start, since it names our fee payer. */
export const USDC_SOLANA = {
  rail: 'x402' as Rail,
  network: USDC.solana.network,
  asset: USDC.solana.asset,
};

/** `extra` is the EIP-712 domain that every authorization is signed in. */
export const USDC_BASE_TERMS = {
  rail: 'x402' as Rail,
  network: USDC.base.network,
  asset: USDC.base.asset,
  extra: USDC.base.domain as Readonly<Record<string, string>>,
};

export const USDC_TEMPO_TERMS = {
  rail: 'mpp' as const,
  network: USDC_E_TEMPO.network,
  asset: USDC_E_TEMPO.asset,
  extra: {} as Readonly<Record<string, string>>,
};
