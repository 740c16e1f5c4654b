import { isAddress } from 'viem';
import type { Ed25519Jwk } from '../adapters/edge/web-signer.ts';
import type { JournalNamespace } from './shards.ts';

/**
 * Variables and secrets of the Worker, read once an isolate; docs/edge.md follows this table. `wrangler` does not inherit
 * `vars` between environments, so that a whole configuration is checked at the first request; until it is whole, paid
 * routes answer 503.
 */
export const EDGE_VARIABLES = {
  PUBLIC_URL: "address that buyers see: the edge's own, https",
  ORIGIN_URL: 'where the origin listens; its PUBLIC_URL is that of the edge',
  PAY_TO_EVM: "address that is paid on eip155:8453, the same as the origin's",
  FACILITATOR_URL: 'x402 facilitator that settles',
  EVM_RPC_URL:
    'JSON-RPC of the chain with id 8453 (a secret if the address contains a key); checks what the facilitator says, and resolves payments without an answer',
  EDGE_SIGNING_JWK:
    'secret: private Ed25519 JWK that edge:key makes; signs offers, and the assertions to the origin',
  EDGE_ISSUER: 'name of the edge; the same as EDGE_ISSUER of the origin (default there: assay-edge)',
  EDGE_AUDIENCE:
    'name of the origin; the same as EDGE_AUDIENCE of the origin (default there: the origin of PUBLIC_URL)',
  EDGE_SETTLED:
    'optional: ids of the products that the edge settles, separated by commas; absent: all that are sold over x402 on Base; empty: none',
  WORKER_RELEASE: 'optional: release that the health document names; edge:deploy sets it',
  EDGE_MODE:
    'optional: sandbox, on a local chain only: PUBLIC_URL may be http, answers carry x-svc-mode: sandbox, and the edge checks chain, outbox and counts more often',
} as const;

export interface EdgeEnv extends Readonly<Partial<Record<keyof typeof EDGE_VARIABLES, string>>> {
  /** The Durable Objects of the journal. */
  readonly JOURNAL?: JournalNamespace;
}

export interface EdgeConfig {
  readonly originUrl: string;
  readonly publicUrl: string;
  readonly payTo: string;
  readonly facilitatorUrl: string;
  readonly evmRpcUrl: string;
  readonly signingJwk: Ed25519Jwk & { readonly d: string };
  readonly issuer: string;
  readonly audience: string;
  readonly settled: ReadonlySet<string> | undefined;
  readonly sandbox: boolean;
}

/** Names of the variables that are wrong; never their values. */
export type EdgeFaults = readonly (keyof EdgeEnv)[];

export function readEdgeConfig(
  env: EdgeEnv,
): { readonly config: EdgeConfig } | { readonly faults: EdgeFaults } {
  const faults: (keyof EdgeEnv)[] = [];
  const need = <T>(name: keyof EdgeEnv, read: (text: string) => T | undefined): T | undefined => {
    const text = env[name];
    const value = typeof text === 'string' && text !== '' ? read(text) : undefined;
    if (value === undefined) faults.push(name);
    return value;
  };
  const sandbox = env.EDGE_MODE === 'sandbox';
  const config = {
    originUrl: need('ORIGIN_URL', baseUrl),
    publicUrl: need('PUBLIC_URL', (text) => {
      const url = baseUrl(text);
      return url?.startsWith('https:') || sandbox ? url : undefined;
    }),
    payTo: need('PAY_TO_EVM', (text) => (isAddress(text) ? text : undefined)),
    facilitatorUrl: need('FACILITATOR_URL', (text) => (URL.canParse(text) ? text : undefined)),
    evmRpcUrl: need('EVM_RPC_URL', (text) => (URL.canParse(text) ? text : undefined)),
    signingJwk: need('EDGE_SIGNING_JWK', privateJwk),
    issuer: need('EDGE_ISSUER', (text) => text),
    audience: need('EDGE_AUDIENCE', (text) => text),
    settled: env.EDGE_SETTLED === undefined ? undefined : new Set(list(env.EDGE_SETTLED)),
    sandbox,
  };
  if (!env.JOURNAL) faults.push('JOURNAL');
  return faults.length > 0 ? { faults } : { config: config as EdgeConfig };
}

const list = (text: string): string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);

/** An origin, without path, query or fragment. */
function baseUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, origin, pathname, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && pathname === '/' && !search && !hash ? origin : undefined;
}

function privateJwk(text: string): EdgeConfig['signingJwk'] | undefined {
  try {
    const { kty, crv, x, d } = JSON.parse(text) as Record<string, unknown>;
    const isKey = kty === 'OKP' && crv === 'Ed25519' && typeof x === 'string' && typeof d === 'string';
    return isKey ? { kty, crv, x, d } : undefined;
  } catch {
    return undefined;
  }
}
