import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { Command } from 'commander';
import { catalogue } from '../catalogue.ts';
import { mcpServer } from '../http/mcp.ts';
import { problemReply, toResponse } from '../http/respond.ts';
import { RELEASE } from '../release.ts';
import { problem } from '../values/problem.ts';

const DEFAULT_URL = 'http://127.0.0.1:4021';

export const mcpCommand = (): Command =>
  new Command('mcp')
    .description(
      'the same tools over standard input and output, for agents that start their servers themselves',
    )
    .option('--url <address>', 'service that answers', DEFAULT_URL)
    .addHelpText(
      'after',
      `
An entry for an MCP client's configuration:
  { "mcpServers": { "assay": { "command": "assay", "args": ["mcp", "--url", "https://..."] } } }

Free tools never spend. Paid tools answer with a challenge; your client pays it with its own wallet and calls again
with the payment in _meta["x402/payment"]. This command holds no key and signs nothing.`,
    )
    .action(async ({ url }: { url: string }) => {
      const base = new URL(url);
      const server = mcpServer({
        catalogue,
        release: RELEASE,
        // A redirect would carry a payment to whoever is named.
        call: (path, init) => fetch(new URL(path, base), { ...init, redirect: 'error' }).catch(unreachable),
      });
      await server.connect(new StdioServerTransport());
    });

/** Nothing is known of a payment that was sent along: only "send the same again" is certainly true. */
const unreachable = () => toResponse(problemReply(problem('settlement_pending', { retryAfterSeconds: 5 })));
