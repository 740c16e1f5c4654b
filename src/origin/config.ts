import { join } from 'node:path';
import type { JSONWebKeySet } from 'jose';
import { privateKeyToAddress } from 'viem/accounts';
import type { SolanaKey } from '../adapters/svm/key.ts';
import type { Operator } from '../declare.ts';
import { ANVIL_KEY_ADDRESSES, SANDBOX_EDGE_KEY, SOLANA_KEY_ADDRESSES } from '../values/known-keys.ts';
import { LOOPBACK, type Trusted, trustedProxies } from './caller.ts';
import {
  contactAddress,
  countUpTo,
  edgeKeys,
  evmAddress,
  evmKeys,
  httpUrl,
  LAST_PORT,
  oneOf,
  onOrOff,
  payerAddresses,
  postgresUrl,
  publicOrigin,
  type Reader,
  secretFile,
  sha256Digest,
  solanaAddress,
  solanaKey,
  tcpPort,
  webPage,
} from './readers.ts';

/** The environment, read once. This table is the list of what an operator may set; `assay doctor` and docs follow it. */
export const VARIABLES = {
  ASSAY_MODE: 'sandbox (default) or production',
  PORT: 'TCP port (4021)',
  HOST: 'address to bind (127.0.0.1)',
  PUBLIC_URL: 'base address that buyers see (http://127.0.0.1:PORT in sandbox; https in production)',
  TRUSTED_PROXIES:
    'addresses and ranges of proxies, comma-separated, whose X-Forwarded-For is trusted (127.0.0.0/8,::1); none: trust nobody',
  DATA_DIR: 'folder for journal and keys (.data)',
  DATABASE_URL: 'PostgreSQL (postgres://…) for several nodes on one journal; without it SQLite in DATA_DIR',
  DATABASE_URL_FILE: 'file that holds DATABASE_URL',
  NODE_ID: 'name of this node among those that share a database (an id kept in DATA_DIR, and the port)',
  WORKERS:
    'processes that share the port (default 1, at most 64); more than one need DATABASE_URL, in sandbox EVM_RPC_URL, and a settler key each',
  EVM_RPC_URL: 'JSON-RPC of the chain with id 8453; in sandbox: use that chain and start none',
  FACILITATOR_URL:
    'x402 facilitator that settles instead of our own key; its word is checked on the chain of EVM_RPC_URL',
  SETTLER_KEY:
    'private key that pays gas for settlement (production, without FACILITATOR_URL); one for each of WORKERS, separated by commas or lines',
  SETTLER_KEY_FILE: 'file that holds SETTLER_KEY',
  FAILED_GAS_BUDGET:
    'gas that failed transactions of wallet contracts may use in an hour (5000000), one wallet at most a twentieth of it; above that they are declined for a while',
  PAY_TO_EVM: 'address that is paid on eip155:8453 (production)',
  TEMPO_RPC_URL:
    'JSON-RPC of Tempo (chain id 4217), for MPP; in sandbox: use that chain and start none (default: off in production)',
  PAY_TO_TEMPO: 'address that is paid on eip155:4217 (production, with TEMPO_RPC_URL)',
  MPP_SECRET: 'at least 32 bytes that sign MPP challenges (production, with TEMPO_RPC_URL)',
  MPP_SECRET_FILE: 'file that holds MPP_SECRET',
  MPP_SECRET_PREVIOUS: 'the MPP_SECRET before this one: its challenges are still accepted',
  MPP_SECRET_PREVIOUS_FILE: 'file that holds MPP_SECRET_PREVIOUS',
  SIGNING_KEYS_FILE:
    'Ed25519 keys of offers and receipts (DATA_DIR/signing-keys.json; "assay keys rotate" makes it)',
  SOLANA_RPC_URL: 'JSON-RPC of Solana mainnet; in sandbox: use that chain and start none',
  PAY_TO_SOLANA: 'address that is paid on Solana (production; without it nothing is sold there)',
  SOLANA_FEE_PAYER_KEY: 'key that pays fees on Solana: the JSON array of solana-keygen, or base58',
  SOLANA_FEE_PAYER_KEY_FILE: 'file that holds SOLANA_FEE_PAYER_KEY',
  OPERATOR_NAME: 'who runs this service: shown on every page',
  OPERATOR_CONTACT:
    'where buyers and security researchers turn: a mailto: or https: address (pages, security.txt)',
  OPERATOR_TERMS: 'https address of the terms of this service: linked from every page',
  SOURCE_URL: 'https address of the source code that runs here: linked from every page',
  OWNER_PAYERS: 'comma-separated payer addresses of the operator: counted as owner_funded_qa',
  OPERATOR_TOKEN: 'token of X-SVC-OPERATOR-TOKEN: calls that carry it count as operator_or_monitor',
  OPERATOR_TOKEN_FILE: 'file that holds OPERATOR_TOKEN',
  EDGE_PUBLIC_JWKS:
    'public Ed25519 keys of the edge in front, as JSON or the path of a file; without it production trusts no edge, and the sandbox trusts that of edge:dev',
  EDGE_AUDIENCE: "name of this origin in the edge's assertions (the origin of PUBLIC_URL)",
  EDGE_ISSUER: 'name of the edge in its assertions (assay-edge)',
  EDGE_PREVIOUS_CATALOGUE:
    'catalogue digest of the release before, accepted from the edge while releases overlap',
  LEDGER_LAB:
    'sandbox: on (default) or off; on makes a ledger edition in the background when none is current',
  METRICS_PORT: 'port of Prometheus metrics (default: none)',
  METRICS_HOST: 'address that the metrics listen on (default: 127.0.0.1); keep it private',
  LOG_LEVEL: 'debug, info, warn or error (info in production, warn in sandbox); JSON lines on standard error',
  ANVIL_PATH: 'anvil binary for the sandbox (default: the one npm installed, or the one on PATH)',
} as const;

export type Variable = keyof typeof VARIABLES;
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
  readonly evmRpcUrl: string | undefined;
  readonly facilitatorUrl: string | undefined;
  readonly settlerKey: `0x${string}` | undefined;
  /** Undefined: what the settler takes by itself. */
  readonly failedGasBudget: number | undefined;
  readonly payToEvm: `0x${string}` | undefined;
  readonly tempoRpcUrl: string | undefined;
  readonly payToTempo: `0x${string}` | undefined;
  /** The first one signs, the others are still believed. Empty: none was set. */
  readonly mppSecrets: readonly string[];
  readonly solanaRpcUrl: string | undefined;
  readonly payToSolana: string | undefined;
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
    evmRpcUrl: read('EVM_RPC_URL', httpUrl),
    facilitatorUrl: read('FACILITATOR_URL', httpUrl),
    settlerKey: settlerKeys[worker - 1],
    failedGasBudget: read('FAILED_GAS_BUDGET', countUpTo(MOST_GAS)),
    payToEvm: read('PAY_TO_EVM', evmAddress),
    tempoRpcUrl: read('TEMPO_RPC_URL', httpUrl),
    payToTempo: read('PAY_TO_TEMPO', evmAddress),
    mppSecrets: mppSecrets.filter((each) => each !== undefined),
    solanaRpcUrl: read('SOLANA_RPC_URL', httpUrl),
    payToSolana: read('PAY_TO_SOLANA', solanaAddress),
    solanaFeePayer: read('SOLANA_FEE_PAYER_KEY', solanaKey, secret('SOLANA_FEE_PAYER_KEY')),
    operator: operatorOf(text, read),
    owners: new Set(read('OWNER_PAYERS', payerAddresses)),
    operatorToken,
    edge: edgeOf(text, read, production),
    // One edition is enough for all.
    ledgerLab: (read('LEDGER_LAB', onOrOff) ?? true) && worker === 1,
    metricsPort: ofWorker(read('METRICS_PORT', tcpPort), worker),
    metricsHost: text('METRICS_HOST') ?? '127.0.0.1',
    logLevel: read('LOG_LEVEL', oneOf(LEVELS)) ?? (production ? 'info' : 'warn'),
    anvilPath: text('ANVIL_PATH'),
  };
  if (workers > 1) workersFaults(config, settlerKeys, worker, fault);
  if (production) productionFaults(config, settlerKeys, fault);
  return { config, faults };
}

/** Undefined: not given, or not to be read. `given` is what the variable says, wherever that stands. */
type Read = <T>(name: Variable, reader: Reader<T>, given?: string) => T | undefined;

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
  recipientFaults('PAY_TO_EVM', config.payToEvm, fault);
  tempoSettingFaults(config, fault);
  if (!config.evmRpcUrl) fault('EVM_RPC_URL', 'is missing');
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
    if (settler === config.payToEvm?.toLowerCase())
      fault('SETTLER_KEY', 'belongs to PAY_TO_EVM: the key that pays gas must not be the one that is paid');
  }
}

/** As given, one for each worker; undefined: no key. */
type SettlerKeys = readonly (`0x${string}` | undefined)[];

/** Workers are nodes: they share a database and the chains, and no two of them may send with one key. */
function workersFaults(config: Config, settlerKeys: SettlerKeys, worker: number, fault: Report): void {
  if (config.databaseUrl === undefined)
    fault('DATABASE_URL', 'is missing, and WORKERS is given: an SQLite journal belongs to one process');
  if (config.mode === 'sandbox' && config.evmRpcUrl === undefined)
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

function recipientFaults(
  name: 'PAY_TO_EVM' | 'PAY_TO_TEMPO',
  address: `0x${string}` | undefined,
  fault: Report,
): void {
  if (!address) fault(name, 'is missing');
  else if (ANVIL_KEY_ADDRESSES.has(address.toLowerCase())) fault(name, 'is an address of a public test key');
  else if (/^0x0{40}$/.test(address)) fault(name, 'is the zero address');
}

/** MPP is sold over with all of its settings, or with none of them. */
function tempoSettingFaults({ tempoRpcUrl, payToTempo, mppSecrets }: Config, fault: Report): void {
  if (tempoRpcUrl === undefined && payToTempo === undefined && mppSecrets.length === 0) return;
  if (tempoRpcUrl === undefined) fault('TEMPO_RPC_URL', 'is missing, and other settings of MPP are given');
  if (mppSecrets.length === 0) fault('MPP_SECRET', 'is missing, and other settings of MPP are given');
  recipientFaults('PAY_TO_TEMPO', payToTempo, fault);
}

/** Solana is sold on when any of its variables is given, and then all of them are needed. */
function solanaProductionFaults({ solanaRpcUrl, payToSolana, solanaFeePayer }: Config, fault: Report): void {
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
