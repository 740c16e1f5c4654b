import { MULTICALL3 } from '../../values/assets.ts';
import { shellQuote } from '../../values/command.ts';
import { authorizationState, stateAtOneBlock, TOKEN_EVENTS, topicOf } from './abi.ts';
import type { RecoveryPlan, RecoveryRequest } from './schema.ts';

type Call = RecoveryPlan['read']['calls'][number];

/** Left for the buyer to fill in. */
const BLOCK_HASH = 'BLOCK_HASH';
const FROM_BLOCK = 'FROM_BLOCK';
const SLOT = 'SLOT';

const call = (id: string, method: string, params: readonly unknown[], howToRead: string): Call => ({
  ...{ id, method, params: [...params], howToRead },
  curl: `curl -sS "$RPC_URL" -H 'content-type: application/json' -d ${shellQuote(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))}`,
});

/** The read-only calls by which a buyer asks the chain itself. Nobody here makes them. */
export function readsFor(input: RecoveryRequest): RecoveryPlan['read'] {
  if (input.kind === 'eip3009') return evmReads(input);
  return input.kind === 'solana_transaction' ? solanaReads(input) : tempoReads(input);
}

const NODE =
  'Set RPC_URL to a node of yours or one that you trust. The calls only read: they need no key and send nothing.';

function evmReads({ asset, payer, nonce = '' }: RecoveryRequest): RecoveryPlan['read'] {
  const data = stateAtOneBlock(asset, payer, nonce);
  return {
    calls: [
      call(
        'authorization_state',
        'eth_call',
        [{ to: MULTICALL3, data }, 'finalized'],
        'Its `result` holds the chain, the number and time of the block, and authorizationState(payer, nonce) there, all from one block. Send it as answer {"result": …, "block": "finalized"}.',
      ),
      call(
        'finalized_block',
        'eth_getBlockByNumber',
        ['finalized', false],
        'Only where the first call gives 0x: this chain has no Multicall3. Note `hash`, `number` and `timestamp` (hex, epoch seconds).',
      ),
      call(
        'authorization_state_at',
        'eth_call',
        [
          { to: asset, data: authorizationState(payer, nonce) },
          { blockHash: BLOCK_HASH, requireCanonical: true },
        ],
        'With the hash of that block, and no other: authorizationState(address,bytes32). A result that ends in 1: used or cancelled; in 0: unused. Send found, blockNumber, blockTime and block.',
      ),
      call(
        'authorization_events',
        'eth_getLogs',
        [
          {
            ...{ address: asset, fromBlock: FROM_BLOCK, toBlock: 'finalized' },
            topics: [
              [TOKEN_EVENTS.AuthorizationUsed, TOKEN_EVENTS.AuthorizationCanceled],
              topicOf(payer),
              nonce.toLowerCase(),
            ],
          },
        ],
        `When it is used, from a block before you signed on. Topic ${TOKEN_EVENTS.AuthorizationUsed.slice(0, 10)}…: it was used, and the Transfer after it in that transaction says who was paid (found: transferred). Topic ${TOKEN_EVENTS.AuthorizationCanceled.slice(0, 10)}…: it was cancelled (found: canceled).`,
      ),
    ],
    note: `${NODE} "Unused" counts only from a block whose own time is past validBefore and that cannot be replaced, which is why the calls name the finalized block. Before that they show only whether it was used already.`,
  };
}

function solanaReads({ recentBlockhash, payer }: RecoveryRequest): RecoveryPlan['read'] {
  const at = { commitment: 'finalized', minContextSlot: SLOT };
  return {
    calls: [
      call(
        'blockhash',
        'isBlockhashValid',
        [recentBlockhash, { commitment: 'finalized' }],
        'Note context.slot, the SLOT of the next calls, and value: false means that no later block can carry it out.',
      ),
      call('slot_time', 'getBlockTime', [SLOT], 'The time of that slot in epoch seconds: blockTime.'),
      // Its id is the fee payer's signature, which who signed it may not have: your history shows it under any id.
      call(
        'history',
        'getSignaturesForAddress',
        [payer, { ...at, limit: 1000 }],
        'Final transactions that name you, newest first. One since you signed may be this payment: its memo and its transfer (getTransaction) say. err null: succeeded; else failed. None since you signed, and the list reaches back to then: absent.',
      ),
    ],
    note: `${NODE} Send found, blockNumber (SLOT), blockTime, blockhashValid and block: finalized. Make the calls in this order: "absent" counts only when it is read after the block hash was over. Replace SLOT by the number, without quotes.`,
  };
}

function tempoReads({ transaction = '' }: RecoveryRequest): RecoveryPlan['read'] {
  return {
    calls: [
      call(
        'receipt',
        'eth_getTransactionReceipt',
        [transaction.toLowerCase()],
        'status 0x1: succeeded; 0x0: failed. null proves nothing yet: this node may not have seen its block.',
      ),
      call(
        'finalized_block',
        'eth_getBlockByNumber',
        ['finalized', false],
        'Note `number` and `timestamp`. It must be later than validBefore.',
      ),
      call(
        'block_of_window',
        'eth_getBlockByNumber',
        ['BLOCK_NUMBER', false],
        'For every number from that block back to one made before you signed: `transactions` must not hold the hash. Then it is absent, with everyBlock true. `assay recover --rpc-url` does this for you.',
      ),
    ],
    note: `${NODE} A transaction that somebody else sponsors has another hash when it is mined: then only the seller can say.`,
  };
}
