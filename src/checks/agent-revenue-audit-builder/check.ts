import { check } from '../../declare.ts';
import { capability } from '../capability.ts';
import { auditActionPack } from './action-pack.ts';
import { prepareAudit } from './prepare.ts';
import { type AuditReader, actionPackResponse, draftSchema, prepareResponse } from './schema.ts';

const EXAMPLE = {
  serviceName: 'Example Weather API',
  currentOffer: 'Forecasts by city, $29 per month for 10,000 calls, API key after sign-up',
  targetBuyer: 'Buyer agents that need one forecast at a time',
  currentProblem: 'Agents stop at the sign-up page: 300 visits, no paid call',
  facts: [{ id: 'unitCost', value: '0.0004' }],
};

/** The builder of audits: it reads a draft as the audit does, and says so before anything is paid. */
export function auditBuilder(reader: AuditReader) {
  const prepare = check({
    id: 'agent-revenue-audit-builder-prepare',
    tool: {
      name: 'prepare_audit',
      title: 'Prepare an audit',
      does: 'Turns a draft into arguments for buy_audit and asks for missing facts.',
    },
    path: '/api/agent-revenue-audit-builder/prepare',
    summary:
      'Turns a draft into a body that the revenue audit accepts, without personal data, with the scope check body and the budget. Lists the facts that the audit would rest on and asks at most five questions whose answers would change it.',
    input: draftSchema(reader),
    example: EXAMPLE,
    response: prepareResponse(reader),
    run: (draft, context) => prepareAudit(reader, draft, context),
  });
  const pack = check({
    id: 'agent-revenue-audit-builder-action-pack',
    tool: {
      name: 'plan_audit',
      title: 'Plan an audit',
      does: 'Steps and commands from a draft to a bought audit.',
    },
    path: '/api/agent-revenue-audit-builder/action-pack',
    summary:
      'The steps of one audit purchase for a draft, with commands to copy: approve, look, pay once, verify, stop.',
    input: draftSchema(reader),
    example: EXAMPLE,
    response: actionPackResponse,
    run: (draft, context) => auditActionPack(reader, draft, context),
  });
  const builder = capability({
    id: 'agent-revenue-audit-builder',
    summary:
      'Prepares one revenue audit purchase from a draft: what is understood, what is missing, what to remove, what to send.',
    checks: [prepare, pack],
    never: [
      'audits anything: the diagnosis is the paid answer',
      'approves a payment: buyerApproval stays false until you set it',
    ],
  });
  return { prepare, actionPack: pack, capability: builder };
}
