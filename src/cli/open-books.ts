import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sqlBooks } from '../adapters/sql/books.ts';
import { sqlJournal } from '../adapters/sql/journal.ts';
import { openStore } from '../adapters/sql/open.ts';
import { arrivalsOf, type PaidOnChains, paidOnChains } from '../origin/arrivals.ts';
import { type Config, readConfig } from '../origin/config.ts';
import type { Arrivals, Books, Journal } from '../ports.ts';
import { DEFAULT_NETWORK, NETWORK_NAMES, NETWORKS } from '../values/networks.ts';

const EX_NOINPUT = 66;
const EX_UNAVAILABLE = 69;

export interface OpenedBooks {
  readonly books: Books;
  readonly journal: Journal;
  /** Undefined: not to be compared. */
  readonly arrivals: readonly Arrivals[] | undefined;
  /** The chains that are sold on; undefined with the above. */
  readonly chains: PaidOnChains | undefined;
  /** Which journal this is, without its password. */
  readonly where: string;
  close(): Promise<void>;
}

/** Opens the journal that the service of this environment writes, beside it. Says what is wrong and answers nothing otherwise. */
export async function openBooks({
  rpc,
  chain = true,
}: {
  readonly rpc?: string;
  readonly chain?: boolean;
}): Promise<OpenedBooks | undefined> {
  const { config } = readConfig(process.env);
  const path = join(config.dataDir, 'journal.sqlite');
  if (config.databaseUrl === undefined && !existsSync(path))
    return fail(
      EX_NOINPUT,
      `there is no journal at ${path}: set DATA_DIR or DATABASE_URL as for the service`,
    );
  const chains = chain ? await chainsOf(config, rpc) : undefined;
  if (chain && !chains)
    return fail(
      EX_UNAVAILABLE,
      'no chain to compare with: set EVM_RPC_URL and PAY_TO_EVM, start the sandbox service, or give --no-chain',
    );
  const store = await openStore({ databaseUrl: config.databaseUrl, path }, () =>
    process.exit(EX_UNAVAILABLE),
  );
  return {
    books: sqlBooks(store),
    journal: sqlJournal(store),
    arrivals: chains && arrivalsOf(chains, config.mode),
    chains,
    where: config.databaseUrl === undefined ? path : new URL(config.databaseUrl).host,
    close: () => store.close(),
  };
}

/** Who is paid, and where to look. Production configures both; a sandbox service knows both. */
async function chainsOf(config: Config, rpc: string | undefined): Promise<PaidOnChains | undefined> {
  const given = rpc ?? config.networks[DEFAULT_NETWORK].rpcUrl;
  const known = {
    networks: {
      ...config.networks,
      [DEFAULT_NETWORK]: { ...config.networks[DEFAULT_NETWORK], rpcUrl: given },
    },
  };
  if (config.mode === 'production') {
    const chains = paidOnChains(known);
    return chains[DEFAULT_NETWORK] && chains;
  }
  if (given === undefined) return fromSandbox(config);
  const [{ sandboxAccount }, { solanaAccount }] = await Promise.all([
    import('../sandbox/accounts.ts'),
    import('../sandbox/solana-accounts.ts'),
  ]);
  const sellers = NETWORK_NAMES.map((name) => [
    name,
    NETWORKS[name].settles === 'solana' ? solanaAccount('seller').address : sandboxAccount('seller').address,
  ]);
  return paidOnChains(known, Object.fromEntries(sellers));
}

/** What the sandbox service of this environment says about its own chains. */
async function fromSandbox(config: Config): Promise<PaidOnChains | undefined> {
  type Member = Readonly<Partial<Record<string, string>>>;
  try {
    const answer = await fetch(`${config.publicUrl ?? `http://127.0.0.1:${config.port}`}/sandbox`);
    const { rpc, seller } = (await answer.json()) as { rpc: Member; seller: Member };
    const chains = NETWORK_NAMES.flatMap((name) => {
      const member = name === DEFAULT_NETWORK ? 'evm' : name;
      const [rpcUrl, payTo] = [rpc[member], seller[member]];
      return rpcUrl === undefined || payTo === undefined ? [] : [[name, { rpcUrl, payTo }] as const];
    });
    const found: PaidOnChains = Object.fromEntries(chains);
    return found[DEFAULT_NETWORK] && found;
  } catch {
    return undefined;
  }
}

function fail(code: number, message: string): undefined {
  console.error(`assay: ${message}`);
  process.exitCode = code;
}
