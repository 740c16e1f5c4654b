import { decodePaymentResponseHeader } from '@x402/core/http';
import { Receipt } from 'mppx';
import { sandboxAccount, USDC_BASE } from '../../../src/sandbox/chain.ts';
import { DECLINES, type DeclineReason, type FailureBucket } from '../../../src/values/problem.ts';
import { isThroughEdge } from '../lab.ts';
import { type CashRegister, moved, type Snapshot, transactionsOf } from '../observe.ts';
import type { Scene } from '../scene.ts';
import type { Exchange } from '../send.ts';
import { type Check, type Checks, each, hold, jsonOf, seen } from './check.ts';

/** Money and what is written about it: settlements, journal rows, redeliveries, failure buckets. */

/** Selectors of transferWithAuthorization, with v, r, s and with one signature. */
const TRANSFER_SELECTORS = ['0xe3ee160e', '0xcf092995'];
const BUCKETS = [
  'wallet_not_authenticated',
  'insufficient_network_usdc',
  'max_amount_too_low',
  'wrong_network',
  'payment_declined',
] as const satisfies readonly FailureBucket[];

/** Settlements that the service asked for: transactions it sent, or calls of its facilitator. */
const settlements = ({ before, after }: Scene): number => {
  const { facilitatorCalls } = after;
  if (facilitatorCalls) return facilitatorCalls.settle - before.facilitatorCalls!.settle;
  return (
    seen(after.chain, 'the chain').settlerTransactions -
    seen(before.chain, 'the chain').settlerTransactions +
    ((after.tempoSent ?? 0) - (before.tempoSent ?? 0))
  );
};

const rowsAdded = ({ before, after }: Scene): number =>
  seen(after.rows, 'the journal').length - seen(before.rows, 'the journal').length;

export const rpcCalls = ({ before, after }: Scene): number => {
  const total = (calls: Snapshot['rpcCalls']) =>
    [...seen(calls, 'calls to the chain')].reduce((sum, [, count]) => sum + count, 0);
  return total(after.rpcCalls) - total(before.rpcCalls);
};

const noSettlement: Check = (scene) =>
  hold(settlements(scene) === 0, `${settlements(scene)} settlements were asked for`);

const paid = ({ exchanges }: Scene): Exchange[] => exchanges.filter(({ status }) => status === 200);

export const transactionOf = ({ headers }: Exchange): string => {
  const receipt = headers.get('payment-receipt');
  if (receipt !== null) return Receipt.deserialize(receipt).reference;
  const header = headers.get('payment-response');
  hold(header !== null, 'a 200 carries no PAYMENT-RESPONSE');
  const { success, transaction } = decodePaymentResponseHeader(header);
  hold(success && /^0x[0-9a-f]{64}$/.test(transaction), 'PAYMENT-RESPONSE names no successful transaction');
  return transaction;
};

/** The named payment's first answer, or the only one there is. */
const firstDelivery = ({ memory }: Scene): Exchange => {
  const first = [...memory.delivered.values()][0];
  hold(first, 'nothing was delivered before');
  return first;
};

const isRepetition = (again: Exchange, first: Exchange): void => {
  hold(again.text === first.text, 'the body differs from the delivered one');
  hold(transactionOf(again) === transactionOf(first), 'the transaction differs from the delivered one');
  hold(again.headers.get('x-svc-redelivery') === '1', 'the answer is not marked as a redelivery');
};

async function onChain(exchange: Exchange, { lab }: Scene): Promise<void> {
  const hash = transactionOf(exchange) as `0x${string}`;
  const receipt = await seen(lab.chain, 'the chain').tools.client.getTransactionReceipt({ hash });
  hold(receipt.status === 'success', 'the transaction failed on the chain');
}

/** One more of this bucket for each answer: in the answer, in the metrics, in the cash register if there is one. */
const bucket =
  (name: FailureBucket): Check =>
  (scene) => {
    const reasons = new Map<string, number>();
    for (const exchange of scene.exchanges) {
      const { failureBucket, reason } = jsonOf(exchange);
      hold(failureBucket === name, `the failure bucket is ${String(failureBucket)}`);
      hold(
        DECLINES[reason as DeclineReason]?.bucket === name,
        `the reason ${String(reason)} is not of this bucket`,
      );
      reasons.set(String(reason), (reasons.get(String(reason)) ?? 0) + 1);
    }
    const { before, after } = scene;
    if (before.register && after.register) {
      const of = ({ unpaid }: CashRegister) => unpaid.failureBuckets[name] ?? 0;
      const counted = of(after.register) - of(before.register);
      hold(counted === scene.exchanges.length, `the bucket moved by ${counted}`);
    }
    if (isThroughEdge(scene.lab)) return void seen(after.register, 'the cash register');
    for (const [reason, times] of reasons) {
      const counted = seen(moved(scene.before, scene.after, 'assay_refusals_total', { reason }), 'metrics');
      hold(counted === times, `${reason} was counted ${counted} times for ${times} answers`);
    }
  };

export const MONEY: Checks = {
  'PAYMENT-RESPONSE names a successful transaction': async (scene) => {
    hold(paid(scene).length > 0, 'there is no 200');
    for (const exchange of paid(scene)) transactionOf(exchange);
  },
  'the transaction is on the chain': async (scene) => {
    hold(paid(scene).length > 0, 'there is no 200');
    for (const exchange of paid(scene)) await onChain(exchange, scene);
  },
  'exactly one settlement reaches the chain': (scene) => {
    hold(settlements(scene) === 1, `${settlements(scene)} settlements were asked for`);
    const transactions =
      seen(scene.after.chain, 'the chain').settlerTransactions - scene.before.chain!.settlerTransactions;
    hold(transactions === 1, `${transactions} transactions were sent`);
  },
  'one journal row for the payment': (scene) =>
    hold(rowsAdded(scene) === 1, `${rowsAdded(scene)} rows were added`),
  // An answer is computed for the payment only by whoever claimed its row; everybody after that rebuilds it.
  'one first delivery, every other 200 a redelivery': (scene) => {
    const first = paid(scene).filter(({ headers }) => headers.get('x-svc-redelivery') === null);
    hold(first.length === 1, `${first.length} answers are first deliveries`);
    hold(rowsAdded(scene) === 1, `${rowsAdded(scene)} rows were added`);
  },
  'every 200 has the same body and transaction': (scene) => {
    const [first, ...rest] = paid(scene);
    hold(first, 'there is no 200');
    for (const other of rest) {
      hold(other.text === first.text, 'two bodies differ');
      hold(transactionOf(other) === transactionOf(first), 'two transactions differ');
    }
  },
  'every answer but 200 says: send the same payment again': each(({ status, headers, text }) => {
    if (status === 200) return;
    hold(Number(headers.get('retry-after')) > 0, 'no Retry-After');
    hold(headers.get('payment-required') === null, 'it carries a challenge');
    hold(jsonOf({ text }).retry === 'same_payment', 'it does not say: same payment');
  }),
  'a 200 repeats the delivered answer': each((exchange, scene) => {
    if (exchange.status === 200) isRepetition(exchange, firstDelivery(scene));
  }),
  'no new row in the journal': (scene) => hold(rowsAdded(scene) === 0, `${rowsAdded(scene)} rows were added`),
  'no settlement is asked for': noSettlement,
  'nothing is settled without a journal row': (scene) => {
    noSettlement(scene);
    hold(rowsAdded(scene) === 0, 'a row was written after all');
  },
  'neither chain nor facilitator is asked about the payment': (scene) => {
    hold(rpcCalls(scene) === 0, `${rpcCalls(scene)} calls went to the chain`);
    noSettlement(scene);
    const { before, after } = scene;
    hold(after.facilitatorCalls?.verify === before.facilitatorCalls?.verify, 'the facilitator was asked');
  },
  'the settler spends no gas': ({ before, after }) => {
    const spent = seen(before.chain, 'the chain').settlerWei - seen(after.chain, 'the chain').settlerWei;
    hold(spent === 0n, `the settler spent ${spent} wei`);
  },
  'any transaction of the settler but transferWithAuthorization on the asset': async (scene) => {
    const { block } = seen(scene.before.chain, 'the chain');
    const sent = await transactionsOf(scene.lab, sandboxAccount('settler').address, block);
    const strange = sent.filter(
      ({ to, input }) =>
        to?.toLowerCase() !== USDC_BASE.toLowerCase() || !TRANSFER_SELECTORS.includes(input.slice(0, 10)),
    );
    hold(strange.length === 0, `the settler also sent ${strange.map(({ hash }) => hash).join(', ')}`);
  },
  'the transaction hash is in the journal': (scene) => {
    const rows = seen(scene.after.rows, 'the journal');
    const known = new Set(rows.map(({ transaction }) => transaction));
    hold(paid(scene).length > 0, 'there is no 200');
    for (const exchange of paid(scene))
      hold(known.has(transactionOf(exchange)), 'the journal lacks the hash');
  },
  'the journal row is given up': (scene) => {
    const open = seen(scene.after.rows, 'the journal').filter(
      ({ state }) => state !== 'failed' && state !== 'released',
    );
    hold(open.length === 0, `a row is ${open[0]?.state}`);
  },
  'the restarted service had settled the row before it was ready': ({ memory }) => {
    const states = memory.notes.get('states at ready');
    hold(JSON.stringify(states) === '["settled"]', `the rows were ${JSON.stringify(states)}`);
  },
  ...Object.fromEntries(BUCKETS.map((name) => [`failure bucket ${name} +1`, bucket(name)])),
};
