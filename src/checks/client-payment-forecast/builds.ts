import { CORE, type Installed, type LockName, ofList, readLock } from './lock-files.ts';
import type { ForecastRequest } from './schema.ts';
import { type ClientName, FORECAST_CLIENTS, PYTHON } from './tables.ts';
import { parseRange, parseVersion, type Range, type Version } from './versions.ts';

/** A client as it was asked for, or as it is installed. */
export interface ClientBuild {
  readonly client: ClientName | undefined;
  /** As it was named. */
  readonly name: string;
  readonly version: string;
  readonly core: string | null;
  /** The versions whose evidence is its own; a core that is not of the client's version decides for it. */
  readonly range: Range | undefined;
  readonly isComposed: boolean;
}

interface Builds {
  readonly lock: LockName | null;
  readonly installed: readonly Installed[];
  readonly builds: readonly ClientBuild[];
}

export function buildsOf({ client, clientVersion, lockFile, packages }: ForecastRequest): Builds {
  if (client !== undefined && clientVersion !== undefined)
    return {
      lock: null,
      installed: [],
      builds: [buildOf({ name: client, version: clientVersion, core: null })],
    };
  const read = lockFile === undefined ? undefined : readLock(lockFile);
  const installed = read?.installed ?? ofList(packages ?? []);
  const wanted = client === undefined ? undefined : clientNamed(client);
  const order = Object.keys(FORECAST_CLIENTS);
  const builds = installed
    .map((each) => buildOf(isPython(read?.lock) && each.name === 'x402' ? { ...each, name: PYTHON } : each))
    .filter((build) => build.client !== undefined && (wanted === undefined || build.client === wanted))
    .sort((a, b) => order.indexOf(a.client!) - order.indexOf(b.client!));
  const distinct = new Map(builds.map((build) => [`${build.client} ${build.version} ${build.core}`, build]));
  return { lock: read?.lock ?? null, installed, builds: [...distinct.values()] };
}

/** `x402` is another package there than on npm. */
const isPython = (lock: LockName | undefined): boolean => lock === 'poetry.lock' || lock === 'uv.lock';

function buildOf({ name, version, core }: Installed): ClientBuild {
  const client = clientNamed(name);
  const isComposed = core !== null && core !== version && name !== CORE;
  const exact = parseVersion(isComposed ? core : version);
  return {
    client,
    name,
    version,
    core,
    range: exact ? [exact, exact] : isComposed ? undefined : parseRange(version),
    isComposed,
  };
}

/** The one version of a build, where it is one. */
export const exactly = ({ range }: ClientBuild): Version | undefined =>
  range && range[0].every((part, i) => part === range[1][i]) ? range[0] : undefined;

/** A client by its package name or another name of it; case and a leading @ do not matter to people. */
export function clientNamed(name: string): ClientName | undefined {
  const asked = name.trim().toLowerCase();
  return (Object.keys(FORECAST_CLIENTS) as ClientName[]).find(
    (client) => client === asked || (FORECAST_CLIENTS[client].also as readonly string[]).includes(asked),
  );
}
