import { expect, it } from 'vitest';
import { bootingReply } from './server.ts';

const said = (path: string, headers: Record<string, string> = {}) => {
  const { status, body } = bootingReply(new Request(`http://127.0.0.1${path}`, { headers }));
  return [status, (JSON.parse(body!) as { error?: string }).error];
};

it('while it starts, only who may have sent a payment is told of one', () => {
  expect(said('/healthz')).toEqual([200, undefined]);
  for (const path of ['/readyz', '/api/cash-register', '/api/opportunity-check'])
    expect(said(path)).toEqual([503, 'service_unavailable']);
  for (const name of ['payment-signature', 'x-payment', 'authorization'])
    expect(said('/api/opportunity-check', { [name]: 'x' })).toEqual([503, 'settlement_unavailable']);
});
