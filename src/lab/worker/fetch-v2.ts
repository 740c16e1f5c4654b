import type { PrivateKeyAccount } from 'viem';
import type { Build } from '../builds.ts';
import type { Ask } from '../script.ts';
import { fetchInit, type Guarded, guardedFetch, inspectAnswer, offersHold } from './guards.ts';
import type { Client, ClientFetch, Got } from './shapes.ts';
import { allowed, choosy, type OpenTerms } from './terms-filter.ts';

/** The parts of an x402Client (v2) that the lab uses; older versions lack some. */
export interface X402Client {
  register(network: string, scheme: unknown): X402Client;
  registerPolicy(policy: (version: number, terms: OpenTerms[]) => OpenTerms[]): X402Client;
  setSpendControls?(controls: { readonly maxAmountPerPayment: string }): X402Client;
  onBeforePaymentCreation?(
    hook: (context: {
      readonly paymentRequired: { readonly extensions?: Record<string, unknown> };
    }) => Promise<{ abort: true; reason: string } | undefined>,
  ): X402Client;
}

interface Module {
  readonly x402Client: new () => X402Client;
  wrapFetchWithPayment(fetch: ClientFetch, client: X402Client): ClientFetch;
}

interface SchemeModule {
  readonly ExactEvmScheme: new (account: PrivateKeyAccount) => unknown;
}

const MICRO = 1_000_000n;
const dollars = (atomic: string): string =>
  `$${BigInt(atomic) / MICRO}.${String(BigInt(atomic) % MICRO).padStart(6, '0')}`;

/** A client with the documented registration, `eip155:*`, and the caller's remedies on top. */
export function v2Client(
  { x402Client }: Pick<Module, 'x402Client'>,
  { ExactEvmScheme }: SchemeModule,
  account: PrivateKeyAccount,
  ask: Ask,
): X402Client {
  const client = new x402Client().register(
    ask.onlyBase ? 'eip155:8453' : 'eip155:*',
    new ExactEvmScheme(account),
  );
  const ownCap = client.setSpendControls !== undefined;
  if (ask.cap !== undefined && ownCap) client.setSpendControls!({ maxAmountPerPayment: dollars(ask.cap) });
  if (choosy(ask, !ownCap)) client.registerPolicy((_version, terms) => allowed(ask, terms, !ownCap));
  if (ask.identifier || ask.verifyOffer) {
    if (!client.onBeforePaymentCreation) throw new Error('this client has no hook before a payment');
    client.onBeforePaymentCreation(async ({ paymentRequired }) => {
      if (ask.verifyOffer && !(await offersHold(paymentRequired)))
        return { abort: true, reason: 'the signed offer does not hold' };
      if (ask.identifier) await addIdentifier(paymentRequired.extensions);
      return undefined;
    });
  }
  return client;
}

async function addIdentifier(extensions: Record<string, unknown> | undefined): Promise<void> {
  if (!extensions) return;
  const { appendPaymentIdentifierToExtensions, generatePaymentId } = await import(
    '@x402/extensions/payment-identifier'
  );
  appendPaymentIdentifierToExtensions(extensions, generatePaymentId());
}

/** @x402/fetch: `wrapFetchWithPayment(fetch, new x402Client().register('eip155:*', new ExactEvmScheme(account)))`. */
export async function fetchV2(build: Build): Promise<Client> {
  const sdk = (await import(build.packages[0]!)) as Module;
  const scheme = (await import(`${build.packages[1]}/exact/client`)) as SchemeModule;
  return {
    async prepare(account, ask) {
      const guarded = guardedFetch(ask);
      const wrapped = sdk.wrapFetchWithPayment(guarded.fetch, v2Client(sdk, scheme, account, ask));
      return callOf(ask, wrapped, guarded);
    },
  };
}

/** A fetch client as the lab calls it. */
export function callOf(ask: Ask, wrapped: ClientFetch, { resend, lastAnswer }: Guarded) {
  const got = (response: Response): Got => ({
    status: response.status,
    async read() {
      const text = await response.text();
      await inspectAnswer(ask, { status: response.status, read: async () => text }, (name) =>
        response.headers.get(name),
      );
      return text;
    },
  });
  return Object.assign(
    async (url: string, init: Parameters<typeof fetchInit>[0]) => {
      try {
        return got(await (init === undefined ? wrapped(url) : wrapped(url, fetchInit(init))));
      } catch (error) {
        const answer = lastAnswer();
        if (answer) return got(answer);
        throw error;
      }
    },
    { resend: async () => got(await resend()) },
  );
}
