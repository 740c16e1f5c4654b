import type { Language } from './language.ts';

/** Packages and tools of paid calls: how they are named in a text, and how the newest is taken. */
export interface Named {
  readonly name: string;
  readonly says: RegExp;
  readonly language: Language;
  /** The command for it, where it is known. */
  readonly update?: string;
}

const npm = (name: string, says: RegExp): Named => ({
  name,
  says,
  language: 'node',
  update: `npm i ${name}@latest`,
});
const pip = (name: string, says: RegExp): Named => ({
  name,
  says,
  language: 'python',
  update: `pip install -U ${name}`,
});
const crate = (name: string, says: RegExp): Named => ({
  name,
  says,
  language: 'rust',
  update: `cargo update -p ${name}`,
});
const gem = (name: string, says: RegExp): Named => ({
  name,
  says,
  language: 'ruby',
  update: `bundle update ${name}`,
});
const tool = (name: string, says: RegExp, update?: string): Named => ({
  name,
  says,
  language: 'shell',
  ...(update !== undefined && { update }),
});

const scoped = (part: string): Named => npm(`@x402/${part}`, new RegExp(`@x402[/+]${part}\\b`));
const first = (part: string): Named => npm(`x402-${part}`, new RegExp(`(?<![\\w@/-])x402-${part}\\b`));

/** The closer ones first: what stands in the frame of a trace before what it is built on. */
export const PACKAGES: readonly Named[] = [
  npm('mppx', /\bmppx\b/),
  pip('pympp', /\bpympp\b/),
  tool('agentcash', /\bagentcash\b/, 'npx agentcash@latest'),
  tool('awal', /\bawal\b/, 'npx awal@latest'),
  tool('mcpc', /\bmcpc\b/, 'npm i -g @apify/mcpc@latest'),
  tool('run402', /\brun402\b/),
  tool('aibtc-mcp-server', /aibtc-mcp-server|execute_x402_endpoint|x402_max_sats_per_payment/),
  tool('@coinbase/payments-mcp', /\bpayments-mcp\b/, 'npx @coinbase/payments-mcp@latest'),
  npm('@coinbase/cdp-sdk', /@coinbase\/cdp-sdk/),
  npm('@coinbase/agentkit', /@coinbase\/agentkit|\bagentkit\b/),
  npm('@coinbase/x402', /@coinbase\/x402/),
  npm('@lucid-agents/payments', /lucid-agents|@lucid-agents/),
  npm('@faremeter/fetch', /@faremeter\/fetch/),
  npm('@faremeter/middleware', /@faremeter\/middleware/),
  npm('@dexterai/x402', /@dexterai\/x402/),
  npm('@payai/x402', /@payai\/x402/),
  npm('@b3dotfun/anyspend-x402', /anyspend-x402/),
  npm('thirdweb', /\bthirdweb\b/),
  ...[
    'fetch',
    'axios',
    'express',
    'hono',
    'next',
    'fastify',
    'mcp',
    'paywall',
    'extensions',
    'evm',
    'svm',
    'core',
  ].map(scoped),
  ...['fetch', 'axios', 'express', 'hono', 'next', 'mcp'].map(first),
  crate('x402-axum', /\bx402-axum\b/),
  crate('x402-reqwest', /\bx402-reqwest\b/),
  crate('x402-rs', /\bx402-rs\b|x402_rs\b/),
  crate('r402-http', /\br402[_-]\w+/),
  gem('x402-rails', /\bx402-rails\b/),
  gem('x402-payments', /\bx402-payments\b/),
  pip(
    'x402',
    /\bx402\[|\bx402\.(?:fastapi|flask|http|clients|mechanisms|server|client)\b|\bx402==|x402_requests|x402httpxclient|site-packages\/x402\b/,
  ),
  tool('foundry', /\bcast (?:--|\d)|\bfoundry\b/, 'foundryup'),
  tool('tempo', /\btempo request\b|\btempo-request\b|\btempo wallet\b/),
  tool('ows', /\bows (?:pay|sign|wallet)\b/),
];
