import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { PROTOCOLS } from '../ledger/evidence.ts';

/** How a build for Node is driven: `worker/client.ts` says by which file. */
const FAMILIES = [
  'fetch-v1',
  'axios-v1',
  'fetch-v2',
  'axios-v2',
  'mppx-evm',
  'mppx-tempo',
  'faremeter',
  'dexter',
  'agentkit',
  'agents',
] as const;
export type ClientFamily = (typeof FAMILIES)[number];

/** Languages of clients. What each is installed with, `install.ts` knows. */
export const CLIENT_LANGUAGES = ['node', 'python', 'go', 'rust'] as const;
export type ClientLanguage = (typeof CLIENT_LANGUAGES)[number];

/** `clients/<language>/<id>/build.json`: a published client, and what it is installed and run with. */
const buildSchema = z.strictObject({
  /** Short name for people, commands and case ids; the folder's name. */
  id: z.string(),
  /** As published in the language's registry. */
  name: z.string(),
  version: z.string(),
  language: z.enum(CLIENT_LANGUAGES),
  protocol: z.enum(PROTOCOLS),
  /** Over what it pays: it is asked the questions of this transport alone. */
  transport: z.enum(['http', 'mcp']).default('http'),
  /** The lock file, beside the manifest, or this repository's own: that build came with `npm ci`. */
  lock: z.string(),
  /** Node: the file that opens the SDK in a process of ours. */
  worker: z.enum(FAMILIES).optional(),
  /** Other languages: the command that reads cases. `{place}` is where the build is installed, `{workers}` where its language's workers are. */
  run: z.array(z.string()).min(1).optional(),
  /** What this client's caller cannot do, by member of `ask`, with the reason. */
  cannot: z.record(z.string(), z.string()).default({}),
  /** Packages that the caller imports: the client, then its EVM scheme where that is a package of its own. */
  packages: z.array(z.string()).min(1),
});
type Manifest = z.infer<typeof buildSchema>;
export interface Build extends Readonly<Omit<Manifest, 'packages' | 'cannot' | 'run'>> {
  readonly packages: readonly string[];
  readonly run?: readonly string[] | undefined;
  readonly cannot: Readonly<Record<string, string>>;
  /** Where the manifest is. */
  readonly folder: string;
}

export const CLIENTS_FOLDER = fileURLToPath(new URL('../../clients', import.meta.url));

const readBuild = (folder: string): Build => ({
  ...buildSchema.parse(JSON.parse(readFileSync(join(folder, 'build.json'), 'utf8'))),
  folder,
});

/** Whether a build came with this repository's own packages. */
export const cameWithUs = ({ lock }: Build): boolean => lock === '../../../package-lock.json';

/** Same protocol together, old before new. */
const inOrder = (a: Build, b: Build): number =>
  PROTOCOLS.indexOf(a.protocol) - PROTOCOLS.indexOf(b.protocol) ||
  CLIENT_LANGUAGES.indexOf(a.language) - CLIENT_LANGUAGES.indexOf(b.language) ||
  a.name.localeCompare(b.name) ||
  a.version.localeCompare(b.version, 'en', { numeric: true });

/** Every build that the lab knows. A package of the service has none: its lab serves, and runs nobody. */
export const BUILDS: readonly Build[] = CLIENT_LANGUAGES.flatMap((language) => {
  const folder = join(CLIENTS_FOLDER, language);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'build.json')))
    .map((name) => readBuild(join(folder, name)));
}).sort(inOrder);

/** What `npm ci` brought: what a sandbox observes when its edition ran out, in seconds instead of minutes. */
export const CURRENT: readonly string[] = BUILDS.filter(cameWithUs).map(({ id }) => id);
