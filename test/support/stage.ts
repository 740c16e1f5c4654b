import { beforeAll, beforeEach } from 'vitest';
import { SANDBOX_ACCOUNTS, startEvmSandbox } from '../../src/sandbox/chain.ts';
import { sharedChain } from '../shared/index.ts';
import { type People, personIn } from '../shared/people.ts';
import { type ChainTools, chainTools } from './chain.ts';
import { type RpcProxy, startRpcProxy } from './rpc-proxy.ts';
import { disposeServices } from './service.ts';

/** What a live test file stands on. Filled before its first test. */
export interface Stage {
  readonly tools: ChainTools;
  readonly people: People;
  /** Settings of a service that is paid, and pays gas, as one of these people. */
  readonly env: Readonly<Record<string, string>>;
  /** In front of the chain: what a service is given as its node, so that a test can cut it off. */
  readonly proxy: RpcProxy;
  /** Atomic units that the seller got since this test began. */
  paid(): Promise<bigint>;
}

/**
 * A chain and a proxy before it; ends both and every service that the file started. `shared`: the chain of the run, with
 * people of the file's own, for who neither stops its blocks nor moves its clock.
 */
export function chainStage({ shared = false } = {}): Stage {
  const stage = {} as { -readonly [K in keyof Stage]: Stage[K] };
  let before = 0n;
  beforeAll(async () => {
    const own = shared ? undefined : await startEvmSandbox();
    const chain = own ? { rpcUrl: own.rpcUrl, people: SANDBOX_ACCOUNTS } : await sharedChain();
    stage.people = chain.people;
    stage.tools = chainTools(chain.rpcUrl, chain.people);
    stage.proxy = await startRpcProxy(chain.rpcUrl);
    stage.env = {
      PAY_TO_EVM: personIn(chain.people, 'seller').address,
      SETTLER_KEY: personIn(chain.people, 'settler').privateKey,
    };
    stage.paid = async () => (await stage.tools.sellerBalance()) - before;
    return async () => {
      await disposeServices();
      await stage.proxy.stop();
      await own?.stop();
    };
  });
  beforeEach(async () => {
    before = await stage.tools.sellerBalance();
  });
  return stage;
}
