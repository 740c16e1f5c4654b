import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sqlBooks } from '../adapters/sql/books.ts';
import { sqlJournal } from '../adapters/sql/journal.ts';
import { openStore } from '../adapters/sql/open.ts';
import { arrivalsOf, type Paid, type PaidOnChains } from '../origin/arrivals.ts';
import { type Config, readConfig } from '../origin/config.ts';
import type { Arrivals, Books, Journal } from '../ports.ts';

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
  const given = rpc ?? config.evmRpcUrl;
  if (config.mode === 'production')
    return given !== undefined && config.payToEvm !== undefined
      ? { base: { rpcUrl: given, payTo: config.payToEvm }, ...otherChains(config) }
      : undefined;
  if (given === undefined) return fromSandbox(config);
  const [{ sandboxAccount }, { solanaAccount }] = await Promise.all([
    import('../sandbox/accounts.ts'),
    import('../sandbox/solana-accounts.ts'),
  ]);
  const seller = sandboxAccount('seller').address;
  return {
    base: { rpcUrl: given, payTo: config.payToEvm ?? seller },
    ...otherChains(config, { solana: solanaAccount('seller').address, tempo: seller }),
  };
}

/** The chains beside Base, as far as they are configured. */
function otherChains(
  { solanaRpcUrl, payToSolana, tempoRpcUrl, payToTempo }: Config,
  sellers: { readonly solana?: string; readonly tempo?: string } = {},
): Pick<PaidOnChains, 'solana' | 'tempo'> {
  const paid = (rpcUrl: string | undefined, payTo: string | undefined): Paid | undefined =>
    rpcUrl === undefined || payTo === undefined ? undefined : { rpcUrl, payTo };
  return {
    solana: paid(solanaRpcUrl, payToSolana ?? sellers.solana),
    tempo: paid(tempoRpcUrl, payToTempo ?? sellers.tempo),
  };
}

/** What the sandbox service of this environment says about its own chains. */
async function fromSandbox(config: Config): Promise<PaidOnChains | undefined> {
  type Member = Readonly<Partial<Record<'evm' | 'solana' | 'tempo', string>>>;
  try {
    const answer = await fetch(`${config.publicUrl ?? `http://127.0.0.1:${config.port}`}/sandbox`);
    const { rpc, seller } = (await answer.json()) as { rpc: Member; seller: Member };
    const paid = (name: keyof Member): Paid | undefined =>
      rpc[name] === undefined || seller[name] === undefined
        ? undefined
        : { rpcUrl: rpc[name], payTo: seller[name] };
    const base = paid('evm');
    return base && { base, solana: paid('solana'), tempo: paid('tempo') };
  } catch {
    return undefined;
  }
}

function fail(code: number, message: string): undefined {
  console.error(`assay: ${message}`);
  process.exitCode = code;
}
