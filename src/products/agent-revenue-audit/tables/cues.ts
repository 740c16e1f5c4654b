/** Stated facts that are read from words alone. Phrase → what it states. A negated phrase states nothing. */
export const STATEMENTS: Readonly<Record<string, readonly string[]>> = {
  railX402: ['x402', 'usdc', 'stablecoin', 'eip 155', '8453'],
  railMpp: ['mpp', 'machine payments protocol'],
  railCard: ['stripe', 'credit card', 'debit card', 'card', 'paddle'],
  railOther: ['paypal', 'invoice', 'bank transfer', 'wire transfer', 'direct debit', 'sepa'],
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

/**
 * Questions. `fact` answers it, and `tries` are likely answers: a question none of whose answers changes an audit is not
 * asked in it. Money is tried as a multiple of the price of one unit. `unless`: any of these facts or frictions is known.
 * `when`: all of these hold. `for`: archetypes that it matters to, all when absent.
 */
export interface QuestionRow {
  readonly id: string;
  readonly fact: string;
  readonly tries: readonly string[];
  readonly unless: readonly string[];
  readonly when?: readonly string[];
  readonly for?: readonly string[];
  readonly ask: string;
}

export const QUESTIONS: readonly QuestionRow[] = [
  {
    id: 'kind',
    fact: 'kind',
    tries: ['data_lookup', 'report_audit', 'media_generation'],
    unless: ['kind'],
    when: ['unclear'],
    ask: 'What does one call of {service} return, in one sentence? The text does not say, so the route {path} is a placeholder',
  },
  {
    id: 'two_kinds',
    fact: 'kind',
    tries: [],
    unless: ['kind'],
    when: ['mixed'],
    ask: 'Is the offer more {candidateA} or more {candidateB}? Both fit the text, and {path} follows the first',
  },
  {
    id: 'currency',
    fact: 'unitPrice',
    tries: ['/4', '4'],
    unless: ['dollarPrice'],
    when: ['foreign'],
    ask: 'What is {foreignQuote} in US dollars? Until you say, {price} for {unit} rests on {foreignBasis}',
  },
  {
    id: 'unit_price',
    fact: 'unitPrice',
    tries: ['/4', '4'],
    unless: ['unitPrice', 'meteredPrice', 'monthlyFee', 'includedCalls', 'foreign'],
    ask: 'What do buyers pay {service} for {aNoun} today, in dollars? No price of one unit is stated, so {price} rests on its class alone',
  },
  {
    id: 'included',
    fact: 'includedCalls',
    tries: ['1000', '100000'],
    unless: ['includedCalls', 'unitPrice', 'meteredPrice'],
    when: ['monthlyFee'],
    ask: 'How many {plural} does {feeQuote} include? The answer bounds {price} from above',
  },
  {
    id: 'unit_cost',
    fact: 'unitCost',
    tries: ['/10', '1'],
    unless: ['unitCost'],
    ask: 'What does it cost you to make {aNoun}? Without it the floor of {path} is the settlement floor and its margin is unknown',
  },
  {
    id: 'value',
    fact: 'valuePerUse',
    tries: ['3', '30'],
    unless: ['valuePerUse', 'unitPrice', 'meteredPrice', 'includedCalls'],
    ask: 'What does one {noun} save or earn its buyer? A tenth of that would bound {price} instead of the client cap of {path}',
  },
  {
    id: 'top_tool',
    fact: 'topTool',
    tries: ['lookup'],
    unless: ['topTool'],
    for: ['mcp_toolset'],
    ask: 'Which of the {toolCount} is called most? Its name replaces most-used in {path}',
  },
  {
    id: 'funnel',
    fact: 'challenges',
    tries: ['500 0', '500 12'],
    unless: ['challenges'],
    when: ['railX402'],
    ask: 'How many challenges and how many payments has the live route seen in the last thirty days? The decision on {price} for {aNoun} needs both',
  },
  {
    id: 'paid',
    fact: 'paid',
    tries: ['0'],
    unless: ['paid'],
    when: ['challenges'],
    ask: 'How many of the counted challenges ended in a payment? Without it nothing can be said of {price}',
  },
  {
    id: 'latency',
    fact: 'latencySeconds',
    tries: ['2', '120'],
    unless: ['latencySeconds', 'F22'],
    ask: 'How many seconds does the slowest {noun} take? From {slowSeconds} on {path} has to answer at once and deliver later',
  },
  {
    id: 'rail',
    fact: 'railX402',
    tries: ['yes'],
    unless: ['rail', 'railX402', 'railMpp', 'railCard', 'railOther'],
    ask: 'Does {service} take x402 or USDC today? Nothing in the text names a rail, so {path} is planned from nothing',
  },
  {
    id: 'access',
    fact: 'apiKey',
    tries: ['yes'],
    unless: ['F01', 'F33'],
    ask: 'Does a call of {service} need a key today? An agent that meets a 401 before the 402 of {path} buys no {noun}',
  },
  {
    id: 'failure',
    fact: 'failuresCharged',
    tries: ['yes'],
    unless: ['F20', 'failureStated'],
    ask: 'Is {emptyCase} charged today? The terms of {path} say that it is free',
  },
  {
    id: 'rights',
    fact: 'licenceLimits',
    tries: ['yes'],
    unless: ['F37'],
    for: ['data_lookup', 'search_retrieval', 'enrichment', 'dataset_edition', 'media_generation', 'stream'],
    ask: 'May a buyer keep and resell {plural}? A limit has to stand in the answer of {path} before somebody pays',
  },
  {
    id: 'people',
    fact: 'humanWork',
    tries: ['yes', 'no'],
    unless: ['F26'],
    for: ['report_audit', 'translation', 'human_service', 'document_extraction'],
    ask: 'Does a person work on {aNoun} before it is delivered? Then {path} sells a queue and not an answer',
  },
  {
    id: 'docs',
    fact: 'noDocs',
    tries: ['yes'],
    unless: ['documented', 'F09'],
    ask: 'Is there an OpenAPI document that the entry for {path} can join? The text names none',
  },
  {
    id: 'history',
    fact: 'newSeller',
    tries: ['yes'],
    unless: ['newSeller', 'challenges', 'monthlyVolume', 'F32', 'F39'],
    ask: 'Has nobody paid for {plural} yet? A seller of {plural} without history may have to open one step below {price}',
  },
];
