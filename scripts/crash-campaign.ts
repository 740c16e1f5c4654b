/**
 * Kills real service processes at random under paid load, on a chain that survives, and then compares what buyers
 * were told, what the journal says and what the chain did. Exits 1 on any difference.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createPublicClient, http, parseAbiItem } from 'viem';
import { openStore } from '../src/adapters/sql/open.ts';
import { SANDBOX_BUYERS, sandboxAccount, startEvmSandbox, USDC_BASE } from '../src/sandbox/chain.ts';
import { startPostgres } from '../test/postgres/server.ts';
import { auditBooks, type Register, registerOf, visitOnce, windowShop } from './campaign/books.ts';
import { type Bought, buyOnce, redeliver, sendUntilKnown } from './campaign/buyers.ts';
import { type ServiceNode, serviceNode } from './campaign/nodes.ts';

const HELP = `Usage: node scripts/crash-campaign.ts [options]

  --rounds N         kills (default 20)
  --nodes N          service processes on one journal (default 1; more need --database-url)
  --database-url U   PostgreSQL to use instead of SQLite
  --postgres         the same, on a PostgreSQL that is started for this run (from npm)
  --buyers N         buyers at once, at most 7 (default 4)
  --mixed            unpaid, malformed and free calls in between, and the public books checked at the end
  --port N           first port (default 4310)
  --json             one JSON object at the end instead of text`;

/** Each node pays gas with a key of its own: accounts that anvil funds with ether and that buy nothing here. */
const SETTLERS = [sandboxAccount('settler').privateKey, sandboxAccount('empty').privateKey];
const PRICE = 10_000n;

export interface Report {
  readonly rounds: number;
  readonly purchases: number;
  readonly delivered: number;
  readonly declined: Readonly<Record<string, number>>;
  readonly charged: number;
  readonly sellerRose: string;
  readonly journalDelivered: number;
  readonly resends: number;
  /** Unpaid calls that were answered. */
  readonly unpaid: number;
  readonly seconds: number;
  readonly faults: readonly string[];
}

export interface Campaign {
  readonly rounds: number;
  readonly nodes: number;
  readonly buyers: number;
  readonly port: number;
  readonly databaseUrl?: string;
  readonly mixed?: boolean;
  readonly progress?: (line: string) => void;
}

export async function crashCampaign({
  rounds,
  nodes: count,
  buyers,
  port,
  databaseUrl,
  mixed = false,
  progress = () => {},
}: Campaign): Promise<Report> {
  const startedAt = Date.now();
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-campaign-'));
  const chain = await startEvmSandbox();
  const nodes = Array.from({ length: count }, (_, i) =>
    serviceNode({
      port: port + i,
      env: {
        DATA_DIR: dataDir,
        EVM_RPC_URL: chain.rpcUrl,
        PUBLIC_URL: 'http://assay.test',
        SETTLER_KEY: SETTLERS[i]!,
        LOG_LEVEL: 'error',
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      },
    }),
  );
  try {
    for (const node of nodes) await node.start();
    const before = await sellerBalance(chain.rpcUrl);
    const { book, unpaid } = await killUnderLoad({ nodes, rounds, buyers, mixed, progress });
    const rose = (await sellerBalance(chain.rpcUrl)) - before;
    const faults = await audit(chain.rpcUrl, book, rose);
    faults.push(...(await redeliverSome(book, nodes)));
    if (mixed) faults.push(...(await checkBooks(nodes, chain.rpcUrl, dataDir, databaseUrl)));
    for (const node of nodes) await node.stop();
    const journalDelivered = await countDelivered(dataDir, databaseUrl);
    const delivered = book.filter(({ outcome }) => outcome === 'delivered').length;
    if (journalDelivered !== delivered)
      faults.push(`the journal has ${journalDelivered} delivered rows, buyers have ${delivered}`);
    return {
      rounds,
      purchases: book.length,
      delivered,
      declined: countBy(
        book.filter(({ outcome }) => outcome === 'declined').map(({ reason }) => reason ?? 'unknown'),
      ),
      charged: Number(rose / PRICE),
      sellerRose: rose.toString(),
      journalDelivered,
      unpaid,
      resends: book.reduce((sum, { sends }) => sum + sends - 1, 0),
      seconds: Math.round((Date.now() - startedAt) / 1_000),
      faults,
    };
  } finally {
    await Promise.all(nodes.map((node) => node.kill()));
    await chain.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function killUnderLoad(run: {
  nodes: readonly ServiceNode[];
  rounds: number;
  buyers: number;
  mixed: boolean;
  progress: (line: string) => void;
}): Promise<{ book: Bought[]; unpaid: number }> {
  const { nodes, rounds, buyers, mixed, progress } = run;
  const book: Bought[] = [];
  let shopping = true;
  const pick = () => nodes[Math.floor(Math.random() * nodes.length)]!.url;
  const never = () => false;
  const loops = SANDBOX_BUYERS.slice(0, buyers).map(async ({ privateKey }) => {
    while (shopping) await buyOnce(privateKey, pick, book, () => !shopping);
  });
  const strolling = mixed ? windowShop(pick, () => shopping) : Promise.resolve(0);
  for (let round = 1; round <= rounds; round++) {
    await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 900));
    const node = nodes[Math.floor(Math.random() * nodes.length)]!;
    await node.kill();
    await node.start();
    if (round % 10 === 0 || round === rounds)
      progress(`${round}/${rounds} kills, ${book.length} purchases begun`);
  }
  shopping = false;
  await Promise.all(loops);
  // Quiet now: whatever is still open must find its end.
  progress('settling what is still open');
  await Promise.all(
    book.filter(({ outcome }) => outcome === 'open').map((bought) => sendUntilKnown(bought, pick, never)),
  );
  return { book, unpaid: await strolling };
}

/** Every node starts once more, and compares journal and chain as it does; then all of them say the same. */
async function checkBooks(
  nodes: readonly ServiceNode[],
  rpcUrl: string,
  dataDir: string,
  databaseUrl: string | undefined,
): Promise<string[]> {
  const last = nodes.at(-1)!;
  await last.stop();
  await last.start();
  for (const { url } of nodes) await visitOnce(url);
  const registers = await settledRegisters(nodes);
  const store = await openStore({ databaseUrl, path: join(dataDir, 'journal.sqlite') }, (error) => {
    throw error;
  });
  const faults = await Promise.all(registers.map((register) => auditBooks(register, store, rpcUrl)));
  await store.close();
  return faults.flat();
}

/** Waits for the comparison of a start to be published; counters are flushed within five seconds. */
async function settledRegisters(nodes: readonly ServiceNode[]): Promise<Register[]> {
  for (const until = Date.now() + 20_000; ; await new Promise((resolve) => setTimeout(resolve, 500))) {
    const registers = await Promise.all(nodes.map(({ url }) => registerOf(url)));
    const done = ({ commerceAccounting }: Register) => commerceAccounting.reconciliation.status === 'agrees';
    if (registers.every(done) || Date.now() > until) return registers;
  }
}

/** The chain's own account of every payment, against what its buyer was told. */
async function audit(rpcUrl: string, book: readonly Bought[], rose: bigint): Promise<string[]> {
  const client = createPublicClient({ transport: http(rpcUrl) });
  const used = parseAbiItem('event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)');
  const logs = await client.getLogs({ address: USDC_BASE, event: used, fromBlock: 0n, toBlock: 'latest' });
  const charges = countBy(logs.map(({ args }) => args.nonce!.toLowerCase()));
  const faults: string[] = [];
  for (const { nonce, outcome, reason } of book) {
    const times = charges[nonce.toLowerCase()] ?? 0;
    if (times > 1) faults.push(`${nonce} was charged ${times} times`);
    if (outcome === 'delivered' && times === 0) faults.push(`${nonce} was delivered and not charged`);
    if (outcome === 'declined' && times > 0)
      faults.push(`${nonce} was charged and its buyer was told ${reason}`);
    if (outcome === 'open') faults.push(`${nonce} never found an end`);
  }
  if (rose !== BigInt(logs.length) * PRICE)
    faults.push(`the seller rose by ${rose}, the chain shows ${logs.length} charges`);
  return faults;
}

async function redeliverSome(book: readonly Bought[], nodes: readonly ServiceNode[]): Promise<string[]> {
  const sample = book.filter(({ outcome }) => outcome === 'delivered').slice(-20);
  const findings = await Promise.all(
    sample.map((bought, i) => redeliver(bought, nodes[i % nodes.length]!.url)),
  );
  return findings.filter((finding) => finding !== undefined);
}

async function countDelivered(dataDir: string, databaseUrl: string | undefined): Promise<number> {
  const store = await openStore({ databaseUrl, path: join(dataDir, 'journal.sqlite') }, (error) => {
    throw error;
  });
  const rows = await store.read(
    store.db.selectFrom('payments').select('key').where('state', '=', 'delivered').compile(),
  );
  await store.close();
  return rows.length;
}

const sellerBalance = (rpcUrl: string): Promise<bigint> =>
  createPublicClient({ transport: http(rpcUrl) }).readContract({
    address: USDC_BASE,
    abi: [parseAbiItem('function balanceOf(address) view returns (uint256)')],
    functionName: 'balanceOf',
    args: [sandboxAccount('seller').address],
  });

function countBy(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '20' },
      nodes: { type: 'string', default: '1' },
      buyers: { type: 'string', default: '4' },
      port: { type: 'string', default: '4310' },
      'database-url': { type: 'string' },
      postgres: { type: 'boolean' },
      mixed: { type: 'boolean' },
      json: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) console.log(HELP);
  else {
    const server = values.postgres ? await startPostgres() : undefined;
    const databaseUrl = server?.url ?? values['database-url'];
    const report = await crashCampaign({
      rounds: Number(values.rounds),
      nodes: Number(values.nodes),
      buyers: Number(values.buyers),
      port: Number(values.port),
      ...(databaseUrl && { databaseUrl }),
      mixed: values.mixed ?? false,
      progress: (line) => console.error(line),
    });
    await server?.stop();
    console.log(values.json ? JSON.stringify(report) : format(report));
    if (report.faults.length > 0) process.exitCode = 1;
  }
}

function format({ faults, declined, ...figures }: Report): string {
  const lines = Object.entries({ ...figures, declined: JSON.stringify(declined) }).map(
    ([name, value]) => `${name.padEnd(18)} ${value}`,
  );
  return [
    ...lines,
    faults.length === 0 ? 'no fault: buyers, journal and chain agree' : `FAULTS\n  ${faults.join('\n  ')}`,
  ].join('\n');
}
