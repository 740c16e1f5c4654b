import type { Friction } from './schema.ts';
import { FRICTIONS } from './tables/frictions.ts';
import type { FrictionRow } from './tables/shapes.ts';

export type FrictionEvidence = Friction['evidence'][number];

/** A friction of one seller, with what speaks for it. */
export interface FoundFriction {
  readonly row: FrictionRow;
  readonly basis: Friction['basis'];
  readonly loss: boolean;
  readonly evidence: readonly FrictionEvidence[];
}

export const row = (id: string): FrictionRow => FRICTIONS.find((one) => one.id === id)!;
