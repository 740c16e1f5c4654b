import { describe, expect, it } from 'vitest';
import { spendPassport } from './agent-spend-passport/check.ts';
import type { Passport } from './agent-spend-passport/schema.ts';
import { scopeCheck } from './buyer-payment-scope-check/check.ts';
import { Stage } from './stage.suite.ts';
import { metadataPreflight } from './x402-metadata-preflight/check.ts';

const GOALS = [
  'Decide whether to pay $0.01 per call for api.weather.example before a batch of 500 calls',
  'Need monetization guidance: which endpoint of my API should be the first paid route?',
  'Is the receipt of https://api.rates.example/v1/usd worth $0.10 to an auditor?',
  'Compare two search providers at $0.005 and $0.02 per query and pick one',
  'light trust check of one API',
  'Which endpoint of our OCR API should carry the first x402 price?',
];

describe.each(GOALS)('%s', (goal) => {
  it.each(['0.05', '5.00'])(
    'with $%s: what the passport prepares, the preflight lets through and the scope check approves',
    async (maxBudgetUsd) => {
      const stage = new Stage();
      const passport = (await stage.ask(spendPassport, {
        goal,
        maxBudgetUsd,
        buyerType: 'operator',
      })) as Passport;
      expect(passport.status).toBe('ready_to_buy');
      const { recommendedRoute: route, maxAmountAtomicUnits, copyPastePayload: payload } = passport;
      expect(await stage.ask(metadataPreflight, { route, payloadPreview: payload })).toMatchObject({
        status: 'ready_to_send',
      });
      const scope = {
        route,
        method: 'POST',
        network: 'eip155:8453',
        maxAmountAtomicUnits,
        buyerApproval: true,
        payload,
      };
      expect(await stage.ask(scopeCheck, scope)).toMatchObject({ status: 'approved' });
      expect(stage.issued.size).toBe(passport.next!.ticketRequired ? 1 : 0);
    },
  );
});
