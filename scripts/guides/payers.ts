/** Published MCP payers, as they come from npm, buy every product over /mcp: Cloudflare's `agents`, Apify's `mcpc`. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { privateKeyToAccount } from 'viem/accounts';
import { catalogue } from '../../src/catalogue.ts';
import { TICKET_ARGUMENT } from '../../src/discovery/tools.ts';
import { agentRevenueAudit } from '../../src/products/agent-revenue-audit/product.ts';
import { optionsOf } from '../options.ts';
import { type Sandbox, withSandbox } from './sandbox.ts';

const HELP = `Usage: node scripts/guides/payers.ts

Installs the payers that scripts/guides/payers/package-lock.json pins, starts a sandbox service, and buys every product
over /mcp with each of them.`;
optionsOf(HELP, {});

const FOLDER = join(import.meta.dirname, 'payers');
const CENTS = {
  buy_proof: 1,
  buy_opportunity_check: 1,
  buy_ledger: 10,
  buy_witness: 25,
  buy_audit: 500,
} as const;
type Paid = keyof typeof CENTS;
const PAID = Object.keys(CENTS) as Paid[];

interface Result {
  readonly isError?: boolean;
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly _meta?: Readonly<Record<string, { readonly success?: boolean }>>;
}
type Call = (tool: string, args: object) => Promise<Result>;

/** The package manager decides nothing: the lock file does, and no script of a package runs. */
execFileSync(
  'npm',
  ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps', '--omit=optional'],
  {
    cwd: FOLDER,
    stdio: ['ignore', 'ignore', 'inherit'],
  },
);

await withSandbox(async (sandbox) => {
  await buysAll('agents', sandbox, agentsPayer);
  await buysAll('mcpc', sandbox, mcpcPayer);
});

async function buysAll(
  name: string,
  sandbox: Sandbox,
  payer: (sandbox: Sandbox, tool: Paid) => Promise<{ call: Call; end: () => Promise<void> }>,
): Promise<void> {
  for (const tool of PAID) {
    const before = await sandbox.sold();
    const { call, end } = await payer(sandbox, tool);
    const result = await call(tool, await argumentsFor(tool, call));
    await end();
    const settled = result._meta?.['x402/payment-response']?.success === true;
    const sold = (await sandbox.sold()) - before;
    if (result.isError || !settled || sold !== 1)
      throw new Error(`${name} bought ${sold} of ${tool}: ${JSON.stringify(result).slice(0, 1_500)}`);
    console.log(`${name}: ${tool}, once`);
  }
}

async function argumentsFor(tool: Paid, call: Call): Promise<object> {
  const example = (path: string) =>
    catalogue.products.find((each) => each.path === path)!.forms.find(({ method }) => method === 'POST')!
      .example as object;
  if (tool === 'buy_opportunity_check') return example('/api/opportunity-check');
  if (tool === 'buy_witness') {
    const asked = { client: '@x402/fetch', clientVersion: '2.27.0', protocol: 'x402v2' };
    const { structuredContent } = await call('match_client', asked);
    return { match: structuredContent?.matchId };
  }
  if (tool !== 'buy_audit') return {};
  const { path: route, price } = agentRevenueAudit;
  const payload = example(route);
  const { structuredContent } = await call('approve_payment', {
    ...{ route, method: 'POST', network: 'eip155:8453' },
    ...{ maxAmountAtomicUnits: price.amount, buyerApproval: true, payload },
  });
  return { ...payload, [TICKET_ARGUMENT]: structuredContent?.ticket };
}

/** Its cap is the caller's. From @x402/core 2.23 on a second one of $1 stands below it, which it has no option for. */
async function agentsPayer({ url, buyers }: Sandbox, tool: Paid) {
  const { withX402Client } = (await import(join(FOLDER, 'node_modules/agents/dist/mcp/client/x402.js'))) as {
    withX402Client: (
      client: Client,
      config: object,
    ) => { callTool(confirm: null, params: object): Promise<Result> };
  };
  const client = new Client({ name: 'payer', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url)));
  const paying = withX402Client(client, {
    account: privateKeyToAccount(buyers[1]!.privateKey),
    network: 'eip155:8453',
    maxPaymentValue: BigInt(CENTS[tool]) * 10_000n,
  });
  return {
    call: (name: string, given: object) => paying.callTool(null, { name, arguments: given }),
    end: () => client.close(),
  };
}

/**
 * It keeps one payment per session and sends it with the next tool as well: a session for each purchase. A folder, too,
 * since it imports no wallet where it has one.
 */
async function mcpcPayer({ url, folder, buyers }: Sandbox, tool: Paid) {
  const env = { PATH: process.env.PATH, HOME: folder, MCPC_HOME_DIR: join(folder, tool) };
  const mcpc = (...args: readonly string[]) =>
    execFileSync(process.execPath, [join(FOLDER, 'node_modules/@apify/mcpc/bin/mcpc'), ...args], {
      ...{ env, encoding: 'utf8', timeout: 60_000, stdio: ['ignore', 'pipe', 'ignore'] },
    });
  const session = `@${tool.replaceAll('_', '-')}`;
  mcpc('x402', 'import', buyers[2]!.privateKey);
  mcpc('connect', '--x402', `${url}/mcp`, session);
  return {
    call: async (name: string, given: object) =>
      JSON.parse(mcpc('--json', session, 'tools-call', name, JSON.stringify(given))) as Result,
    end: async () => void mcpc('close', session),
  };
}
