import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { PrivateKeyAccount } from 'viem';
import type { Build } from '../builds.ts';
import { PAID_TOOL } from '../terms.ts';
import type { Client, Got } from './shapes.ts';

/** Cloudflare's `agents`: a client of MCP that pays for tools. */

interface Result {
  readonly isError?: boolean;
  readonly content?: readonly { readonly text?: string }[];
}
interface Agents {
  withX402Client(
    client: McpClient,
    options: {
      readonly account: PrivateKeyAccount;
      readonly network: string;
      readonly maxPaymentValue?: bigint;
    },
  ): { callTool(confirm: null, call: { name: string; arguments: object }): Promise<Result> };
}

/** `withX402Client(client, { account, network }).callTool(null, { name, arguments })`. */
export async function agents(build: Build): Promise<Client> {
  const { withX402Client } = (await import(`${build.packages[0]}/x402`)) as Agents;
  return {
    async prepare(account, ask) {
      const call = async (url: string): Promise<Got> => {
        const client = new McpClient({ name: 'lab', version: '1.0.0' });
        await client.connect(new StreamableHTTPClientTransport(new URL(url)));
        try {
          const paying = withX402Client(client, {
            ...{ account, network: 'eip155:8453' },
            ...(ask.cap === undefined ? {} : { maxPaymentValue: BigInt(ask.cap) }),
          });
          return gotOf(await paying.callTool(null, { name: PAID_TOOL, arguments: {} }));
        } finally {
          await client.close();
        }
      };
      return Object.assign(call, {
        resend: () => Promise.reject(new Error('agents keeps no payment')),
      });
    },
  };
}

/** A result has no status: one that asks for a payment counts as 402. Any other error is the client's word to its caller. */
function gotOf({ isError, content }: Result): Got {
  const text = content?.[0]?.text ?? '';
  if (isError && !asksForPayment(text)) throw new Error(text);
  return { status: isError ? 402 : 200, read: async () => text };
}

function asksForPayment(text: string): boolean {
  try {
    return Array.isArray((JSON.parse(text) as { accepts?: unknown }).accepts);
  } catch {
    return false;
  }
}
