import { BASE, type Rail, SOLANA, TEMPO } from '../values/payment.ts';

/**
 * USDC on Solana, as Circle publishes it. `extra` is added at start, since it names our fee payer.
 */
export const USDC_SOLANA = {
  rail: 'x402' as Rail,
  network: SOLANA,
  asset: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
};

/**
 * USDC on Base, as Circle publishes it: `extra` is the EIP-712 domain that every authorization is signed in.
 * Source: developers.circle.com, "USDC contract addresses"; checked against the chain at start.
 */
export const USDC_BASE_TERMS = {
  rail: 'x402' as Rail,
  network: BASE,
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  extra: { name: 'USD Coin', version: '2' } as Readonly<Record<string, string>>,
};

/** USDC.e on Tempo, which MPP charges in. Source: mppx 0.11.0, tempo/internal/defaults; checked against the chain at start. */
export const USDC_TEMPO_TERMS = {
  rail: 'mpp' as const,
  network: TEMPO,
  asset: '0x20C000000000000000000000b9537d11c60E8b50',
  extra: {} as Readonly<Record<string, string>>,
};
