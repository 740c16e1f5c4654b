import { createWalletClient, http } from 'viem';
import { base } from 'viem/chains';
import type { Build } from '../builds.ts';
import { CHAIN_URL, guardedFetch } from './guards.ts';
import type { Client, ClientCall } from './shapes.ts';

/** AgentKit: an action that a language model calls. What it returns is text for the model. */

interface Args {
  readonly url: string;
  readonly method: string;
  readonly body: unknown;
}
interface AgentKit {
  readonly ViemWalletProvider: new (wallet: object, gas: { readonly rpcUrl: string }) => object;
  x402ActionProvider(): { makeHttpRequestWithX402(wallet: object, args: Args): Promise<string> };
}
/** What the action says to the model. */
interface Told {
  readonly error?: true;
  readonly message?: string;
  readonly details?: string;
  readonly status?: number;
}

/** `x402ActionProvider().makeHttpRequestWithX402(new ViemWalletProvider(wallet), { url, method, body })`. */
export async function agentkit(build: Build): Promise<Client> {
  const { ViemWalletProvider, x402ActionProvider } = (await import(build.packages[0]!)) as AgentKit;
  const provider = x402ActionProvider();
  // It tells its maker of each wallet, and takes the process down when that fails. No question is about this.
  process.on('unhandledRejection', () => {});
  const machine = globalThis.fetch;
  return {
    async prepare(account, ask) {
      // It takes no fetch of its caller's: a remedy replaces the one of the process.
      const guarded = guardedFetch(ask, machine);
      globalThis.fetch = ask.resend || ask.lastAnswer ? (guarded.fetch as typeof fetch) : machine;
      const wallet = new ViemWalletProvider(
        createWalletClient({ account, chain: base, transport: http(CHAIN_URL) }),
        { rpcUrl: CHAIN_URL },
      );
      const call = async (url: string, init: Parameters<ClientCall>[1]) => {
        const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined;
        const text = await provider.makeHttpRequestWithX402(wallet, {
          url,
          method: init?.method ?? 'GET',
          body,
        });
        const answer = guarded.lastAnswer();
        if (answer) return { status: answer.status, read: () => answer.text() };
        const told = JSON.parse(text) as Told;
        if (told.error || told.status === undefined)
          throw new Error(`${told.message ?? text}: ${told.details ?? ''}`);
        return { status: told.status, read: async () => text, told: told.message };
      };
      return Object.assign(call, {
        async resend() {
          const answer = await guarded.resend();
          return { status: answer.status, read: () => answer.text() };
        },
      });
    },
  };
}
