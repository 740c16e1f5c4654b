import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { catalogue } from '../catalogue.ts';
import { offeredAt } from './mcp.ts';

it('waits for a service that never answers no longer than it says, and then offers everything', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  try {
    const offered = await offeredAt(new URL(`http://127.0.0.1:${port}`), 20);
    expect(offered).toEqual({ products: catalogue.products, closed: [] });
  } finally {
    silent.closeAllConnections();
    silent.close();
  }
}, 2_000);
