import { isAddress } from 'viem';
import type { Ed25519Jwk } from '../adapters/edge/web-signer.ts';
import type { JournalNamespace } from './shards.ts';

/**
 * Variables and secrets of the Worker, read once an isolate. `wrangler` does not inherit `vars` between environments,
 * so that a whole configuration is checked at the first request; until it is whole, paid routes answer 503.
 */
export interface EdgeEnv {
  readonly JOURNAL?: JournalNamespace;
  readonly ORIGIN_URL?: string;
  readonly PUBLIC_URL?: string;
  readonly PAY_TO_EVM?: string;
  readonly FACILITATOR_URL?: string;
  /** Optional: the chain that the facilitator's word is checked on, and that unfinished payments are resolved by. */
  readonly EVM_RPC_URL?: string;
  /** Secret: private Ed25519 JWK with `kid`. Signs offers and the assertions that the origin believes. */
  readonly EDGE_SIGNING_JWK?: string;
  readonly EDGE_ISSUER?: string;
  readonly EDGE_AUDIENCE?: string;
  /** Product ids that are settled here, separated by commas. Absent: all that are sold on x402 on Base. Empty: none. */
  readonly EDGE_SETTLED?: string;
  readonly WORKER_RELEASE?: string;
  /** `sandbox` shortens how long the chain and the outbox wait. */
  readonly EDGE_MODE?: string;
}

export interface EdgeConfig {
  readonly originUrl: string;
  readonly publicUrl: string;
  readonly payTo: string;
  readonly facilitatorUrl: string;
  readonly evmRpcUrl: string | undefined;
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
    evmRpcUrl: env.EVM_RPC_URL
      ? need('EVM_RPC_URL', (text) => (URL.canParse(text) ? text : undefined))
      : undefined,
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
