/** The tokens that the installed SDKs take by themselves, and the names of networks that version 1 knew. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_ASSETS as EVM } from '@x402/evm';
import { EVM_NETWORK_CHAIN_ID_MAP } from '@x402/evm/v1';
import { DEFAULT_ASSETS as SVM, V1_TO_V2_NETWORK_MAP } from '@x402/svm';
import { readLock } from '../src/lab/lock.ts';

export const TOKENS_FILE = 'src/values/tokens.artefact.json';

interface Listed {
  readonly asset: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly name?: string;
  readonly version?: string;
}
type Row = readonly [
  network: string,
  asset: string,
  symbol: string,
  name: string | null,
  version: string | null,
  decimals: number,
  source: string,
];

/** The folder of version 1's own package, which the laboratory installs under its client. */
const V1 = 'node_modules/lab-x402-fetch-1.2.0/node_modules/x402';
/** Version 1 numbers Solana's networks; version 2 has CAIP-2 ids for them. */
const V1_SOLANA: Readonly<Record<string, string>> = { 101: 'solana', 103: 'solana-devnet' };

export function tokensText(root: string): string {
  const lock = readLock();
  const versionOf = (folder: string): string => lock[folder]?.version ?? '';
  const rows = new Map<string, Row>();
  const add = (row: Row): void => {
    const key = `${row[0]} ${row[0].startsWith('eip155:') ? row[1].toLowerCase() : row[1]}`;
    if (!rows.has(key)) rows.set(key, row);
  };
  for (const [table, source] of [
    [EVM, `@x402/evm ${versionOf('node_modules/@x402/evm')}`],
    [SVM, `@x402/svm ${versionOf('node_modules/@x402/svm')}`],
  ] as const)
    for (const [network, listed] of Object.entries(table as Readonly<Record<string, readonly Listed[]>>))
      for (const { asset, symbol, name, version, decimals } of listed)
        add([network, asset, symbol, name ?? null, version ?? null, decimals, source]);
  // Version 1 signs in a domain of version "2" for all of them, and counts in millionths.
  for (const [chain, asset, name] of ofVersion1(join(root, V1)))
    add([
      chain,
      asset,
      'USDC',
      chain.startsWith('eip155:') ? name : null,
      chain.startsWith('eip155:') ? '2' : null,
      6,
      `x402 ${versionOf(V1)}`,
    ]);
  const names = {
    ...Object.fromEntries(
      Object.entries(EVM_NETWORK_CHAIN_ID_MAP).map(([name, id]) => [name, `eip155:${id}`]),
    ),
    ...V1_TO_V2_NETWORK_MAP,
  };
  const lines = [...rows.values()]
    .sort(([a, x], [b, y]) => a.localeCompare(b, 'en', { numeric: true }) || (x < y ? -1 : 1))
    .map((row) => `    ${JSON.stringify(row)}`);
  return `{
  "networks": ${JSON.stringify(names)},
  "tokens": [
${lines.join(',\n')}
  ]
}
`;
}

/** Its table is in no export: it is read where it is written. */
function ofVersion1(folder: string): readonly (readonly [network: string, asset: string, name: string])[] {
  const files = readdirSync(join(folder, 'dist/esm')).filter((name) => /^chunk-.*\.mjs$/.test(name));
  const entry = /"(\d+)": \{\s*usdcAddress: "(\w+)",\s*usdcName: "([^"]+)"/g;
  const found = files.flatMap((name) => [
    ...readFileSync(join(folder, 'dist/esm', name), 'utf8').matchAll(entry),
  ]);
  if (found.length === 0) throw new Error(`${folder} has no table of assets where it had one`);
  return found.map(([, chain, asset, name]) => {
    const solana = V1_SOLANA[chain!];
    return [solana ? V1_TO_V2_NETWORK_MAP[solana]! : `eip155:${chain}`, asset!, name!] as const;
  });
}
