import { decodePaymentRequiredHeader } from '@x402/core/http';
import type { PaymentRequired, PaymentRequirements } from '@x402/core/types';
import { x402Client } from '@x402/fetch';
import { ExactSvmScheme } from '@x402/svm/exact/client';
import { z } from 'zod';
import { form, product } from '../../src/declare.ts';
import { USDC_BASE_TERMS, USDC_SOLANA } from '../../src/gate/assets.ts';
import { type Draft, draftFor, signedDraft } from '../../src/gate/rails/solana.testing.ts';
import { callSolana, readSolanaBalance } from '../../src/sandbox/solana.ts';
import { type SolanaSandboxAccount, solanaAccount } from '../../src/sandbox/solana-accounts.ts';
import { usd } from '../../src/values/money.ts';
import type { Offer } from '../../src/values/payment.ts';

/** Sold on Base by default and on Solana when it is asked for, as the ledger is. */
export const solanaProduct = product({
  id: 'solana-sample',
  path: '/api/solana-sample',
  price: usd('0.05'),
  title: 'Sample',
  description: 'A product for tests of Solana.',
  revision: '1',
  paidOn: [
    { rail: 'x402', network: USDC_BASE_TERMS.network },
    { rail: 'x402', network: USDC_SOLANA.network, selectedBy: 'solana' },
  ],
  response: z.looseObject({ said: z.string() }),
  forms: [
    form({
      method: 'GET',
      summary: 'Says what it was asked.',
      input: z.strictObject({ word: z.string().optional(), src: z.string().optional() }),
      example: {},
      run: ({ word }, { asOf }) => ({ said: word ?? 'nothing', asOf }),
    }),
  ],
});

/** What `@x402/svm` signs with: the kit's partial signer, over our own keys. */
export const signerOf = ({ address, sign }: SolanaSandboxAccount) =>
  ({
    address,
    signTransactions: async (transactions: readonly { readonly messageBytes: Uint8Array }[]) =>
      transactions.map(({ messageBytes }) => ({ [address]: sign(messageBytes) })),
  }) as unknown as ConstructorParameters<typeof ExactSvmScheme>[0];

export const stockSolanaClient = (buyer: SolanaSandboxAccount, rpcUrl: string) =>
  new x402Client().register(USDC_SOLANA.network, new ExactSvmScheme(signerOf(buyer), { rpcUrl }));

export async function solanaChallenge(url: string): Promise<PaymentRequired> {
  const response = await fetch(url);
  await response.arrayBuffer();
  return decodePaymentRequiredHeader(response.headers.get('payment-required') ?? '');
}

/** A payment made by hand for the challenge at `url`, open to change before and after it is signed. */
export async function solanaPayment(
  url: string,
  rpcUrl: string,
  buyer: SolanaSandboxAccount,
  {
    draft = () => {},
    signer = buyer,
    transaction = (text) => text,
    memo = `${Math.random()}`,
  }: {
    readonly draft?: (draft: Draft) => void;
    readonly signer?: SolanaSandboxAccount;
    readonly transaction?: (text: string) => string;
    readonly memo?: string;
  } = {},
): Promise<string> {
  const required = await solanaChallenge(url);
  const accepted = required.accepts[0] as PaymentRequirements;
  const { value } = await callSolana<{ value: { blockhash: string } }>(rpcUrl, 'getLatestBlockhash');
  const made = draftFor(accepted as unknown as Offer, buyer.address, value.blockhash, memo);
  draft(made);
  const payload = {
    x402Version: 2,
    resource: required.resource,
    accepted,
    payload: { transaction: transaction(signedDraft(made, { ...signer, address: buyer.address })) },
    extensions: required.extensions,
  };
  return Buffer.from(JSON.stringify(payload)).toString('base64');
}

/** Atomic units that the seller has been paid so far. */
export const sellerBalance = async (rpcUrl: string): Promise<bigint> =>
  BigInt(await readSolanaBalance(rpcUrl, solanaAccount('seller').address));
