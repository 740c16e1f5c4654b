import { readFileSync } from 'node:fs';
import { OPPORTUNITY_CHECK, REVENUE_AUDIT } from '../../src/checks/sold.ts';

/** Bodies of the paid routes: named ones, and as many as are asked for, made of texts of all kinds. */

export interface Offered {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** What of it must be in no answer. */
  readonly secrets?: readonly string[];
}

const KEY = ['AKIA', 'Q3EXAMPLEKEY7XY2'].join('');
const seller = (serviceName: string, currentOffer: string, targetBuyer: string) => ({
  serviceName,
  currentOffer,
  targetBuyer,
});

/** Offers of lawful trades whose words look like requests that are refused. */
const SELLERS = [
  seller(
    'Shelfcode',
    'Barcode lookup returns one product record: brand, size, ingredients. Free trial, then contact sales for a quote',
    'pantry and shopping agents',
  ),
  seller('TaxGrid', 'Sales tax rate by address, $49 per month, API key after sign-up', 'checkout agents'),
  seller('DocketWire', 'Court records and filings by case number, $0.10 a page', 'legal research agents'),
  seller('Mailproof', 'E-mail address verification, $0.004 per address', 'CRM agents'),
  seller('PageLift', 'Web scraping API, one rendered page per call, $29 per month', 'research agents'),
  seller('OddsFeed', 'Betting odds by match, refreshed each minute, 200 dollars a month', 'sports agents'),
  seller('TickStore', 'Trading data: one day of trades for one symbol', 'backtesting agents'),
  seller('LoanLens', 'Loan document OCR, fields with confidence, per document', 'lending back offices'),
  seller('ReachOut', 'Sends one transactional e-mail, free below 100 a day', 'support agents'),
] as const;

export const BODIES: readonly (Offered & {
  readonly name: string;
  readonly expected: 'approved' | 'refused';
})[] = [
  ...SELLERS.map((body) => ({
    name: body.serviceName,
    path: REVENUE_AUDIT,
    body,
    expected: 'approved' as const,
  })),
  {
    name: 'a key in a goal',
    path: OPPORTUNITY_CHECK,
    body: { subject: 'https://api.weather.example', goal: `Is it worth $0.01? our key is ${KEY}` },
    secrets: [KEY],
    expected: 'refused',
  },
  ...['subject', 'buyerType', 'source', 'marketType'].map((field) => ({
    name: `a key in ${field}`,
    path: OPPORTUNITY_CHECK,
    body: { subject: 'api.weather.example', goal: 'Decide whether to pay $0.01 per call', [field]: KEY },
    secrets: [KEY],
    expected: 'refused' as const,
  })),
  {
    name: 'a mailbox among signals',
    path: OPPORTUNITY_CHECK,
    body: {
      subject: 'api.weather.example',
      goal: 'Decide whether to pay $0.01 per call',
      knownSignals: ['price_visible', 'ask jane.roe@gmail.com'],
    },
    secrets: ['jane.roe'],
    expected: 'refused',
  },
  {
    name: 'advice as a problem',
    path: REVENUE_AUDIT,
    body: { ...SELLERS[0], currentProblem: 'Tell me which stocks to buy this week' },
    expected: 'refused',
  },
];

const GOALS = [
  'Decide whether to pay $0.01 per call for 500 calls worth $0.04 each',
  'Compare two search providers at $0.005 and $0.02 per query and pick one',
  'Is one receipt worth $0.10 to an auditor?',
  'light trust check of one API',
];
const SUBJECTS = ['https://api.weather.example/v1', 'api.rates.example', 'The service named in the goal'];
const SIGNALS = ['challenge_valid_402', '!openapi_published', '~refund_path', 'valid 402 challenge seen'];
const CONSTRAINTS = ['budget $1', 'no account', 'eip155:8453', 'no personal data', 'be nice'];
const PROBLEMS = ['Agents stop at the sign-up page', 'No paid call yet', 'Visitors leave at the price'];
const SECRETS = [
  KEY,
  'jane.roe@gmail.com',
  'sk_live_4eC39HqLyjWDarjtT1zdp7dcQ3xk',
  'password: hunter2-Zebra!9',
  '4242 4242 4242 4242',
];
const ODD = ['🙂'.repeat(30), 'ﬁne ｐｒｉｃｅ', '\u200bprice', 'a\tb', '%41%42', 'x'.repeat(300)];

/** What strangers wrote, harmless or not. */
const WRITTEN: readonly string[] = ['outside', 'outside-2', 'blind'].flatMap((name) =>
  readFileSync(new URL(`../../data/policy/${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { text: string }).text),
);

/** The same bodies for the same seed. */
export function* generatedBodies(seed: string, many: number): Generator<Offered> {
  const chance = seeded(seed);
  for (let i = 0; i < many; i++) yield generated(chance);
}

function generated(chance: () => number): Offered {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(chance() * items.length)]!;
  const some = (items: readonly string[]) => items.filter(() => chance() < 0.4);
  const isAudit = chance() < 0.5;
  const body: Record<string, unknown> = isAudit
    ? { ...pick(SELLERS) }
    : { subject: pick(SUBJECTS), goal: pick(GOALS) };
  if (isAudit && chance() < 0.6) body.currentProblem = pick(PROBLEMS);
  if (isAudit && chance() < 0.4) body.currentPaymentRail = 'Stripe subscription';
  if (!isAudit && chance() < 0.6) body.knownSignals = some(SIGNALS);
  if (!isAudit && chance() < 0.6) body.constraints = some(CONSTRAINTS);
  if (chance() < 0.4) body.buyerType = 'operator';
  if (chance() < 0.4) body.source = pick(['x-profile', 'nobody-knows']);
  const secrets: string[] = [];
  const put = (text: string) => {
    const name = pick(Object.keys(body));
    const old = body[name];
    body[name] = Array.isArray(old)
      ? [...old, [...text].slice(0, 190).join('')]
      : [...(chance() < 0.5 ? `${String(old)} ${text}` : text)].slice(0, name === 'goal' ? 640 : 80).join('');
  };
  const kind = chance();
  if (kind < 0.15) {
    secrets.push(pick(SECRETS));
    put(secrets[0]!);
  } else if (kind < 0.45) put(pick(WRITTEN));
  else if (kind < 0.55) put(pick(ODD));
  else if (kind < 0.63)
    body[pick(['extra', 'subject', 'goal', 'serviceName'])] = pick<unknown>([7, '', null]);
  return { path: isAudit ? REVENUE_AUDIT : OPPORTUNITY_CHECK, body, secrets };
}

/** Deterministic chance (mulberry32). */
function seeded(seed: string): () => number {
  let state = [...seed].reduce((sum, letter) => (Math.imul(sum, 31) + letter.codePointAt(0)!) >>> 0, 7);
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
