import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { catalogue } from '../../src/catalogue.ts';
import { type EvmSandbox, startEvmSandbox } from '../../src/sandbox/chain.ts';
import { type ChainTools, chainTools } from './chain.ts';
import { type Answer, type Call, pay, paymentFor, postCall } from './payments.ts';
import { type RpcProxy, startRpcProxy } from './rpc-proxy.ts';
import { disposeServices, type Service, startService } from './service.ts';

const PRODUCT = catalogue.products.find((each) => each.id === 'opportunity-check')!;
const EXAMPLE = PRODUCT.forms.find((form) => form.method === 'POST')!.example;
const PRICE = BigInt(PRODUCT.price.amount);

export const PATH = PRODUCT.path;
/** Where the tests stop a service. */
const METHODS_HELD = ['eth_getTransactionCount', 'eth_sendRawTransaction', 'eth_getTransactionReceipt'];

/** A service that is killed, on a chain that outlives it, with a proxy between them that stops it at an exact point. */
export class CrashStage {
  tools!: ChainTools;
  proxy!: RpcProxy;
  service!: Service;
  #before = 0n;

  async begin(): Promise<void> {
    if (!(await this.#answers())) this.service = await startService({ rpcUrl: this.proxy.url });
    this.#before = await this.tools.sellerBalance();
  }

  /** Not when the test before failed between a kill and a start. */
  async #answers(): Promise<boolean> {
    if (!this.service) return false;
    return fetch(`${this.service.url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
  }

  call(): Call {
    return postCall(this.service.url + PATH, EXAMPLE);
  }
  payment(buyer = 0): Promise<string> {
    return paymentFor(this.service.url + PATH, this.tools.buyer(buyer));
  }
  async charges(): Promise<number> {
    return Number(((await this.tools.sellerBalance()) - this.#before) / PRICE);
  }
  /** A purchase whose answer will never come. */
  doomed(payment: string): Promise<Answer | 'lost'> {
    return pay(this.call(), payment).catch(() => 'lost' as const);
  }

  async expectDeliveredOnce(payment: string): Promise<void> {
    const answer = await pay(this.call(), payment);
    expect(answer.status, answer.text).toBe(200);
    const again = await pay(this.call(), payment);
    expect(again.status).toBe(200);
    expect(again.headers.get('x-svc-redelivery')).toBe('1');
    expect(again.text).toBe(answer.text);
    for (const name of ['payment-response', 'x-svc-delivery-receipt'])
      expect(again.headers.get(name)).toBe(answer.headers.get(name));
    expect(await this.charges()).toBe(1);
  }
}

/** A chain for the file, and a service that each test kills and starts again. */
export function crashStage(): CrashStage {
  const stage = new CrashStage();
  let chain: EvmSandbox;
  beforeAll(async () => {
    chain = await startEvmSandbox();
    stage.tools = chainTools(chain.rpcUrl);
    stage.proxy = await startRpcProxy(chain.rpcUrl);
  });
  afterAll(async () => {
    await disposeServices();
    await stage.proxy.stop();
    await chain.stop();
  });
  beforeEach(() => stage.begin());
  afterEach(async () => {
    for (const method of METHODS_HELD) stage.proxy.set(method, undefined);
    await stage.tools.mine();
  });
  return stage;
}
