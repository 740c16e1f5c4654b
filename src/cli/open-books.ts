import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openChain } from '../adapters/evm/chain.ts';
import { type EvmTransfers, evmTransfers } from '../adapters/evm/transfers.ts';
import { sqlBooks } from '../adapters/sql/books.ts';
import { sqlJournal } from '../adapters/sql/journal.ts';
import { openStore } from '../adapters/sql/open.ts';
import { USDC_BASE_TERMS } from '../gate/assets.ts';
import { type Config, readConfig } from '../origin/config.ts';
import type { Books, Journal } from '../ports.ts';

const EX_NOINPUT = 66;
const EX_UNAVAILABLE = 69;

export interface OpenedBooks {
  readonly books: Books;
  readonly journal: Journal;
  /** Undefined: not to be compared. */
  readonly chains: readonly EvmTransfers[] | undefined;
  readonly rpcUrl: string | undefined;
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
  const seller = chain ? await sellerOf(config, rpc) : undefined;
  if (chain && !seller)
    return fail(
      EX_UNAVAILABLE,
      'no chain to compare with: set EVM_RPC_URL and PAY_TO_EVM, start the sandbox service, or give --no-chain',
    );
  const store = await openStore({ databaseUrl: config.databaseUrl, path }, () =>
    process.exit(EX_UNAVAILABLE),
  );
  const page = config.mode === 'sandbox' ? 100_000n : 2_000n;
  return {
    books: sqlBooks(store),
    journal: sqlJournal(store),
    chains: seller && [
      evmTransfers(
        openChain({ rpcUrl: seller.rpcUrl, logPage: page }),
        { ...USDC_BASE_TERMS, payTo: seller.payTo },
        page,
      ),
    ],
    rpcUrl: seller?.rpcUrl,
    where: config.databaseUrl === undefined ? path : new URL(config.databaseUrl).host,
    close: () => store.close(),
  };
}

/** Who is paid, and where to look. A sandbox service knows both; production configures both. */
async function sellerOf(
  config: Config,
  rpc: string | undefined,
): Promise<{ rpcUrl: string; payTo: string } | undefined> {
  const given = rpc ?? config.evmRpcUrl;
  if (given !== undefined && config.payToEvm !== undefined) return { rpcUrl: given, payTo: config.payToEvm };
  if (config.mode === 'production') return undefined;
  if (given !== undefined) {
    const { sandboxAccount } = await import('../sandbox/accounts.ts');
    return { rpcUrl: given, payTo: sandboxAccount('seller').address };
  }
  try {
    const answer = await fetch(`${config.publicUrl ?? `http://127.0.0.1:${config.port}`}/sandbox`);
    const { rpc: urls, seller } = (await answer.json()) as { rpc: { evm: string }; seller: { evm: string } };
    return { rpcUrl: urls.evm, payTo: seller.evm };
  } catch {
    return undefined;
  }
}

function fail(code: number, message: string): undefined {
  console.error(`assay: ${message}`);
  process.exitCode = code;
}
