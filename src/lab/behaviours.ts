import { CHALLENGE_ROWS } from './behaviours/challenge.ts';
import { MCP_ROWS } from './behaviours/mcp.ts';
import { MONEY_ROWS } from './behaviours/money.ts';
import { MPP_ROWS } from './behaviours/mpp.ts';
import { PAYMENT_ROWS } from './behaviours/payment.ts';
import type { BehaviourRow } from './script.ts';

/** Every question that the lab puts to a client build, by id. */
export const BEHAVIOURS: readonly BehaviourRow[] = [
  ...CHALLENGE_ROWS,
  ...PAYMENT_ROWS,
  ...MPP_ROWS,
  ...MONEY_ROWS,
  ...MCP_ROWS,
].sort((a, b) => a.id.localeCompare(b.id));

export const behaviour = (id: string): BehaviourRow | undefined => BEHAVIOURS.find((row) => row.id === id);
