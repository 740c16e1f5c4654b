import { createPublicClient, type Hex, http, parseAbi, parseEventLogs } from 'viem';
import { startAnvil } from '../sandbox/anvil.ts';
import type { Dialect, ScriptedAnswer } from './challenge.ts';
import type { Ledger } from './money.ts';
import type { ChallengeChange } from './script.ts';
import { BASE_FEE, LAB_EPOCH, LAB_SELLER, PATH_USD, SELLER_HOST, TEMPO_CHAIN_ID, TERMS } from './terms.ts';

/** The Machine Payments Protocol over HTTP, and the Tempo chain that its charges settle on. */

const REALM = SELLER_HOST;
/** Challenge ids are keyed hashes; the key protects nothing here, since the seller takes whatever the chain takes. */
const CHALLENGE_KEY = 'a key of thirty-two bytes or more, for the lab';
const USUAL_LIFE_SECONDS = 120;

export async function mppDialect(): Promise<Dialect> {
  const { Challenge } = await import('mppx');
  return {
    challenge(change: ChallengeChange): ScriptedAnswer {
      const terms = { ...TERMS, ...change.accepts?.[0] };
      const life = change.expiresInSeconds ?? USUAL_LIFE_SECONDS;
      const challenge = Challenge.from({
        secretKey: CHALLENGE_KEY,
        realm: REALM,
        method: 'tempo',
        intent: 'charge',
        expires: new Date((LAB_EPOCH + life) * 1_000).toISOString(),
        request: {
          amount: terms.amount,
          currency: PATH_USD,
          recipient: terms.payTo,
          methodDetails: { chainId: TEMPO_CHAIN_ID },
        },
      });
      return {
        status: 402,
        headers: {
          'content-type': 'application/problem+json',
          'cache-control': 'no-store',
          ...(change.bare ? {} : { 'www-authenticate': Challenge.serialize(challenge) }),
        },
        body: '{"title":"Payment Required","status":402}',
        gzip: change.gzip ?? false,
      };
    },
    receipt: ({ success, transaction }) => ({
      'payment-receipt': Buffer.from(
        JSON.stringify({
          method: 'tempo',
          status: success ? 'success' : 'failed',
          timestamp: new Date(LAB_EPOCH * 1_000).toISOString(),
          reference: transaction,
        }),
      ).toString('base64url'),
    }),
  };
}

const TOKEN = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)']);
const ARGS = ['--network', 'tempo', '--hardfork', 't4', '--timestamp', String(LAB_EPOCH)];

interface MppCredential {
  readonly payload?: { readonly type?: string; readonly signature?: string };
}

/** A Tempo chain at the lab's clock. Its ten accounts hold PathUSD from the start. */
export async function openTempoLedger(): Promise<Ledger> {
  const chain = await startAnvil({ chainId: TEMPO_CHAIN_ID, args: ARGS });
  const client = createPublicClient({ transport: http(chain.rpcUrl), cacheTime: 0 });
  const ask = (method: string, params: unknown[] = []) =>
    client.request({ method, params } as never) as Promise<unknown>;
  await ask('anvil_setBlockTimestampInterval', [1]);
  let snapshot = await ask('evm_snapshot');
  return {
    rpcUrl: chain.rpcUrl,
    async settle(credential) {
      const { payload } = credential as MppCredential;
      if (payload?.type !== 'transaction' || !payload.signature) return undefined;
      try {
        const receipt = (await ask('eth_sendRawTransactionSync', [payload.signature])) as {
          status: Hex;
          transactionHash: Hex;
        };
        return receipt.status === '0x1' ? receipt.transactionHash : undefined;
      } catch {
        // The chain refuses it: expired, used, or not what it takes for a transaction.
        return undefined;
      }
    },
    async transfers() {
      const logs = await client.getLogs({ address: PATH_USD, fromBlock: 0n });
      return parseEventLogs({ abi: TOKEN, logs, eventName: 'Transfer' }).filter(
        ({ args }) => args.to === LAB_SELLER,
      ).length;
    },
    async reset() {
      await ask('evm_revert', [snapshot]);
      // What the next block costs survives a revert, and clients write it into what they sign.
      await ask('anvil_setNextBlockBaseFeePerGas', [BASE_FEE]);
      snapshot = await ask('evm_snapshot');
    },
    stop: () => chain.stop(),
  };
}
