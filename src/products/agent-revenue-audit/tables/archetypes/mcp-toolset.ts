import type { RouteRow } from '../shapes.ts';
import { instant, listField, optional, text, whole } from '../shapes.ts';

export const ROWS: readonly RouteRow[] = [
  {
    id: 'mcp-tool',
    archetype: 'mcp_toolset',
    cues: {
      mcp: 4,
      'mcp server': 4,
      'mcp tool': 4,
      'model context protocol': 4,
      'tool server': 3,
      toolset: 2,
    },
    noun: 'tool call',
    plural: 'tool calls',
    unit: 'one call of the most-used tool',
    method: 'POST',
    path: '/v1/tools/most-used',
    band: 'all_priced',
    callsPerUnit: 1,
    request: [
      text('query', 'Argument of the tool call', 'status of release 4.2', 500),
      optional(whole('limit', 'Items the tool call returns at most', 5, 1, 20)),
    ],
    response: [
      listField('items', 'Items the tool call returned', [
        text('title', 'Title of the item', 'Release 4.2', 200),
        text('detail', 'Detail of the item', 'Published, no known defect', 2000),
      ]),
      text('tool', 'Tool that answered the call', 'most-used', 60),
      instant('asOf', 'When the tool call ran', '2026-01-15T09:00:00Z'),
    ],
    redaction: 'the items of one fixed tool call, details left out',
    empty: 'a tool call that matches nothing',
    bad: 'a limit of 500',
    notFirst: [
      ['a price on every tool', 'one priced tool call teaches more than a dozen that nobody tries'],
      ['a server-wide pass', 'a pass brings back the account that a tool call does without'],
    ],
    remark: 'per-tool price metadata lets a client filter by price before it calls',
  },
];
