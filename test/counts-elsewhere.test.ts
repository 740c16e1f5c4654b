import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { ELSEWHERE, type Elsewhere } from '../bench/counts-elsewhere.ts';

/** A seller that wants to be paid, and a node that may swallow what is sent. */
async function standIn() {
  const seen = { paid: 0, unpaid: 0 };
  let isSwallowing = false;
  const server = createServer(({ headers }, response) => {
    const isPaid = headers['payment-signature'] !== undefined;
    seen[isPaid ? 'paid' : 'unpaid']++;
    response.writeHead(isPaid ? (isSwallowing ? 503 : 200) : 402).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const side = {
    ...{ name: 'Solana', sends: 'send', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    node: { set: (_: string, answer: unknown) => (isSwallowing = answer !== undefined) },
    sign: async () => ({ 'payment-signature': 'signed' }),
  } as unknown as Elsewhere;
  return { side, seen, close: () => server.close() };
}

test.each(ELSEWHERE.filter(({ name }) => /again/.test(name)).map((row) => [row.name, row] as const))(
  'runs alone, on a payment of its own: %s',
  async (_, row) => {
    const { side, seen, close } = await standIn();
    try {
      // Without its payment it must fail: 402 is among what may be answered.
      await expect((async () => row.run(side))()).rejects.toThrow('no payment that could be sent again');
      await row.before?.(side);
      await row.run(side);
      expect(seen).toEqual({ paid: row.name.includes('100 times') ? 101 : 51, unpaid: 0 });
    } finally {
      close();
    }
  },
);

test('what is counted of the second row comes from the first one, where both run', async () => {
  const { side, seen, close } = await standIn();
  try {
    for (const row of ELSEWHERE.slice(0, 2)) await row.before?.(side);
    expect(seen.paid).toBe(1);
  } finally {
    close();
  }
});
