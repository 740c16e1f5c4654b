/** What a host name alone gives away. Nothing is resolved or fetched: these are rules on the written form. */

export interface AddressRangeRow {
  readonly id: string;
  /** First address and prefix length. IPv4 in dotted form, IPv6 in full hextets. */
  readonly range: string;
  readonly basis: string;
}

const range = (id: string, cidr: string, basis: string): AddressRangeRow => ({ id, range: cidr, basis });

export const NON_PUBLIC_V4: readonly AddressRangeRow[] = [
  range('R401', '0.0.0.0/8', 'RFC 791: this network'),
  range('R402', '10.0.0.0/8', 'RFC 1918: private'),
  range('R403', '100.64.0.0/10', 'RFC 6598: shared address space'),
  range('R404', '127.0.0.0/8', 'RFC 1122: loopback'),
  range('R405', '169.254.0.0/16', 'RFC 3927: link-local, cloud metadata'),
  range('R406', '172.16.0.0/12', 'RFC 1918: private'),
  range('R407', '192.0.0.0/24', 'RFC 6890: protocol assignments'),
  range('R408', '192.0.2.0/24', 'RFC 5737: documentation'),
  range('R409', '192.168.0.0/16', 'RFC 1918: private'),
  range('R410', '198.18.0.0/15', 'RFC 2544: benchmarking'),
  range('R411', '198.51.100.0/24', 'RFC 5737: documentation'),
  range('R412', '203.0.113.0/24', 'RFC 5737: documentation'),
  range('R413', '224.0.0.0/4', 'RFC 5771: multicast'),
  range('R414', '240.0.0.0/4', 'RFC 1112: reserved, broadcast'),
];

export const NON_PUBLIC_V6: readonly AddressRangeRow[] = [
  range('R601', '0:0:0:0:0:0:0:0/127', 'RFC 4291: unspecified, loopback'),
  range('R602', '100:0:0:0:0:0:0:0/64', 'RFC 6666: discard'),
  range('R603', '2001:db8:0:0:0:0:0:0/32', 'RFC 3849: documentation'),
  range('R604', '3fff:0:0:0:0:0:0:0/20', 'RFC 9637: documentation'),
  range('R605', 'fc00:0:0:0:0:0:0:0/7', 'RFC 4193: unique local'),
  range('R606', 'fe80:0:0:0:0:0:0:0/10', 'RFC 4291: link-local'),
  range('R607', 'fec0:0:0:0:0:0:0:0/10', 'RFC 3879: site-local'),
  range('R608', 'ff00:0:0:0:0:0:0:0/8', 'RFC 4291: multicast'),
];

/** IPv6 forms that carry an IPv4 address: judged by that address. `at`: hextet at which the four bytes begin. */
export interface EmbeddedV4Row {
  readonly id: string;
  readonly range: string;
  readonly at: number;
  readonly basis: string;
}

const embedded = (id: string, cidr: string, at: number, basis: string): EmbeddedV4Row => ({
  id,
  range: cidr,
  at,
  basis,
});

export const EMBEDDED_V4: readonly EmbeddedV4Row[] = [
  embedded('E601', '0:0:0:0:0:ffff:0:0/96', 6, 'RFC 4291: IPv4-mapped'),
  embedded('E602', '0:0:0:0:0:0:0:0/96', 6, 'RFC 4291: IPv4-compatible'),
  embedded('E603', '64:ff9b:0:0:0:0:0:0/96', 6, 'RFC 6052: NAT64'),
  embedded('E604', '2002:0:0:0:0:0:0:0/16', 1, 'RFC 3056: 6to4'),
];

/** Names that never lead to a public seller. */
export const NON_PUBLIC_SUFFIXES = {
  id: 'N01',
  basis: 'RFC 6761, 6762, 7686, 8375; ICANN .internal; names in common private use',
  suffixes: [
    ...[
      'localhost',
      'local',
      'internal',
      'home.arpa',
      'test',
      'invalid',
      'onion',
      'alt',
      'lan',
      'intranet',
      'corp',
      'home',
    ],
    ...['private', 'localdomain', 'workgroup', 'svc'],
  ],
} as const;

/** Public names that resolve to an address written in the name, or to loopback. */
export const ADDRESS_IN_NAME = {
  id: 'N02',
  basis: 'documentation of the services: the name resolves to the address in it, or to 127.0.0.1',
  suffixes: [
    'nip.io',
    'sslip.io',
    'xip.io',
    'localtest.me',
    'lvh.me',
    'vcap.me',
    'lacolhost.com',
    'traefik.me',
    'local.gd',
  ],
} as const;

/** Reserved for documentation: written as if public, leads nowhere. Kept usable so that examples can be scored. */
export const DOCUMENTATION_SUFFIXES = {
  id: 'N03',
  basis: 'RFC 2606 and RFC 6761',
  suffixes: ['example', 'example.com', 'example.net', 'example.org'],
} as const;

export { default as SHORTENERS } from './shorteners.table.json' with { type: 'json' };

export { default as TUNNELS } from './tunnels.table.json' with { type: 'json' };

/**
 * Brands that are imitated. `domains`: what the brand really uses, first the main one. `money`: the brand holds or
 * moves money, so its name inside a hyphenated foreign name is treated as imitation as well.
 */
export interface BrandRow {
  readonly id: string;
  readonly label: string;
  readonly domains: readonly string[];
  readonly money: boolean;
}

const brand = (id: string, label: string, domains: string, money = false): BrandRow => ({
  ...{ id, label, domains: domains.split(' '), money },
});

export const BRANDS: readonly BrandRow[] = [
  brand('B01', 'coinbase', 'coinbase.com coinbase.cloud', true),
  brand('B02', 'binance', 'binance.com binance.us binance.org', true),
  brand('B03', 'kraken', 'kraken.com', true),
  brand('B04', 'gemini', 'gemini.com gemini.google.com', true),
  brand('B05', 'metamask', 'metamask.io', true),
  brand('B06', 'phantom', 'phantom.app phantom.com', true),
  brand('B07', 'uniswap', 'uniswap.org uniswap.com', true),
  brand('B08', 'opensea', 'opensea.io', true),
  brand('B09', 'etherscan', 'etherscan.io', true),
  brand('B10', 'basescan', 'basescan.org', true),
  brand('B11', 'circle', 'circle.com', true),
  brand('B12', 'paypal', 'paypal.com paypal.me', true),
  brand('B13', 'stripe', 'stripe.com stripe.dev stripe.network', true),
  brand('B14', 'mastercard', 'mastercard.com mastercard.us', true),
  brand('B15', 'revolut', 'revolut.com revolut.me', true),
  brand('B16', 'alchemy', 'alchemy.com'),
  brand('B17', 'quicknode', 'quicknode.com quicknode.pro'),
  brand('B18', 'infura', 'infura.io'),
  brand('B19', 'chainlink', 'chain.link chainlink.com chainlinklabs.com', true),
  brand('B20', 'solana', 'solana.com solana.org', true),
  brand('B21', 'ethereum', 'ethereum.org', true),
  brand('B22', 'polygon', 'polygon.technology polygon.io', true),
  brand('B23', 'thirdweb', 'thirdweb.com'),
  brand('B24', 'nansen', 'nansen.ai'),
  brand('B25', 'coingecko', 'coingecko.com'),
  brand('B26', 'coinmarketcap', 'coinmarketcap.com'),
  brand('B27', 'openai', 'openai.com openai.org'),
  brand('B28', 'anthropic', 'anthropic.com'),
  brand('B29', 'claude', 'claude.ai claude.com'),
  brand('B30', 'chatgpt', 'chatgpt.com'),
  brand('B31', 'mistral', 'mistral.ai'),
  brand('B32', 'huggingface', 'huggingface.co hf.co'),
  brand('B33', 'perplexity', 'perplexity.ai'),
  brand('B34', 'firecrawl', 'firecrawl.dev'),
  brand('B35', 'google', 'google.com google.dev google.org google.cloud'),
  brand('B36', 'gmail', 'gmail.com'),
  brand('B37', 'youtube', 'youtube.com'),
  brand('B38', 'microsoft', 'microsoft.com microsoft.net'),
  brand('B39', 'azure', 'azure.com azure.net'),
  brand('B40', 'apple', 'apple.com'),
  brand('B41', 'icloud', 'icloud.com'),
  brand('B42', 'amazon', 'amazon.com amazon.dev amazon.co.uk amazon.de'),
  brand('B43', 'amazonaws', 'amazonaws.com'),
  brand('B44', 'facebook', 'facebook.com facebook.net'),
  brand('B45', 'instagram', 'instagram.com'),
  brand('B46', 'whatsapp', 'whatsapp.com whatsapp.net'),
  brand('B47', 'telegram', 'telegram.org telegram.me'),
  brand('B48', 'discord', 'discord.com discord.gg discord.dev'),
  brand('B49', 'twitter', 'twitter.com'),
  brand('B50', 'linkedin', 'linkedin.com'),
  brand('B51', 'github', 'github.com github.dev github.io githubusercontent.com'),
  brand('B52', 'gitlab', 'gitlab.com gitlab.io'),
  brand('B53', 'cloudflare', 'cloudflare.com cloudflare.net cloudflare.dev'),
  brand('B54', 'vercel', 'vercel.com vercel.app vercel.dev'),
  brand('B55', 'netflix', 'netflix.com'),
  brand('B56', 'shopify', 'shopify.com shopify.dev myshopify.com'),
  brand('B57', 'dropbox', 'dropbox.com'),
  brand('B58', 'salesforce', 'salesforce.com'),
  brand('B59', 'bloomberg', 'bloomberg.com'),
  brand('B60', 'accuweather', 'accuweather.com'),
  brand('B61', 'openweathermap', 'openweathermap.org'),
  brand('B62', 'tavily', 'tavily.com'),
  brand('B63', 'neynar', 'neynar.com'),
  brand('B64', 'zapper', 'zapper.xyz'),
];

/** Shapes that count as imitation of a brand, in the order they are tried. */
export const LOOKALIKE_RULES = {
  oneEdit: {
    id: 'L01',
    means: 'one letter added, dropped, changed or swapped (brands of five letters or more)',
  },
  folded: { id: 'L02', means: 'digits, rn or foreign letters drawn to look like the brand' },
  subdomain: { id: 'L03', means: "a brand that moves money is a label left of somebody else's domain" },
  domainInside: { id: 'L06', means: "a brand's whole domain stands left of somebody else's domain" },
  hosted: { id: 'L04', means: 'the brand is the name of a site on shared hosting' },
  hyphenated: { id: 'L05', means: "a brand that moves money is a part of somebody else's hyphenated name" },
} as const;

/** Shared hosting where an account name belongs to its owner for good, so a brand there may be the brand. */
export const OWNED_NAMES_HOSTING = {
  id: 'H03',
  basis: 'expert judgement',
  suffixes: ['github.io', 'gitlab.io'],
} as const;

export { default as CONFUSABLES } from './confusables.table.json' with { type: 'json' };
export { default as NOT_LOOKALIKES } from './not-lookalikes.table.json' with { type: 'json' };

/** Scripts that one label may combine (Unicode UTS 39 §5.2, highly restrictive). */
export const ALLOWED_SCRIPT_MIXES = {
  id: 'H06',
  basis: 'Unicode UTS 39 §5.2',
  mixes: [
    ['Latin', 'Han', 'Hiragana', 'Katakana'],
    ['Latin', 'Han', 'Bopomofo'],
    ['Latin', 'Han', 'Hangul'],
  ],
} as const;
