import { beforeAll, beforeEach } from 'vitest';
import { startEvmSandbox } from '../../src/sandbox/chain.ts';
import { type ChainTools, chainTools } from './chain.ts';
import { type RpcProxy, startRpcProxy } from './rpc-proxy.ts';
import { disposeServices } from './service.ts';

/** What a live test file stands on. Filled before its first test. */
export interface Stage {
  readonly tools: ChainTools;
  /** In front of the chain: what a service is given as its node, so that a test can cut it off. */
  readonly proxy: RpcProxy;
  /** Atomic units that the seller got since this test began. */
  paid(): Promise<bigint>;
}

/** A chain of the file's own and a proxy before it; ends them and every service that the file started. */
export function chainStage(): Stage {
  const stage = {} as { -readonly [K in keyof Stage]: Stage[K] };
  let before = 0n;
  beforeAll(async () => {
    const chain = await startEvmSandbox();
    stage.tools = chainTools(chain.rpcUrl);
    stage.proxy = await startRpcProxy(chain.rpcUrl);
    stage.paid = async () => (await stage.tools.sellerBalance()) - before;
    return async () => {
      await disposeServices();
      await stage.proxy.stop();
      await chain.stop();
    };
  });
  beforeEach(async () => {
    before = await stage.tools.sellerBalance();
  });
  return stage;
}
