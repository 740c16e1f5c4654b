import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import {
  type CallToolResult,
  ElicitRequestSchema,
  type ElicitResult,
} from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../src/catalogue.ts';
import { toolsOf } from '../src/discovery/tools.ts';
import { type EvmSandbox, startEvmSandbox } from '../src/sandbox/chain.ts';
import { assayCommand } from './shared/index.ts';
import { type ChainTools, chainTools } from './support/chain.ts';
import { assay } from './support/command.ts';
import { disposeServices, type Hosted, startHosted, temporaryFolder } from './support/service.ts';

/** `assay mcp` with a wallet, started by the official MCP client as a host starts it: nobody else pays. */

let chain: EvmSandbox;
let tools: ChainTools;
let service: Hosted;
let command: string;
const folder = temporaryFolder();
const key = join(folder, 'buyer.key');
const wallets = join(folder, 'wallets');
let secret: string;
const clients: Client[] = [];

beforeAll(async () => {
  [chain, command] = await Promise.all([startEvmSandbox(), assayCommand()]);
  tools = chainTools(chain.rpcUrl);
  service = await startHosted({ rpcUrl: chain.rpcUrl });
  const { buyers } = (await (await fetch(`${service.url}/sandbox`)).json()) as {
    buyers: { privateKey: string }[];
  };
  secret = buyers[0]!.privateKey;
  writeFileSync(key, `${secret}\n`, { mode: 0o600 });
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await disposeServices();
  await chain.stop();
});

interface Host {
  readonly call: (name: string, args?: object) => Promise<CallToolResult>;
  readonly client: Client;
  readonly errors: () => string;
}

/** `answer`: what a person says who is asked; absent: a host that cannot ask. */
async function host(
  args: readonly string[],
  { answer, env = {} }: { answer?: (message: string) => ElicitResult; env?: Record<string, string> } = {},
): Promise<Host> {
  const client = new Client(
    { name: 'a-host', version: '1.0.0' },
    { capabilities: answer ? { elicitation: { form: {} } } : {} },
  );
  if (answer) client.setRequestHandler(ElicitRequestSchema, ({ params }) => answer(params.message));
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [command, 'mcp', '--url', service.url, ...args],
    env: { PATH: process.env.PATH ?? '', HOME: folder, ...env },
    stderr: 'pipe',
  });
  let errors = '';
  transport.stderr!.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  await client.connect(transport);
  clients.push(client);
  return {
    client,
    errors: () => errors,
    call: async (name, given = {}) =>
      (await client.callTool({ name, arguments: { ...given } })) as CallToolResult,
  };
}

const paying = (...more: string[]) => [
  ...['--key-file', key, '--wallet-dir', wallets, '--max-per-call', '5', '--max-per-day', '5.37'],
  ...more,
];
const said = ({ content }: CallToolResult) => (content.at(-1) as { text: string }).text;
const example = (path: string, method: string) => {
  const product = catalogue.products.find((each) => each.path === path)!;
  return product.forms.find((form) => form.method === method)!.example as Record<string, unknown>;
};
const spentBy = async (work: () => Promise<unknown>) => {
  const before = await tools.sellerBalance();
  await work();
  return Number((await tools.sellerBalance()) - before);
};

describe('with a wallet', () => {
  it('buys every product for a host that knows nothing of payments, each once', async () => {
    const { call, client, errors } = await host(paying('--ask-above', '5'));
    expect(client.getInstructions()).toContain(
      'It pays at most $5.00 for a call and $5.37 in 24 hours, and asks a person above $5.00.',
    );
    const { matchId } = (
      await call('match_client', { client: '@x402/fetch', clientVersion: '2.27.0', protocol: 'x402v2' })
    ).structuredContent as { matchId: string };
    const question = example('/api/opportunity-check', 'POST');
    const bought = [
      ['buy_opportunity_check', question, 10_000],
      ['buy_proof', {}, 10_000],
      ['buy_ledger', {}, 100_000],
      ['buy_witness', { match: matchId }, 250_000],
      ['buy_audit', example('/api/agent-revenue-audit', 'POST'), 5_000_000],
    ] as const;
    expect(bought.map(([name]) => name).sort()).toEqual(
      toolsOf(catalogue)
        .filter(({ price }) => price !== '$0.00')
        .map(({ name }) => name)
        .sort(),
    );
    for (const [name, args, price] of bought) {
      const results: CallToolResult[] = [];
      const moved = await spentBy(async () => {
        for (let i = 0; i < 2; i++) results.push(await call(name, args));
      });
      expect({ name, moved, failed: results.map(({ isError }) => isError) }).toEqual({
        ...{ name, moved: price, failed: [undefined, undefined] },
      });
      const [first, again] = results as [CallToolResult, CallToolResult];
      expect(said(first)).toMatch(
        /^Paid \$\d\.\d\d in USDC on Base to 0x[0-9a-fA-F]{40}, transaction 0x[0-9a-f]{64}\. The receipts are verified\. \$\d\.\d\d of \$5\.37 is spent in 24 hours\.$/,
      );
      expect(said(again)).toMatch(/^Nothing was paid for this call/);
      expect(again.structuredContent).toEqual(first.structuredContent);
      expect(first._meta!['x402/payment-response']).toMatchObject({ success: true });
    }
    // A part of what is omitted is the same purchase; nobody is pointed to an address that only the payment opens.
    const ledger = await call('buy_ledger');
    const { omitted } = ledger.structuredContent as { omitted: { part: string }[] };
    expect(ledger.content.map(({ type }) => type)).toEqual(['text', 'text']);
    const moved = await spentBy(async () => {
      const part = await call('buy_ledger', { part: omitted[0]!.part });
      expect(part.structuredContent).toMatchObject({ part: omitted[0]!.part });
    });
    expect(moved).toBe(0);
    // $5.37 is spent: a cent is too much, and the refusal says so.
    const over = await call('buy_opportunity_check', { ...question, subject: 'https://other.example' });
    expect(over).toMatchObject({ isError: true, structuredContent: { error: 'not_approved', paid: 'no' } });
    expect(said(over)).toBe('$5.37 of $5.37 is spent in 24 hours.');
    expect((over.content[0] as { text: string }).text).toContain('$0.01 is over what is left for 24 hours');
    expect(errors()).not.toContain(secret.slice(2));
  });

  it('passes on what the service refuses before there is a price, and pays nothing', async () => {
    const { call } = await host(paying('--ask-above', '5'));
    expect(await call('buy_witness')).toMatchObject({
      isError: true,
      structuredContent: { error: 'preflight_required', next: { tool: 'match_client' } },
    });
    expect(await call('buy_opportunity_check', { nonsense: 1 })).toMatchObject({
      structuredContent: { error: 'invalid_request' },
    });
  });

  it('asks a person, and takes nothing but an explicit yes', async () => {
    const answers: ElicitResult[] = [
      { action: 'decline' },
      { action: 'cancel' },
      { action: 'accept', content: { pay: false } },
      { action: 'accept' },
    ];
    const asked: string[] = [];
    const dir = ['--wallet-dir', join(folder, 'asked')];
    const { call } = await host(paying(...dir), {
      answer: (message) => {
        asked.push(message);
        return answers.shift() ?? { action: 'accept', content: { pay: true } };
      },
    });
    const refused = await spentBy(async () => {
      for (let i = answers.length; i > 0; i--)
        expect(await call('buy_proof')).toMatchObject({
          isError: true,
          structuredContent: { error: 'not_approved', paid: 'no' },
        });
    });
    expect([refused, await spentBy(() => call('buy_proof'))]).toEqual([0, 10_000]);
    expect(asked).toHaveLength(5);
    expect(asked[0]).toMatch(
      /^Pay \$0\.01 in USDC on Base for http:\/\/127\.0\.0\.1:\d+\/api\/opportunity-check\? The money goes to 0x[0-9a-fA-F]{40}\. It can be charged once, within 120 seconds\. \$0\.00 of \$5\.37 is spent in 24 hours\.$/,
    );
  });

  it('refuses where the host cannot ask, and says what to do', async () => {
    const { call } = await host(paying('--wallet-dir', join(folder, 'cannot-ask')));
    const refused = await call('buy_proof');
    expect(refused).toMatchObject({
      isError: true,
      structuredContent: { error: 'not_approved', paid: 'no' },
    });
    expect((refused.content[0] as { text: string }).text).toMatch(/cannot ask one\. .*raise --ask-above/);
  });

  it('keeps the key to itself: no file, no output, no result has it', async () => {
    const { call, errors } = await host(
      [
        '--wallet-dir',
        join(folder, 'by-env'),
        '--max-per-call',
        '1',
        '--max-per-day',
        '1',
        '--ask-above',
        '1',
      ],
      { env: { ASSAY_WALLET_KEY: secret } },
    );
    const result = await call('buy_proof');
    expect(said(result)).toMatch(/^Paid \$0\.01/);
    const kept = readdirSync(join(folder, 'by-env'), { recursive: true, withFileTypes: true });
    const files = kept.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) {
      expect(readFileSync(file).includes(secret.slice(2))).toBe(false);
      expect(statSync(file).mode & 0o077).toBe(0);
    }
    expect(JSON.stringify(result) + errors()).not.toContain(secret.slice(2));
  });
});

/** The command that a snippet of docs/mcp-hosts.md has its host start. */
function commandIn(form: string, text: string): readonly string[] {
  if (form === 'command') return text.trim().split(' -- ')[1]!.replace('~/', '/home/you/').split(' ');
  const { command, args } =
    form === 'mcp_servers'
      ? // TOML that is one value a line, each written as JSON writes it.
        Object.fromEntries(
          [...text.matchAll(/^(\w+) = (.*)$/gm)].map(([, name, value]) => [name, JSON.parse(value!)]),
        )
      : (JSON.parse(text) as Record<string, Record<string, { command: string; args: string[] }>>)[form]!
          .assay;
  return [command, ...args];
}

it('the snippets for hosts all start the same command, which pays within its caps', async () => {
  const page = readFileSync(new URL('../docs/mcp-hosts.md', import.meta.url), 'utf8');
  const snippets = [...page.matchAll(/^```\w+ host:(\w+)\n([\s\S]*?)^```$/gm)];
  expect(snippets.map(([, form]) => form)).toEqual(['mcpServers', 'servers', 'mcp_servers', 'command']);
  const [first, ...others] = snippets.map(([, form, text]) => commandIn(form!, text!));
  for (const other of others) expect(other).toEqual(first);
  const [name, ...args] = first!;
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, name!), `#!/bin/sh\nexec '${process.execPath}' '${command}' "$@"\n`, {
    mode: 0o755,
  });
  const given = args.map((each) =>
    each.replace('http://127.0.0.1:4021', service.url).replace('/home/you/.assay-key', key),
  );
  const client = new Client({ name: 'a-host', version: '1.0.0' });
  clients.push(client);
  const env = { PATH: bin, HOME: folder };
  await client.connect(new StdioClientTransport({ command: name!, args: given, env }));
  const call = async (tool: string, more = {}) =>
    (await client.callTool({ name: tool, arguments: more })) as CallToolResult;
  expect(said(await call('buy_proof'))).toMatch(/^Paid \$0\.01 .* \$0\.01 of \$1\.00 is spent/);
  const dear = await call('buy_audit', example('/api/agent-revenue-audit', 'POST'));
  expect(dear).toMatchObject({
    isError: true,
    structuredContent: { error: 'terms_not_acceptable', paid: 'no' },
  });
});

describe('does not start', () => {
  const open = join(folder, 'open.key');
  const started = (...args: string[]) => assay(['mcp', '--url', service.url, ...args], { cwd: folder });
  const capped = ['--max-per-call', '1', '--max-per-day', '1'];
  it.each([
    ['with one cap alone', ['--max-per-call', '1'], 2, /give both --max-per-call and --max-per-day/],
    ['with a key and no cap', ['--key-file', key], 2, /give both/],
    [
      'with a key that others can read',
      ['--key-file', open, ...capped],
      16,
      /can be read by others: chmod 600/,
    ],
    [
      'with a key in the place of its file',
      ['--key-file', `0x${'ab'.repeat(32)}`, ...capped],
      16,
      /cannot be read/,
    ],
    ['with what is no key', ['--key-file', join(folder, 'no.key'), ...capped], 16, /not an EVM key/],
    ['over http to another machine', ['--url', 'http://shop.example', ...capped], 2, /https only/],
    [
      'with a folder that others can read',
      ['--key-file', key, '--wallet-dir', join(folder, 'shared'), ...capped],
      16,
      /chmod 700/,
    ],
  ] as const)('%s', async (_name, args, code, words) => {
    writeFileSync(open, secret, { mode: 0o600 });
    chmodSync(open, 0o640);
    writeFileSync(join(folder, 'no.key'), 'not a key', { mode: 0o600 });
    const { address } = tools.buyer(0);
    mkdirSync(join(folder, 'shared', address.toLowerCase()), { recursive: true });
    chmodSync(join(folder, 'shared', address.toLowerCase()), 0o755);
    const { code: ended, err, out } = await started(...args);
    expect([ended, out]).toEqual([code, '']);
    expect(err).toMatch(words);
    expect(err).not.toContain('abab');
  });
});
