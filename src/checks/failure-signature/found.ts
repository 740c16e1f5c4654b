import { tokenNamed } from '../../values/tokens.ts';
import type { CaseReading } from './cases/index.ts';
import { dialectIn, type PaymentDialect } from './dialect.ts';
import type { Family } from './families.ts';
import type { Language } from './language.ts';
import { type Readers, readersOf } from './reader.ts';
import { holds } from './screen.ts';
import { languageOf, packagesIn, type Used } from './stacks.ts';

/**
 * Details of a text that an answer may name. Each is a row of our own tables, or a number: nothing else of a text gets
 * into an answer, so that no secret and no person can.
 */
export interface TextDetails extends Readers {
  readonly language: Language | undefined;
  readonly packages: readonly Used[];
  readonly family: Family | undefined;
  readonly dialect: PaymentDialect | undefined;
  /** CAIP-2, when the text names one network only. */
  readonly network?: string;
  readonly node?: string;
  readonly asset?: string;
  readonly facilitator?: string;
  /** A variable of the environment whose name is made of our words. */
  readonly variable?: string;
}

const NETWORKS: readonly (readonly [says: RegExp, network: string, node: string])[] = [
  [/eip155:84532\b|base[- _]sepolia/, 'eip155:84532', 'https://sepolia.base.org'],
  [
    /eip155:8453\b|\bbase(?:[- _]mainnet)?\b(?![-_ ]?(?:sepolia|64|url|fee|rpc|58|account|wallet|bytes))/,
    'eip155:8453',
    'https://mainnet.base.org',
  ],
  [/eip155:137\b|\bpolygon\b/, 'eip155:137', 'https://polygon-rpc.com'],
  [/eip155:43114\b|\bavalanche\b/, 'eip155:43114', 'https://api.avax.network/ext/bc/C/rpc'],
  [/eip155:42161\b|\barbitrum\b/, 'eip155:42161', 'https://arb1.arbitrum.io/rpc'],
  [/eip155:42220\b|\bcelo\b/, 'eip155:42220', 'https://forno.celo.org'],
  [
    /solana:etwtrabzayq6imfeykourru166vu2xqa1|solana[- _]devnet/,
    'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    'https://api.devnet.solana.com',
  ],
  [/solana(?![- _]devnet)/, 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'https://api.mainnet-beta.solana.com'],
];
const OTHER_CHAIN = /eip155:\d+/g;
const OTHER_TOKEN = /\busdt|\bdai\b|\bpyusd\b|\beurc\b|usdbc|usdc\.e|\bpathusd\b|\btoken\b/;

const FACILITATORS: readonly (readonly [says: RegExp, url: string])[] = [
  [/x402\.org/, 'https://x402.org/facilitator'],
  [/\bcdp\b|api\.cdp\.coinbase|createcdpfacilitator/, 'https://api.cdp.coinbase.com/platform/v2/x402'],
  [/payai/, 'https://facilitator.payai.network'],
];

/** A name of these words alone is a name and no value. */
const VARIABLE = /\b[A-Z][A-Z0-9]{1,15}(?:_[A-Z0-9]{1,15}){1,5}\b/g;
const NAME_WORDS = new Set(
  'X402 CDP API KEY KEYS ID SECRET NETWORK ADDRESS FACILITATOR URL MAX MIN SATS PER PAYMENT PAYMENTS PAY TO ALLOWED PAYEES WALLET PRIVATE RPC EVM SVM SOLANA BASE MPP PAYTO RECEIVER RECEIVABLE RECIPIENT TOKEN PRICE CHAIN SERVER BASE MAINNET TESTNET USDC HOST PORT ENDPOINT RESOURCE SELLER BUYER AMOUNT LIMIT CAP BUDGET SPEND DAILY TIMEOUT SIGNER MNEMONIC PUBLIC NODE PROVIDER ALCHEMY INFURA TEMPO STRIPE NEXT VITE REACT APP LIB AVAILABLE ENABLED DISABLE ALLOW LIST HOSTS DOMAINS AGENT MCP RELAYER FEE PAYER BYPASS DEFAULT MODE ENV'.split(
    ' ',
  ),
);

function variableIn(text: string): string | undefined {
  for (const [name] of text.matchAll(VARIABLE))
    if (name.split('_').every((word) => NAME_WORDS.has(word))) return name;
  return undefined;
}

export function textDetailsIn(
  text: string,
  { text: flat, screened, languages, family }: CaseReading,
  buys: number,
): TextDetails {
  const packages = packagesIn(screened);
  const networks = NETWORKS.filter(([says]) => holds(screened, says));
  const [, network, node] = networks.length === 1 ? networks[0]! : [];
  const others = new Set(
    [...flat.matchAll(OTHER_CHAIN)].map(([each]) => each).filter((each) => each !== network),
  );
  const one = network !== undefined && others.size === 0;
  const asset = one && !OTHER_TOKEN.test(flat) ? tokenNamed(network, 'USDC')?.asset : undefined;
  const facilitators = FACILITATORS.filter(([says]) => holds(screened, says));
  const variable = variableIn(text);
  return {
    ...readersOf(screened, buys),
    language: languageOf(languages, packages),
    packages,
    family,
    dialect: dialectIn(screened),
    ...(one && { network, ...(node !== undefined && { node }) }),
    ...(asset !== undefined && { asset }),
    ...(facilitators.length === 1 && { facilitator: facilitators[0]![1] }),
    ...(variable !== undefined && { variable }),
  };
}

/** A fix with what the text says in its commands. */
export function filled(fix: string, { network, node, asset, facilitator, variable }: TextDetails): string {
  const values: Readonly<Record<string, string | undefined>> = {
    network,
    // A node of one family has no place in the command of another.
    node: network?.startsWith('eip155:') ? node : undefined,
    asset: network?.startsWith('eip155:') ? asset : undefined,
    facilitator,
    NAME: variable,
  };
  return fix.replace(
    /<(network|node|asset|facilitator|NAME)>/g,
    (whole, name: string) => values[name] ?? whole,
  );
}
