import { sameAddress } from './assets.ts';
import listed from './tokens.artefact.json' with { type: 'json' };

/** Tokens by name: what the SDKs take by themselves, and what issuers publish besides. What is not here is unknown. */
export interface ListedToken {
  readonly network: string;
  readonly asset: string;
  readonly symbol: string;
  /** The EIP-712 domain of its authorizations; null where nobody signs EIP-3009 or the table does not say. */
  readonly domain: { readonly name: string; readonly version: string } | null;
  readonly decimals: number;
  /** Meant to be worth a dollar. */
  readonly isDollar: boolean;
  readonly source: string;
}

type Row = readonly [string, string, string, string | null, string | null, number, string];

const EURC = {
  symbol: 'EURC',
  domain: { name: 'EURC', version: '2' },
  decimals: 6,
  isDollar: false,
} as const;
const CIRCLE = 'developers.circle.com, "EURC contract addresses"';

const BY_ISSUERS: readonly ListedToken[] = [
  { ...EURC, network: 'eip155:8453', asset: '0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42', source: CIRCLE },
];

const TOKENS: readonly ListedToken[] = [
  ...(listed.tokens as unknown as readonly Row[]).map(
    ([network, asset, symbol, name, version, decimals, source]) => ({
      ...{ network, asset, symbol, decimals, source },
      // Every token that an SDK takes by itself is one of dollars.
      isDollar: true,
      domain: name !== null && version !== null ? { name, version } : null,
    }),
  ),
  ...BY_ISSUERS,
];

const NETWORKS: Readonly<Record<string, string>> = listed.networks;

/** CAIP-2 of a network that version 1 had a short name for. */
export const networkOf = (name: string): string => (Object.hasOwn(NETWORKS, name) ? NETWORKS[name]! : name);

/** A token of our list by its network (CAIP-2 or the name of x402 v1) and address; undefined where it is not listed. */
export const listedToken = (network: string, asset: string): ListedToken | undefined =>
  TOKENS.find(
    (token) => token.network === networkOf(network) && sameAddress(token.network, token.asset, asset),
  );

/** The listed token of a network that goes by a symbol. */
export const tokenNamed = (network: string, symbol: string): ListedToken | undefined =>
  TOKENS.find((token) => token.network === networkOf(network) && token.symbol === symbol);

/** As it reads to a hurried eye: no case, no marks, and letters that look alike are one. */
const look = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9$₮]/gu, '')
    .replaceAll('0', 'o')
    .replaceAll('$', 's')
    .replaceAll('₮', 't');

/** Wallets show so many characters of an address at each end. */
const SHOWN = { begin: 6, end: 4 } as const;

/**
 * The listed token of the same network that an unlisted one passes itself off as: by its name or symbol, or by an
 * address that begins and ends like it.
 */
export function imitated(network: string, asset: string, names: readonly unknown[]): ListedToken | undefined {
  if (listedToken(network, asset)) return undefined;
  const said = new Set(names.filter((name) => typeof name === 'string').map(look));
  const ends = (address: string) =>
    `${address.slice(0, SHOWN.begin)}…${address.slice(-SHOWN.end)}`.toLowerCase();
  return TOKENS.find(
    (token) =>
      token.network === networkOf(network) &&
      (ends(token.asset) === ends(asset) ||
        [token.symbol, ...(token.domain ? [token.domain.name] : [])].some((name) => said.has(look(name)))),
  );
}
