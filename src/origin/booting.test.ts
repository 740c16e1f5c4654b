import { expect, it } from 'vitest';
import { bootingResponse } from './server.ts';

const said = async (path: string, headers: Record<string, string> = {}) => {
  const response = bootingResponse(new Request(`http://127.0.0.1${path}`, { headers }));
  return [response.status, ((await response.json()) as { error?: string }).error];
};

it('while it starts, only who may have sent a payment is told of one', async () => {
  expect(await said('/healthz')).toEqual([200, undefined]);
  for (const path of ['/readyz', '/api/cash-register', '/api/opportunity-check'])
    expect(await said(path)).toEqual([503, 'service_unavailable']);
  for (const name of ['payment-signature', 'x-payment', 'authorization'])
    expect(await said('/api/opportunity-check', { [name]: 'x' })).toEqual([503, 'settlement_unavailable']);
});
