import { z } from 'zod';
import { form, type Product, product } from '../declare.ts';
import { usd } from '../values/money.ts';
import { USDC_BASE_TERMS } from './assets.ts';
import { type Terms, termsFor } from './offer.ts';

/** What tests of the gate share: one small product, its terms, and a payment that fits them. Nothing is signed. */

export const SELLER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
export const PAYER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';

export const sampleProduct: Product = product({
  id: 'sample',
  path: '/api/sample',
  price: usd('0.01'),
  title: 'Sample',
  description: 'A product for tests.',
  revision: '1',
  response: z.looseObject({ said: z.string() }),
  forms: [
    form({
      method: 'GET',
      summary: 'Says what it was asked.',
      input: z.strictObject({ word: z.string().optional(), src: z.string().optional() }),
      example: {},
      run: ({ word }) => ({ said: word ?? 'nothing' }),
    }),
    form({
      method: 'POST',
      summary: 'Says what it was asked.',
      input: z.strictObject({ word: z.string() }),
      example: { word: 'yes' },
      run: ({ word }) => ({ said: word }),
    }),
  ],
});

export const sampleTerms: Terms = termsFor(
  sampleProduct,
  [{ ...USDC_BASE_TERMS, payTo: SELLER }],
  'https://api.example',
  'v0.0.0-test',
);

/** A decoded credential, as loose as JSON. */
export interface SamplePayload {
  x402Version: unknown;
  resource?: unknown;
  accepted: Record<string, unknown>;
  payload: { signature: unknown; authorization: Record<string, unknown> };
  extensions?: Record<string, unknown>;
}

/** A credential whose every field fits `sampleTerms` at `nowSeconds`. */
export const samplePayload = (nowSeconds: number): SamplePayload => ({
  x402Version: 2,
  resource: { url: sampleTerms.resourceUrl },
  accepted: structuredCopy(sampleTerms.offers[0]!),
  payload: {
    signature: `0x${'ab'.repeat(65)}`,
    authorization: {
      from: PAYER,
      to: SELLER,
      value: '10000',
      validAfter: String(nowSeconds - 600),
      validBefore: String(nowSeconds + 120),
      nonce: `0x${'0c'.repeat(32)}`,
    },
  },
  extensions: {},
});

/** `PAYMENT-SIGNATURE`. */
export const encodeHeader = (payload: unknown): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(payload))));

const structuredCopy = (value: object): Record<string, unknown> =>
  JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
