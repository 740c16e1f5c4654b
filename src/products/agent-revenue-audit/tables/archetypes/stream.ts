import type { RouteRow } from '../shapes.ts';
import { choice, instant, optional, text, whole } from '../shapes.ts';

/** What arrives for as long as a connection is open. A payment buys a window of it, never the open end. */
export const ROWS: readonly RouteRow[] = [
  {
    id: 'stream-window',
    archetype: 'stream',
    cues: {
      websocket: 4,
      'websocket of': 4,
      'websocket feed': 4,
      'websocket api': 4,
      'websocket stream': 4,
      sse: 3,
      'server sent events': 4,
      streaming: 2,
      stream: 3,
      'live stream': 3,
      'stream of': 4,
      'live feed': 4,
      'real time feed': 4,
      'realtime feed': 4,
      firehose: 4,
      'event feed': 3,
      'pushed over': 3,
      'events pushed': 4,
      'tick data': 2,
      'push feed': 4,
      'data stream': 4,
      grpc: 2,
      kafka: 2,
      mqtt: 3,
    },
    noun: 'stream pass',
    plural: 'stream passes',
    unit: 'one pass of ten minutes on one channel',
    method: 'POST',
    path: '/v1/stream-passes',
    band: 'stream_window',
    callsPerUnit: 1,
    request: [
      text('channel', 'Channel as listed by the free channel index', 'trades.eth-usd', 120),
      optional(whole('minutes', 'Minutes that the pass is good for', 10, 10, 10)),
    ],
    response: [
      text('passId', 'Name of the pass, sent when the connection opens', 'pass_01', 60),
      text('connectTo', 'Address that takes the pass', 'wss://stream.example/v1', 300),
      choice('delivery', 'How the channel arrives', ['websocket', 'sse'], 'websocket'),
      instant('validUntil', 'When the pass ends, whatever arrived', '2026-01-15T09:10:00Z'),
    ],
    redaction: 'a minute of one channel, delayed by a day',
    empty: 'a channel that is silent today',
    bad: 'a channel that the index does not list',
    notFirst: [
      ['the open stream by the month', 'an agent that needs ten minutes pays for thirty days or not at all'],
      ['payment for each event', 'one settlement costs more than one event: sell the window'],
    ],
    remark: 'a window has a beginning and an end, so a payment has something it was for',
    companions: [
      ['GET', '/v1/stream-passes/{passId}', 'reads how much of a pass is left: free for its buyer'],
    ],
  },
];
