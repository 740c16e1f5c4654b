import { expect, it } from 'vitest';
import { sampleRecord } from '../ledger/testing.ts';
import { shown } from './lab-show.ts';

const payload = { accepted: { amount: '10000' } };
const record = sampleRecord({
  behaviourId: 'B09',
  verdict: 'fail',
  observed: 'what the lab made of it',
  transcript: [
    {
      request: {
        method: 'GET',
        target: '/paid',
        headers: { 'payment-signature': Buffer.from(JSON.stringify(payload)).toString('base64') },
        bodyDigest: null,
      },
      response: { status: null, headers: {}, body: null },
    },
  ],
});

it('shows a judge the traffic, readable, and not what the lab made of it', () => {
  const text = shown(record);
  expect(text).toContain(`payment-signature: ${JSON.stringify(payload)}`);
  expect(text).toContain('answered nothing: the connection ended');
  expect(text).toContain('Question: ');
  expect(text).not.toContain(record.observed);
  expect(text).not.toMatch(/verdict|fail\b/);
});
