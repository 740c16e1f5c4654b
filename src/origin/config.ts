import { join } from 'node:path';
import type { JSONWebKeySet } from 'jose';
import { privateKeyToAddress } from 'viem/accounts';
import type { SolanaKey } from '../adapters/svm/key.ts';
import type { Operator } from '../declare.ts';
import { ANVIL_KEY_ADDRESSES, SANDBOX_EDGE_KEY, SOLANA_KEY_ADDRESSES } from '../values/known-keys.ts';
import {
  DEFAULT_NETWORK,
  EVM_NETWORKS,
  NETWORK_NAMES,
  NETWORKS,
  type NetworkName,
  type NetworkVariable,
} from '../values/networks.ts';
import { LOOPBACK, type Trusted, trustedProxies } from './caller.ts';
import {
  contactAddress,
  countUpTo,
  edgeKeys,
  evmAddress,
  evmKeys,
  httpUrl,
  LAST_PORT,
  oneOfWords,
  onOrOff,
  payerAddresses,
  postgresUrl,
  publicOrigin,
  type SettingReader,
  secretFile,
  sha256Digest,
  solanaAddress,
  solanaKey,
  tcpPort,
  webPage,
} from './readers.ts';
import type { Variable } from './variables.ts';

export type Environment = Readonly<Partial<Record<string, string>>>;

export interface Config {
  readonly mode: 'sandbox' | 'production';
  readonly port: number;
  readonly host: string;
  /** Undefined in sandbox until the port is known. */
  readonly publicUrl: string | undefined;
  readonly trustedProxies: Trusted;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly nodeId: string | undefined;
  readonly workers: number;
  readonly signingKeysFile: string;
  /** What is set of each network. */
  readonly networks: Readonly<Record<NetworkName, NetworkSettings>>;
  readonly facilitatorUrl: string | undefined;
  readonly settlerKey: `0x${string}` | undefined;
  /** Undefined: what the settler takes by itself. */
  readonly failedGasBudget: number | undefined;
  /** The first one signs, the others are still believed. Empty: none was set. */
  readonly mppSecrets: readonly string[];
  readonly solanaFeePayer: SolanaKey | undefined;
  readonly operator: Operator;
  readonly owners: ReadonlySet<string>;
  readonly operatorToken: string | undefined;
  readonly edge: EdgeTrust | undefined;
  readonly ledgerLab: boolean;
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
  readonly logLevel: string;
  readonly anvilPath: string | undefined;
}

/** Where the node of a network is asked, and who is paid there. */
export interface NetworkSettings {
  readonly rpcUrl: string | undefined;
  readonly payTo: string | undefined;
}

/** Which edge is believed. */
export interface EdgeTrust {
  readonly jwks: JSONWebKeySet;
  /** Undefined: the public address. */
  readonly audience: string | undefined;
  readonly issuer: string;
  readonly previousCatalogue: string | undefined;
}

/** Something wrong with a variable. Names it, never its value. */
export interface Fault {
  readonly variable: Variable;
  readonly message: string;
}

const MOST_WORKERS = 64;
const MOST_GAS = 1_000_000_000;
const LEVELS = ['debug', 'info', 'warn', 'error'];

/** What may stand in a file of its own instead. */
type Secret =
  | 'DATABASE_URL'
  | 'SETTLER_KEY'
  | 'OPERATOR_TOKEN'
  | 'SOLANA_FEE_PAYER_KEY'
  | 'MPP_SECRET'
  | 'MPP_SECRET_PREVIOUS';

/** Reads and checks everything; lists all faults at once. `worker`: which of WORKERS reads it, from 1. */
export function readConfig(
  env: Environment,
  worker = 1,
): { readonly config: Config; readonly faults: readonly Fault[] } {
  const faults: Fault[] = [];
  const fault = (variable: Variable, message: string) => void faults.push({ variable, message });
  const text = (name: Variable) => env[name]?.trim() || undefined;
  const read: Read = (name, reader, given = text(name)) =>
    given === undefined ? undefined : reader(given, (message) => fault(name, message));
  const secret = (name: Secret) => text(name) ?? read(`${name}_FILE`, secretFile);

  const mode = text('ASSAY_MODE') ?? 'sandbox';
  if (mode !== 'sandbox' && mode !== 'production') fault('ASSAY_MODE', 'is neither sandbox nor production');
  const production = mode === 'production';
  const port = read('PORT', tcpPort) ?? 4021;
  const settlerKeys = read('SETTLER_KEY', evmKeys, secret('SETTLER_KEY')) ?? [];
  const workers = read('WORKERS', countUpTo(MOST_WORKERS)) ?? 1;
  const operatorToken = secret('OPERATOR_TOKEN');
  if (operatorToken && operatorToken.length < 32) fault('OPERATOR_TOKEN', 'is shorter than 32 bytes');
  const mppSecrets = [secret('MPP_SECRET'), secret('MPP_SECRET_PREVIOUS')];
  for (const [i, name] of (['MPP_SECRET', 'MPP_SECRET_PREVIOUS'] as const).entries())
    if (mppSecrets[i] !== undefined && Buffer.byteLength(mppSecrets[i]) < 32)
      fault(name, 'is shorter than 32 bytes');
  if (mppSecrets[0] === undefined && mppSecrets[1] !== undefined)
    fault('MPP_SECRET', 'is missing, and MPP_SECRET_PREVIOUS is given');
  if (production && text('PUBLIC_URL') === undefined) fault('PUBLIC_URL', 'is missing');
  const dataDir = text('DATA_DIR') ?? '.data';
  const config: Config = {
    mode: production ? 'production' : 'sandbox',
    port,
    host: text('HOST') ?? '127.0.0.1',
    publicUrl: read('PUBLIC_URL', publicOrigin({ secure: production })),
    trustedProxies: trustedProxies(text('TRUSTED_PROXIES') ?? LOOPBACK, (message) =>
      fault('TRUSTED_PROXIES', message),
    ),
    dataDir,
    databaseUrl: read('DATABASE_URL', postgresUrl, secret('DATABASE_URL')),
    nodeId: text('NODE_ID'),
    workers,
    signingKeysFile: text('SIGNING_KEYS_FILE') ?? join(dataDir, 'signing-keys.json'),
    networks: networkSettings(read),
    facilitatorUrl: read('FACILITATOR_URL', httpUrl),
    settlerKey: settlerKeys[worker - 1],
    failedGasBudget: read('FAILED_GAS_BUDGET', countUpTo(MOST_GAS)),
    mppSecrets: mppSecrets.filter((each) => each !== undefined),
    solanaFeePayer: read('SOLANA_FEE_PAYER_KEY', solanaKey, secret('SOLANA_FEE_PAYER_KEY')),
    operator: operatorOf(text, read),
    owners: new Set(read('OWNER_PAYERS', payerAddresses)),
    operatorToken,
    edge: edgeOf(text, read, production),
    // One edition is enough for all.
    ledgerLab: (read('LEDGER_LAB', onOrOff) ?? true) && worker === 1,
    metricsPort: ofWorker(read('METRICS_PORT', tcpPort), worker),
    metricsHost: text('METRICS_HOST') ?? '127.0.0.1',
    logLevel: read('LOG_LEVEL', oneOfWords(LEVELS)) ?? (production ? 'info' : 'warn'),
    anvilPath: text('ANVIL_PATH'),
  };
  if (workers > 1) workersFaults(config, settlerKeys, worker, fault);
  if (production) productionFaults(config, settlerKeys, fault);
  return { config, faults };
}

/** Undefined: not given, or not to be read. `given` is what the variable says, wherever that stands. */
type Read = <T>(name: Variable, reader: SettingReader<T>, given?: string) => T | undefined;

function networkSettings(read: Read): Config['networks'] {
  const settings = NETWORK_NAMES.map((name) => {
    const { variables, settles } = NETWORKS[name];
    const rpcUrl = read(variables.rpcUrl, httpUrl);
    return [
      name,
      { rpcUrl, payTo: read(variables.payTo, settles === 'solana' ? solanaAddress : evmAddress) },
    ];
  });
  return Object.fromEntries(settings);
}

/** Ports in a row: each worker has its own figures. */
const ofWorker = (port: number | undefined, worker: number): number | undefined =>
  port === undefined ? undefined : port + worker - 1;

/** Only what is set: pages show nothing of the rest. */
function operatorOf(text: (name: Variable) => string | undefined, read: Read): Operator {
  const given = {
    name: text('OPERATOR_NAME'),
    contact: read('OPERATOR_CONTACT', contactAddress),
    terms: read('OPERATOR_TERMS', webPage),
    source: read('SOURCE_URL', webPage),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function edgeOf(
  text: (name: Variable) => string | undefined,
  read: Read,
  production: boolean,
): EdgeTrust | undefined {
  if (text('EDGE_PUBLIC_JWKS') === undefined && production) return undefined;
  const previousCatalogue = read('EDGE_PREVIOUS_CATALOGUE', sha256Digest);
  return {
    jwks: read('EDGE_PUBLIC_JWKS', edgeKeys({ production })) ?? { keys: [{ ...SANDBOX_EDGE_KEY }] },
    audience: text('EDGE_AUDIENCE'),
    issuer: text('EDGE_ISSUER') ?? 'assay-edge',
    previousCatalogue,
  };
}

type Report = (variable: Variable, message: string) => void;

/** What must hold before real money can move. The chain itself is checked after this (origin/chain-checks.ts). */
function productionFaults(config: Config, settlerKeys: SettlerKeys, fault: Report): void {
  evmSettingFaults(config, fault);
  tempoSettingFaults(config, fault);
  solanaProductionFaults(config, fault);
  if (config.facilitatorUrl !== undefined) {
    if (settlerKeys.length > 0) fault('FACILITATOR_URL', 'and SETTLER_KEY are both given: give one of them');
    return;
  }
  if (settlerKeys.length === 0) fault('SETTLER_KEY', 'is missing, and so is FACILITATOR_URL');
  for (const key of settlerKeys) {
    const settler = key && privateKeyToAddress(key).toLowerCase();
    if (settler === undefined) continue;
    if (ANVIL_KEY_ADDRESSES.has(settler)) fault('SETTLER_KEY', 'is a public test key');
    for (const { name, variables } of EVM_NETWORKS)
      if (settler === config.networks[name].payTo?.toLowerCase())
        fault(
          'SETTLER_KEY',
          `belongs to ${variables.payTo}: the key that pays gas must not be the one that is paid`,
        );
  }
}

/** As given, one for each worker; undefined: no key. */
type SettlerKeys = readonly (`0x${string}` | undefined)[];

/** Workers are nodes: they share a database and the chains, and no two of them may send with one key. */
function workersFaults(config: Config, settlerKeys: SettlerKeys, worker: number, fault: Report): void {
  if (config.databaseUrl === undefined)
    fault('DATABASE_URL', 'is missing, and WORKERS is given: an SQLite journal belongs to one process');
  if (config.mode === 'sandbox' && config.networks.base.rpcUrl === undefined)
    fault(
      'EVM_RPC_URL',
      'is missing, and WORKERS is given: they share a chain, which `npm run chain` starts',
    );
  const given = new Set(settlerKeys.slice(0, config.workers)).size;
  if (
    config.facilitatorUrl === undefined &&
    (given > 0 || config.mode === 'production') &&
    given < config.workers
  )
    fault(
      'SETTLER_KEY',
      `has ${given} different keys for ${config.workers} workers: each needs one of its own`,
    );
  const firstPort = config.metricsPort === undefined ? 0 : config.metricsPort - worker + 1;
  if (firstPort + config.workers - 1 > LAST_PORT)
    fault('METRICS_PORT', `is ${firstPort}: no port is left for each of ${config.workers} workers`);
}

/** The default network is always sold on, each other one with all of its settings or none; none for test money. */
function evmSettingFaults({ networks }: Config, fault: Report): void {
  for (const { name, variables, isTest } of EVM_NETWORKS) {
    const { rpcUrl, payTo } = networks[name];
    if (name !== DEFAULT_NETWORK && rpcUrl === undefined && payTo === undefined) continue;
    if (isTest) fault(variables.rpcUrl, 'is of a test network, whose money is worth nothing: sandbox only');
    if (rpcUrl === undefined) fault(variables.rpcUrl, 'is missing');
    recipientFaults(variables.payTo, payTo, fault);
  }
}

function recipientFaults(name: NetworkVariable, address: string | undefined, fault: Report): void {
  if (!address) fault(name, 'is missing');
  else if (ANVIL_KEY_ADDRESSES.has(address.toLowerCase())) fault(name, 'is an address of a public test key');
  else if (/^0x0{40}$/.test(address)) fault(name, 'is the zero address');
}

/** MPP is sold over with all of its settings, or with none of them. */
function tempoSettingFaults({ networks, mppSecrets }: Config, fault: Report): void {
  const { rpcUrl: tempoRpcUrl, payTo: payToTempo } = networks.tempo;
  if (tempoRpcUrl === undefined && payToTempo === undefined && mppSecrets.length === 0) return;
  if (tempoRpcUrl === undefined) fault('TEMPO_RPC_URL', 'is missing, and other settings of MPP are given');
  if (mppSecrets.length === 0) fault('MPP_SECRET', 'is missing, and other settings of MPP are given');
  recipientFaults('PAY_TO_TEMPO', payToTempo, fault);
}

/** Solana is sold on when any of its variables is given, and then all of them are needed. */
function solanaProductionFaults({ networks, solanaFeePayer }: Config, fault: Report): void {
  const { rpcUrl: solanaRpcUrl, payTo: payToSolana } = networks.solana;
  if (!solanaRpcUrl && !payToSolana && !solanaFeePayer) return;
  if (!solanaRpcUrl) fault('SOLANA_RPC_URL', 'is missing, though Solana is configured');
  if (!payToSolana) fault('PAY_TO_SOLANA', 'is missing, though Solana is configured');
  else if (SOLANA_KEY_ADDRESSES.has(payToSolana))
    fault('PAY_TO_SOLANA', 'is an address of a public test key');
  if (!solanaFeePayer) fault('SOLANA_FEE_PAYER_KEY', 'is missing, though Solana is configured');
  else if (SOLANA_KEY_ADDRESSES.has(solanaFeePayer.address))
    fault('SOLANA_FEE_PAYER_KEY', 'is a public test key');
  else if (solanaFeePayer.address === payToSolana)
    fault(
      'SOLANA_FEE_PAYER_KEY',
      'belongs to PAY_TO_SOLANA: the key that pays fees must not be the one that is paid',
    );
}
