import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { Command } from 'commander';
import { z } from 'zod';
import { PurchaseStopped, STOPS } from '../buyer/stops.ts';
import { catalogue } from '../catalogue.ts';
import { type Catalogue, NETWORK_PARAMETER, type Offered } from '../declare.ts';
import { type Call, mcpServer, withoutQuotes } from '../http/mcp.ts';
import { problemReply, toResponse } from '../http/respond.ts';
import { RELEASE } from '../release.ts';
import { problem } from '../values/problem.ts';
import { DEFAULT_URL } from './default-url.ts';
import { dollarsOption } from './dollars.ts';
import { payerOf } from './mcp-paying.ts';
import { KEY_VARIABLE, openWallet, type WalletOptions } from './mcp-wallet.ts';

interface Options extends WalletOptions {
  readonly url: string;
}

const HELP = `
An entry for an MCP host's configuration:
  { "mcpServers": { "assay": { "command": "assay", "args": ["mcp", "--url", "https://..."] } } }

Without a wallet it holds no key and signs nothing. Paid tools answer with a challenge. The host pays it with its own
wallet and calls again with the payment in _meta["x402/payment"], or with the MPP credential in
_meta["org.paymentauth/credential"].

With --max-per-call and --max-per-day it pays by itself, in USDC on Base:
  $ assay mcp --url https://... --key-file ~/buyer.key --max-per-call 0.25 --max-per-day 1 --ask-above 0.10
Put the key in a file of mode 600 or in ${KEY_VARIABLE}, never in an argument. Keep little money in that wallet.
The host asks you about prices above --ask-above, or about every price if you leave that option out. A host that
cannot ask gets a refusal.
The same call within 24 hours is one purchase. Each signed payment is kept before it is sent, in
~/.local/state/assay/wallets/<address> (--wallet-dir), and the same call sends it again after a lost answer.
All processes with this folder share one daily cap.`;

export const mcpCommand = (): Command =>
  new Command('mcp')
    .description(
      'serve the MCP tools over standard input and output, for agents that start their own servers',
    )
    .option('--url <address>', 'service to call', DEFAULT_URL)
    .option(
      '--max-per-call <dollars>',
      'the most that it pays for one call, such as 0.25; needs --max-per-day',
      dollarsOption,
    )
    .option(
      '--max-per-day <dollars>',
      'the most that it pays in any 24 hours, such as 1; needs --max-per-call',
      dollarsOption,
    )
    .option('--ask-above <dollars>', 'ask a person about every price above this (default: 0)', dollarsOption)
    .option('--key-file <file>', 'file with the private key that pays, mode 600 (sandbox: a dev buyer)')
    .option('--wallet-dir <folder>', 'where payments and the daily sum are kept')
    .addHelpText('after', HELP)
    .action(async (options: Options) => {
      try {
        await serveTools(options);
      } catch (error) {
        if (!(error instanceof PurchaseStopped)) throw error;
        console.error(`assay mcp: ${error.message}`);
        process.exitCode = STOPS[error.stop].exit;
      }
    });

async function serveTools(options: Options): Promise<void> {
  const base = new URL(options.url);
  const wallet = await openWallet(options, base.origin);
  // A redirect would carry a payment to whoever is named.
  const call: Call = (path, init) =>
    fetch(new URL(path, base), { ...init, redirect: 'error' }).catch(() => unreachable(init));
  const server = mcpServer({
    catalogue: withNetworksOf(await offeredAt(base)),
    offered: () => offeredAt(base),
    release: RELEASE,
    publicUrl: base.origin,
    call,
    ...(wallet && { payer: payerOf(wallet, base.origin, call) }),
  });
  const transport = new StdioServerTransport();
  const send = transport.send.bind(transport);
  transport.send = (message) => send(withoutQuotes(message));
  await server.connect(transport);
}

/** Everything, with the choices of network of what is offered. */
const withNetworksOf = ({ products }: Offered): Catalogue => ({
  ...catalogue,
  products: catalogue.products.map((each) => products.find(({ id }) => id === each.id) ?? each),
});

/** A host waits for this at the start and at each list of tools. */
const OFFER_WAIT_MS = 5_000;

/** What this service sells at the moment, with its choices of network; everything while it cannot be asked. */
export async function offeredAt(base: URL, waitMs = OFFER_WAIT_MS): Promise<Offered> {
  try {
    const response = await fetch(new URL('/api/mcp-tool-pack', base), {
      ...{ redirect: 'error', signal: AbortSignal.timeout(waitMs) },
    });
    const pack = packSchema.parse(await response.json());
    const choices = new Map(pack.tools.map(({ route, inputSchema }) => [route.path, inputSchema.properties]));
    const products = catalogue.products.flatMap((product) => {
      if (!choices.has(product.path)) return [];
      const values = choices.get(product.path)?.[NETWORK_PARAMETER]?.enum ?? [];
      const paidOn = product.paidOn.filter(
        ({ selectedBy = '' }) => !selectedBy || values.includes(selectedBy),
      );
      return { ...product, paidOn };
    });
    return { products, closed: [] };
  } catch {
    return { products: catalogue.products, closed: [] };
  }
}

const packSchema = z.object({
  tools: z.array(
    z.object({
      route: z.object({ path: z.string() }),
      inputSchema: z.object({
        properties: z
          .record(z.string(), z.object({ enum: z.array(z.string()).optional().catch(undefined) }))
          .default({}),
      }),
    }),
  ),
});

/** Nothing is known of a payment that was sent along: only "send the same again" is certainly true. Else there is none. */
const unreachable = ({ headers }: RequestInit) =>
  toResponse(
    problemReply(
      problem(carriesPayment(new Headers(headers)) ? 'settlement_pending' : 'service_unavailable', {
        retryAfterSeconds: 5,
      }),
    ),
  );

const carriesPayment = (headers: Headers): boolean =>
  ['payment-signature', 'x-payment', 'authorization'].some((name) => headers.has(name));
