import { FURTHER_EVM, type FurtherEvm, type NetworkVariable } from '../values/networks.ts';

/** What turns a further network on. */
const networkVariables = Object.fromEntries(
  FURTHER_EVM.flatMap(({ label, network, variables, isTest }) => [
    [
      variables.rpcUrl,
      `JSON-RPC of ${label} (${network}), to sell there too${isTest ? '; sandbox only, its money is worth nothing' : ''}; in sandbox an anvil with that chain id (default: off)`,
    ],
    [variables.payTo, `address that is paid on ${network} (production, with ${variables.rpcUrl})`],
  ]),
) as Readonly<Record<NetworkVariable<FurtherEvm>, string>>;

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
    'x402 facilitator that settles instead of our own key; on every EVM network; its word is checked on the chain itself',
  SETTLER_KEY:
    'private key that pays gas for settlement (production, without FACILITATOR_URL); one for each of WORKERS, separated by commas or lines',
  SETTLER_KEY_FILE: 'file that holds SETTLER_KEY',
  FAILED_GAS_BUDGET:
    'gas that failed transactions of wallet contracts may use in an hour on each network (5000000), one wallet at most a twentieth of it; above that they are declined for a while',
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
  ...networkVariables,
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
