import { check } from '../../declare.ts';
import { USDC } from '../../values/assets.ts';
import { LARGE_BODY_MAX_BYTES } from '../../values/limits.ts';
import { capability } from '../capability.ts';
import { judgeDeclaration } from './judge.ts';
import { requestSchema, responseSchema } from './schema.ts';

export const discoveryDeclaration = check({
  id: 'discovery-declaration-check',
  tool: {
    name: 'check_declaration',
    title: 'Check a declaration',
    does: 'Would Bazaar, x402scan and MPP list this 402 or OpenAPI? Faults and a corrected copy.',
  },
  path: '/api/discovery-declaration/check',
  summary:
    'Would Bazaar, x402scan and MPP discovery list this 402 challenge, OpenAPI document or /.well-known/x402? Checks the text with the official validators and the known rules of those listings, and returns the corrected bytes.',
  input: requestSchema,
  example: {
    declaration: JSON.stringify({
      x402Version: 2,
      resource: { url: 'https://api.weather.example/v1/forecast' },
      accepts: [
        {
          scheme: 'exact',
          network: 'base',
          maxAmountRequired: '10000',
          asset: USDC.base.asset,
          payTo: '0x1111111111111111111111111111111111111111',
          maxTimeoutSeconds: 120,
          extra: { name: 'USDC', version: '2' },
        },
      ],
    }),
    status: 402,
  },
  maxBodyBytes: LARGE_BODY_MAX_BYTES,
  response: responseSchema,
  run: ({ declaration, status }) => judgeDeclaration(declaration, status, { runsSchemas: false }),
});

/** What the catalogue publishes of this folder. */
export const FREE = [
  discoveryDeclaration,
  capability({
    id: 'discovery-declaration',
    summary: 'Reads what a seller declares about itself, as listings read it.',
    checks: [discoveryDeclaration],
    never: [
      'fetches a declaration: you paste it',
      'runs expressions or references of a schema that you send: the command line does',
    ],
  }),
];
