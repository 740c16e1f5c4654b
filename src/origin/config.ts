import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { JSONWebKeySet } from 'jose';
import { isAddress } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { readSolanaKey, type SolanaKey } from '../adapters/svm/key.ts';
import { isSolanaAddress } from '../gate/rails/solana-address.ts';
import { ANVIL_KEY_ADDRESSES, SANDBOX_EDGE_KEY, SOLANA_KEY_ADDRESSES } from '../values/known-keys.ts';
import { LOOPBACK, type Trusted, trustedProxies } from './caller.ts';

/** The environment, read once. This table is the list of what an operator may set; `assay doctor` and docs follow it. */
export const VARIABLES = {
  ASSAY_MODE: 'sandbox (default) or production',
  PORT: 'TCP port (4021)',
  HOST: 'address to bind (127.0.0.1)',
  PUBLIC_URL: 'base address that buyers see (http://127.0.0.1:PORT in sandbox; https in production)',
  TRUSTED_PROXIES:
    'addresses and ranges of proxies, comma-separated: what one of them says in X-Forwarded-For is believed (127.0.0.0/8,::1)',
  DATA_DIR: 'folder for journal and keys (.data)',
  DATABASE_URL: 'PostgreSQL (postgres://…) for several nodes on one journal; without it SQLite in DATA_DIR',
  NODE_ID: 'name of this node among those that share a database (an id kept in DATA_DIR, and the port)',
  WORKERS:
    'processes that share the port (default 1, at most 64); more than one need DATABASE_URL, in sandbox EVM_RPC_URL, and a settler key each',
  EVM_RPC_URL: 'JSON-RPC of the chain with id 8453; in sandbox: use that chain and start none',
  FACILITATOR_URL:
    'x402 facilitator that settles instead of our own key; its word is checked on the chain of EVM_RPC_URL',
  SETTLER_KEY:
    'private key that pays gas for settlement (production, without FACILITATOR_URL); one for each of WORKERS, separated by commas or lines',
  SETTLER_KEY_FILE: 'file that holds SETTLER_KEY',
  PAY_TO_EVM: 'address that is paid on eip155:8453 (production)',
  TEMPO_RPC_URL:
    'JSON-RPC of Tempo (chain id 4217), for MPP; in sandbox: use that chain and start none (default: off in production)',
  PAY_TO_TEMPO: 'address that is paid on eip155:4217 (production, with TEMPO_RPC_URL)',
  MPP_SECRET: 'at least 32 bytes that sign MPP challenges (production, with TEMPO_RPC_URL)',
  MPP_SECRET_FILE: 'file that holds MPP_SECRET',
  MPP_SECRET_PREVIOUS: 'the MPP_SECRET before this one: its challenges are still taken',
  MPP_SECRET_PREVIOUS_FILE: 'file that holds MPP_SECRET_PREVIOUS',
  SIGNING_KEYS_FILE:
    'Ed25519 keys of offers and receipts (DATA_DIR/signing-keys.json; "assay keys rotate" makes it)',
  SOLANA_RPC_URL: 'JSON-RPC of Solana mainnet; in sandbox: use that chain and start none',
  PAY_TO_SOLANA: 'address that is paid on Solana (production; without it nothing is sold there)',
  SOLANA_FEE_PAYER_KEY: 'key that pays fees on Solana: the JSON array of solana-keygen, or base58',
  SOLANA_FEE_PAYER_KEY_FILE: 'file that holds SOLANA_FEE_PAYER_KEY',
  OWNER_PAYERS: 'comma-separated payer addresses of the operator: counted as owner_funded_qa',
  OPERATOR_TOKEN: 'token of X-SVC-OPERATOR-TOKEN: calls that carry it count as operator_or_monitor',
  OPERATOR_TOKEN_FILE: 'file that holds OPERATOR_TOKEN',
  EDGE_PUBLIC_JWKS:
    'public Ed25519 keys of the edge in front, as JSON or the path of a file; without it production believes no edge, the sandbox that of edge:dev',
  EDGE_AUDIENCE: 'what the edge calls this origin (the origin of PUBLIC_URL)',
  EDGE_ISSUER: 'what the edge calls itself (assay-edge)',
  EDGE_PREVIOUS_CATALOGUE:
    'catalogue digest of the release before, accepted from the edge while releases overlap',
  LEDGER_LAB:
    'sandbox: on (default) or off; on makes a ledger edition in the background when none is current',
  METRICS_PORT: 'port of Prometheus metrics on 127.0.0.1 (default: none)',
  LOG_LEVEL: 'debug, info, warn or error (info in production, warn in sandbox); JSON lines on standard error',
  ANVIL_PATH: 'anvil binary for the sandbox (default: the one npm installed)',
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
  readonly payToEvm: `0x${string}` | undefined;
  readonly tempoRpcUrl: string | undefined;
  readonly payToTempo: `0x${string}` | undefined;
  /** The first one signs, the others are still believed. Empty: none was set. */
  readonly mppSecrets: readonly string[];
  readonly solanaRpcUrl: string | undefined;
  readonly payToSolana: string | undefined;
  readonly solanaFeePayer: SolanaKey | undefined;
  readonly owners: ReadonlySet<string>;
  readonly operatorToken: string | undefined;
  readonly edge: EdgeTrust | undefined;
  readonly ledgerLab: boolean;
  readonly metricsPort: number | undefined;
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

/** Reads and checks everything; lists all faults at once. `worker`: which of WORKERS reads it, from 1. */
export function readConfig(
  env: Environment,
  worker = 1,
): { readonly config: Config; readonly faults: readonly Fault[] } {
  const faults: Fault[] = [];
  const fault = (variable: Variable, message: string) => void faults.push({ variable, message });
  const text = (name: Variable) => env[name]?.trim() || undefined;
  const secret = (name: Secret) => text(name) ?? fromFile(env, `${name}_FILE`, fault);

  const mode = text('ASSAY_MODE') ?? 'sandbox';
  if (mode !== 'sandbox' && mode !== 'production') fault('ASSAY_MODE', 'is neither sandbox nor production');
  const production = mode === 'production';
  const port = portOf('PORT', text('PORT'), fault) ?? 4021;
  const settlerKeys = listOfLines(secret('SETTLER_KEY')).map((key) => hexKey(key, fault));
  const workers = workersOf(text('WORKERS'), fault);
  const operatorToken = secret('OPERATOR_TOKEN');
  if (operatorToken && operatorToken.length < 32) fault('OPERATOR_TOKEN', 'is shorter than 32 bytes');
  const mppSecrets = [secret('MPP_SECRET'), secret('MPP_SECRET_PREVIOUS')];
  for (const [i, name] of (['MPP_SECRET', 'MPP_SECRET_PREVIOUS'] as const).entries())
    if (mppSecrets[i] !== undefined && Buffer.byteLength(mppSecrets[i]) < 32)
      fault(name, 'is shorter than 32 bytes');
  if (mppSecrets[0] === undefined && mppSecrets[1] !== undefined)
    fault('MPP_SECRET', 'is missing, and MPP_SECRET_PREVIOUS is given');
  const dataDir = text('DATA_DIR') ?? '.data';
  const config: Config = {
    mode: production ? 'production' : 'sandbox',
    port,
    host: text('HOST') ?? '127.0.0.1',
    publicUrl: publicUrlOf(text('PUBLIC_URL'), production, fault),
    trustedProxies: trustedProxies(text('TRUSTED_PROXIES') ?? LOOPBACK, (message) =>
      fault('TRUSTED_PROXIES', message),
    ),
    dataDir,
    databaseUrl: databaseUrlOf(text('DATABASE_URL'), fault),
    nodeId: text('NODE_ID'),
    workers,
    signingKeysFile: text('SIGNING_KEYS_FILE') ?? join(dataDir, 'signing-keys.json'),
    evmRpcUrl: urlOf('EVM_RPC_URL', text('EVM_RPC_URL'), fault),
    facilitatorUrl: urlOf('FACILITATOR_URL', text('FACILITATOR_URL'), fault),
    settlerKey: settlerKeys[worker - 1],
    payToEvm: addressOf('PAY_TO_EVM', text('PAY_TO_EVM'), fault),
    tempoRpcUrl: urlOf('TEMPO_RPC_URL', text('TEMPO_RPC_URL'), fault),
    payToTempo: addressOf('PAY_TO_TEMPO', text('PAY_TO_TEMPO'), fault),
    mppSecrets: mppSecrets.filter((each) => each !== undefined),
    solanaRpcUrl: urlOf('SOLANA_RPC_URL', text('SOLANA_RPC_URL'), fault),
    payToSolana: solanaAddressOf('PAY_TO_SOLANA', text('PAY_TO_SOLANA'), fault),
    solanaFeePayer: solanaKeyOf(secret('SOLANA_FEE_PAYER_KEY'), fault),
    owners: new Set(list(text('OWNER_PAYERS')).map((each) => ownerOf(each, fault))),
    operatorToken,
    edge: edgeOf(text, production, fault),
    // One edition is enough for all.
    ledgerLab: onOrOff('LEDGER_LAB', text('LEDGER_LAB'), fault) && worker === 1,
    metricsPort: ofWorker(portOf('METRICS_PORT', text('METRICS_PORT'), fault), worker),
    logLevel: levelOf(text('LOG_LEVEL'), production, fault),
    anvilPath: text('ANVIL_PATH'),
  };
  if (workers > 1) workersFaults(config, settlerKeys, worker, fault);
  if (production) productionFaults(config, settlerKeys, fault);
  return { config, faults };
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

const MOST_WORKERS = 64;

function workersOf(text: string | undefined, fault: Report): number {
  const count = Number(text ?? 1);
  if (Number.isInteger(count) && count >= 1 && count <= MOST_WORKERS) return count;
  fault('WORKERS', `is not a whole number from 1 to ${MOST_WORKERS}`);
  return 1;
}

/** Ports in a row: each worker has its own figures. */
const ofWorker = (port: number | undefined, worker: number): number | undefined =>
  port === undefined ? undefined : port + worker - 1;

function edgeOf(
  text: (name: Variable) => string | undefined,
  production: boolean,
  fault: Report,
): EdgeTrust | undefined {
  const given = text('EDGE_PUBLIC_JWKS');
  if (given === undefined && production) return undefined;
  const previousCatalogue = text('EDGE_PREVIOUS_CATALOGUE');
  if (previousCatalogue !== undefined && !/^sha256:[0-9a-f]{64}$/.test(previousCatalogue))
    fault('EDGE_PREVIOUS_CATALOGUE', 'is not a sha256: digest');
  return {
    jwks: given === undefined ? { keys: [{ ...SANDBOX_EDGE_KEY }] } : jwksOf(given, production, fault),
    audience: text('EDGE_AUDIENCE'),
    issuer: text('EDGE_ISSUER') ?? 'assay-edge',
    previousCatalogue,
  };
}

/** Keys that can verify and nothing else: a private half has no business at the origin. */
function jwksOf(given: string, production: boolean, fault: Report): JSONWebKeySet {
  let keys: unknown;
  try {
    const json = given.startsWith('{') ? given : readFileSync(given, 'utf8');
    keys = (JSON.parse(json) as { keys?: unknown }).keys;
  } catch {
    fault('EDGE_PUBLIC_JWKS', 'is neither a JWK set nor a file that holds one');
    return { keys: [] };
  }
  const isPublic = (key: Partial<Record<string, unknown>>) =>
    key.kty === 'OKP' && key.crv === 'Ed25519' && typeof key.x === 'string' && typeof key.kid === 'string';
  if (!Array.isArray(keys) || keys.length === 0 || !keys.every(isPublic))
    fault('EDGE_PUBLIC_JWKS', 'holds something else than Ed25519 keys with a kid');
  else if (keys.some((key: object) => 'd' in key))
    fault('EDGE_PUBLIC_JWKS', 'holds a private key: give its public half only');
  else if (production && keys.some(({ x }: { x?: unknown }) => x === SANDBOX_EDGE_KEY.x))
    fault('EDGE_PUBLIC_JWKS', 'holds the key of the sandbox, which anybody has');
  else return { keys };
  return { keys: [] };
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

function solanaAddressOf(name: Variable, text: string | undefined, fault: Report): string | undefined {
  if (text !== undefined && !isSolanaAddress(text)) fault(name, 'is not an address');
  return text;
}

function solanaKeyOf(text: string | undefined, fault: Report): SolanaKey | undefined {
  const key = text === undefined ? undefined : readSolanaKey(text);
  if (text !== undefined && !key)
    fault(
      'SOLANA_FEE_PAYER_KEY',
      'is neither 64 bytes of a JSON array nor of base58, secret then public key',
    );
  return key;
}

/** EVM payers are known in lower case; a Solana address has one spelling. */
const ownerOf = (text: string, fault: Report): string =>
  isSolanaAddress(text) ? text : (addressOf('OWNER_PAYERS', text, fault)?.toLowerCase() ?? '');

function databaseUrlOf(text: string | undefined, fault: Report): string | undefined {
  if (text !== undefined && !/^postgres(ql)?:\/\//.test(text))
    fault('DATABASE_URL', 'is not a postgres:// URL');
  return text;
}

function onOrOff(name: Variable, text: string | undefined, fault: Report): boolean {
  if (text !== undefined && text !== 'on' && text !== 'off') fault(name, 'is neither on nor off');
  return text !== 'off';
}

const LEVELS = ['debug', 'info', 'warn', 'error'];

function levelOf(text: string | undefined, production: boolean, fault: Report): string {
  if (text !== undefined && !LEVELS.includes(text)) fault('LOG_LEVEL', `is not one of ${LEVELS.join(', ')}`);
  return text ?? (production ? 'info' : 'warn');
}

const LAST_PORT = 65_535;

function portOf(name: Variable, text: string | undefined, fault: Report): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,5}$/.test(text) && Number(text) <= LAST_PORT) return Number(text);
  fault(name, 'is not a TCP port');
  return undefined;
}

const list = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);

function urlOf(name: Variable, text: string | undefined, fault: Report): string | undefined {
  if (text === undefined) return undefined;
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  fault(name, 'is not an http(s) URL');
  return undefined;
}

function publicUrlOf(text: string | undefined, production: boolean, fault: Report): string | undefined {
  const url = urlOf('PUBLIC_URL', text, fault);
  if (production && text === undefined) fault('PUBLIC_URL', 'is missing');
  if (url === undefined) return undefined;
  const { protocol, origin, pathname, search, hash } = new URL(url);
  if (pathname !== '/' || search || hash)
    fault('PUBLIC_URL', 'has a path, query or fragment: give the origin only');
  if (production && protocol !== 'https:') fault('PUBLIC_URL', 'is not https');
  return origin;
}

function addressOf(name: Variable, text: string | undefined, fault: Report): `0x${string}` | undefined {
  if (text === undefined) return undefined;
  if (isAddress(text)) return text;
  fault(name, 'is not an EVM address (or its checksum is wrong)');
  return undefined;
}

/** Keys in a file stand on lines, in a variable between commas. */
const listOfLines = (text: string | undefined): string[] => text?.split(/[\s,]+/).filter(Boolean) ?? [];

function hexKey(text: string | undefined, fault: Report): `0x${string}` | undefined {
  if (text === undefined) return undefined;
  const key = (text.startsWith('0x') ? text : `0x${text}`).toLowerCase();
  if (/^0x[0-9a-f]{64}$/.test(key) && isOnCurve(key as `0x${string}`)) return key as `0x${string}`;
  fault('SETTLER_KEY', 'is not a private key: 32 bytes of hex, below the order of secp256k1');
  return undefined;
}

/** The library's own message would quote the key. */
function isOnCurve(key: `0x${string}`): boolean {
  try {
    privateKeyToAddress(key);
    return true;
  } catch {
    return false;
  }
}

type Secret =
  | 'SETTLER_KEY'
  | 'OPERATOR_TOKEN'
  | 'SOLANA_FEE_PAYER_KEY'
  | 'MPP_SECRET'
  | 'MPP_SECRET_PREVIOUS';

/** Secrets come from files that only their owner can read. */
function fromFile(env: Environment, name: `${Secret}_FILE`, fault: Report): string | undefined {
  const path = env[name]?.trim();
  if (!path) return undefined;
  try {
    if ((statSync(path).mode & 0o077) !== 0) fault(name, 'names a file that others can read: chmod 600');
    return readFileSync(path, 'utf8').trim();
  } catch {
    fault(name, 'names a file that cannot be read');
    return undefined;
  }
}
