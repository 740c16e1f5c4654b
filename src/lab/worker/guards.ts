import type { Ask } from '../script.ts';
import { BASE_NETWORK, LAB_SELLER, LAB_USDC } from '../terms.ts';
import type { CallInit, ClientFetch, Got } from './shapes.ts';

/** Remedies that a caller builds around any fetch client, whatever the SDK: each is a few lines in a buyer's code. */

const CREDENTIALS = ['PAYMENT-SIGNATURE', 'X-PAYMENT', 'Authorization'];
export const CHAIN_URL = 'http://chain.example/';

const json = (base64: string | null): Record<string, unknown> | undefined => {
  try {
    return base64 === null ? undefined : JSON.parse(Buffer.from(base64, 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
};

export interface Guarded {
  readonly fetch: ClientFetch;
  /** Sends the last paid request again, byte for byte. */
  resend(): Promise<Response>;
  /** What the seller answered last, whatever the client made of it; undefined where it did not answer. */
  lastAnswer(): Response | undefined;
}

/** The fetch that is handed to the SDK: it looks at challenges, and remembers the last paid request and answer. */
export function guardedFetch(ask: Ask, inner: ClientFetch = fetch): Guarded {
  let answered: Response | undefined;
  let lastPaid:
    | { readonly url: string; readonly method: string; readonly headers: Record<string, string> }
    | undefined;
  const guarded: ClientFetch = async (input, init) => {
    // Looked at only where a remedy needs it: otherwise the SDK's own arguments reach the runtime untouched.
    if (ask.resend) {
      const headers = new Headers(input instanceof Request ? input.headers : init?.headers);
      const name = CREDENTIALS.find((each) => headers.has(each));
      if (name !== undefined) {
        lastPaid = {
          url: input instanceof Request ? input.url : String(input),
          method: (input instanceof Request ? input.method : init?.method) ?? 'GET',
          headers: { [name]: headers.get(name)! },
        };
      }
    }
    answered = undefined;
    const response = await inner(input, init);
    if (ask.lastAnswer) answered = response.clone();
    if (response.status === 402)
      inspectChallenge(ask, response, input instanceof Request ? input.url : String(input));
    return response;
  };
  return {
    fetch: guarded,
    async resend() {
      if (!lastPaid) throw new Error('nothing was paid yet');
      return inner(lastPaid.url, { method: lastPaid.method, headers: lastPaid.headers });
    },
    lastAnswer: () => answered,
  };
}

function inspectChallenge(ask: Ask, response: Response, url: string): void {
  const challenge = json(response.headers.get('payment-required'));
  if (!challenge) return;
  const { resource } = challenge as { resource?: { url?: string } };
  if (ask.sameHost && new URL(resource?.url ?? url).host !== new URL(url).host)
    throw new Error('the challenge is for another host');
}

/** Looks at the answer of a paid call. Throws what a careful caller wants to know. */
export async function inspectAnswer(
  ask: Ask,
  got: Got,
  header: (name: string) => string | null,
): Promise<void> {
  if (!ask.needReceipt && !ask.checkTransaction) return;
  const receipt = json(header('payment-response') ?? header('x-payment-response')) ?? mppReceipt(header);
  if (!receipt) throw new Error('a paid answer came without a receipt');
  if (receipt.success !== true) throw new Error('the receipt says that the payment failed');
  if (ask.checkTransaction && !(await paidOnChain(String(receipt.transaction))))
    throw new Error('the receipt names a transaction that did not pay the seller');
  if (got.status !== 200) throw new Error('the paid call failed');
}

const mppReceipt = (header: (name: string) => string | null) => {
  const receipt = json(header('payment-receipt'));
  return receipt && { success: receipt.status === 'success', transaction: receipt.reference };
};

/** Whether a transaction holds a transfer of the token to the seller: one read of any node. */
async function paidOnChain(transaction: string): Promise<boolean> {
  const response = await fetch(CHAIN_URL, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_getTransactionReceipt',
      params: [transaction],
    }),
  });
  const { result } = (await response.json()) as {
    result: { status: string; logs: { address: string; topics: string[] }[] } | null;
  };
  return (
    result?.status === '0x1' &&
    result.logs.some(
      ({ address, topics }) =>
        address.toLowerCase() === LAB_USDC.toLowerCase() &&
        topics[2]?.slice(-40) === LAB_SELLER.slice(2).toLowerCase(),
    )
  );
}

/** A signed offer must hold for one of the terms: same network, amount and recipient, and a signature that verifies. */
export async function offersHold(paymentRequired: unknown): Promise<boolean> {
  const { decodeSignedOffers, extractOffersFromPaymentRequired, verifyOfferSignatureJWS } = await import(
    '@x402/extensions/offer-receipt'
  );
  const required = paymentRequired as Parameters<typeof extractOffersFromPaymentRequired>[0];
  const offers = extractOffersFromPaymentRequired(required);
  for (const offer of decodeSignedOffers(offers)) {
    const match = required.accepts.some(
      ({ network, amount, payTo }) =>
        network === BASE_NETWORK &&
        network === offer.network &&
        amount === offer.amount &&
        payTo === offer.payTo,
    );
    if (!match) return false;
  }
  for (const offer of offers) {
    try {
      await verifyOfferSignatureJWS(offer as Parameters<typeof verifyOfferSignatureJWS>[0]);
    } catch {
      return false;
    }
  }
  return true;
}

/** The init of a fetch call: streams need their own flag. */
export function fetchInit(init: CallInit | undefined): RequestInit | undefined {
  if (init === undefined) return undefined;
  const { body, ...rest } = init;
  if (body === undefined || typeof body === 'string') return { ...rest, ...(body ? { body } : {}) };
  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      for await (const chunk of body) controller.enqueue(new Uint8Array(chunk as Buffer));
      controller.close();
    },
  });
  return { ...rest, body: stream, duplex: 'half' } as RequestInit;
}
