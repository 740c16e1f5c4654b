/** Every free check that stands in a folder of its own. Written by "npm run derive"; do not merge it by hand. */
import { FREE as agentSpendPassport } from './agent-spend-passport/check.ts';
import { FREE as buyerAgentPaymentSafety } from './buyer-agent-payment-safety/check.ts';
import { FREE as buyerPaymentScopeCheck } from './buyer-payment-scope-check/check.ts';
import { FREE as clientPaymentForecast } from './client-payment-forecast/check.ts';
import { FREE as discoveryDeclaration } from './discovery-declaration/check.ts';
import { FREE as failureSignature } from './failure-signature/check.ts';
import { FREE as feedback } from './feedback/check.ts';
import { FREE as paymentRecovery } from './payment-recovery/check.ts';
import { FREE as settlementStatus } from './settlement-status/check.ts';
import { FREE as walletCloseSignals } from './wallet-close-signals/check.ts';
import { FREE as x402CompatibilityWitness } from './x402-compatibility-witness/check.ts';
import { FREE as x402MetadataPreflight } from './x402-metadata-preflight/check.ts';

export const FREE_CHECKS = [
  ...agentSpendPassport,
  ...buyerAgentPaymentSafety,
  ...buyerPaymentScopeCheck,
  ...clientPaymentForecast,
  ...discoveryDeclaration,
  ...failureSignature,
  ...feedback,
  ...paymentRecovery,
  ...settlementStatus,
  ...walletCloseSignals,
  ...x402CompatibilityWitness,
  ...x402MetadataPreflight,
];
