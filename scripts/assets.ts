/** The tokens that the installed SDKs take by themselves, and the names of networks that version 1 knew. */
import { DEFAULT_ASSETS as EVM } from '@x402/evm';
import { EVM_NETWORK_CHAIN_ID_MAP } from '@x402/evm/v1';
import { DEFAULT_ASSETS as SVM, V1_TO_V2_NETWORK_MAP } from '@x402/svm';
import { ownLock } from '../src/lab/lock.ts';

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

/** The last package of version 1. It is not installed any more; what its table held was read when it was, and is kept. */
const V1 = 'x402 1.2.0';

export function tokensText(kept: string): string {
  const lock = ownLock();
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
  for (const row of (JSON.parse(kept) as { readonly tokens: readonly Row[] }).tokens)
    if (row[6] === V1) add(row);
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
