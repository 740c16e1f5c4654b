import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Build, type ClientFamily, cameWithUs } from '../builds.ts';
import { agentkit } from './agentkit.ts';
import { agents } from './agents.ts';
import { axiosV1, axiosV2 } from './axios.ts';
import { fetchV1 } from './fetch-v1.ts';
import { fetchV2 } from './fetch-v2.ts';
import { dexter, faremeter } from './markets.ts';
import { mppxEvm, mppxTempo } from './mppx.ts';
import type { Client } from './shapes.ts';

const FAMILIES: Readonly<Record<ClientFamily, (build: Build) => Promise<Client>>> = {
  'fetch-v1': fetchV1,
  'axios-v1': axiosV1,
  'fetch-v2': fetchV2,
  'axios-v2': axiosV2,
  'mppx-evm': mppxEvm,
  'mppx-tempo': mppxTempo,
  faremeter,
  dexter,
  agentkit,
  agents,
};

/** Imports the packages of a build, from the folder where it is installed. Only this process sees them. */
export function openClient(build: Build, place: string): Promise<Client> {
  if (!cameWithUs(build)) importFrom(place, build.packages);
  return FAMILIES[build.worker!](build);
}

/** Lets the files of this folder find a build's packages where the build is, and everything else where they always did. */
function importFrom(place: string, packages: readonly string[]): void {
  const here = new URL('.', import.meta.url).href;
  const there = pathToFileURL(join(place, 'package.json')).href;
  registerHooks({
    resolve: (specifier, context, next) =>
      context.parentURL?.startsWith(here) &&
      packages.some((name) => specifier === name || specifier.startsWith(`${name}/`))
        ? next(specifier, { ...context, parentURL: there })
        : next(specifier, context),
  });
}
