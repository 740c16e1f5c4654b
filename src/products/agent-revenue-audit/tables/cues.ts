/** Stated facts that are read from words alone. Phrase → what it states. A negated phrase states nothing. */
export const STATEMENTS: Readonly<Record<string, readonly string[]>> = {
  railX402: ['x402', 'usdc', 'stablecoin', 'eip 155', '8453'],
  railMpp: ['mpp', 'machine payments protocol'],
  railCard: ['stripe', 'credit card', 'card', 'paypal', 'invoice', 'paddle', 'bank transfer'],
  live: ['live', 'in production', 'already sells', 'already selling', 'running on x402'],
  newSeller: [
    'just launched',
    'newly launched',
    'newly listed',
    'no paid history',
    'no sales',
    'zero sales',
    'new service',
    'brand new',
    'pre launch',
    'no customers yet',
    'no buyers yet',
    'launched last week',
    'launching soon',
  ],
  exclusive: [
    'exclusive',
    'proprietary data',
    'only source',
    'unique dataset',
    'first party data',
    'nobody else has',
  ],
  signed: ['signed', 'attested', 'cryptographically verified', 'verifiable', 'notarised', 'notarized'],
  v1Buyers: ['x402 v1', 'v1 client', 'v1 clients', 'x402 fetch 1', 'x402 version 1', 'legacy x402 client'],
  overrideStated: ['spendcontrols', 'spend controls', 'maxamountperpayment', 'max amount per payment'],
  preview: ['free preview', 'free sample', 'sample response', 'free tier', 'free trial'],
  documented: ['openapi', 'swagger', 'api reference'],
  undocumented: ['no docs', 'no documentation', 'no openapi', 'no api docs'],
  idempotent: ['idempotency key', 'payment identifier', 'idempotent'],
  failureStated: [
    'no charge on failure',
    'charged on match',
    'charge on success',
    'refund policy',
    'not charged on failure',
    'free on failure',
    'no charge on empty',
  ],
  listed: ['already listed', 'listed in the bazaar', 'listed on x402scan', 'bazaar listing'],
};

/** Meters without a natural end: a price per such unit is not the price of a call. */
export const METER_WORDS = ['token', 'minute', 'second', 'hour', 'gb', 'mb', 'byte', 'character', 'word'];

export const RISK_WORDS: Readonly<Record<string, readonly string[]>> = {
  low: ['low', 'conservative', 'cautious', 'careful', 'risk averse', 'minimal'],
  medium: ['medium', 'moderate', 'balanced', 'normal'],
  high: ['high', 'aggressive', 'bold', 'risk seeking'],
};

/** Facts whose absence is a question. `unless`: any of these facts answers it. `for`: archetypes it matters to, all when absent. */
export interface QuestionRow {
  readonly id: string;
  readonly unless: readonly string[];
  readonly for?: readonly string[];
  readonly ask: string;
}

export const QUESTIONS: readonly QuestionRow[] = [
  {
    id: 'kind',
    unless: ['archetype'],
    ask: 'What does one call of {service} return, in one sentence? The text does not say, so the route {path} is a placeholder',
  },
  {
    id: 'two_kinds',
    unless: ['oneKind'],
    ask: 'Is the offer more {candidateA} or more {candidateB}? Both fit the text, and {path} follows the first',
  },
  {
    id: 'currency',
    unless: ['dollarsOnly'],
    ask: 'What is {foreignQuote} in US dollars? Only dollar figures enter the price of {unit}',
  },
  {
    id: 'risk',
    unless: ['riskKnown'],
    ask: 'Is the risk tolerance low, medium or high? The given words name none of them, so {price} for {unit} assumes medium',
  },
  {
    id: 'unit_cost',
    unless: ['unitCost'],
    ask: 'What does it cost you to make {aNoun}? Without it the floor of {path} is the settlement floor and its margin is unknown',
  },
  {
    id: 'top_tool',
    unless: ['topTool'],
    for: ['mcp_toolset'],
    ask: 'Which of the {toolCount} is called most? Its name replaces most-used in {path}',
  },
  {
    id: 'included',
    unless: ['includedCalls', 'noFee'],
    ask: 'How many {plural} does {feeQuote} include? The answer bounds {price} from above',
  },
  {
    id: 'value',
    unless: ['valuePerUse', 'subEq'],
    ask: 'What does one {noun} save or earn its buyer? A tenth of that would bound {price} instead of the client cap of {path}',
  },
  {
    id: 'funnel',
    unless: ['challenges', 'notLive'],
    ask: 'How many challenges and how many payments has the live route seen in the last thirty days? The decision on {price} for {aNoun} needs both',
  },
  {
    id: 'latency',
    unless: ['latency'],
    for: [
      'transform_doc',
      'compute_job',
      'media_generation',
      'report_audit',
      'llm_inference',
      'human_service',
    ],
    ask: 'How long does the slowest {noun} take? The payment window of {path} has to outlast it',
  },
  {
    id: 'rail',
    unless: ['rail'],
    ask: 'Which payment rail does {service} use today? Nothing in the text names one, so {path} is planned beside whatever it is',
  },
  {
    id: 'docs',
    unless: ['documented', 'undocumented'],
    ask: 'Is there an OpenAPI document that the entry for {path} can join? The text names none',
  },
  {
    id: 'failure',
    unless: ['failureStated'],
    ask: 'What happens today when {emptyCase} is asked for? The terms of {path} say that it is free',
  },
  {
    id: 'history',
    unless: ['newSeller', 'challenges', 'live'],
    ask: 'Has anybody paid for {plural} yet? A seller of {plural} without history may have to open one step below {price}',
  },
];
