import { createRequire } from 'node:module';
import type { Build } from '../builds.ts';
import type { Ask } from '../script.ts';
import { v1Selector, v1Wallet } from './fetch-v1.ts';
import { v2Client, type X402Client } from './fetch-v2.ts';
import { inspectAnswer } from './guards.ts';
import type { CallInit, Client, ClientCall, Got } from './shapes.ts';

interface AxiosAnswer {
  readonly status: number;
  readonly data: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
}
interface Axios {
  get(url: string): Promise<AxiosAnswer>;
  request(config: object): Promise<AxiosAnswer>;
  readonly interceptors: {
    readonly request: { use(look: (config: Config) => Config): void };
  };
}
interface Config {
  readonly url?: string;
  readonly method?: string;
  readonly headers: { get(name: string): unknown };
}
interface AxiosModule {
  readonly default: { create(): Axios };
}

/** The axios that the client itself depends on. */
async function axiosOf({ packages: [name] }: Build): Promise<AxiosModule['default']> {
  const path = createRequire(import.meta.resolve(name!)).resolve('axios');
  return ((await import(path)) as AxiosModule).default;
}

/** x402-axios: `withPaymentInterceptor(axios.create(), walletClient, selector?)`. */
export async function axiosV1(build: Build): Promise<Client> {
  const axios = await axiosOf(build);
  const { withPaymentInterceptor } = (await import(build.packages[0]!)) as {
    withPaymentInterceptor(
      axios: Axios,
      wallet: ReturnType<typeof v1Wallet>,
      selector?: ReturnType<typeof v1Selector>,
    ): Axios;
  };
  return {
    prepare: async (account, ask) =>
      callOf(ask, axios, (plain) => withPaymentInterceptor(plain, v1Wallet(account), v1Selector(ask, true))),
  };
}

/** @x402/axios: `wrapAxiosWithPayment(axios.create(), client)`. */
export async function axiosV2(build: Build): Promise<Client> {
  const axios = await axiosOf(build);
  const sdk = (await import(build.packages[0]!)) as {
    readonly x402Client: new () => X402Client;
    wrapAxiosWithPayment(axios: Axios, client: X402Client): Axios;
  };
  const scheme = await import(`${build.packages[1]}/exact/client`);
  return {
    prepare: async (account, ask) =>
      callOf(ask, axios, (plain) => sdk.wrapAxiosWithPayment(plain, v2Client(sdk, scheme, account, ask))),
  };
}

const CREDENTIALS = ['PAYMENT-SIGNATURE', 'X-PAYMENT'];

function callOf(ask: Ask, axios: AxiosModule['default'], wrap: (plain: Axios) => Axios): ClientCall {
  let lastPaid: object | undefined;
  const plain = axios.create();
  plain.interceptors.request.use((config) => {
    const name = CREDENTIALS.find((each) => config.headers.get(each) !== undefined);
    if (name !== undefined)
      lastPaid = { url: config.url, method: config.method, headers: { [name]: config.headers.get(name) } };
    return config;
  });
  const wrapped = wrap(plain);
  return Object.assign(
    async (url: string, init: CallInit | undefined) =>
      got(ask, await (init === undefined ? wrapped.get(url) : wrapped.request(configOf(url, init)))),
    {
      async resend() {
        if (!lastPaid) throw new Error('nothing was paid yet');
        return got(ask, await axios.create().request(lastPaid));
      },
    },
  );
}

function configOf(url: string, { method, headers, body, signal, redirect }: CallInit): object {
  return {
    url,
    method,
    ...(headers ? { headers: { ...headers } } : {}),
    ...(body === undefined ? {} : { data: body }),
    ...(signal ? { signal } : {}),
    ...(redirect ? { maxRedirects: 0 } : {}),
  };
}

function got(ask: Ask, answer: AxiosAnswer): Got {
  const header = (name: string): string | null => {
    const value = answer.headers[name];
    return typeof value === 'string' ? value : null;
  };
  return {
    status: answer.status,
    read: () => inspectAnswer(ask, { status: answer.status, read: async () => answer.data }, header),
  };
}
