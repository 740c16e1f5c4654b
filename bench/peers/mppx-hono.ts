/** `mppx` on Hono with one Tempo charge: the other protocol's stock middleware. It builds its challenges offline. */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { Mppx, tempo } from 'mppx/hono';
import { Store } from 'mppx/server';
import { sandboxAccount } from '../../src/sandbox/accounts.ts';
import { ready } from './ready.ts';
import { answer, SOLD_AT } from './stock.ts';

/** USDC.e on Tempo. */
const CURRENCY = '0x20c000000000000000000000b9537d11c60e8b50';

const mppx = Mppx.create({
  realm: 'peer.example',
  secretKey: 'a secret that is long enough for it',
  methods: [
    tempo.charge({ currency: CURRENCY, recipient: sandboxAccount('seller').address, store: Store.memory() }),
  ],
});
const app = new Hono();
app.get(SOLD_AT, mppx.charge({ amount: '0.01' }), (context) => context.json(answer()));
const listening = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, () => ready(listening));
