import type { SentencePart } from '../parts.ts';

/** What figures of the text mean for this price: at most two are said, the ones that matter most first. */
export const DIAGNOSIS: readonly SentencePart[] = [
  'one in a hundred of {volume} would bring {onePercent} a month at {price}',
  '{worth} makes {price} {ofWorth} of what one {noun} is worth',
  '{free} already shows what is sold, so {price} has to begin where it ends',
  'judge the week by {problem}',
];

export const MOST_TOPICS = 5;

export { default as TOPICS } from './topics.table.json' with { type: 'json' };

/** Hosted services that verify and settle on the network of the offer. Few words each: they are the same for everybody. */
export interface FacilitatorRow {
  readonly name: string;
  readonly url: string;
  readonly networks: readonly string[];
  readonly needs: string;
  readonly fee: string;
  readonly source: string;
  readonly read: string;
}

const BASE = 'eip155:8453';
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

export const FACILITATORS: readonly FacilitatorRow[] = [
  {
    name: 'Coinbase CDP',
    url: 'https://api.cdp.coinbase.com/platform/v2/x402',
    networks: [BASE, SOLANA],
    needs: 'CDP API keys',
    fee: '1,000 a month free, then $0.001',
    source: 'docs.cdp.coinbase.com/x402/seller/facilitator',
    read: '2026-11-23',
  },
  {
    name: 'PayAI',
    url: 'https://facilitator.payai.network',
    networks: [BASE, SOLANA],
    needs: 'no key named',
    fee: 'not read',
    source: 'deepwiki.com/coinbase/x402/8.2-public-facilitators',
    read: '2026-11-23',
  },
];
