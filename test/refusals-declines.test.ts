import { randomBytes } from 'node:crypto';
import {
  encodeErrorResult,
  encodeFunctionResult,
  type Hex,
  type PrivateKeyAccount,
  parseAbi,
  toHex,
} from 'viem';
import { afterEach, describe, expect, it } from 'vitest';
import { MULTICALL3_ABI, USDC_BASE } from '../src/sandbox/chain.ts';
import { DECLINES, type DeclineReason } from '../src/values/problem.ts';
import { cancellation } from './support/cancelled.ts';
import {
  type Answer,
  challengeOf,
  type Draft,
  encode,
  freshNonce,
  type Payload,
  pay,
  payloadFor,
} from './support/payments.ts';
import { expectChallenge, PRICE, refusalBench } from './support/refusals.ts';

/** Each decline reason, by every way to it that we know: 402, the right bucket and retry, and no money moved. */

const bench = refusalBench();
const ELSEWHERE = '0x00000000000000000000000000000000000e15e0';
const seconds = () => Math.floor(Date.now() / 1000);

/** Sends one payment; answers what came back and the parts of it that must not come back. */
interface Tried {
  readonly answer: Answer;
  readonly sent: readonly string[];
}

async function tryDraft(draft: Draft = {}, payer: PrivateKeyAccount = bench.tools.buyer(0)): Promise<Tried> {
  const payload = await payloadFor(await challengeOf(bench.get.url), payer, draft);
  return { answer: await pay(bench.get, encode(payload)), sent: secretsOf(payload) };
}

const secretsOf = ({ payload }: Partial<Payload>): string[] =>
  [payload?.signature, payload?.authorization.nonce, payload?.authorization.from]
    .map(String)
    .filter((each) => each.length > 10);

const tampered = (tamper: (payload: Payload) => void) => () => tryDraft({ tamper });
/** Changes after signing, by the part of the payload. */
const envelope = (changes: Record<string, unknown>) => tampered((payload) => Object.assign(payload, changes));
const accepting = (changes: Record<string, unknown>) =>
  tampered((payload) => Object.assign(payload.accepted, changes));
const authorizing = (changes: Record<string, unknown>) =>
  tampered((payload) => Object.assign(payload.payload.authorization, changes));
const signing = (authorization: NonNullable<Draft['authorization']>) => () => tryDraft({ authorization });
const times = (changes: () => { validAfter?: number; validBefore?: number }) => () =>
  tryDraft({
    authorization: Object.fromEntries(Object.entries(changes()).map(([name, at]) => [name, String(at)])),
  });
const header = (text: string) => async (): Promise<Tried> => ({
  answer: await pay(bench.get, text),
  sent: [text],
});
const signature = (text: unknown) =>
  tampered((payload) => Object.assign(payload.payload, { signature: text }));
const resource = (url: string) =>
  tampered((payload) => Object.assign(payload, { resource: { url: new URL(url, bench.get.url).href } }));

const freshBuyer = async () => (await bench.tools.freshBuyer(PRICE)).buyer;

async function send(account: PrivateKeyAccount, data: Hex): Promise<void> {
  const hash = await bench.tools.client.sendTransaction({ account, to: USDC_BASE, data });
  await bench.tools.client.waitForTransactionReceipt({ hash });
}

/** What a node says of a transfer that the token would refuse: balance, unused, and the token's own words. */
const refusingToken = (words: string) =>
  encodeFunctionResult({
    abi: MULTICALL3_ABI,
    functionName: 'aggregate3',
    result: [
      { success: true, returnData: toHex(PRICE, { size: 32 }) },
      { success: true, returnData: toHex(0, { size: 32 }) },
      {
        success: false,
        returnData: encodeErrorResult({ abi: parseAbi(['error Error(string)']), args: [words] }),
      },
    ],
  });

async function cancel(account: PrivateKeyAccount, nonce: Hex): Promise<void> {
  const { data } = await cancellation(account, nonce);
  await send(bench.tools.buyer(6), data);
}

/** The same nonce, spent at another seller. */
async function spendElsewhere(account: PrivateKeyAccount, nonce: Hex): Promise<void> {
  const draft = { authorization: { to: ELSEWHERE, nonce } };
  await bench.tools.broadcast(await payloadFor(await challengeOf(bench.get.url), account, draft));
}

const during = async (work: () => Promise<void>, draft: Draft, payer: PrivateKeyAccount): Promise<Tried> => {
  bench.service.hooks.beforeSettle = work;
  return tryDraft(draft, payer);
};

/** What only a payment over MPP can be declined for: test/mpp/attacks.test.ts. */
type OfMpp = 'challenge_not_ours' | 'payment_not_bound';

/** What needs wallet contracts that have failed before: test/wallet-contracts.test.ts. */
type OfWallets = 'wallet_contracts_paused';

/** Every reason has at least one way to it here, or this does not compile; those of Solana are in solana.test.ts. */
const WAYS: Readonly<
  Record<
    Exclude<DeclineReason, 'unsupported_transaction' | OfMpp | OfWallets>,
    Readonly<Record<string, () => Promise<Tried>>>
  >
> = {
  malformed_payment: {
    'not base64': header('%%%'),
    'no payload': envelope({ payload: undefined }),
    'negative amount': authorizing({ value: '-10000' }),
    'hexadecimal amount': authorizing({ value: '0x2710' }),
    'amount as a number': authorizing({ value: 10_000 }),
    'accepted amount as a number': accepting({ amount: 10_000 }),
    'signature of 64 bytes': signature(`0x${'ab'.repeat(64)}`),
    'unknown member in the authorization': authorizing({ extra: '1' }),
    'unknown member in the envelope': envelope({ paymentId: 'x' }),
    'a v1-style Permit2 payload': tampered(
      (payload) => void Object.assign(payload.payload, { permit2Authorization: {} }),
    ),
  },
  payment_too_large: {
    '12,001 characters': header('A'.repeat(12_001)),
    'a signature of 4,300 bytes': signature(`0x${'ab'.repeat(4_300)}`),
  },
  unsupported_x402_version: {
    'version 1': envelope({ x402Version: 1 }),
    'version 3': envelope({ x402Version: 3 }),
    'version "2"': envelope({ x402Version: '2' }),
    'no version': header(encode({})),
    'the X-PAYMENT header': async () => {
      const text = encode({ x402Version: 1 });
      const response = await fetch(bench.get.url, { headers: { 'x-payment': text } });
      return {
        answer: { status: response.status, headers: response.headers, text: await response.text() },
        sent: [text],
      };
    },
  },
  unsupported_scheme: { upto: accepting({ scheme: 'upto' }), none: accepting({ scheme: undefined }) },
  wrong_network: {
    'the test network': accepting({ network: 'eip155:84532' }),
    'another chain': accepting({ network: 'eip155:1' }),
    'an alias': accepting({ network: 'base' }),
    none: accepting({ network: undefined }),
  },
  wrong_asset: { 'a look-alike token': accepting({ asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02914' }) },
  wrong_recipient: {
    'in the signed authorization': signing({ to: ELSEWHERE }),
    'in the accepted entry': accepting({ payTo: ELSEWHERE }),
    'the settler instead of the seller': signing({ to: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' }),
  },
  amount_too_low: {
    'one unit short': signing({ value: '9999' }),
    zero: signing({ value: '0' }),
    'in the accepted entry': accepting({ amount: '9999' }),
    'accepted and signed': () =>
      tryDraft({
        authorization: { value: '1' },
        tamper: (payload) => Object.assign(payload.accepted, { amount: '1' }),
      }),
  },
  amount_too_high: {
    'one unit more': signing({ value: '10001' }),
    'the price of the dearest route': signing({ value: '5000000' }),
    'in the accepted entry': accepting({ amount: '10001' }),
  },
  terms_mismatch: {
    'a longer timeout': accepting({ maxTimeoutSeconds: 86_400 }),
    'another domain': accepting({ extra: { name: 'USDC', version: '2' } }),
    'a transfer method that is not offered': accepting({
      extra: { name: 'USD Coin', version: '2', assetTransferMethod: 'permit2' },
    }),
    'a flow that is not offered': accepting({
      extra: { name: 'USD Coin', version: '2', paymentFlow: 'upfront' },
    }),
    'something added': accepting({ price: '$0.01' }),
  },
  resource_mismatch: {
    'another route': resource('/api/agent-revenue-audit'),
    'another host': resource('https://attacker.example/api/opportunity-check'),
    'the same with a query': resource('/api/opportunity-check?x=1'),
  },
  offer_expired: {
    'an offer from ten minutes ago': async () => {
      const required = await challengeOf(bench.get.url);
      bench.service.hooks.ahead = 600_000;
      const validBefore = String(seconds() + 600 + 100);
      const payload = await payloadFor(required, bench.tools.buyer(0), { authorization: { validBefore } });
      return { answer: await pay(bench.get, encode(payload)), sent: secretsOf(payload) };
    },
  },
  authorization_expired: {
    'a minute ago': times(() => ({ validBefore: seconds() - 60 })),
    'in three seconds: no time to settle': times(() => ({ validBefore: seconds() + 3 })),
    zero: times(() => ({ validBefore: 0 })),
  },
  authorization_not_yet_valid: { 'in five minutes': times(() => ({ validAfter: seconds() + 300 })) },
  authorization_window_too_long: {
    'ten years': times(() => ({ validBefore: seconds() + 315_360_000 })),
    'for ever': signing({ validBefore: (2n ** 256n - 1n).toString() }),
  },
  missing_signature: { empty: signature(''), '0x': signature('0x'), none: signature(undefined) },
  invalid_signature: {
    'of another key': () => tryDraft({ signer: bench.tools.buyer(1) }),
    'for another chain': () => tryDraft({ chainId: 84_532 }),
    'all zero': signature(`0x${'00'.repeat(65)}`),
    'one byte too long': signature(`0x${'ab'.repeat(66)}`),
    'over another nonce': authorizing({ nonce: freshNonce() }),
    'over other times': authorizing({ validAfter: '0' }),
    'random bytes': signature(`0x${randomBytes(65).toString('hex')}`),
  },
  unsupported_signature: { 'ERC-6492': signature(`0x${'ab'.repeat(96)}${'6492'.repeat(16)}`) },
  signature_too_costly: {
    'a wallet contract that never comes to an end': async () => {
      const wallet = '0x00000000000000000000000000000000000b0b44';
      // JUMPDEST, PUSH1 0, JUMP
      await bench.tools.client.setCode({ address: wallet, bytecode: '0x5b5f56' });
      return tryDraft({ authorization: { from: wallet } });
    },
  },
  insufficient_balance: { 'an empty wallet': () => tryDraft({}, bench.tools.emptyBuyer) },
  authorization_used: {
    'cancelled before': async () => {
      const [buyer, nonce] = [await freshBuyer(), freshNonce()];
      await cancel(buyer, nonce);
      return tryDraft({ authorization: { nonce } }, buyer);
    },
    'spent at another seller': async () => {
      const nonce = freshNonce();
      await spendElsewhere(bench.tools.buyer(1), nonce);
      return tryDraft({ authorization: { nonce } }, bench.tools.buyer(1));
    },
    'cancelled between verification and settlement': async () => {
      const [buyer, nonce] = [await freshBuyer(), freshNonce()];
      return during(() => cancel(buyer, nonce), { authorization: { nonce } }, buyer);
    },
  },
  redelivery_window_over: {
    'a day and a second after delivery': async () => {
      const payload = await payloadFor(await challengeOf(bench.get.url), bench.tools.buyer(0));
      expect((await pay(bench.get, encode(payload))).status).toBe(200);
      bench.service.counts.settles = 0;
      bench.service.hooks.ahead = 86_401_000;
      return { answer: await pay(bench.get, encode(payload)), sent: secretsOf(payload) };
    },
  },
  settlement_refused: {
    'the token refuses it for a reason that it does not share with others': async () => {
      bench.proxy.set('eth_call', { result: refusingToken('Blacklistable: account is blacklisted') });
      return tryDraft();
    },
  },
};

/** Service spec §7: everything that is not named here is `payment_declined`. */
const BUCKETS: Readonly<Partial<Record<DeclineReason, string>>> = {
  missing_signature: 'wallet_not_authenticated',
  invalid_signature: 'wallet_not_authenticated',
  unsupported_signature: 'wallet_not_authenticated',
  insufficient_balance: 'insufficient_network_usdc',
  amount_too_low: 'max_amount_too_low',
  wrong_network: 'wrong_network',
};
/** Ways that were already verified when the chain changed its mind: money was asked to move, and did not. */
const LATE = /between verification and settlement/;

afterEach(() => bench.proxy.set('eth_call', undefined));

describe.each(Object.keys(WAYS) as (keyof typeof WAYS)[])('%s', (reason) => {
  it.each(Object.keys(WAYS[reason]))('%s', async (way) => {
    const { answer, sent } = await WAYS[reason][way]!();
    const body = expectChallenge(answer, sent);
    expect(body).toMatchObject({
      reason,
      failureBucket: BUCKETS[reason] ?? 'payment_declined',
      retry: DECLINES[reason].retry,
    });
    expect(bench.service.counts.settles).toBe(LATE.test(way) ? 1 : 0);
    expect(bench.service.reports).toEqual([]);
    expect(await bench.paid()).toBe(reason === 'redelivery_window_over' ? PRICE : 0n);
  });
});
