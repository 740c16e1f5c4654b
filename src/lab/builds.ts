import type { ClientProtocol } from './script.ts';

/** How a build is driven: `worker/client.ts` says by which file. */
export type Family = 'fetch-v1' | 'axios-v1' | 'fetch-v2' | 'axios-v2' | 'mppx-evm' | 'mppx-tempo';

/** A published client, and the packages of this repository's lock file that it runs on. */
export interface Build {
  /** Short name for people, commands and case ids. */
  readonly id: string;
  /** As published on npm. */
  readonly name: string;
  readonly version: string;
  readonly family: Family;
  readonly protocol: ClientProtocol;
  /** Package that the caller imports, as installed here. */
  readonly package: string;
  /** Package with the EVM scheme, as installed here (v2). */
  readonly scheme?: string;
  /**
   * Package whose copy of @x402/core the client gets. @x402/fetch 2.0.0 asks for ^2.0.0 and @x402/evm 2.0.0 for
   * exactly 2.0.0: installed together they share 2.0.0, while the aliases of this repository would split them.
   */
  readonly coreOf?: string;
}

const v2 = (version: string, coreOf?: string): Build => ({
  id: `x402-fetch-${version}`,
  name: '@x402/fetch',
  version,
  family: 'fetch-v2',
  protocol: 'x402v2',
  package: `lab-x402-fetch-${version}`,
  scheme: `lab-x402-evm-${version}`,
  ...(coreOf ? { coreOf } : {}),
});

const v1 = (version: string): Build => ({
  id: `x402-fetch-${version}`,
  name: 'x402-fetch',
  version,
  family: 'fetch-v1',
  protocol: 'x402v1',
  package: `lab-x402-fetch-${version}`,
});

export const BUILDS: readonly Build[] = [
  v1('0.7.0'),
  v1('1.2.0'),
  {
    id: 'x402-axios-0.7.2',
    name: 'x402-axios',
    version: '0.7.2',
    family: 'axios-v1',
    protocol: 'x402v1',
    package: 'lab-x402-axios-0.7.2',
  },
  v2('2.0.0', 'lab-x402-evm-2.0.0'),
  v2('2.10.0'),
  {
    id: 'x402-axios-2.11.0',
    name: '@x402/axios',
    version: '2.11.0',
    family: 'axios-v2',
    protocol: 'x402v2',
    package: '@x402/axios',
    scheme: 'lab-x402-evm-2.11.0',
  },
  v2('2.22.0'),
  v2('2.23.0'),
  { ...v2('2.27.0'), package: '@x402/fetch', scheme: '@x402/evm' },
  {
    id: 'mppx-evm-0.11.0',
    name: 'mppx',
    version: '0.11.0',
    family: 'mppx-evm',
    protocol: 'x402v2',
    package: 'mppx',
  },
  {
    id: 'mppx-tempo-0.11.0',
    name: 'mppx',
    version: '0.11.0',
    family: 'mppx-tempo',
    protocol: 'mpp',
    package: 'mppx',
  },
];

/** Most callers run these: what a sandbox observes when its edition ran out, in seconds instead of minutes. */
export const CURRENT: readonly string[] = BUILDS.filter(({ family }) => family === 'fetch-v2')
  .slice(-3)
  .map(({ id }) => id);
