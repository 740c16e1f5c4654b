import { afterAll, beforeAll, expect, it } from 'vitest';
import { opportunityCheck } from '../src/products/opportunity-check/product.ts';
import { DELIVERY_RECEIPT_HEADER } from '../src/values/headers.ts';
import { type InProcess, openInProcess } from './support/in-process.ts';

/** A purchase through the real gate, and its buyer's word about it, with the keys that sign and verify. */

let service: InProcess;
beforeAll(async () => {
  service = await openInProcess();
});
afterAll(() => service.close());

const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});
const tell = async (report: object) => {
  const answer = await service.origin('/api/feedback/outcome', json(report));
  return [answer.status, ((await answer.json()) as { reason: string }).reason];
};
const judged = async () => {
  const answer = await service.origin('/calibration', { headers: { accept: 'application/json' } });
  return ((await answer.json()) as { judged: number }).judged;
};

it('a paid answer and its receipt are counted once, as object or as text, however often they are sent', async () => {
  const paid = await service.origin(
    opportunityCheck.path,
    json(opportunityCheck.forms[0]!.example, { 'payment-signature': service.payment(opportunityCheck.id) }),
  );
  expect(paid.status).toBe(200);
  const text = await paid.text();
  const receipt = paid.headers.get(DELIVERY_RECEIPT_HEADER)!;
  const outcome = 'paid_and_good';
  const [head, payload, signature] = receipt.split('.') as [string, string, string];

  const forged = [head, payload, `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`].join('.');
  expect(await tell({ receipt: forged, body: text, outcome })).toEqual([200, 'receipt_not_ours']);
  const official = JSON.parse(Buffer.from(paid.headers.get('payment-response')!, 'base64').toString())
    .extensions['offer-receipt'].info.receipt.signature;
  expect(await tell({ receipt: official, body: text, outcome })).toEqual([200, 'receipt_not_ours']);
  expect(await tell({ receipt, body: text.replace('"complete"', '"done"'), outcome })).toEqual([
    200,
    'body_not_bound',
  ]);
  expect(await judged()).toBe(0);

  const many = Array.from({ length: 50 }, (_, n) =>
    tell({ receipt, body: n % 2 === 0 ? text : JSON.parse(text), outcome }),
  );
  expect(new Set((await Promise.all(many)).map(String))).toEqual(new Set(['200,counted']));
  // A decoder that is lenient about the last characters must not make a second receipt of the first.
  await tell({ receipt: `${receipt}=`, body: text, outcome });
  await tell({ receipt: ` ${receipt}`, body: text, outcome });
  expect(await judged()).toBe(1);
});
