import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../src/adapters/sql/open.ts';
import type { PaidOnChains } from '../../src/origin/arrivals.ts';
import { SANDBOX_BUYERS, sandboxAccount, startEvmSandbox } from '../../src/sandbox/chain.ts';
import { startSolanaSandbox } from '../../src/sandbox/solana.ts';
import { solanaAccount } from '../../src/sandbox/solana-accounts.ts';
import { startTempoSandbox } from '../../src/sandbox/tempo.ts';
import { BASE } from '../../src/values/payment.ts';
import { shelveIfOutdated } from '../../test/support/edition.ts';
import { audit, auditJournal, auditRails, chargesOn, countBy, deliveredIn, sellerBalance } from './audit.ts';
import { checkBooks, windowShop } from './books.ts';
import { type Bought, buyOnce, redeliver, sendUntilKnown } from './buyers.ts';
import { answeredCalls } from './calls.ts';
import { passTime } from './chain-time.ts';
import { type ServiceNode, serviceNode } from './nodes.ts';
import { buyOver, presentUntilKnown, type RailBought, waysToPay } from './rails.ts';

/** What one leg of a campaign found. Counts of payments; money in atomic units. */
export interface Leg {
  readonly rounds: number;
  readonly nodes: number;
  readonly engine: 'sqlite' | 'postgres';
  readonly purchases: number;
  readonly delivered: number;
  readonly declined: Readonly<Record<string, number>>;
  /** Charges that the chain shows, and what the seller's balance rose by. */
  readonly charged: number;
  readonly sellerRose: string;
  readonly journalDelivered: number;
  readonly resends: number;
  /** Of a mixed leg: unpaid calls that were answered in between, all calls that were, deliveries by other rails. */
  readonly unpaid?: number;
  readonly calls?: number;
  readonly rails?: Readonly<Record<string, number>>;
  readonly seconds: number;
  /** Everything that buyers, journal and chain disagree about. */
  readonly faults: readonly string[];
}

export interface LegOptions {
  readonly rounds: number;
  readonly nodes: number;
  readonly buyers: number;
  readonly port: number;
  /** An empty PostgreSQL database or schema; without it, SQLite in a folder of the leg's own. */
  readonly databaseUrl?: string;
  /** Every rail, unpaid, malformed and free calls in between, and the public books checked at the end. */
  readonly mixed?: boolean;
  /** Of a mixed leg: goes on after the last kill until so many calls were answered. */
  readonly calls?: number;
  /** How likely a killed node is killed again before it is ready. Absent: one in four. */
  readonly killedAgain?: number;
  /** What a buyer waits between two purchases. Absent: nothing. */
  readonly pauseMs?: number;
  /** What is started, for Node. Absent: the command of this checkout. */
  readonly command?: string;
  readonly progress?: (line: string) => void;
}

/** Each node pays gas with a key of its own: accounts that anvil funds with ether and that buy nothing here. */
const SETTLERS = [sandboxAccount('settler').privateKey, sandboxAccount('empty').privateKey];
const SELLER = sandboxAccount('seller').address;
/** How long what is still open may take to find its end when nobody is killed any more. */
const PATIENCE_MS = 600_000;
const REDELIVERED = 20;
const KILLED_AGAIN = 0.25;

/**
 * Kills real service processes at random under paid load, on a chain that survives, then compares what buyers were
 * told, what the journal says and what the chain did. A leg has a chain and a journal of its own, so that a long
 * campaign can be taken up again after any leg, and a chain that grew does not slow the later ones down.
 */
export async function crashLeg(options: LegOptions): Promise<Leg> {
  const { rounds, buyers, databaseUrl, mixed = false, calls = 0, progress = () => {} } = options;
  const { killedAgain = KILLED_AGAIN, pauseMs = 0 } = options;
  const startedAt = Date.now();
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-campaign-'));
  const chain = await startEvmSandbox();
  const others = mixed ? await otherChains() : undefined;
  const nodes = nodesOf(options, dataDir, { EVM_RPC_URL: chain.rpcUrl, ...others?.env });
  const callsBefore = answeredCalls();
  const blocks = passTime(chain.rpcUrl);
  try {
    // No lab makes one here, and the one of the release runs out.
    await shelveIfOutdated({ DATA_DIR: dataDir });
    for (const node of nodes) await node.start();
    const before = await sellerBalance(chain.rpcUrl);
    const { book, railBook, unpaid } = await killUnderLoad({
      ...{ nodes, rounds, buyers, progress, others, killedAgain, pauseMs },
      enough: () => answeredCalls() - callsBefore >= calls,
    });
    const sellerRose = (await sellerBalance(chain.rpcUrl)) - before;
    const charges = await chargesOn(chain.rpcUrl);
    const faults = [...audit(book, charges, sellerRose), ...(await redeliverSome(book, nodes))];
    if (others) {
      const chains = { base: { rpcUrl: chain.rpcUrl, payTo: SELLER }, ...others.paid };
      faults.push(...(await booksFaults(nodes, chains, dataDir, databaseUrl)));
    }
    for (const node of nodes) {
      const code = await node.stop();
      if (code !== 0) faults.push(`a node that was asked to end did so with ${code}`);
    }
    const sold = await deliveredIn(dataDir, databaseUrl);
    const onBase = sold.filter(({ network }) => network === BASE);
    faults.push(...auditJournal(onBase, charges, sellerRose), ...auditRails(railBook, sold));
    const declined = book.filter(({ outcome }) => outcome === 'declined');
    return {
      rounds,
      nodes: nodes.length,
      engine: databaseUrl === undefined ? 'sqlite' : 'postgres',
      purchases: book.length,
      delivered: book.filter(({ outcome }) => outcome === 'delivered').length,
      declined: countBy(declined.map(({ reason }) => reason ?? 'unknown')),
      charged: charges.length,
      sellerRose: sellerRose.toString(),
      journalDelivered: onBase.length,
      ...(mixed && {
        unpaid,
        calls: answeredCalls() - callsBefore,
        rails: countBy(railBook.filter(({ outcome }) => outcome === 'delivered').map(({ way }) => way)),
      }),
      resends: book.reduce((sum, { sends }) => sum + sends - 1, 0),
      seconds: Math.round((Date.now() - startedAt) / 1_000),
      faults,
    };
  } finally {
    clearInterval(blocks);
    await Promise.all(nodes.map((node) => node.kill()));
    await Promise.all([chain.stop(), others?.stop()]);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const nodesOf = (
  { nodes, port, databaseUrl, command }: LegOptions,
  dataDir: string,
  chains: Readonly<Record<string, string>>,
): readonly ServiceNode[] =>
  Array.from({ length: nodes }, (_, i) =>
    serviceNode({
      port: port + i,
      ...(command !== undefined && { command }),
      env: {
        DATA_DIR: dataDir,
        ...chains,
        LEDGER_LAB: 'off',
        PUBLIC_URL: 'http://assay.test',
        SETTLER_KEY: SETTLERS[i]!,
        LOG_LEVEL: 'error',
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      },
    }),
  );

/** The chains of the other rails, as nodes are told of them. */
async function otherChains() {
  const [solana, tempo] = await Promise.all([startSolanaSandbox(), startTempoSandbox()]);
  return {
    rpc: { solana: solana.rpcUrl, tempo: tempo.rpcUrl },
    env: {
      SOLANA_RPC_URL: solana.rpcUrl,
      TEMPO_RPC_URL: tempo.rpcUrl,
      MPP_SECRET: 'the secret of all nodes of a campaign',
    },
    paid: {
      solana: { rpcUrl: solana.rpcUrl, payTo: solanaAccount('seller').address },
      tempo: { rpcUrl: tempo.rpcUrl, payTo: SELLER },
    },
    stop: async () => void (await Promise.all([solana.stop(), tempo.stop()])),
  };
}

async function killUnderLoad(run: {
  nodes: readonly ServiceNode[];
  rounds: number;
  buyers: number;
  killedAgain: number;
  pauseMs: number;
  others: Awaited<ReturnType<typeof otherChains>> | undefined;
  enough: () => boolean;
  progress: (line: string) => void;
}): Promise<{ book: Bought[]; railBook: RailBought[]; unpaid: number }> {
  const { nodes, rounds, buyers, others, enough, progress, killedAgain, pauseMs } = run;
  const book: Bought[] = [];
  const railBook: RailBought[] = [];
  let shopping = true;
  const pause = () => new Promise((resolve) => setTimeout(resolve, pauseMs));
  const pick = () => nodes[Math.floor(Math.random() * nodes.length)]!.url;
  const loops = SANDBOX_BUYERS.slice(0, buyers).map(async ({ privateKey }) => {
    for (; shopping; await pause()) await buyOnce(privateKey, pick, book, () => !shopping);
  });
  const ways = others ? waysToPay(others.rpc) : [];
  // A transaction for Tempo lives for seconds: those that fell into a restart are declined.
  const everyWayPaid = () =>
    ways.every(({ name }) => railBook.some(({ way, outcome }) => way === name && outcome === 'delivered'));
  for (const way of ways)
    loops.push(
      (async () => {
        for (; shopping; await pause()) await buyOver(way, pick, railBook, () => !shopping);
      })(),
    );
  const strolling = others ? windowShop(pick, () => shopping) : Promise.resolve(0);
  try {
    for (let round = 1; round <= rounds; round++) {
      await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 900));
      const node = nodes[Math.floor(Math.random() * nodes.length)]!;
      await node.kill();
      if (Math.random() < killedAgain) await killWhileStarting(node);
      await node.start();
      if (round % 10 === 0 || round === rounds)
        progress(`${round}/${rounds} kills, ${book.length} purchases begun`);
    }
    for (const until = Date.now() + PATIENCE_MS; Date.now() < until && !(enough() && everyWayPaid()); )
      await new Promise((resolve) => setTimeout(resolve, 100));
  } finally {
    shopping = false;
    await Promise.all(loops);
  }
  // Quiet now: whatever is still open must find its end.
  const until = Date.now() + PATIENCE_MS;
  const open = book.filter(({ outcome }) => outcome === 'open');
  const openRails = railBook.filter(({ outcome }) => outcome === 'open');
  await Promise.all([
    ...open.map((bought) => sendUntilKnown(bought, pick, () => Date.now() > until)),
    ...openRails.map((bought) => presentUntilKnown(bought, pick, () => Date.now() > until)),
  ]);
  return { book, railBook, unpaid: await strolling };
}

/** In the middle of a start: migration, recovery and the lease of the settler's key may be half done too. */
async function killWhileStarting(node: ServiceNode): Promise<void> {
  const started = node.start().catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 1_500));
  await node.kill();
  await started;
}

async function redeliverSome(book: readonly Bought[], nodes: readonly ServiceNode[]): Promise<string[]> {
  const sample = book.filter(({ outcome }) => outcome === 'delivered').slice(-REDELIVERED);
  const findings = await Promise.all(
    sample.map((bought, i) => redeliver(bought, nodes[i % nodes.length]!.url)),
  );
  return findings.filter((finding) => finding !== undefined);
}

async function booksFaults(
  nodes: readonly ServiceNode[],
  chains: PaidOnChains,
  dataDir: string,
  databaseUrl: string | undefined,
): Promise<string[]> {
  const store = await openStore({ databaseUrl, path: join(dataDir, 'journal.sqlite') }, (error) => {
    throw error;
  });
  try {
    return await checkBooks(nodes, store, chains);
  } finally {
    await store.close();
  }
}
