import manifest from '../package.json' with { type: 'json' };

/** The one release label, shown at /status and in every receipt: `v<package version>-<label>` (service spec §9). */
export const labelOf = (version: string): string => `v${version}-founding`;

export const RELEASE = labelOf(manifest.version);
