import { EXCEPT, EXCLUDED } from './networks.ts';

/** Tokens that people pay with, as they write them. */
const TOKEN =
  '(?:usdc(?:\\.e)?|usdt|tether|eurc|pyusd|usds|usde|usdbc|usdp|gusd|usdg|rlusd|fdusd|xdai|eure|dai|frax|weth|eth|ether|sol|btc|bitcoin|matic|pol|stablecoins?)';
const CHAIN = '(?:base|solana|polygon|arbitrum|optimism|ethereum|avalanche|tempo|mainnet)';
const LEAD =
  '(?:pay|pays|paid|payable|paying|payments?|settle|settles|settled|settlement|settling|denominated|charged?|priced|billed|accept|accepts|accepted|hold|holds|use|using|spend|have|transfer|transfers)';

/** A token is demanded where nothing is counted in it and the words around it speak of paying. */
const DEMANDS: readonly RegExp[] = [
  new RegExp(`(?:^|, ?|; ?)(?:native )?(?<token>${TOKEN})(?: please| only| alone)?(?=$|[,;.]|\\n)`),
  new RegExp(
    `\\b(?:only|just|solely|strictly|exclusively|nothing but|no (?:asset|token|coin|currency) but|other than|besides|except) (?:in |with |native )*(?<token>${TOKEN})\\b`,
  ),
  new RegExp(
    `(?<![0-9.] ?)\\b(?<token>${TOKEN})[ -](?:only|alone|or nothing|exclusively|is the only|is all (?:we|i|that)|payments? only|must be (?:used|accepted))\\b`,
  ),
  new RegExp(
    `\\b${LEAD}(?: (?:must|may|should|has to|have to|needs to|can|will|is to|be|is|are|only|it|made|out|them|us|everything|always|happen))*(?: (?:in|with|by|via|is|are))?(?: native)? (?<token>${TOKEN})\\b`,
  ),
  new RegExp(`(?<![0-9.] ?)\\b(?<token>${TOKEN}) (?:\\(|on|over|via) ?(?:the )?${CHAIN}\\b`),
  new RegExp(
    `\\b(?:assets?|tokens?|currency|currencies|coins?|stablecoin)(?: of payment)?(?: (?:must|should|has to|to) be| is| are)? ?[:=]? ?(?:native )?(?<token>${TOKEN})\\b`,
  ),
];

/** The tokens that a text names, whatever it says of them. */
export const assetsNamed = (text: string): string[] => [
  ...new Set([...text.matchAll(new RegExp(`\\b${TOKEN}\\b`, 'g'))].map(([name]) => name)),
];

export interface AssetAt {
  readonly asset: string;
  readonly from: number;
  readonly to: number;
}

/** Tokens that a sentence demands to pay with, and those it rules out (which no constraint of ours can check). */
export function assetsIn(sentence: string): { readonly wanted: AssetAt[]; readonly excluded: AssetAt[] } {
  const wanted: AssetAt[] = [];
  const excluded: AssetAt[] = [];
  for (const pattern of DEMANDS) {
    const found = pattern.exec(sentence);
    const asset = found?.groups?.token;
    if (!found || !asset) continue;
    const from = found.index + found[0].lastIndexOf(asset);
    const at = { asset, from, to: from + asset.length };
    if ([...wanted, ...excluded].some((one) => one.from === from)) continue;
    const before = sentence.slice(0, from);
    (EXCLUDED.test(before) && !EXCEPT.test(before) ? excluded : wanted).push(at);
  }
  return { wanted, excluded };
}
