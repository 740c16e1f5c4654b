import { expect } from 'vitest';
import { AUDIT_BODY, AUDIT_PRICE, type auditClient, expectError } from './audit.ts';
import { type Answer, answerOf, type Draft, json, pay } from './payments.ts';

/** What is asked again and again of tickets. */
export function ticketTools(
  { call: audit, payment }: Pick<ReturnType<typeof auditClient>, 'call' | 'payment'>,
  paid: () => Promise<bigint>,
) {
  const unpaid = (ticket: string, body?: object | string): Promise<Answer> => {
    const call = audit(ticket, body);
    return answerOf(fetch(call.url, call.init));
  };

  /** One code, two situations: the words say which, and so what to do. */
  function expectInFlight(answer: Answer): void {
    expectError(answer, 403, 'ticket_used', /held by another payment that is in flight/);
    expect(json(answer).retry).toBe('same_payment');
    expect(answer.headers.get('retry-after')).toBe('2');
  }
  function expectUsed(answer: Answer): void {
    expectError(answer, 403, 'ticket_used', /consumed by an earlier delivery/);
    expect(json(answer).retry).toBeUndefined();
  }

  /** The ticket buys, with a payment that nobody has seen; it is charged, and it was the last time. */
  async function expectStillBuys(
    ticket: string,
    body: object = AUDIT_BODY,
    draft: Draft = {},
  ): Promise<void> {
    const paidBefore = await paid();
    const bought = await pay(audit(ticket, body), await payment(1, draft));
    expect(bought.status, bought.text).toBe(200);
    expect(bought.headers.get('x-svc-redelivery')).toBeNull();
    expect((await paid()) - paidBefore).toBe(AUDIT_PRICE);
    expectUsed(await pay(audit(ticket, body), await payment(2, draft)));
    expect((await paid()) - paidBefore).toBe(AUDIT_PRICE);
  }
  return { unpaid, expectInFlight, expectUsed, expectStillBuys };
}
