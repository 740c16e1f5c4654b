/**
 * The Worker in front of an origin, on this machine: `ORIGIN_URL=http://127.0.0.1:4021 PORT=8787 npm run edge:dev`.
 * In front of a sandbox nothing else has to be said: chain and seller are the sandbox's, the key is one that sandboxes
 * believe, and the official facilitator is started beside it. Everything can be set by the Worker's own variables.
 */
import { thumbprintOf } from '../../src/adapters/edge/web-signer.ts';
import type { EdgeEnv } from '../../src/edge/config.ts';
import { SANDBOX_EDGE_KEY } from '../../src/values/known-keys.ts';
import { startEdge } from './run.ts';

/** Private half of SANDBOX_EDGE_KEY: 32 bytes 0x0a. */
const SANDBOX_PRIVATE = 'CgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgo';

interface Sandbox {
  readonly rpc: { readonly evm: string };
  readonly seller: { readonly evm: string };
  readonly emptyBuyer: { readonly privateKey: `0x${string}` };
}

const { env } = process;
const originUrl = env.ORIGIN_URL ?? 'http://127.0.0.1:4021';
const port = Number(env.PORT ?? 8787);
const set = (name: keyof EdgeEnv) => env[name] || undefined;

/** An origin that starts beside us takes a while; one that is configured for need not be there at all. */
const WAIT_MS = 60_000;
if (!(set('FACILITATOR_URL') && set('PAY_TO_EVM') && set('PUBLIC_URL')))
  await originReady(Date.now() + WAIT_MS);
const sandbox = await read<Sandbox>('/sandbox');
const known = await read<{ publicUrl: string }>('/api/edge-x402-worker-config');
const rpcUrl = set('EVM_RPC_URL') ?? sandbox?.rpc.evm;
// The settler's key is the origin's own lane: an account that holds nothing but gas pays here.
const facilitator =
  set('FACILITATOR_URL') === undefined && sandbox && rpcUrl
    ? await (await import('./facilitator.ts')).startFacilitator(rpcUrl, sandbox.emptyBuyer.privateKey)
    : undefined;
const publicUrl = set('PUBLIC_URL') ?? known?.publicUrl ?? `http://127.0.0.1:${port}`;
const { kty, crv, x } = SANDBOX_EDGE_KEY;
const signingJwk = set('EDGE_SIGNING_JWK') ?? JSON.stringify({ kty, crv, x, d: SANDBOX_PRIVATE });

const variables: Partial<Record<Exclude<keyof EdgeEnv, 'JOURNAL'>, string | undefined>> = {
  ORIGIN_URL: originUrl,
  PUBLIC_URL: publicUrl,
  PAY_TO_EVM: set('PAY_TO_EVM') ?? sandbox?.seller.evm,
  FACILITATOR_URL: set('FACILITATOR_URL') ?? facilitator?.url,
  EVM_RPC_URL: rpcUrl,
  EDGE_SIGNING_JWK: signingJwk,
  EDGE_ISSUER: set('EDGE_ISSUER') ?? 'assay-edge',
  EDGE_AUDIENCE: set('EDGE_AUDIENCE') ?? publicUrl,
  EDGE_SETTLED: env.EDGE_SETTLED,
  EDGE_MODE: 'sandbox',
};
const edge = await startEdge({
  port,
  dataDir: env.DATA_DIR ?? '.data/edge',
  variables: Object.fromEntries(
    Object.entries(variables).filter((each): each is [string, string] => each[1] !== undefined),
  ),
});
console.log(`edge listening on ${edge.url}`);
console.log(`in front of ${originUrl}, which it calls by the address that buyers see: ${publicUrl}`);
if (set('EDGE_SIGNING_JWK'))
  console.log(`the origin needs EDGE_PUBLIC_JWKS='${JSON.stringify({ keys: [await publicHalf()] })}'`);
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => {
    facilitator?.stop();
    void edge.stop().then(() => process.exit(0));
  });

async function originReady(until: number): Promise<void> {
  while (!(await read('/readyz')) && Date.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 500));
}

/** Undefined where there is no such document: an origin in production shows no sandbox. */
async function read<T>(path: string): Promise<T | undefined> {
  const answer = await fetch(originUrl + path).catch(() => undefined);
  return answer?.ok ? ((await answer.json()) as T) : undefined;
}

async function publicHalf(): Promise<object> {
  const jwk = JSON.parse(signingJwk) as typeof SANDBOX_EDGE_KEY;
  return { kty: jwk.kty, crv: jwk.crv, x: jwk.x, kid: await thumbprintOf(jwk) };
}
