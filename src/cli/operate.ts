import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { type Chain, openChain } from '../adapters/evm/chain.ts';
import { facilitatorFaults, settlesSome } from '../adapters/facilitator/faults.ts';
import { rotateSigningKeys } from '../adapters/signing-keys.ts';
import { backupSqlite } from '../adapters/sql/backup.ts';
import { openStore } from '../adapters/sql/open.ts';
import { openSolanaChain } from '../adapters/svm/chain.ts';
import { systemClock } from '../adapters/system.ts';
import { chainFaults, solanaFaults } from '../origin/chain-checks.ts';
import { ConfigFaults } from '../origin/compose.ts';
import { type Config, type Fault, readConfig } from '../origin/config.ts';
import { localFaults } from '../origin/local-faults.ts';
import type { Running } from '../origin/serve.ts';
import { startWarnings } from '../origin/start-warnings.ts';
import { VARIABLES } from '../origin/variables.ts';
import { serveWithWorkers, WorkerEnded } from '../origin/workers.ts';
import { DEFAULT_NETWORK, EVM_NETWORKS, type EvmRow, NETWORKS } from '../values/networks.ts';
import type { Network } from '../values/payment.ts';
import { oneLine } from './ended.ts';
import { unexplainedIn } from './unexplained.ts';

/** Exit codes of sysexits.h, as supervisors know them. */
const EX_CONFIG = 78;
const EX_UNAVAILABLE = 69;

export const serveCommand = (): Command =>
  new Command('serve')
    .alias('start')
    .description('start the service')
    .addHelpText(
      'after',
      `\nEnvironment:\n${Object.entries(VARIABLES)
        .map(([name, text]) => `  ${name.padEnd(20)} ${text}`)
        .join('\n')}`,
    )
    .action(async () => {
      let running: Running | undefined;
      let stopping = false;
      const stop = async () => {
        if (stopping) return;
        stopping = true;
        await running?.stop();
        process.exit(0);
      };
      process.on('SIGTERM', stop);
      process.on('SIGINT', stop);
      try {
        running = await serveWithWorkers(process.env);
      } catch (error) {
        if (error instanceof ConfigFaults) {
          console.error(`assay cannot start: ${error.message}\n${faultLines(error.faults)}`);
          process.exit(EX_CONFIG);
        }
        console.error(`assay cannot start: ${startError(error)}`);
        process.exit(error instanceof WorkerEnded ? error.code : EX_UNAVAILABLE);
      }
    });

export const doctorCommand = (): Command =>
  new Command('doctor')
    .description(
      'check the configuration without starting: list every fault by variable name, and warn of money that no sale explains',
    )
    .option('--json', 'print the report as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const { config, faults } = readConfig(process.env);
      const { tempo } = config.networks;
      const chains = evmChainsOf(config);
      const networks = networksSoldOn(chains);
      const unsettled = config.facilitatorUrl ? await facilitatorFaults(config.facilitatorUrl, networks) : [];
      // What it does not settle on is closed, and the rest is sold.
      const sellsRest = settlesSome(unsettled, networks);
      const all = [
        ...faults,
        ...(await localFaults(config, { make: false })),
        ...(await databaseFaults(config)),
        ...(sellsRest ? [] : unsettled),
        ...(await Promise.all(chains.map(({ row, chain }) => chainFaults(chain, row)))).flat(),
        ...(tempo.rpcUrl ? await (await import('../origin/tempo.ts')).tempoFaults(tempo.rpcUrl) : []),
        ...(await solanaFaultsOf(config)),
      ];
      const warnings =
        all.length > 0
          ? []
          : [
              ...(sellsRest ? unsettled : []),
              ...(await warningsOf(config, chains)),
              ...(await unexplainedIn(config, Date.now()).catch(() => NOT_COMPARED)),
            ];
      if (json)
        console.log(
          JSON.stringify({ mode: config.mode, ok: all.length === 0, faults: all, warnings }, null, 2),
        );
      else {
        console.log(
          all.length === 0
            ? `ok: this configuration can start in ${config.mode} mode`
            : `${all.length} fault(s) in ${config.mode} mode\n${faultLines(all)}`,
        );
        if (warnings.length > 0) console.log(`${warnings.length} warning(s)\n${faultLines(warnings)}`);
      }
      if (all.length > 0) process.exitCode = EX_CONFIG;
    });

export const backupCommand = (): Command =>
  new Command('backup')
    .description('copy the SQLite journal in DATA_DIR to a new file, while the service runs')
    .argument('<file>', 'the copy; must not exist')
    .addHelpText('after', '\nWith DATABASE_URL, use pg_dump. Restoring: docs/backup.md.')
    .action(async (file: string) => {
      const { config } = readConfig(process.env);
      if (config.databaseUrl !== undefined) {
        console.error(
          'the journal is in PostgreSQL (DATABASE_URL): back it up with pg_dump, see docs/backup.md',
        );
        process.exit(EX_CONFIG);
      }
      try {
        const { payments } = await backupSqlite(join(config.dataDir, 'journal.sqlite'), file);
        console.log(`${file}: ${payments} payment(s), checked`);
      } catch (error) {
        console.error(`assay backup: ${oneLine(error)}`);
        process.exit(EX_UNAVAILABLE);
      }
    });

export const keysCommand = (): Command =>
  new Command('keys').description('signing keys of offers and receipts').addCommand(
    new Command('rotate')
      .description('make a new signing key, used from the next start on; earlier keys still verify')
      .action(() => {
        const { config } = readConfig(process.env);
        const { thumbprint, keys } = rotateSigningKeys(config.signingKeysFile, Date.now());
        console.log(
          `${config.signingKeysFile}: ${keys} key(s), new signing key ${thumbprint}. Restart the service to sign with it.`,
        );
      }),
  );

/** Opened as starting opens it, and left as it is: a journal that does not exist is not made. */
async function databaseFaults({ databaseUrl, dataDir }: Config): Promise<readonly Fault[]> {
  const path = join(dataDir, 'journal.sqlite');
  if (databaseUrl === undefined && !existsSync(path)) return [];
  try {
    const store = await openStore({ databaseUrl, path }, () => {});
    await store.close();
    return [];
  } catch (error) {
    const variable = databaseUrl === undefined ? 'DATA_DIR' : 'DATABASE_URL';
    return [{ variable, message: `leads to no journal that can be used: ${oneLine(error)}` }];
  }
}

/** The database is there: it was opened a moment ago. */
async function warningsOf(config: Config, chains: readonly EvmChain[]): Promise<readonly Fault[]> {
  const { databaseUrl } = config;
  const store = databaseUrl === undefined ? undefined : await openStore({ databaseUrl, path: '' }, () => {});
  const warnings = await startWarnings(config, { chains, store, clock: systemClock });
  await store?.close();
  return warnings;
}

interface EvmChain {
  readonly row: EvmRow;
  readonly chain: Chain;
}

/** The EVM networks that are configured. */
const evmChainsOf = ({ networks }: Config): readonly EvmChain[] =>
  EVM_NETWORKS.flatMap((row) => {
    const { rpcUrl } = networks[row.name];
    return rpcUrl === undefined ? [] : [{ row, chain: openChain({ rpcUrl }) }];
  });

/** The default network is always sold on. */
const networksSoldOn = (chains: readonly EvmChain[]): readonly Network[] => [
  ...new Set([NETWORKS[DEFAULT_NETWORK].network, ...chains.map(({ row }) => row.network)]),
];

async function solanaFaultsOf({ networks, solanaFeePayer }: Config): Promise<readonly Fault[]> {
  const { rpcUrl, payTo } = networks.solana;
  if (!rpcUrl || !payTo || !solanaFeePayer) return [];
  return solanaFaults(openSolanaChain({ rpcUrl }), payTo, solanaFeePayer.address);
}

const NOT_COMPARED: readonly Fault[] = [
  { variable: 'PAY_TO_EVM', message: 'could not be compared with the journal: see "assay books"' },
];

const faultLines = (faults: readonly Fault[]): string =>
  faults.map(({ variable, message }) => `  ${variable} ${message}`).join('\n');

function startError(error: unknown): string {
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  return code === 'EADDRINUSE' ? `port ${port} is in use: set PORT to another one` : oneLine(error);
}
