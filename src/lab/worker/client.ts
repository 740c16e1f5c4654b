import { registerHooks } from 'node:module';
import type { Build, Family } from '../builds.ts';
import { axiosV1, axiosV2 } from './axios.ts';
import { fetchV1 } from './fetch-v1.ts';
import { fetchV2 } from './fetch-v2.ts';
import { mppxEvm, mppxTempo } from './mppx.ts';
import type { Client } from './shapes.ts';

const FAMILIES: Readonly<Record<Family, (build: Build) => Promise<Client>>> = {
  'fetch-v1': fetchV1,
  'axios-v1': axiosV1,
  'fetch-v2': fetchV2,
  'axios-v2': axiosV2,
  'mppx-evm': mppxEvm,
  'mppx-tempo': mppxTempo,
};

/** Imports the packages of a build. Only this process sees them, so that two versions never meet. */
export function openClient(build: Build): Promise<Client> {
  if (build.coreOf) shareCore(build.package, build.coreOf);
  return FAMILIES[build.family](build);
}

/** Lets a package find @x402/core where another one keeps it, as if the two had been installed together. */
function shareCore(from: string, owner: string): void {
  const ownerUrl = import.meta.resolve(owner);
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier.startsWith('@x402/core') && context.parentURL?.includes(`/node_modules/${from}/`)
        ? next(specifier, { ...context, parentURL: ownerUrl })
        : next(specifier, context),
  });
}
