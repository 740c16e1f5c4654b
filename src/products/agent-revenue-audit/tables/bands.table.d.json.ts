import type { BandRow } from './bands.ts';

declare const table: readonly BandRow[];
export = table;
