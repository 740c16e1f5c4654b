import { z } from 'zod';
import { form, product } from '../../src/declare.ts';
import { catalogueOf } from '../../src/declare-catalogue.ts';
import { llms } from '../../src/documents/discovery.ts';
import { openapiDocument } from '../../src/documents/openapi.ts';
import { USDC_BASE_TERMS, USDC_TEMPO_TERMS } from '../../src/gate/assets.ts';
import { usd } from '../../src/values/money.ts';

const BASE = { rail: 'x402', network: USDC_BASE_TERMS.network } as const;
const TEMPO = { rail: 'mpp', network: USDC_TEMPO_TERMS.network } as const;

/** A product that is sold over both protocols, small enough to be nothing but its payments. */
const sample = product({
  id: 'sample',
  path: '/api/sample',
  price: usd('0.10'),
  title: 'Sample',
  description: 'A product for tests.',
  paidOn: [BASE, TEMPO],
  revision: '1',
  response: z.looseObject({ said: z.string() }),
  forms: [
    form({
      method: 'GET',
      summary: 'Says what it was asked.',
      input: z.strictObject({ word: z.string().max(20).optional(), src: z.string().optional() }),
      example: {},
      run: ({ word }, { asOf }) => ({ said: word ?? 'nothing', asOf }),
    }),
    form({
      method: 'POST',
      summary: 'Says what it was asked.',
      input: z.strictObject({ word: z.string().max(20) }),
      example: { word: 'yes' },
      run: ({ word }, { asOf }) => ({ said: word, asOf }),
    }),
  ],
});

/** Another route of the same shop, at the same price: a payment for one must not buy the other. */
const other = product({ ...sample, id: 'other', path: '/api/other' });

export const mppCatalogue = catalogueOf([sample, other, openapiDocument, llms]);
