/**
 * Writes data/policy/train.jsonl: the hand-written lines of data/policy/lines.txt and rows composed from the templates
 * below. Same bytes on every run. Usage: node scripts/policy/compose.ts
 */
import { readFileSync, writeFileSync } from 'node:fs';

export interface Row {
  readonly id: string;
  /** Fine class: `ok`, `vagueRequest`, `unsafeAdvice:tax`, … `ok:hard` in the source counts as `ok`. */
  readonly label: string;
  readonly kind: 'line' | 'template' | 'hard';
  readonly text: string;
}

/** A small generator with a fixed seed: chance that is the same everywhere (mulberry32). */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const list = (text: string): string[] => text.split('|').map((item) => item.trim());

const SLOTS: Readonly<Record<string, string[]>> = {
  topic: list(
    'weather|geocoding|translation|OCR|image tagging|flight status|speech-to-text|sentiment|vector search|web search|currency conversion|satellite imagery|barcode lookup|recipe|sports scores|air quality|traffic|PDF parsing|embeddings|text summary|video transcoding|address validation|company enrichment|domain whois|DNS history|QR code|product photo|logo|shipping rates|parcel tracking|public holidays|time zone|elevation|soil data|job postings data|language detection|spell check|malware hash|IP reputation|audio separation|background removal|face blur|code review|unit test generation|chart rendering|map tiles|tide tables|energy prices|movie metadata|book metadata|nutrition facts|music tagging|news summary|GPU inference|RPC node|block explorer data|gas price',
  ),
  hardnoun: list(
    'tax rate|sales tax|VAT number|payroll tax|tax form|credit score|credit report|loan offer|mortgage rate|lending rate|borrower data|interest rate|case law|court records|contract clause|legal document|patent search|trademark|statute|law firm directory|compliance report|AML screening|sanctions list|KYC verification|GDPR scanner|licence registry|regulatory filings|stock quote|crypto price|options chain|order book|trading signals|backtest|portfolio tracking|dividend calendar|bond yields|FX rates|ETF holdings|investment research|earnings transcript|token metadata|NFT floor price|DeFi yield|staking rewards data|futures open interest|web scraping|page crawling|SERP scraping|email sending|email verification|SMS messaging|phone lookup|contact enrichment|lead scoring|LinkedIn profile data|social media posts|newsletter delivery|cold email deliverability|captcha solving|proxy rotation|review aggregation|price monitoring|insurance quote|bank statement parsing|IBAN validation|fraud score|wallet labels|medical coding|drug interaction',
  ),
  head: list(
    'API|endpoint|service|feed|lookup endpoint|paid route|x402 endpoint|vendor|data provider|MCP server|MCP tool|gateway',
  ),
  price: list(
    '$0.01|$0.02|$0.003|$0.05|1 cent|two cents|$0.10|10000 atomic units|0.25 USDC|$0.004 per call|5 cents a call|$1|half a cent|$0.08 per record',
  ),
  cap: list('a $0.10 cap|a 50 cent budget|$2 in total|a cap of 1 USDC|0.40 USD|ten cents|a $5 limit'),
  count: list('200|500|1,000|3,000|20 a day|10k|a few hundred|50'),
  aspect: list(
    'receipts|refund path|uptime|schema quality|price drift|delivery evidence|signed offers|documentation|settlement network|error handling|free preview|latency|payTo stability',
  ),
  host: list(
    'api.example.com|data.example.org|geo.example.net|x402.vendor.example|tiles.example.io|/v1/search|/v2/quote|/api/lookup',
  ),
  who: list('my agent|our buyer agent|we|our team|I|the bot|our builder'),
  coin: list('bitcoin|ETH|SOL|dogecoin|XRP|ether|PEPE|this altcoin|the new token|stETH|AVAX'),
  stock: list(
    'Tesla|NVDA|Apple shares|the S&P 500|gold|oil futures|treasury bonds|a tech ETF|bank stocks|silver|my company stock|REITs',
  ),
  money: list(
    'my savings|10k|half of my salary|our treasury|my pension|a bonus of 5,000|the inheritance|our runway|idle cash',
  ),
  taxthing: list(
    'capital gains|staking rewards|freelance income|VAT|airdrops|payroll|stock options|crypto swaps|a home office|dividends|our token sale|API revenue|rental income|a gift|foreign income|USDC receipts',
  ),
  country: list('Germany|Portugal|the US|France|Dubai|Canada|India|Texas|the UK|Spain|Singapore|Estonia'),
  legalthing: list(
    'this contract|our terms of service|a non-compete|the NDA|the lease|a verbal agreement|the licence|a refund refusal|the warranty|our trademark|a late delivery|the copyright notice|a defamatory post|an unpaid invoice',
  ),
  loan: list(
    'a mortgage|a car loan|a business loan|a credit line|refinancing|an overdraft|a student loan|a payday advance|an invoice advance|a crypto-backed loan',
  ),
  rulebook: list(
    'GDPR|MiCA|HIPAA|PCI DSS|the AI Act|PSD2|KYC rules|AML law|SEC rules|CCPA|SOC 2|OFAC sanctions|the travel rule|COPPA',
  ),
  people: list(
    'founders|CTOs|API builders|every seller in the Bazaar|all our users|Discord members|journalists|the people who starred our repo|investors|merchants|our followers|the vendors on the list|conference attendees|newsletter readers',
  ),
  channel: list(
    'email|LinkedIn|X|Telegram|Discord|SMS|WhatsApp|Reddit|Slack|a phone call|Farcaster|direct message',
  ),
  site: list(
    'linkedin.com|the competitor site|Reddit|the marketplace|Google Maps|their docs|the job board|Amazon|the forum|Crunchbase|the app store|their pricing pages|the directory|GitHub',
  ),
  stuff: list(
    'emails|profiles|reviews|prices|listings|phone numbers|user names|photos|comments|job posts|contact details|the whole catalogue|all articles|every page',
  ),
};

const OK = [
  'Check whether the {topic} {head} is worth {price} before {who} buy {count} calls.',
  'Should {who} pay {price} for a {topic} {head}?',
  'Compare two {topic} endpoints under {cap}.',
  'Decide between {host} and another {topic} provider on {aspect} and price.',
  'Is {price} fair for one {topic} call with {aspect} shown?',
  'Verify that {host} answers 402 with {price} on eip155:8453.',
  'Evaluate {aspect} of the {topic} {head} before a capped purchase.',
  'We sell a {topic} {head}; which first paid route and price suit agents?',
  'pls check {topic} {head}, {price}, {aspect}?',
  'Which {topic} {head} should {who} probe first with {cap}?',
  'Does {host} publish {aspect} before payment?',
  'Estimate the cost of {count} {topic} calls at {price}.',
  'Our {topic} {head} gets no paid calls: what is the friction?',
  'Is one probe of the {topic} {head} at {price} rational given {aspect}?',
  'After a failed payment to {host}, should {who} retry or stop?',
  'Would {cap} cover {count} calls to the {topic} {head}?',
  'Rank three {topic} vendors by {aspect}.',
  'Tell me whether {who} can buy from {host} without an account.',
  'I need a go/no-go on the {topic} {head} for {price}.',
  'Review {aspect} for {host} and say if a {price} test is safe.',
  'Could you please assess if paying {price} per call for {topic} data beats our flat plan?',
  'Price check: {topic} {head}, {price}, Base, USDC.',
  'Find which signal is missing before {who} spend {cap} on a {topic} {head}.',
  'Audit the monetization of our {topic} {head}: 401 first, no preview, {price}.',
  'What evidence of {aspect} does the {topic} seller have?',
];
const HARD = [
  'Compare the price of a {hardnoun} {head} before buying one call.',
  'Is the {hardnoun} {head} worth {price} per call?',
  'Check {aspect} of the {hardnoun} {head}.',
  'Should {who} buy {count} calls of a {hardnoun} API at {price}?',
  'We sell a {hardnoun} {head}; suggest a first paid route and price.',
  'Evaluate a {hardnoun} vendor by {aspect} and price.',
  'Decide whether the {hardnoun} {head} at {host} deserves a probe.',
  'Does the {hardnoun} {head} publish a 402 challenge with {price}?',
  'Which {hardnoun} provider is cheapest under {cap}?',
  'Is an API for {hardnoun} data at {price} documented and does it show {aspect}?',
  'Validate the listing of an endpoint that returns {hardnoun} results for {price}.',
  'Assess monetization of our {hardnoun} {head} for buyer agents.',
  'Paying {price} for the {hardnoun} {head}: sensible as a capped test?',
  'Trust check: {hardnoun} {head}, {price}, {aspect}.',
  'How reliable is the {hardnoun} {head} after payment?',
];
const UNSAFE: Readonly<Record<string, string[]>> = {
  'unsafeAdvice:investment': [
    'Should I buy {coin} now?',
    'Is it smart to put {money} into {coin}?',
    'Would you hold {stock} or sell?',
    'Tell me if {stock} is a good investment.',
    'What is the best way to invest {money}?',
    '{coin} or {stock}, which will do better this year?',
    'Use the price API to tell me whether to buy {coin}.',
    'Move {money} from {stock} to {coin}?',
    'Recommend how to split {money} between {stock} and {coin}.',
    'Is {coin} undervalued?',
    'Evaluate {stock} as a long term holding for my agent.',
    'Decide if our treasury should hold {coin} at this price.',
  ],
  'unsafeAdvice:trading': [
    'When should I sell {coin}?',
    'Give me an entry and a stop for {stock}.',
    'Will {coin} go up tomorrow?',
    'Predict {coin} for next week so I can trade.',
    'Should I short {stock} with leverage?',
    'What is a profitable strategy for trading {coin}?',
    'Pay an API for signals and tell me when to buy {coin}.',
    'Long or short {coin} here?',
    'Set the size of my {coin} position for 2% risk.',
    'Is the {stock} chart bullish?',
    'Check the order book of {coin} and say whether to enter.',
  ],
  'unsafeAdvice:tax': [
    'How do I avoid tax on {taxthing}?',
    'Do I owe tax on {taxthing} in {country}?',
    'How is {taxthing} taxed in {country}?',
    'Can I deduct {taxthing}?',
    'Should we move to {country} to pay less on {taxthing}?',
    'Which form reports {taxthing}?',
    'Call the tax API and tell me what I owe for {taxthing}.',
    'Best structure to reduce what we pay on {taxthing}?',
    'Do we charge VAT to buyers in {country}?',
    'Is {taxthing} taxable for a company in {country}?',
  ],
  'unsafeAdvice:legal': [
    'Is {legalthing} enforceable in {country}?',
    'Can I sue over {legalthing}?',
    'Who is liable for {legalthing}?',
    'Draft a legal answer about {legalthing}.',
    'Does {legalthing} protect us in court?',
    'What are my rights under {legalthing}?',
    'Should I sign {legalthing} or get changes?',
    'Search the case law API and tell me if I would win over {legalthing}.',
    'Explain whether {legalthing} is lawful in {country}.',
    'Review {legalthing} and say if it binds us.',
  ],
  'unsafeAdvice:lending': [
    'Should I take {loan}?',
    'Would the bank approve {loan} for me?',
    'Approve or deny {loan} for this applicant.',
    'What rate should we ask for {loan}?',
    'Is {loan} better than waiting a year?',
    'Can I afford {loan} on 50k a year?',
    'Use the credit score endpoint to decide {loan} for borrower 12.',
    'How do I qualify for {loan} in {country}?',
    'Is it risky to give {loan} to a friend?',
    'Repay {loan} early or keep cash?',
  ],
  'unsafeAdvice:compliance': [
    'Are we compliant with {rulebook}?',
    'Does {rulebook} apply to our product in {country}?',
    'Do we need a licence under {rulebook}?',
    'How can we be exempt from {rulebook}?',
    'Can we store this data under {rulebook}?',
    'What does {rulebook} require from a startup in {country}?',
    'Tell me if our app violates {rulebook}.',
    'Run the screening API and confirm that we meet {rulebook}.',
    'Is it allowed by {rulebook} to onboard users from {country}?',
    'Advise on passing an audit for {rulebook}.',
  ],
  'outreachOrScrapingRequest:outreach': [
    'Contact {people} by {channel} about our API.',
    'Send {people} a message on {channel}.',
    'Write to {people} and ask for a meeting.',
    'Promote our endpoint to {people} via {channel}.',
    'Ask {people} over {channel} if they want a trial.',
    'Use the messaging API to write to {people}.',
    'Find {people} and pitch our service.',
    'Post about our launch on {channel}.',
    'Please get {people} to try our paid route.',
    'Follow and reply to {people} on {channel}.',
    'Draft {channel} messages for {people} and send them.',
    'Negotiate a lower price with {people} by {channel}.',
  ],
  'outreachOrScrapingRequest:scraping': [
    'Scrape {stuff} from {site}.',
    'Collect {stuff} on {site} into a sheet.',
    'Crawl {site} and save {stuff}.',
    'Get me {stuff} from {site}.',
    'Download {stuff} from {site} every night.',
    'Buy a scraping API and pull {stuff} from {site}.',
    'Bypass the login of {site} to read {stuff}.',
    'Go through {site} and note {stuff}.',
    'Build a list of {stuff} out of {site}.',
    'Copy {stuff} of {site} before they notice.',
    'Extract {stuff} from {site} with a bot.',
    'I want {stuff} from {site}, all of it.',
  ],
};
/** What a refused request hides behind: a purchase of its own. The request follows in lower case. */
const BEHIND = [
  'Pay {price} for the {topic} {head}, then',
  'Use the {hardnoun} {head} and',
  'Buy one call of the {hardnoun} {head} at {price} and',
  'With the {hardnoun} feed at {price},',
  'Query {host} for {price} and',
  'Check the {price} route, and if it is good',
  'After the price check of the {topic} {head},',
  'Evaluate the {hardnoun} {head}, then',
];
const BEHIND_COUNT = 16;
/** What honestly follows a purchase, so that "and tell me" by itself says nothing. */
const FOLLOWING = [
  'tell me whether {aspect} is there.',
  'decide if {count} more calls are worth {cap}.',
  'compare its price with {host}.',
  'stop if {aspect} is missing.',
  'say whether {cap} covers {count} calls.',
  'report which signal failed.',
  'retry once if it answers 402 again?',
  'give me the cheaper of the two.',
  'set the cap for the next {count} calls.',
  'confirm that the receipt names {price}.',
  'work out the cost of {count} calls.',
  'should {who} keep paying {price}?',
];
const FOLLOWING_COUNT = 160;

const OK_COUNT = 520;
const HARD_COUNT = 330;
const UNSAFE_COUNT = 62;

export function compose(): Row[] {
  const rows: Row[] = [];
  const seen = new Set<string>();
  const add = (label: string, kind: Row['kind'], text: string): boolean => {
    if (seen.has(text)) return false;
    seen.add(text);
    rows.push({ id: `train-${String(rows.length + 1).padStart(4, '0')}`, label, kind, text });
    return true;
  };
  let label = '';
  for (const line of readFileSync(new URL('../../data/policy/lines.txt', import.meta.url), 'utf8').split(
    '\n',
  )) {
    if (line.startsWith('# ')) label = line.slice(2).trim();
    else if (line !== '')
      add(label === 'ok:hard' ? 'ok' : label, label === 'ok:hard' ? 'hard' : 'line', line);
  }
  const next = chance(402);
  const pick = (items: readonly string[]): string => items[Math.floor(next() * items.length)]!;
  const fill = (template: string): string =>
    template.replace(/\{(\w+)\}/g, (_, slot: string) => pick(SLOTS[slot]!));
  const many = (label: string, kind: Row['kind'], templates: readonly string[], count: number): void => {
    for (let made = 0, tries = 0; made < count && tries < count * 20; tries++) {
      if (add(label, kind, fill(templates[tries % templates.length]!))) made++;
    }
  };
  many('ok', 'template', OK, OK_COUNT);
  many('ok', 'hard', HARD, HARD_COUNT);
  for (const [fine, templates] of Object.entries(UNSAFE)) many(fine, 'template', templates, UNSAFE_COUNT);
  const following = BEHIND.flatMap((purchase) => FOLLOWING.map((request) => `${purchase} ${request}`));
  many('ok', 'template', following, FOLLOWING_COUNT);
  for (const [fine, templates] of Object.entries(UNSAFE)) {
    const hidden = templates.flatMap((template) =>
      BEHIND.map((purchase) => `${purchase} ${template[0]!.toLowerCase()}${template.slice(1)}`),
    );
    const spread = hidden.map((_, i) => hidden[(i * 11) % hidden.length]!);
    many(fine, 'template', spread, BEHIND_COUNT);
  }
  return rows;
}

if (import.meta.main) {
  const rows = compose();
  writeFileSync(
    new URL('../../data/policy/train.jsonl', import.meta.url),
    `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`,
  );
  const counts = new Map<string, number>();
  for (const row of rows)
    counts.set(`${row.label}/${row.kind}`, (counts.get(`${row.label}/${row.kind}`) ?? 0) + 1);
  for (const [key, count] of counts) console.log(key.padEnd(44), count);
  console.log('rows', rows.length);
}
