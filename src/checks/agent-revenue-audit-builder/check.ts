import { check } from '../../declare.ts';
import { capability } from '../capability.ts';
import { actionPack } from './action-pack.ts';
import { prepareAudit } from './prepare.ts';
import { actionPackResponse, draftSchema, prepareResponse } from './schema.ts';

const EXAMPLE = {
  serviceName: 'Example Weather API',
  currentOffer: 'Forecasts by city, $29 per month for 10,000 calls, API key after sign-up',
  targetBuyer: 'Buyer agents that need one forecast at a time',
  currentProblem: 'Agents stop at the sign-up page: 300 visits, no paid call',
};

export const auditBuilderPrepare = check({
  id: 'agent-revenue-audit-builder-prepare',
  path: '/api/agent-revenue-audit-builder/prepare',
  summary:
    'Turns a draft into a body that the revenue audit accepts: validated against its schema, without personal data, with the scope check body and the budget.',
  input: draftSchema,
  example: EXAMPLE,
  response: prepareResponse,
  run: prepareAudit,
});

export const auditBuilderActionPack = check({
  id: 'agent-revenue-audit-builder-action-pack',
  path: '/api/agent-revenue-audit-builder/action-pack',
  summary:
    'The steps of one audit purchase for a draft, with commands to copy: approve, look, pay once, verify, stop.',
  input: draftSchema,
  example: EXAMPLE,
  response: actionPackResponse,
  run: actionPack,
});

export const auditBuilderCapability = capability({
  id: 'agent-revenue-audit-builder',
  summary: 'Prepares one revenue audit purchase from a draft: what is missing, what must go, what to send.',
  checks: [auditBuilderPrepare, auditBuilderActionPack],
  never: [
    'audits anything: the diagnosis is the paid answer',
    'approves a payment: buyerApproval stays false until you set it',
  ],
});
