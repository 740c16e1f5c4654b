import type { BehaviourRow, McpSeller } from '../script.ts';
import { TERMS } from '../terms.ts';
import { BOUGHT, GAVE_UP_SIGNED, NOTHING_SIGNED, PAID, REFUSED, SELLS } from './phrases.ts';

/** One purchase of a tool over MCP, in each dialect that published clients and servers speak. */
const tool = (id: string, title: string, question: string, mcp: McpSeller): BehaviourRow => ({
  id,
  title,
  question,
  expected: 'buys once, with one transfer on the chain',
  moneyRisk: 'stuck',
  protocols: ['x402v2'],
  chain: true,
  ask: {},
  seller: { ...SELLS, mcp },
  rules: {
    pass: [{ ...BOUGHT, settlements: 1, amount: TERMS.amount }],
    // It sees no challenge, and its caller gets what the seller said.
    unsupported: [{ ...NOTHING_SIGNED, status: 402, threw: false, settlements: 0 }],
    fail: [
      REFUSED,
      GAVE_UP_SIGNED,
      // A payment in another form than this seller takes, or none: signed for nothing.
      { signed: { atLeast: 1 }, settlements: 0 },
      { ...PAID, settlements: { atLeast: 2 } },
    ],
  },
});

export const MCP_ROWS: readonly BehaviourRow[] = [
  tool(
    'B63',
    'Tool over MCP, as specified',
    'Does it buy a tool whose challenge stands in structuredContent, with the payment as an object in _meta?',
    { challenge: 'specified', payment: 'object' },
  ),
  tool(
    'B64',
    'Tool over MCP, challenge in _meta',
    'Does it buy a tool whose challenge stands in _meta["x402/error"]?',
    { challenge: 'meta', payment: 'any' },
  ),
  tool(
    'B65',
    'Tool over MCP, payment in base64',
    'Does it buy from a seller that takes the payment in _meta as a base64 string only?',
    { challenge: 'both', payment: 'base64' },
  ),
  tool(
    'B66',
    'Tool over MCP, listed as paid',
    'Does it buy a tool whose listing names the price in _meta.x402, with everything else as specified?',
    { challenge: 'specified', payment: 'object', listed: true },
  ),
];
