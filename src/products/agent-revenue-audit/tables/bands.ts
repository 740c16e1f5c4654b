/**
 * What comparable calls cost in public. Figures were read on the named public pages at the named date; they are
 * bands to place a price in, not forecasts. Dollars are decimal strings.
 *
 * `published`: the page itself gives quartiles. `points`: single prices; quartiles are computed from them (a price
 * range enters once, at its geometric middle). `range`: only lowest and highest are known; the middle is geometric.
 * `judgement`: no public class was found; the anchor is ours and says why.
 */
export type BandRow = {
  readonly id: string;
  readonly label: string;
  readonly source: string;
  readonly date: string;
} & (
  | {
      readonly kind: 'published';
      readonly p25: string;
      readonly median: string;
      readonly p75: string;
      readonly n: number | null;
    }
  | {
      readonly kind: 'points';
      readonly points: readonly (readonly [what: string, low: string, high: string])[];
    }
  | { readonly kind: 'range'; readonly low: string; readonly high: string }
  | {
      readonly kind: 'judgement';
      readonly p25: string;
      readonly median: string;
      readonly p75: string;
      readonly why: string;
    }
);

const CATEGORY_TABLE = { source: 'huggingface.co/datasets/tanod/x402-category-prices', date: '2026-10-09' };

export const BANDS: readonly BandRow[] = [
  {
    id: 'all_priced',
    label: 'all priced x402 endpoints',
    kind: 'published',
    p25: '0.003',
    median: '0.01',
    p75: '0.0324',
    n: 1542,
    source: 'huggingface.co/datasets/animicaorg/x402-price-index',
    date: '2026-08-26',
  },
  {
    id: 'ocr',
    label: 'OCR',
    kind: 'published',
    p25: '0.005',
    median: '0.01',
    p75: '0.02',
    n: null,
    ...CATEGORY_TABLE,
  },
  {
    id: 'pdf',
    label: 'PDF conversion',
    kind: 'published',
    p25: '0.005',
    median: '0.01',
    p75: '0.02',
    n: null,
    ...CATEGORY_TABLE,
  },
  {
    id: 'qr',
    label: 'QR codes',
    kind: 'published',
    p25: '0.002',
    median: '0.004',
    p75: '0.01',
    n: null,
    ...CATEGORY_TABLE,
  },
  {
    id: 'speech_to_text',
    label: 'speech to text',
    kind: 'published',
    p25: '0.01',
    median: '0.03',
    p75: '0.115',
    n: null,
    ...CATEGORY_TABLE,
  },
  {
    id: 'company_enrichment',
    label: 'company enrichment',
    kind: 'published',
    p25: '0.01',
    median: '0.03',
    p75: '0.10',
    n: null,
    ...CATEGORY_TABLE,
  },
  {
    id: 'search',
    label: 'search',
    kind: 'points',
    points: [
      ['You.com search over x402', '0.005', '0.005'],
      ['You.com search over MPP', '0.01', '0.01'],
      ['You.com finance research, short', '0.11', '0.11'],
      ['You.com finance research, long', '0.50', '0.50'],
      ['OpenWebNinja search', '0.003', '0.003'],
      ['OpenWebNinja AI endpoints', '0.005', '0.005'],
    ],
    source: 'you.com/docs, openwebninja.com',
    date: '2026',
  },
  {
    id: 'onchain_intel',
    label: 'on-chain intelligence',
    kind: 'points',
    points: [
      ['Nansen basic', '0.01', '0.01'],
      ['Nansen premium', '0.05', '0.05'],
      ['WalletIQ', '0.005', '0.005'],
      ['contract admission', '0.10', '0.10'],
      ['token risk', '0.02', '2.00'],
    ],
    source: 'docs.nansen.ai, coinbase/x402 partner metadata',
    date: '2026',
  },
  {
    id: 'url_metadata',
    label: 'URL and page metadata',
    kind: 'range',
    low: '0.0005',
    high: '0.005',
    source: 'dev.to/hal_gobvan (10 endpoints)',
    date: '2026',
  },
  {
    id: 'llm_answers',
    label: 'LLM answers',
    kind: 'points',
    points: [
      ['AskClaude tiers', '0.01', '0.10'],
      ['x402engine gateway', '0.002', '0.09'],
      ['fixed-price chat', '0.003', '0.10'],
      ['code execution', '0.005', '0.005'],
    ],
    source: 'coinbase/x402 partner metadata, mcpservers.org x402engine, api-evangelist 558686',
    date: '2026',
  },
  {
    id: 'image',
    label: 'image generation',
    kind: 'range',
    low: '0.015',
    high: '0.12',
    source: 'coinbase/x402 partner metadata',
    date: '2026',
  },
  {
    id: 'code_exec',
    label: 'jobs that are run',
    kind: 'judgement',
    p25: '0.005',
    median: '0.04',
    p75: '0.25',
    why: 'partner metadata of coinbase/x402 lists a plain run at half a cent; browsers, solvers and simulations hold a machine for minutes and cost several cents',
    source: 'expert judgement',
    date: '2026-11-23',
  },
  {
    id: 'report',
    label: 'reports and finished work',
    kind: 'points',
    points: [
      ['validator report', '1.00', '1.00'],
      ['code to pull request', '5.00', '5.00'],
      ['agent launch after five free', '0.55', '0.55'],
    ],
    source: 'coinbase/x402 partner metadata, hotmolts',
    date: '2026',
  },
  {
    id: 'dossier',
    label: 'dossiers and dataset editions',
    kind: 'points',
    points: [
      ['rank and dossier', '0.02', '0.08'],
      ['contract admission', '0.10', '0.10'],
      ['market dossier', '0.50', '0.50'],
    ],
    source: 'x402-market-intel, oblique, vibesprings; a whole archive at $25 is another unit and is left out',
    date: '2026',
  },
  {
    id: 'attestation',
    label: 'checks and attestations',
    kind: 'points',
    points: [
      ['payment preflight', '0.001', '0.001'],
      ['contract admission', '0.10', '0.10'],
      ['token risk', '0.02', '2.00'],
      ['listing badge', '1.00', '1.00'],
    ],
    source: 'x402station.io, pricepilot402, coinbase/x402 partner metadata',
    date: '2026',
  },
  {
    id: 'watch',
    label: 'prepaid watches for a month',
    kind: 'judgement',
    p25: '0.05',
    median: '0.25',
    p75: '1.00',
    why: 'thirty careful sellers were priced at ten cents to a dollar for one thing watched for a month; x402station.io lists a bare watch at one cent',
    source: 'expert judgement',
    date: '2026-11-23',
  },
  {
    id: 'rpc_call',
    label: 'single RPC calls over MPP',
    kind: 'range',
    low: '0.001',
    high: '0.001',
    source: 'quicknode.com (charge intent; its session price of $0.00001 is another meter)',
    date: '2026',
  },
  {
    id: 'brokered_commit',
    label: 'brokered commitments',
    kind: 'judgement',
    p25: '0.03',
    median: '0.05',
    p75: '0.10',
    why: 'no public class was found; five times the all-market median, since the call commits an outcome and does not only read',
    source: 'expert judgement',
    date: '2026-11-21',
  },
  {
    id: 'carrier_message',
    label: 'messages by a carrier',
    kind: 'judgement',
    p25: '0.008',
    median: '0.015',
    p75: '0.05',
    why: 'carriers take about a cent for a text message, and an agent pays a little more for having no account',
    source: 'expert judgement',
    date: '2026-11-22',
  },
  {
    id: 'mail_sent',
    label: 'mails sent',
    kind: 'judgement',
    p25: '0.002',
    median: '0.005',
    p75: '0.01',
    why: 'plans come to a tenth of a cent for a mail; a stranger is a risk to the sender name and pays more',
    source: 'expert judgement',
    date: '2026-11-22',
  },
  {
    id: 'letter',
    label: 'printed letters',
    kind: 'points',
    points: [
      ['PostalForm letter over MPP, one page', '3.40', '3.40'],
      ['print-to-mail letter of two pages', '2.75', '2.75'],
    ],
    source: 'clawmart.sh on PostalForm, developer-stage.dps.io',
    date: '2026-11-22',
  },
  {
    id: 'stream_window',
    label: 'passes for a stream',
    kind: 'judgement',
    p25: '0.02',
    median: '0.05',
    p75: '0.15',
    why: 'a month of a feed for $200 comes to half a cent for ten minutes; a pass is used when it matters, and costs ten times that',
    source: 'expert judgement',
    date: '2026-11-22',
  },
  {
    id: 'proxy_gigabyte',
    label: 'proxy traffic by the gigabyte',
    kind: 'judgement',
    p25: '1.00',
    median: '3.00',
    p75: '6.00',
    why: 'residential traffic is listed at $1 to $8 a gigabyte',
    source: 'expert judgement',
    date: '2026-11-22',
  },
  {
    id: 'captcha_solve',
    label: 'solved challenges',
    kind: 'range',
    low: '0.001',
    high: '0.005',
    source: 'tencentcloud.com captcha price page (first tier, the other side of the same call)',
    date: '2026-11-22',
  },
  {
    id: 'gpu_hour',
    label: 'GPU hours',
    kind: 'judgement',
    p25: '0.80',
    median: '2.00',
    p75: '3.50',
    why: 'cards of 80 GB are listed at $1.5 to $4 an hour',
    source: 'expert judgement',
    date: '2026-11-22',
  },
  {
    id: 'human_label',
    label: 'items labelled by people',
    kind: 'judgement',
    p25: '0.03',
    median: '0.08',
    p75: '0.25',
    why: 'a minute of paid attention costs five to twenty cents',
    source: 'expert judgement',
    date: '2026-11-22',
  },
  {
    id: 'held_quote',
    label: 'held quotes',
    kind: 'judgement',
    p25: '0.01',
    median: '0.03',
    p75: '0.10',
    why: 'the fee only has to matter to a buyer who asks hundreds of times; the labels put fourteen sellers at one to five cents',
    source: 'expert judgement',
    date: '2026-11-23',
  },
  {
    id: 'identity_check',
    label: 'identity checks',
    kind: 'judgement',
    p25: '0.80',
    median: '1.50',
    p75: '2.50',
    why: 'checks with document and face are listed at $1 to $2.50 by the piece',
    source: 'expert judgement',
    date: '2026-11-22',
  },
  {
    id: 'stored_file',
    label: 'stored files',
    kind: 'judgement',
    p25: '0.02',
    median: '0.10',
    p75: '0.15',
    why: 'a gigabyte costs about two cents a month to hold, and a file is kept and served for months; five labelled sellers are put at about ten cents',
    source: 'expert judgement',
    date: '2026-11-23',
  },
  {
    id: 'score_check',
    label: 'scores and validations',
    kind: 'judgement',
    p25: '0.005',
    median: '0.01',
    p75: '0.05',
    why: 'validations are listed under a cent, scores that decide about money at several cents',
    source: 'expert judgement',
    date: '2026-11-22',
  },
  {
    id: 'order_fee',
    label: 'orders placed',
    kind: 'judgement',
    p25: '0.05',
    median: '0.25',
    p75: '1.00',
    why: 'the goods are paid as today; the fee is for placing and confirming',
    source: 'expert judgement',
    date: '2026-11-22',
  },
];

/** Prices a first route may have: these figures in each decade from a tenth of a cent to hundreds of dollars. */
export const LADDER_FIGURES = ['1', '1.2', '1.5', '2', '2.5', '3', '4', '5', '6', '8'];
export const LADDER_DECADES = ['0.001', '0.01', '0.1', '1', '10', '100'];

/** Numbers of the price rule and of the funnel rule. */
export const RULES = {
  /** Facilitators refuse less than this. */
  settlementFloor: '0.001',
  /** Floor = factor × unit cost: a gross margin of two thirds. */
  marginFactor: 3,
  /** Ceiling = factor × what a plan comes to per unit today. */
  subscriptionFactor: 3,
  /** Where one unit has a stated price: the anchor in tenths of it, and how far a price may stand from it. */
  stated: { anchorTenths: 14, lowest: 3, highest: 5 },
  /** From this price on nothing is added to what the seller asks: it is over what clients sign by default. */
  addNothingFrom: '1.00',
  /** A unit below the settlement floor is sold in packs that come to at least this. */
  packFloor: '0.005',
  /** Ceiling = one part in this many of the stated value per use. */
  valueDivisor: 10,
  /** Anchor multipliers in tenths. */
  anchorTenths: { new: 8, plain: 10, exclusive: 15 },
  /** What a payer's client signs by default, in dollars. */
  caps: { v1: '0.10', v2: '1.00', override: '5.00' },
  capSince: '@x402/core 2.23.0',
  /** Share of challenges that end in a payment, per mille, seen by one public seller (dev.to, 2026). */
  paidPerMille: 10,
  /** A zero this unlikely is not bad luck. */
  significancePerMille: 50,
  raiseAfter: { paidCalls: 20, payers: 5, refundPercent: 2 },
  dropAfter: { challenges: 200, paid: 0 },
  maxFrictions: 5,
  /** What the text itself says is all kept, up to this many. */
  maxSpoken: 6,
  maxQuestions: 5,
  slowSeconds: 15,
  manyTools: 5,
};
