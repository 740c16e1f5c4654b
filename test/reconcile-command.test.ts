import { join } from 'node:path';
import type { PaymentRequired } from '@x402/core/types';
import { Challenge } from 'mppx';
import type { Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { suiteClaim } from '../src/adapters/opened.suite.ts';
import { sqlJournal } from '../src/adapters/sql/journal.ts';
import { migrate } from '../src/adapters/sql/migrations.ts';
import { openStore } from '../src/adapters/sql/open.ts';
import { readTransaction } from '../src/adapters/tempo/transaction.ts';
import { USDC_BASE_TERMS, USDC_SOLANA, USDC_TEMPO_TERMS } from '../src/gate/assets.ts';
import { issue } from '../src/gate/rails/mpp-challenge.ts';
import { readMppCredential } from '../src/gate/rails/mpp-credential.ts';
import { draftFor, signedDraft } from '../src/gate/rails/solana.testing.ts';
import type { Claim } from '../src/ports.ts';
import { sandboxAccount } from '../src/sandbox/chain.ts';
import { callSolana, startSolanaSandbox } from '../src/sandbox/solana.ts';
import { SOLANA_BUYERS, solanaAccount } from '../src/sandbox/solana-accounts.ts';
import { type Offer, type Proof, proofToText } from '../src/values/payment.ts';
import { buyer, openStreet, SECRET, type Street, type TempoTools, tempoTools } from './mpp/support.ts';
import { chainTools } from './support/chain.ts';
import { assay as command } from './support/command.ts';
import { payloadFor } from './support/payments.ts';
import { disposeServices, temporaryFolder } from './support/service.ts';

/** `assay journal reconcile` beside a service that is down, on every chain that is sold on. */

const dataDir = temporaryFolder();
const SELLER = sandboxAccount('seller').address;
/** Long ago enough that no worker holds the rows. */
const NOW = Date.now() - 120_000;
const issuer = { realm: '127.0.0.1', secrets: [SECRET] as const };

let street: Street;
let tempo: TempoTools;
let solana: Awaited<ReturnType<typeof startSolanaSandbox>>;
let env: Record<string, string>;

beforeAll(async () => {
  [street, solana] = await Promise.all([openStreet(), startSolanaSandbox()]);
  tempo = tempoTools(street.tempo.rpcUrl);
  env = {
    PATH: process.env.PATH ?? '',
    DATA_DIR: dataDir,
    EVM_RPC_URL: street.base.rpcUrl,
    TEMPO_RPC_URL: street.tempo.rpcUrl,
    SOLANA_RPC_URL: solana.rpcUrl,
  };
  await writeRows();
});
afterAll(async () => {
  await disposeServices();
  await Promise.all([street.close(), solana.stop()]);
});

const offerOn = (terms: { network: Offer['network']; asset: string }, payTo: string, extra = {}): Offer => ({
  scheme: 'exact',
  network: terms.network,
  asset: terms.asset,
  amount: '100000',
  payTo,
  maxTimeoutSeconds: 300,
  extra,
});
const onBase = offerOn(USDC_BASE_TERMS, SELLER, USDC_BASE_TERMS.extra);
const onTempo = offerOn(USDC_TEMPO_TERMS, SELLER);
const onSolana = offerOn(USDC_SOLANA, solanaAccount('seller').address, {
  feePayer: solanaAccount('settler').address,
});

async function basePayment(validBefore?: number) {
  const required = { accepts: [onBase], resource: {} } as unknown as PaymentRequired;
  const change = validBefore === undefined ? {} : { authorization: { validBefore: String(validBefore) } };
  const { payload } = await payloadFor(required, buyer(0), change);
  const { signature, authorization } = payload as { signature: string; authorization: never };
  return { payload: payload as never, proof: { kind: 'eip3009', signature, authorization } as Proof };
}

async function solanaPayment(memo: string) {
  const { value } = await callSolana<{ value: { blockhash: string } }>(solana.rpcUrl, 'getLatestBlockhash');
  const payer = SOLANA_BUYERS[0]!;
  const draft = draftFor(onSolana, payer.address, value.blockhash, memo);
  const signed = signedDraft(draft, payer, solanaAccount('settler'));
  return { signed, proof: { kind: 'solana_transaction', transaction: signed } as Proof };
}

const challengeOf = () =>
  issue(issuer, {
    offer: onTempo,
    path: '/api/sample',
    title: 'Sample',
    now: Date.now(),
    order: Math.random().toString(16).slice(2).padEnd(32, '0'),
    fingerprint: undefined,
  }).header;

async function tempoPull() {
  const response = new Response(null, { status: 402, headers: { 'www-authenticate': challengeOf() } });
  const credential = await tempo.stock(buyer(1), 'pull').createCredential(response);
  const read = await readMppCredential(
    (name) => (name === 'authorization' ? credential : undefined),
    Date.now(),
    {
      issuer,
      offer: onTempo,
      path: '/api/sample',
      readTransaction,
    },
  );
  if (read.kind !== 'payment' || read.payment.proof.kind !== 'tempo_transaction') throw new Error(read.kind);
  return read.payment.proof;
}

/** What crashes leave behind: rows whose worker is gone, and of each what its chain says. */
async function writeRows(): Promise<void> {
  const store = await openStore({ databaseUrl: undefined, path: join(dataDir, 'journal.sqlite') }, () => {});
  await migrate(store, 1);
  const journal = sqlJournal(store);
  const add = async (
    key: string,
    offer: Offer,
    proof: Proof,
    settling?: { readonly transaction: string; readonly rawTransaction: string },
  ): Promise<void> => {
    const { network, asset, payTo, amount } = offer;
    const claim: Claim = suiteClaim({
      ...{ key, network, asset, payTo, amount, authorization: proofToText(proof) },
      ...{ rail: network === USDC_TEMPO_TERMS.network ? 'mpp' : 'x402' },
      ...{ createdAt: NOW, asOf: NOW, leaseUntil: NOW, validBefore: Math.floor(NOW / 1_000) },
    });
    await journal.claim(claim);
    if (settling)
      await journal.settling(key, claim.owner, { ...settling, bodyDigest: 'sha256:a', leaseUntil: NOW });
  };

  const used = await basePayment();
  await chainTools(street.base.rpcUrl).broadcast({ payload: used.payload });
  const raw = { transaction: '0x00', rawTransaction: '0x00' };
  await add('base-settling-settled', onBase, used.proof, raw);
  await add('base-settling-expired', onBase, (await basePayment(1_000)).proof, raw);
  await add('base-settling-unsent', onBase, (await basePayment()).proof, raw);
  await add('base-claimed', onBase, (await basePayment()).proof);

  const pull = await tempoPull();
  await tempo.mined(await tempo.client.sendRawTransaction({ serializedTransaction: pull.raw as Hex }));
  await add('tempo-settling-settled', onTempo, pull, { ...pull, rawTransaction: pull.raw });
  const challenge = Challenge.deserialize(challengeOf());
  const binding = { challengeId: challenge.id, realm: challenge.realm };
  const pushed = await tempo.pushed(challenge, buyer(2));
  const unseen = `0x${'ab'.repeat(32)}`;
  await add('tempo-claimed-settled', onTempo, { kind: 'tempo_hash', transaction: pushed, ...binding });
  await add('tempo-claimed-unseen', onTempo, { kind: 'tempo_hash', transaction: unseen, ...binding });

  const sent = await solanaPayment('sent');
  const lost = await solanaPayment('lost');
  const id = await callSolana<string>(solana.rpcUrl, 'sendTransaction', [
    sent.signed,
    { encoding: 'base64' },
  ]);
  const hex = (text: string) => Buffer.from(text, 'base64').toString('hex');
  const bytes = { transaction: id, rawTransaction: hex(sent.signed) };
  await add('solana-settling-settled', onSolana, sent.proof, bytes);
  await add('solana-settling-waiting', onSolana, lost.proof, {
    transaction: 'lost',
    rawTransaction: hex(lost.signed),
  });
  await add('solana-claimed', onSolana, (await solanaPayment('claimed')).proof);
  await store.close();
}

const assay = (...args: string[]) => command(args, { env });

interface Line {
  readonly key: string;
  readonly state: string;
  readonly chain: string;
  readonly now: string;
}
async function reconcile(...args: string[]): Promise<Record<string, [string, string]>> {
  const { out } = await assay('journal', 'reconcile', '--json', ...args);
  const lines = out.trim().split('\n').filter(Boolean);
  const rows = lines.map((line) => JSON.parse(line) as Line);
  return Object.fromEntries(rows.map(({ key, chain, now }) => [key, [chain, now]]));
}

describe('assay journal reconcile', () => {
  const SAYS = {
    'base-settling-settled': ['settled', 'settled'],
    'base-settling-expired': ['failed', 'failed'],
    // Its bytes may still be on their way.
    'base-settling-unsent': ['not_sent', 'stays'],
    'base-claimed': ['not_sent', 'released'],
    'tempo-settling-settled': ['settled', 'settled'],
    'tempo-claimed-settled': ['settled', 'settled'],
    'tempo-claimed-unseen': ['unknown', 'stays'],
    'solana-settling-settled': ['settled', 'settled'],
    'solana-settling-waiting': ['unknown', 'stays'],
    'solana-claimed': ['not_sent', 'released'],
  };

  it('says of each row what its own chain says, and writes and sends nothing', async () => {
    const looked = Object.fromEntries(Object.entries(SAYS).map(([key, [chain]]) => [key, [chain, '']]));
    expect(await reconcile()).toEqual(looked);
    expect(await reconcile()).toEqual(looked);
  });

  it('leaves a row alone whose chain cannot be asked', async () => {
    const { out } = await assay('journal', 'reconcile', '--json', '--rpc', 'http://127.0.0.1:9');
    const base = out.split('\n').filter((line) => line.includes('"base-'));
    expect(base).toHaveLength(4);
    for (const line of base) expect(JSON.parse(line)).toMatchObject({ chain: 'unknown', now: '' });
  });

  it('moves each row to what its chain says, and leaves the others', async () => {
    expect(await reconcile('--apply')).toEqual(SAYS);
    const left = Object.fromEntries(
      Object.entries(SAYS).flatMap(([key, [chain, now]]) => (now === 'stays' ? [[key, [chain, '']]] : [])),
    );
    expect(await reconcile()).toEqual(left);
  });

  it('leaves books that agree with every chain', async () => {
    const { code, out } = await assay('books', '--json');
    const { commerceAccounting, checkpointEqualsFullFold } = JSON.parse(out);
    expect(commerceAccounting.reconciliation).toMatchObject({
      status: 'agrees',
      networksNotCompared: [],
      journalAgainstChain: [
        { network: onBase.network, settledPayments: 1, settledUsd: '0.10', transferredUsd: '0.10' },
        { network: onSolana.network, settledPayments: 1, settledUsd: '0.10', transferredUsd: '0.10' },
        { network: onTempo.network, settledPayments: 2, settledUsd: '0.20', transferredUsd: '0.20' },
      ],
    });
    expect([checkpointEqualsFullFold, code]).toEqual([true, 0]);
  });

  it('does not call books agreed when a chain was not asked', async () => {
    const { SOLANA_RPC_URL: _, ...others } = env;
    env = others;
    const { code, out } = await assay('books', '--json');
    const { reconciliation } = JSON.parse(out).commerceAccounting;
    expect(reconciliation).toMatchObject({ status: 'incomplete', networksNotCompared: [onSolana.network] });
    expect(code).toBe(1);
  });
});
