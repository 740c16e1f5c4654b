import { decodePaymentSignatureHeader } from '@x402/core/http';
import { Credential } from 'mppx';
import { z } from 'zod';
import { readTransaction } from '../adapters/tempo/transaction.ts';
import { liveSeconds } from '../buyer/challenge.ts';
import type { AnyPending, MppPending, Pending } from '../buyer/pending.ts';
import { SYSTEM_PROGRAM } from '../gate/rails/solana-address.ts';
import { decodeTransaction } from '../gate/rails/solana-message.ts';
import { fromBase64 } from '../gate/rails/x402-svm.ts';
import { unixSeconds } from '../values/time.ts';
import { Unreadable } from './reading.ts';

/** What a plan needs of a kept payment. The signature stays where it is. */
export type Kept = Readonly<Record<string, unknown>> & {
  /** Solana: the message that was signed, by which the chain's transactions are compared with it. */
  readonly solanaMessage?: Uint8Array;
};

const authorization = z.object({
  authorization: z.object({
    from: z.string(),
    nonce: z.string(),
    validAfter: z.string(),
    validBefore: z.string(),
  }),
});
const transaction = z.object({ transaction: z.string() });

export async function keptFacts(pending: AnyPending): Promise<Kept> {
  const facts = 'rail' in pending ? await mppFacts(pending as MppPending) : x402Facts(pending);
  if (!facts) throw new Unreadable('the file holds a payment of a kind that this command cannot plan for');
  return facts;
}

function x402Facts(pending: Pending): Kept | undefined {
  const { network, asset, payTo: recipient, amount } = pending.accepted;
  const common = { network, asset, recipient, amount };
  const { payload } = decodePaymentSignatureHeader(pending.payment);
  const evm = authorization.safeParse(payload);
  if (evm.success) {
    const { from: payer, ...rest } = evm.data.authorization;
    return { kind: 'eip3009', ...common, payer, ...rest };
  }
  const svm = transaction.safeParse(payload);
  const bytes = svm.success ? fromBase64(svm.data.transaction) : undefined;
  const decoded = bytes && decodeTransaction(bytes);
  if (!decoded || pending.liveUntil === undefined) return undefined;
  const { instructions, accounts, blockhash, message } = decoded;
  // AdvanceNonceAccount, which has to come first: such a transaction does not end with its block hash.
  const first = instructions[0];
  const isDurable = first !== undefined && accounts[first.program] === SYSTEM_PROGRAM && first.data[0] === 4;
  return {
    ...{ kind: 'solana_transaction', ...common, payer: pending.payer, recentBlockhash: blockhash },
    lifetime: isDurable ? 'durable_nonce' : 'recent_blockhash',
    signedAt: unixSeconds(Date.parse(pending.liveUntil)) - liveSeconds(pending.accepted),
    solanaMessage: message,
  };
}

/** Longer than a stock client lets a transaction live: the window in which it can have been mined began after that. */
const TEMPO_WINDOW_SECONDS = 90;

async function mppFacts({ credential, agreed, payer }: MppPending): Promise<Kept | undefined> {
  const { challenge, payload } = Credential.deserialize<{ type?: string; signature?: string }>(credential);
  const chain = (challenge.request as { methodDetails?: { chainId?: number } }).methodDetails?.chainId;
  if (payload.type !== 'transaction' || payload.signature === undefined) return undefined;
  const signed = await readTransaction(payload.signature.toLowerCase());
  if (typeof signed === 'string' || (chain !== undefined && chain !== signed.chainId)) return undefined;
  return {
    ...{ kind: 'tempo_transaction', network: `eip155:${signed.chainId}`, asset: agreed.currency, payer },
    ...{ recipient: agreed.recipient, amount: agreed.amount, transaction: signed.hash },
    // Those are not read from a file at all.
    sponsored: false,
    validBefore: signed.validBefore,
    signedAt: signed.validBefore - TEMPO_WINDOW_SECONDS,
  };
}
