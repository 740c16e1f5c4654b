import { expect } from 'vitest';
import { preconditionOf } from '../../src/declare.ts';
import { agentRevenueAudit } from '../../src/products/agent-revenue-audit/product.ts';
import { NETWORK } from '../../src/values/limits.ts';
import type { ChainTools } from './chain.ts';
import {
  type Answer,
  answerOf,
  type Call,
  challengeOf,
  type Draft,
  encode,
  json,
  payloadFor,
  postCall,
} from './payments.ts';

/** The $5 audit and the ticket that it needs, for every test that buys it. */

export const AUDIT = agentRevenueAudit;
export const AUDIT_PRICE = BigInt(AUDIT.price.amount);
export const AUDIT_BODY = AUDIT.forms[0]!.example as Record<string, string>;
const PRECONDITION = preconditionOf(AUDIT)!;
export const TICKET_HEADER = PRECONDITION.header!;
export const TICKET_ISSUER = PRECONDITION.issuer;

export interface Approval {
  readonly status: string;
  readonly ticket: string;
  readonly expiresAt: string;
  readonly ticketHeader: string;
  readonly clientOverride: string;
}

export interface AuditClient {
  /** An audit call with or without a ticket. A text is sent as the body that it is. */
  call(ticket?: string, body?: object | string): Call;
  /** What the free scope check says about a body; it must approve. */
  approval(body?: object, network?: string): Promise<Approval>;
  /** A fresh ticket for a body. */
  ticket(body?: object): Promise<string>;
  /** A new payment of the audit, by the dev buyer of that number. */
  payment(buyer?: number, draft?: Draft): Promise<string>;
}

/** `url`: where the service is now; a service that was started again may be elsewhere. */
export function auditClient(url: () => string, tools: () => ChainTools): AuditClient {
  const call = (ticket?: string, body: object | string = AUDIT_BODY): Call => {
    const plain = postCall(url() + AUDIT.path, body);
    const headers = {
      ...(plain.init.headers as Record<string, string>),
      ...(ticket !== undefined && { [TICKET_HEADER]: ticket }),
    };
    return {
      url: plain.url,
      init: { ...plain.init, headers, ...(typeof body === 'string' && { body }) },
    };
  };
  const approval = async (body: object = AUDIT_BODY, network: string = NETWORK): Promise<Approval> => {
    const asked = {
      route: AUDIT.path,
      method: 'POST',
      network,
      maxAmountAtomicUnits: String(AUDIT_PRICE),
      buyerApproval: true,
      payload: body,
    };
    const answer = await answerOf(fetch(url() + TICKET_ISSUER, postCall('', asked).init));
    expect(answer.status, answer.text).toBe(200);
    expect(json(answer)).toMatchObject({ status: 'approved', ticketHeader: TICKET_HEADER });
    return json(answer) as unknown as Approval;
  };
  return {
    call,
    approval,
    ticket: async (body) => (await approval(body)).ticket,
    payment: async (buyer = 0, draft = {}) => {
      const { url: to, init } = call();
      return encode(await payloadFor(await challengeOf(to, init), tools().buyer(buyer), draft));
    },
  };
}

/** A problem with this status and code, and no sign of a challenge or a settlement beside it. */
export function expectError(answer: Answer, status: number, error: string, detail?: RegExp): void {
  expect([answer.status, json(answer).error], answer.text.slice(0, 300)).toEqual([status, error]);
  if (detail) expect(json(answer).detail).toMatch(detail);
  expect(answer.headers.get('payment-required')).toBeNull();
  expect(answer.headers.get('payment-response')).toBeNull();
}
