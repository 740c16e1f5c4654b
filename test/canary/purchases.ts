import { randomBytes } from 'node:crypto';
import { Challenge } from 'mppx';
import { privateKeyToAccount } from 'viem/accounts';
import { SANDBOX_BUYERS } from '../../src/sandbox/chain.ts';
import { SOLANA_BUYERS } from '../../src/sandbox/solana-accounts.ts';
import type { Lab } from '../attacks/lab.ts';
import { exampleOf } from '../attacks/macros.ts';
import { challengeOf, encode, type Payload, payloadFor, withIdentifier } from '../support/payments.ts';
import { solanaPayment } from '../support/solana.ts';
import { type Call, FORWARDED } from './channels.ts';

/** Purchases by somebody who is nobody else, over every way to pay, with marks wherever a buyer can put one. */

export type Mark = (channel: string) => string;

export interface Purchase {
  /** By what the payer and its payment can be known, with what each is. */
  readonly secrets: ReadonlyMap<string, string>;
  readonly call: Call;
}

const OPPORTUNITY = '/api/opportunity-check';
const LEDGER = '/api/agent-commerce-reliability-ledger';
const WITNESS = '/api/x402-compatibility-witness';

const headersOf = (canary: Mark, way: string) => ({
  'user-agent': canary(`${way} buyer user agent`),
  'x-forwarded-for': FORWARDED,
});

/** An x402 payment on Base, and everything that tells whose it is. */
async function paidOnBase(
  target: string,
  price: bigint,
  way: string,
  lab: Lab,
  canary: Mark,
): Promise<{ payload: Payload; secrets: Map<string, string> }> {
  const { buyer } = await lab.chain!.tools.freshBuyer(price);
  const identifier = canary(`${way} payment identifier`);
  const payload = await payloadFor(await challengeOf(lab.url + target), buyer, {
    tamper: (made) => {
      withIdentifier(identifier)(made);
      Object.assign(made.extensions!, {
        [canary(`${way} extension name`)]: { info: { note: canary(`${way} extension value`) } },
      });
      Object.assign(made.resource as object, { description: canary(`${way} resource description`) });
    },
  });
  const { signature, authorization } = payload.payload;
  const secrets = new Map([
    [buyer.address as string, `${way} payer`],
    [String(signature), `${way} signature`],
    [String(authorization.nonce), `${way} nonce`],
  ]);
  return { payload, secrets };
}

export async function opportunityPurchase(
  method: 'GET' | 'POST',
  lab: Lab,
  canary: Mark,
): Promise<Purchase & { readonly payload: Payload }> {
  const { payload, secrets } = await paidOnBase(OPPORTUNITY, 10_000n, method, lab, canary);
  const body =
    method === 'POST'
      ? JSON.stringify({
          subject: `https://${canary('subject')}.example/v1`,
          goal: `decide about ${canary('goal')}`,
          buyerType: canary('buyerType'),
          source: canary('source'),
          marketType: canary('marketType'),
          knownSignals: [canary('knownSignals')],
          constraints: [canary('constraints')],
        })
      : undefined;
  const headers = {
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...headersOf(canary, method),
    'payment-signature': encode(payload),
  };
  return {
    payload,
    secrets,
    call: { method, target: `${OPPORTUNITY}?src=${canary('buyer src')}`, headers, body },
  };
}

/** With a match of the free preflight: what is stored of it is a digest, and it names a client build. */
async function witnessPurchase(lab: Lab, canary: Mark): Promise<Purchase> {
  const answer = await fetch(`${lab.url}${WITNESS}/preflight`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(exampleOf(lab, `${WITNESS}/preflight`)),
  });
  const { matchId } = (await answer.json()) as { matchId: string };
  const target = `${WITNESS}?match=${encodeURIComponent(matchId)}`;
  const { payload, secrets } = await paidOnBase(target, 250_000n, 'witness', lab, canary);
  secrets.set(matchId, 'witness match');
  const headers = { ...headersOf(canary, 'witness'), 'payment-signature': encode(payload) };
  return { secrets, call: { method: 'GET', target, headers } };
}

/** With an Idempotency-Key, which is MPP's payment identifier. */
async function mppPurchase(lab: Lab, canary: Mark): Promise<Purchase> {
  const payer = privateKeyToAccount(SANDBOX_BUYERS[6]!.privateKey);
  const answer = await fetch(lab.url + LEDGER);
  const challenge = Challenge.fromResponse(answer);
  const authorization = await lab.tempo!.tools.stock(payer, 'pull').createCredential(answer);
  const { payload } = JSON.parse(
    Buffer.from(authorization.replace(/^Payment /, ''), 'base64url').toString('utf8'),
  ) as { payload: { signature: string } };
  const secrets = new Map([
    [payer.address as string, 'MPP payer'],
    [payload.signature, 'MPP transaction'],
    [challenge.id, 'MPP challenge'],
  ]);
  const headers = {
    ...headersOf(canary, 'MPP'),
    authorization,
    'idempotency-key': canary('MPP idempotency key'),
  };
  return { secrets, call: { method: 'GET', target: LEDGER, headers } };
}

async function solanaPurchase(lab: Lab, canary: Mark): Promise<Purchase> {
  const target = `${LEDGER}?paymentNetwork=solana`;
  const payer = SOLANA_BUYERS[0]!;
  // Part of the transaction, so it is kept as long as that: until the payment is final.
  const memo = `memo ${randomBytes(12).toString('hex')}`;
  const payment = await solanaPayment(lab.url + target, lab.solanaRpcUrl!, payer, { memo });
  const { payload } = JSON.parse(Buffer.from(payment, 'base64').toString('utf8')) as {
    payload: { transaction: string };
  };
  const secrets = new Map([
    [payer.address, 'Solana payer'],
    [payload.transaction, 'Solana transaction'],
    [memo, 'Solana memo'],
  ]);
  const headers = { ...headersOf(canary, 'Solana'), 'payment-signature': payment };
  return { secrets, call: { method: 'GET', target, headers } };
}

/** Every way to buy, by name. */
export const PURCHASES: Readonly<Record<string, (lab: Lab, canary: Mark) => Promise<Purchase>>> = {
  'on Base, by GET': (lab, canary) => opportunityPurchase('GET', lab, canary),
  'on Base, by POST': (lab, canary) => opportunityPurchase('POST', lab, canary),
  'for a match': witnessPurchase,
  'over MPP': mppPurchase,
  'on Solana': solanaPurchase,
};
