import { encodePaymentResponseHeader } from '@x402/core/http';
import type { CappedWallet, WalletQuestion } from '../buyer/capped-wallet.ts';
import type { Quote } from '../buyer/challenge.ts';
import { PurchaseStopped, STOPS, type Stop } from '../buyer/stops.ts';
import { reasonOf } from '../buyer/wire.ts';
import { singleLine } from '../buyer/words.ts';
import { NETWORK_PARAMETER } from '../declare.ts';
import type { AskHost, Call, Payer } from '../http/mcp.ts';
import { DELIVERY_RECEIPT_HEADER } from '../values/headers.ts';
import { dollarsOf } from '../values/money.ts';
import { againWith, life } from './buy-money.ts';

/** The wallet behind the paid tools of `assay mcp`: what it buys, and what it says of the money. */

/** `forward`: the call as it is, without a payment. */
export const payerOf = (wallet: CappedWallet, baseUrl: string, forward: Call): Payer => ({
  instructions: instructionsOf(wallet),
  pay: async (path, init, ask) => {
    const question = questionOf(baseUrl, path, init);
    if (question.query?.[NETWORK_PARAMETER] !== undefined)
      return { response: await forward(path, init), said: OTHER_NETWORK };
    // The service's own refusals say best what is wrong, and a challenge says nothing that is not asked for again.
    if (!wallet.holds(question)) {
      const response = await forward(path, init);
      if (response.status !== 402) return { response, said: '' };
    }
    try {
      const { bought, isAgain } = await wallet.buy(question, (quote) => asked(wallet, quote, ask));
      const { settlement, deliveryReceipt: receipt, body, pending } = bought;
      return {
        response: new Response(Buffer.from(body), {
          headers: {
            'payment-response': encodePaymentResponseHeader(settlement),
            [DELIVERY_RECEIPT_HEADER]: receipt,
          },
        }),
        said: isAgain
          ? 'Nothing was paid for this call: an earlier one paid for the same answer.'
          : `Paid ${dollarsOf(BigInt(pending.accepted.amount))} in USDC on Base to ${pending.accepted.payTo}, transaction ${bought.transaction}. The receipts are verified. ${spentOf(wallet)}`,
      };
    } catch (error) {
      return stopped(error, wallet, question);
    }
  },
});

const OTHER_NETWORK = `This server's wallet pays on Base only. Leave ${NETWORK_PARAMETER} out, or pay this challenge with a wallet of your own.`;

const instructionsOf = ({ caps: { perCall, perDay, askAbove } }: CappedWallet): string =>
  `Free tools never spend: use them first. A buy_… tool is paid by this server from its own wallet: send no payment and no ticket. It pays at most ${dollarsOf(perCall)} for a call and ${dollarsOf(perDay)} in 24 hours, and asks a person above ${dollarsOf(askAbove)}. The same call within 24 hours is one purchase: it is paid once and answered again for nothing. If a result says that the outcome is not known, make the same call again. A long answer names what it omits: make the same call with part. Every result says what was paid.`;

const spentOf = (wallet: CappedWallet): string =>
  `${dollarsOf(wallet.spent())} of ${dollarsOf(wallet.caps.perDay)} is spent in 24 hours.`;

function questionOf(baseUrl: string, path: string, { method, body }: RequestInit): WalletQuestion {
  const { origin, pathname, searchParams } = new URL(path, baseUrl);
  if (method === 'POST')
    return { baseUrl: origin, path: pathname, method, body: JSON.parse(String(body)) as object };
  return { baseUrl: origin, path: pathname, method: 'GET', query: Object.fromEntries(searchParams) };
}

const asked = (wallet: CappedWallet, { price, payTo, resource, liveSeconds }: Quote, ask: AskHost) =>
  ask(
    `Pay ${price} in USDC on Base for ${resource}? The money goes to ${payTo}. It can be charged once, within ${liveSeconds} seconds. ${spentOf(wallet)}`,
    price,
  );

/** What to do next, where the stop itself does not say it. */
const NEXT: Partial<Record<Stop, string>> = {
  terms_not_acceptable: 'If it is the price, whoever runs this server can raise --max-per-call.',
  not_approved: 'Do not call again unless this changes.',
  outcome_unknown: 'Make the same call again: it sends the same payment and signs nothing.',
  receipt_not_verified: 'Make the same call again: it sends the same payment and signs nothing.',
};

/** A purchase that ended without a verified answer, in the form of a problem document. */
function stopped(error: unknown, wallet: CappedWallet, question: WalletQuestion) {
  const known = error instanceof PurchaseStopped;
  // Not ours to say that nothing was sent: the file of a payment stays where there was one.
  const stop: Stop = known ? error.stop : wallet.holds(question) ? 'outcome_unknown' : 'fault';
  const { meaning, paid } = STOPS[stop];
  const pending = known ? error.pending : undefined;
  const file = wallet.fileOf(question);
  const detail = [
    singleLine(reasonOf(error)),
    meaning,
    ...(pending ? [`${life(pending)}. It is kept in ${file}`] : []),
    NEXT[stop],
  ]
    .filter(Boolean)
    .map((sentence) => sentence!.replace(/\.?$/, '.'))
    .join(' ');
  const body = { error: stop, paid, detail, ...(pending && { payment: file, again: againWith(file) }) };
  const title = paid === 'no' ? 'Nothing was paid' : 'A payment was sent';
  return { response: Response.json({ title, ...body }, { status: 424 }), said: spentOf(wallet) };
}
