import type { RouteRow } from '../shapes.ts';
import { choice, instant, optional, text, whole } from '../shapes.ts';

export const ROWS: readonly RouteRow[] = [
  {
    id: 'infra-rpc',
    archetype: 'infra_rpc',
    cues: {
      rpc: 4,
      'node provider': 3,
      'json rpc': 4,
      'archive node': 3,
      'ethereum node': 3,
      'solana node': 3,
      'rpc for': 4,
      'rpc api': 4,
      'rpc endpoint': 4,
      'rpc provider': 4,
      'node api': 3,
      bundler: 3,
      'relay transactions': 3,
      'broadcasts transaction': 3,
    },
    noun: 'call pack',
    plural: 'call packs',
    unit: 'one pack of 100 calls',
    method: 'POST',
    path: '/v1/packs',
    band: 'rpc_call',
    callsPerUnit: 100,
    request: [
      choice('chain', 'Chain the call pack is for', ['eip155:1', 'eip155:8453'], 'eip155:8453'),
      optional(whole('calls', 'Calls in the pack', 100, 100, 100)),
    ],
    response: [
      text('packId', 'Name of the call pack, sent as a header with each call', 'pack_01', 60),
      whole('callsLeft', 'Calls left in the pack', 100, 0, 100),
      text('endpoint', 'Address the calls of the pack go to', 'https://rpc.example/pack', 300),
      instant('validUntil', 'When unused calls of the pack lapse', '2026-02-14T09:00:00Z'),
    ],
    redaction: 'the state of one public call pack with no calls left',
    empty: 'a chain whose nodes are all behind',
    bad: 'a pack of 7 calls',
    notFirst: [
      [
        'exact payment for each single call',
        'one settlement costs more than one call: bundle, or open an MPP session',
      ],
      ['dedicated nodes', 'a node by the month is bought after the first call pack was used up'],
    ],
    remark: 'a pack moves the payment off the hot path: one settlement, many calls',
    companions: [
      ['GET', '/v1/packs/{packId}', 'reads how many calls of a pack are left: free for whoever holds its id'],
    ],
  },
];
