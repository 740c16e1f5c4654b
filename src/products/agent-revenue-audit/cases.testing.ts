import type { AuditInput } from './schema.ts';

/** Worked cases for tests and goldens, and a generator of unlike inputs. Invented sellers; no real service is meant. */

export const AS_OF = Date.parse('2026-11-21T12:00:00Z');
export const FACTS = { asOf: AS_OF, release: 'v0.0.0-test' };

/** Demanded by the acceptance table: what a good auditor must say. */
export interface Demand {
  readonly archetype: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly price: string;
  readonly frictions: readonly string[];
}

export const CASES: Readonly<Record<string, { readonly input: AuditInput; readonly demand: Demand }>> = {
  A1: {
    input: {
      serviceName: 'SkyCast',
      currentOffer:
        'Weather API. $29/mo for 10k calls, every call requires an API key from the sign-up page.',
      targetBuyer: 'travel-planning agents',
      currentPaymentRail: 'Stripe subscription',
    },
    demand: {
      archetype: 'data_lookup',
      method: 'GET',
      path: '/v1/forecast',
      price: '$0.008',
      frictions: ['F01', 'F02', 'F05'],
    },
  },
  A2: {
    input: {
      serviceName: 'Relay Nine',
      currentOffer: 'LLM gateway in front of four models, billed per token at $0.60 per million tokens.',
      targetBuyer: 'coding agents without an account',
      currentProblem: 'Buyers cannot tell what a request will cost.',
    },
    demand: {
      archetype: 'llm_inference',
      method: 'POST',
      path: '/v1/complete',
      price: '$0.008',
      frictions: ['F13'],
    },
  },
  A3: {
    input: {
      serviceName: 'PageForge',
      currentOffer: 'PDF and OCR SaaS for scanned files. Prices: contact sales.',
      targetBuyer: 'back-office agents with a stack of scans',
    },
    demand: {
      archetype: 'document_extraction',
      method: 'POST',
      path: '/v1/ocr',
      price: '$0.01',
      frictions: ['F03', 'F24', 'F21'],
    },
  },
  A4: {
    input: {
      serviceName: 'Firmograph',
      currentOffer: 'Company enrichment by domain, $99 floor per month, contacts included.',
      targetBuyer: 'research agents that resolve one company',
    },
    demand: {
      archetype: 'enrichment',
      method: 'POST',
      path: '/v1/company/enrich',
      price: '$0.03',
      frictions: ['F02', 'F21'],
    },
  },
  A5: {
    input: {
      serviceName: 'Palisade',
      currentOffer: 'Security-audit consultancy. An engagement is $4k and takes our consultants three weeks.',
      targetBuyer: 'platform teams and their agents',
    },
    demand: {
      archetype: 'human_service',
      method: 'POST',
      path: '/v1/scope',
      price: '$1.00',
      frictions: ['F26', 'F14'],
    },
  },
  A6: {
    input: {
      serviceName: 'Tidemark',
      currentOffer: 'Trading-signal bot that tells subscribers when to enter.',
      targetBuyer: 'hobby quants',
    },
    demand: {
      archetype: 'out_of_scope',
      method: 'GET',
      path: '/v1/indicators',
      price: '$0.01',
      frictions: ['F25'],
    },
  },
  A7: {
    input: {
      serviceName: 'Toolbench',
      currentOffer: 'MCP server with 12 tools. Every request gets a 401 first until the client logs in.',
      targetBuyer: 'assistants that pick tools at run time',
      currentProblem: 'We wonder how agents find us.',
    },
    demand: {
      archetype: 'mcp_toolset',
      method: 'POST',
      path: '/v1/tools/most-used',
      price: '$0.01',
      frictions: ['F01', 'F12', 'F10'],
    },
  },
  A8: {
    input: {
      serviceName: 'Nodeyard',
      currentOffer: 'RPC provider for Base, sub-cent: $0.00001 per call, sold by the million.',
      targetBuyer: 'indexers and bots',
      currentPaymentRail: 'USDC top-up',
    },
    demand: {
      archetype: 'infra_rpc',
      method: 'POST',
      path: '/v1/packs',
      price: '$0.012',
      frictions: ['F16'],
    },
  },
  A9: {
    input: {
      serviceName: 'Matchgrid',
      currentOffer: 'Weekly compatibility dataset of client libraries, sent as a file.',
      targetBuyer: 'SDK maintainers and their agents',
    },
    demand: {
      archetype: 'dataset_edition',
      method: 'GET',
      path: '/v1/set/latest',
      price: '$0.10',
      frictions: ['F17', 'F23'],
    },
  },
  A10: {
    input: {
      serviceName: 'Slotwise',
      currentOffer: 'Booking broker for meeting rooms, paid with USDC over x402.',
      targetBuyer: 'office agents',
      currentProblem: 'Buyers say they were charged but nothing happened, and retries made it worse.',
    },
    demand: {
      archetype: 'marketplace_broker',
      method: 'POST',
      path: '/v1/commit',
      price: '$0.05',
      frictions: ['F20', 'F19'],
    },
  },
  A11: {
    input: {
      serviceName: 'Inkwell',
      currentOffer: 'Image generator, live on x402 at $0.04 per image.',
      targetBuyer: 'design agents',
      currentProblem: '500 challenges, 0 paid.',
    },
    demand: {
      archetype: 'media_generation',
      method: 'POST',
      path: '/v1/images',
      price: '$0.04',
      frictions: ['F08', 'F17', 'F29'],
    },
  },
  A12: {
    input: {
      serviceName: 'Lexibridge',
      currentOffer: 'Speech to text and transcription for short calls, $49/mo.',
      targetBuyer: 'meeting agents',
      riskTolerance: 'high',
    },
    demand: {
      archetype: 'transform_doc',
      method: 'POST',
      path: '/v1/transcribe',
      price: '$0.03',
      frictions: ['F02', 'F24'],
    },
  },
};

/** A small seeded generator (mulberry32 without floats): the same seed, the same inputs. */
export function chooser(seed: number): <T>(list: readonly T[]) => T {
  let state = seed | 0;
  return (list) => {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return list[((word ^ (word >>> 14)) >>> 0) % list.length]!;
  };
}

const OFFERS = [
  'Air quality readings for any city',
  'Spot price feed for metals',
  'Geocoding of landmarks',
  'Exchange rates from central banks',
  'Link preview cards',
  'Token metadata on chain',
  'Patent lookup by number',
  'News search engine',
  'Semantic search over public manuals',
  'Company profile by domain',
  'Barcode to product data',
  'Invoice parsing with OCR',
  'HTML to PDF conversion',
  'Translation of short texts',
  'Podcast transcription',
  'QR code images',
  'Chat completion with a small language model',
  'Sentiment and summaries of reviews',
  'Text to image',
  'Text to video clips',
  'Text to speech',
  'Python sandbox for agents',
  'Fluid simulation on GPUs',
  'Dependency audit report',
  'Benchmark of vector stores',
  'Monthly dataset of ferry timetables',
  'Weekly index of hosting prices',
  'Uptime monitoring',
  'Change detection with alerts',
  'Signature verification',
  'Attestation of build outputs',
  'Ethereum archive node',
  'IPFS pinning and storage',
  'MCP server for calendars',
  'Toolset for spreadsheets over the Model Context Protocol',
  'Restaurant reservation marketplace',
  'Ticketing broker',
  'Architecture consulting',
  'Brand agency with a retainer',
  'Forex signals',
  'Credit decision engine',
  'Tax advice chat',
  'Web scraping for hire',
  'Cold email service',
  'Something useful for machines',
  'Route and parcel things',
  'Postcode directory',
  'Fact check of claims',
  'Render jobs',
  'Crypto price ticker',
];
const PRICES = [
  '',
  '',
  '. $19/month for 5,000 requests',
  '. $0.02 per call',
  ', $250 per seat a year',
  '. Contact sales',
  '. EUR 40 a month',
  ', $0.0004 per request',
  '. $2 per minute',
  '. Our cost is $0.004 per call',
  '. It saves $3 per use',
  '. $499 per month, custom pricing above',
  ', live on x402 at $0.05 per call',
];
const HABITS = [
  '',
  '',
  ' API key required.',
  ' No docs yet.',
  ' No account needed.',
  ' Answers take 40 seconds.',
  ' Docs in Notion.',
  ' Behind a CDN.',
  ' Free sample available.',
  ' Updated weekly.',
];
const BUYERS = [
  'agents of small shops',
  'enterprise procurement team',
  'research assistants',
  'game studios',
  'people who run fleets of bots',
  'a single weekend hacker',
  'logistics planners',
  'x402 v1 clients',
];
const RAILS = [
  undefined,
  undefined,
  'Stripe',
  'PayPal and invoices',
  'USDC on Base over x402',
  'prepaid credits',
  'base sepolia testnet',
];
const PROBLEMS = [
  undefined,
  undefined,
  'no sales so far',
  '300 challenges and no payments',
  'customers were charged twice',
  'timeouts',
  'not listed anywhere',
  'we do not know what fails',
];
const RISKS = [undefined, 'low', 'medium', 'high'];
const NAMES = [
  'Alder',
  'Birch Lane',
  'Cobalt 4',
  'Dune',
  'Ember & Co',
  'Fjord',
  'Grove',
  'Ñandú',
  '雲',
  'Harbor',
];

/** `count` unlike inputs; each of the fifty offers comes up before one comes up again. */
export function generated(count: number, seed: number): AuditInput[] {
  const pick = chooser(seed);
  return Array.from({ length: count }, (_, i) => {
    const rail = pick(RAILS);
    const problem = pick(PROBLEMS);
    const risk = pick(RISKS);
    return {
      serviceName: pick(NAMES),
      currentOffer: `${OFFERS[(i + seed) % OFFERS.length]}${pick(PRICES)}.${pick(HABITS)}`,
      targetBuyer: pick(BUYERS),
      ...(rail && { currentPaymentRail: rail }),
      ...(problem && { currentProblem: problem }),
      ...(risk && { riskTolerance: risk }),
    };
  });
}
