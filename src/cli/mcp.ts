import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { Command } from 'commander';
import { z } from 'zod';
import { catalogue } from '../catalogue.ts';
import { NETWORK_PARAMETER, type Offered } from '../declare.ts';
import { mcpServer, withoutQuotes } from '../http/mcp.ts';
import { problemReply, toResponse } from '../http/respond.ts';
import { RELEASE } from '../release.ts';
import { problem } from '../values/problem.ts';
import { DEFAULT_URL } from './default-url.ts';

export const mcpCommand = (): Command =>
  new Command('mcp')
    .description(
      'serve the MCP tools over standard input and output, for agents that start their own servers',
    )
    .option('--url <address>', 'service to call', DEFAULT_URL)
    .addHelpText(
      'after',
      `
An entry for an MCP client's configuration:
  { "mcpServers": { "assay": { "command": "assay", "args": ["mcp", "--url", "https://..."] } } }

Free tools never spend. Paid tools answer with a challenge; your client pays it with its own wallet and calls again
with the payment in _meta["x402/payment"], or with the MPP credential in _meta["org.paymentauth/credential"]. The ledger
tool takes paymentNetwork "solana" where the service sells on Solana; the witness tool takes the match of its free
preflight tool. This command holds no key and signs nothing.`,
    )
    .action(async ({ url }: { url: string }) => {
      const base = new URL(url);
      const server = mcpServer({
        catalogue,
        offered: () => offeredAt(base),
        release: RELEASE,
        publicUrl: base.origin,
        // A redirect would carry a payment to whoever is named.
        call: (path, init) =>
          fetch(new URL(path, base), { ...init, redirect: 'error' }).catch(() => unreachable(init)),
      });
      const transport = new StdioServerTransport();
      const send = transport.send.bind(transport);
      transport.send = (message) => send(withoutQuotes(message));
      await server.connect(transport);
    });

/** What this service sells at the moment, with its choices of network; everything while it cannot be asked. */
async function offeredAt(base: URL): Promise<Offered> {
  try {
    const response = await fetch(new URL('/api/mcp-tool-pack', base), { redirect: 'error' });
    const pack = packSchema.parse(await response.json());
    const choices = new Map(pack.tools.map(({ route, inputSchema }) => [route.path, inputSchema.properties]));
    const products = catalogue.products.flatMap((product) => {
      if (!choices.has(product.path)) return [];
      const values = choices.get(product.path)?.[NETWORK_PARAMETER]?.enum ?? [];
      const paidOn = product.paidOn?.filter(
        ({ selectedBy = '' }) => !selectedBy || values.includes(selectedBy),
      );
      return paidOn ? { ...product, paidOn } : product;
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
