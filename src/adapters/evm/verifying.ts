import type { Address, Hex } from 'viem';
import type { Clock, Verified } from '../../ports.ts';
import type { Payment as AnyPayment, SignedAuthorization } from '../../values/payment.ts';
import { declined } from '../../values/problem.ts';
import { authenticate, type EvmTerms, type Looked, lookFirst } from './authorization.ts';
import type { Chain } from './chain.ts';
import type { SignedByPayer } from './eip3009.ts';
import type { FailedGas } from './failed-gas.ts';
import type { InFlight } from './in-flight.ts';
import { GAS_LIMIT, type Lane, WALLET_GAS } from './lane.ts';
import type { SentAs } from './looks.ts';
import type { Payers } from './payers.ts';

type Payment = AnyPayment<SignedAuthorization>;

/** What a payment holds of its payer's balance. */
export const heldOf = (
  { amount }: Pick<EvmTerms, 'amount'>,
  { authorization: { from, nonce } }: SignedAuthorization,
) => ({ key: nonce, from: from as Hex, amount: BigInt(amount) });

interface Around {
  readonly chain: Chain;
  readonly clock: Clock;
  readonly account: { readonly address: Address };
  readonly lane: Pick<Lane, 'fees'>;
  readonly inFlight: InFlight;
  readonly payers: Payers;
  readonly failedGas: FailedGas;
  readonly signedByPayer: SignedByPayer;
  readonly isOurs: (address: string) => Promise<boolean>;
  /** See `ChainGas.data`. */
  readonly dataGas: bigint;
}

/** What is asked of a payment before money moves. */
export function verifyingBy(around: Around) {
  const { chain, clock, account, lane, inFlight, payers, failedGas, signedByPayer, isOurs, dataGas } = around;

  return { verify, sentAs, gasFor };

  async function verify(payment: Payment): Promise<Verified> {
    const authentic = await authenticate(payment, chain, signedByPayer);
    if (authentic.kind !== 'valid') return authentic;
    const { key, from, amount } = heldOf(payment.offer, payment.proof);
    const place = await inFlight.enter(key, from, amount);
    if (!place) return { kind: 'held' };
    let isGood = false;
    try {
      const looked = await lookAt(payment, authentic.byAccount, place.ahead);
      if (looked.kind === 'paid')
        return { kind: 'paid', transaction: looked.transaction, ours: await isOurs(looked.sender) };
      isGood = looked.kind === 'valid';
      return looked;
    } finally {
      if (!isGood) place.leave();
    }
  }

  /** A payer that runs code is looked at in the very transaction that would carry its payment. */
  async function lookAt(payment: Payment, byAccount: boolean, ahead: () => bigint): Promise<Looked> {
    const { proof } = payment;
    if (byAccount) {
      const looked = await lookFirst(payment, chain, clock, 'shared', ahead);
      if (looked.kind !== 'valid' || (await payers.isPlain(proof))) return looked;
    }
    const looked = await lookFirst(payment, chain, clock, await sentAs(proof), ahead);
    const isDeclined = looked.kind === 'valid' && failedGas.isSpent(proof.authorization.from);
    return isDeclined ? declined('wallet_contracts_paused') : looked;
  }

  /** How an authorization is sent when it goes alone. */
  async function sentAs(signed: SignedAuthorization): Promise<SentAs> {
    return { account: account.address, gas: gasFor(signed) + dataGas, ...(await lane.fees()) };
  }

  function gasFor(signed: SignedAuthorization): bigint {
    return payers.wasPlain(signed) ? GAS_LIMIT : WALLET_GAS;
  }
}
