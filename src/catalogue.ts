import { catalogueOf } from './declare.ts';
import { openapi } from './documents/openapi.ts';
import { status } from './documents/status.ts';
import { agentRevenueAudit } from './products/agent-revenue-audit/product.ts';
import { opportunityCheck } from './products/opportunity-check/product.ts';

/** Everything sold and everything published, once. Add a product: one folder and one line here. */
export const catalogue = catalogueOf([opportunityCheck, agentRevenueAudit, status, openapi]);
