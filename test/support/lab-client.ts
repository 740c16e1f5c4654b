/** A client for `assay lab serve`, as its author would write one. `careful`: pays a lost answer once. `careless`: calls the SDK again. */
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

const [how] = process.argv.slice(2);
const { ASSAY_LAB_URL: url, ASSAY_LAB_KEY: key } = process.env as Record<string, string>;
const client = new x402Client().register('eip155:*', new ExactEvmScheme(privateKeyToAccount(key as Hex)));

let paid: Request | undefined;
const watched: typeof fetch = (input, init) => {
  const request = new Request(input, init);
  if (request.headers.has('payment-signature')) paid = request.clone();
  return fetch(request);
};
const pay = wrapFetchWithPayment(watched, client);

const call = async (send: () => Promise<Response>) => {
  try {
    const response = await send();
    await response.text();
    return { status: response.status, error: null };
  } catch (error) {
    return { status: null, error: { name: (error as Error).name, message: (error as Error).message } };
  }
};

let seen = await call(() => pay(url!));
if (seen.error !== null) seen = await call(how === 'careful' ? () => fetch(paid!) : () => pay(url!));
console.log(JSON.stringify(seen));
