import type { Context } from '../../declare.ts';
import { curlPost, purchaseProgram } from '../../values/command.ts';
import { NETWORK, TICKET_HEADER, TICKET_SECONDS } from '../../values/limits.ts';
import { SCOPE_CHECK } from '../sold.ts';
import { prepareAudit } from './prepare.ts';
import type { AuditActionPack, AuditReader, Draft, PreparedAudit } from './schema.ts';

/** The steps of one audit purchase, with commands that can be copied. Nothing is run, and nothing is approved for the buyer. */
export function auditActionPack(reader: AuditReader, draft: Draft, context: Context): AuditActionPack {
  const prepared = prepareAudit(reader, draft, context);
  const { status, questions, issues, budget } = prepared;
  return { status, questions, issues, budget, steps: status === 'ready' ? steps(prepared, context) : [] };
}

function steps(
  { auditBody, scopeCheckBody, budget }: PreparedAudit,
  { published }: Context,
): AuditActionPack['steps'] {
  const url = (path: string) => published.publicUrl + path;
  const route = url(scopeCheckBody!.route);
  const approved = { ...scopeCheckBody, buyerApproval: true };
  const ticket = `sed -n 's/.*"ticket":"\\([0-9a-f]\\{64\\}\\)".*/\\1/p'`;
  return [
    {
      id: 'approve_scope',
      do: `Running this says that whoever owns the money approves POST ${scopeCheckBody!.route} for at most ${budget!.price} on ${NETWORK}. The ticket admits exactly this body for ${TICKET_SECONDS / 60} minutes.`,
      language: 'sh',
      command: `export TICKET=$(${curlPost(url(SCOPE_CHECK), approved)} | ${ticket})`,
    },
    {
      id: 'look_at_challenge',
      do: `Free: the answer is 402. Check that the offer in PAYMENT-REQUIRED asks ${budget!.maxAmountAtomicUnits} atomic units on ${NETWORK} and names this route.`,
      language: 'sh',
      command: `${curlPost(route, auditBody)} -i -H ${TICKET_HEADER}:"$TICKET"`,
    },
    {
      id: 'pay_once',
      do: 'Pays once with a stock client. Its default cap is $1, so the cap is raised to this price and no further. Save it as audit.mjs; it reads TICKET and BUYER_KEY from the environment.',
      language: 'js',
      command: purchaseProgram({
        url: route,
        method: 'POST',
        body: auditBody,
        headers: { [TICKET_HEADER]: 'process.env.TICKET' },
        network: NETWORK,
        override: budget!.clientOverride,
      }),
    },
    {
      id: 'verify',
      do: 'A paid answer is 200 with PAYMENT-RESPONSE and X-SVC-DELIVERY-RECEIPT. Keep both with the exact body: they can be checked without this service.',
      language: null,
      command: null,
    },
    {
      id: 'stop',
      do: 'Stop after one paid call. On 402 no money moved. On 503 or a lost answer do not sign again: send the same payment, or ask /api/settlement-status/check.',
      language: null,
      command: null,
    },
  ];
}
