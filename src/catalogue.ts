import { auditBuilder } from './checks/agent-revenue-audit-builder/check.ts';
import { feedbackOutcome, feedbackOutcomeCapability } from './checks/feedback-outcome/check.ts';
import { FREE_CHECKS } from './checks/index.derived.ts';
import { opportunityReading, opportunityReadingCapability } from './checks/opportunity-reading/check.ts';
import { catalogueOf } from './declare-catalogue.ts';
import { actionPack } from './documents/action-pack.ts';
import { agentCommerceScenarios } from './documents/agent-commerce-scenarios.ts';
import { agentPaymentAlpha } from './documents/agent-payment-alpha.ts';
import { agentPaymentTractionBrief } from './documents/agent-payment-traction-brief.ts';
import { agentRevenueAuditPreview } from './documents/agent-revenue-audit-preview.ts';
import { buyerAgentChallenge } from './documents/buyer-agent-challenge.ts';
import { calibration } from './documents/calibration.ts';
import { cashRegister } from './documents/cash-register.ts';
import { llms, wellKnownX402Document, x402scanDiscoveryDocument } from './documents/discovery.ts';
import { edgeBillingRules, edgeHealth, edgeLastFailure, edgeWorkerConfig } from './documents/edge.ts';
import { mcpServerCard, mcpToolPack } from './documents/mcp.ts';
import { openapiDocument } from './documents/openapi.ts';
import { passportSignalHealth } from './documents/passport-signal-health.ts';
import { platformBuyerStart } from './documents/platform-buyer-start.ts';
import { platformPaymentsPolicy } from './documents/platform-payments-policy.ts';
import { platformReadiness } from './documents/platform-readiness.ts';
import { reliabilityLedgerPreview } from './documents/reliability-ledger-preview.ts';
import { status } from './documents/status.ts';
import { x402BatchSettlement } from './documents/x402-batch-settlement.ts';
import { x402Proof } from './documents/x402-proof.ts';
import { reliabilityLedger } from './products/agent-commerce-reliability-ledger/product.ts';
import { agentRevenueAudit } from './products/agent-revenue-audit/product.ts';
import { auditReader } from './products/agent-revenue-audit/reader.ts';
import { opportunityCheck } from './products/opportunity-check/product.ts';
import { opportunityReader } from './products/opportunity-check/reading.ts';
import { SIGNALS } from './products/opportunity-check/tables/index.ts';
import { compatibilityWitness } from './products/x402-compatibility-witness/product.ts';
import { REVISIONS } from './revisions.derived.ts';

/** `/try` asks it too. */
export const opportunityCheckReading = opportunityReading(opportunityCheck, opportunityReader);
const builder = auditBuilder(auditReader);
const outcome = feedbackOutcome({ product: opportunityCheck, signals: SIGNALS.map(({ id }) => id) });

/** Everything sold and everything published, once. Add a product: one folder and one line here. A free check: its folder alone. */
const everything = [
  opportunityCheck,
  reliabilityLedger,
  compatibilityWitness,
  agentRevenueAudit,

  ...FREE_CHECKS,
  // Checks that ask a product: they are given it here.
  opportunityCheckReading,
  opportunityReadingCapability(opportunityCheckReading),
  builder.prepare,
  builder.actionPack,
  builder.capability,
  outcome,
  feedbackOutcomeCapability(outcome),

  platformReadiness,
  platformPaymentsPolicy,
  platformBuyerStart,
  agentPaymentAlpha,
  x402BatchSettlement,
  x402Proof,
  buyerAgentChallenge,
  agentCommerceScenarios,
  agentRevenueAuditPreview,
  ...actionPack,
  reliabilityLedgerPreview,
  passportSignalHealth,
  cashRegister,
  calibration,
  agentPaymentTractionBrief,
  status,

  edgeBillingRules,
  edgeWorkerConfig,
  edgeLastFailure,
  edgeHealth,

  openapiDocument,
  wellKnownX402Document,
  x402scanDiscoveryDocument,
  llms,
  mcpToolPack,
  mcpServerCard,
];

export const catalogue = catalogueOf(everything, REVISIONS);
