import { sandboxAccount } from '../../src/sandbox/chain.ts';
import { type EdgeProcess, freePort, newEdgeKey, startEdgeProcess } from '../edge/process.ts';

/** An edge in front of the attacked service: the Worker in workerd, as a process of its own. */
export interface EdgeSide {
  /** What a buyer knows of the service. */
  readonly url: string;
  /** What the origin has to be told so that it believes this edge. */
  readonly originEnv: Readonly<Record<string, string>>;
  start(originUrl: string, aheadMs: number): Promise<void>;
  kill9(): Promise<void>;
  /** Everything it printed, in all its lives. */
  output(): string;
  /** `host:port` of every address that it called. */
  calls(): readonly string[];
}

const PROCESS = new URL('./edge-process.ts', import.meta.url);
const CALLED = /^edge calls (\S+)$/gm;

export async function prepareEdge(given: {
  readonly facilitatorUrl: string;
  readonly rpcUrl: string;
  readonly dataDir: string;
}): Promise<EdgeSide> {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const { jwk, jwks } = await newEdgeKey();
  let edge: EdgeProcess | undefined;
  let before = '';
  const output = () => before + (edge?.output() ?? '');
  return {
    url,
    originEnv: { PUBLIC_URL: url, EDGE_PUBLIC_JWKS: JSON.stringify(jwks) },
    output,
    calls: () => [...output().matchAll(CALLED)].map(([, host]) => host!),
    kill9: async () => edge?.kill9(),
    async start(originUrl, aheadMs) {
      before = output();
      edge = await startEdgeProcess(
        {
          PORT: port,
          DATA_DIR: given.dataDir,
          CLOCK_AHEAD_MS: String(aheadMs),
          EDGE_MODE: 'sandbox',
          EDGE_ISSUER: 'assay-edge',
          EDGE_AUDIENCE: url,
          PUBLIC_URL: url,
          ORIGIN_URL: originUrl,
          FACILITATOR_URL: given.facilitatorUrl,
          EVM_RPC_URL: given.rpcUrl,
          PAY_TO_EVM: sandboxAccount('seller').address,
          EDGE_SIGNING_JWK: JSON.stringify(jwk),
        },
        PROCESS,
      );
    },
  };
}
